import { AssertionError } from 'node:assert';
import { describe, expect, it } from 'vitest';
import type { Game } from '../game/game.js';
import { gameConformance, type ConformanceCheck } from './game-conformance.js';
import { hiddenPennies as pennies, HEADS_OR_TAILS, type PenniesObservation, type PenniesState } from './hidden-pennies.test.fixture.js';
import { playthrough } from './playthrough.js';

type Pennies = typeof pennies;

const MATCHES = { matches: 5 };

describe('hidden pennies, unspoilt', () => {
  for (const { name, run } of gameConformance(pennies as Game, { matches: 100 })) it(name, run);
});

/** The reports of the checks that a game fails. */
function failures(game: Pennies, options = MATCHES): string[] {
  return gameConformance(game as Game, options).flatMap((check) => report(check));
}

function report({ run }: ConformanceCheck): string[] {
  try {
    run();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    return [(error as AssertionError).message];
  }
}

const seen = (state: PenniesState, reader: number | 'spectator'): PenniesObservation => pennies.observe(state, reader);

/** Every fault with the rule that has to name it. */
function faults(): Record<string, { readonly rule: string; readonly game: () => Pennies }> {
  return {
    'no legal action in one state': { rule: 'no dead ends', game: () => ({ ...pennies, legalActions: (state, seat) => (state.past.length === 1 && state.laid !== null ? [] : pennies.legalActions(state, seat)) }) },
    'never ends': { rule: 'bounded length', game: () => ({ ...pennies, isTerminal: () => false, isChance: (state) => state.card === null, seatsToAct: (state) => (state.card === null ? [] : [state.roles.indexOf(state.laid === null ? 'hider' : 'guesser')]), legalActions: (state, seat) => (state.card !== null && seat === state.roles.indexOf(state.laid === null ? 'hider' : 'guesser') ? HEADS_OR_TAILS : []) }) },
    'more turns than declared': { rule: 'bounded length', game: () => ({ ...pennies, maxSteps: ({ rounds }) => 2 * rounds - 1 }) },
    'accepts an action after its end': { rule: 'legal actions', game: () => ({ ...pennies, legalActions: (state, seat) => (pennies.isTerminal(state) ? HEADS_OR_TAILS : pennies.legalActions(state, seat)) }) },
    'lists an action that it refuses': { rule: 'legal actions', game: () => ({ ...pennies, refusal: (state, _, { side }) => (side === 1 && state.laid === null && state.past.length === 1 ? 'tails is not allowed' : null) }) },
    'accepts an action that it does not list': { rule: 'legal actions', game: () => ({ ...pennies, legalActions: (state, seat) => pennies.legalActions(state, seat)?.slice(0, 1) ?? null }) },
    'returns that sum to -1': { rule: 'returns', game: () => ({ ...pennies, returns: (state) => pennies.returns(state).map((value, seat) => (pennies.isTerminal(state) && seat === 0 ? Math.max(value - 1, -4) : value)) }) },
    'returns beyond the declared range': { rule: 'returns', game: () => ({ ...pennies, returnsRange: () => ({ min: -1, max: 1 }) }) },
    'uses Math.random': { rule: 'no clock, no global randomness', game: () => ({ ...pennies, text: (observation) => `${pennies.text(observation)} ${Reflect.get(Math, 'random').call(Math)}` }) },
    'uses the time': { rule: 'no clock, no global randomness', game: () => ({ ...pennies, observe: (state, reader) => ({ ...seen(state, reader), at: Date.now() }) as PenniesObservation }) },
    'deals in its observation': { rule: 'pure reads', game: () => dealingInObserve() },
    "shows the other seat's card": { rule: 'secrecy', game: () => ({ ...pennies, observe: (state, reader) => ({ ...seen(state, reader), card: state.card }) }) },
    'shows the hidden card by its length': { rule: 'secrecy', game: () => ({ ...pennies, text: (observation) => pennies.text(observation), observe: (state, reader) => ({ ...seen(state, reader), pad: '.'.repeat(state.card?.length ?? 0) }) as PenniesObservation }) },
    'tells spectators the hidden card': { rule: 'secrecy', game: () => ({ ...pennies, told: (state, move, reader) => (reader === 'spectator' && move.kind === 'chance' ? move.outcome : pennies.told(state, move, reader)) }) },
    'lets legality depend on the hidden card': { rule: 'secrecy', game: () => ({ ...pennies, legalActions: (state, seat) => (state.laid !== null && state.card === 'gold' ? (pennies.legalActions(state, seat)?.slice(0, 1) ?? null) : pennies.legalActions(state, seat)), refusal: (state, _, { side }) => (state.laid !== null && state.card === 'gold' && side === 1 ? 'not with gold' : null) }) },
    'shows how many attempts failed': { rule: 'pure reads', game: () => countingAttempts() },
    'observes with a counter': { rule: 'pure reads', game: () => countingReads() },
    'state text without the seat to move': { rule: 'serialisation', game: () => hidingTheTurn() },
    'has a keyword that no text can open with': { rule: 'action texts', game: () => ({ ...pennies, keywords: () => ['Lay'] }) },
    'prints an example that it cannot parse': { rule: 'action texts', game: () => ({ ...pennies, keywords: ['lay'], rules: () => 'Answer for example [lay heads].' }) },
    'prints an example outside the schema': { rule: 'action texts', game: () => ({ ...pennies, rules: () => 'Answer for example [2].' }) },
    'cannot read its own text': { rule: 'action texts', game: () => ({ ...pennies, formatAction: ({ side }) => `[side ${side}]` }) },
    'two actions with one text': { rule: 'action texts', game: () => ({ ...pennies, formatAction: () => '[0]' }) },
    'changes the state it was given': { rule: 'apply', game: () => ({ ...pennies, apply: (state, move) => Object.assign(state as { card: string | null }, pennies.apply(state, move)) as PenniesState }) },
    'brief with an undeclared word': { rule: 'brief texts', game: () => ({ ...pennies, brief: (observation) => `${pennies.brief(observation)} ${observation.turn ? 'mine' : '0'}` }) },
    'briefNext into a refused action': { rule: 'brief texts', game: () => ({ ...pennies, briefNext: (_, words) => (words.length === 0 ? ['0', '1', 'open'] : []) }) },
    'briefNext that leaves an action out': { rule: 'brief texts', game: () => ({ ...pennies, briefNext: (_, words) => (words.length === 0 ? ['0'] : []) }) },
    'probabilities that do not sum to 1': { rule: 'chance', game: () => ({ ...pennies, chanceOutcomes: () => [{ outcome: 'plain', probability: 0.5 }, { outcome: 'gold', probability: 0.4 }] }) },
    'an agent that plays what is illegal': { rule: 'scripted agents', game: () => ({ ...pennies, agents: { bold: { summary: 'plays 2', make: () => () => ({ side: 2 }) } } }) },
  };
}

function dealingInObserve(): Pennies {
  return { ...pennies, observe: (state, reader) => pennies.observe(Object.assign(state, { card: 'gold' }), reader) };
}

function countingAttempts(): Pennies {
  let attempts = 0;
  return { ...pennies, readToken: (inside, observation) => (attempts++, pennies.readToken(inside, observation)), text: (observation) => `${pennies.text(observation)}, ${attempts} attempts` };
}

function countingReads(): Pennies {
  let reads = 0;
  return { ...pennies, observe: (state, reader) => ({ ...pennies.observe(state, reader), reads: reads++ }) as PenniesObservation };
}

/** Keeps who lays and who guesses outside the state's JSON. */
function hidingTheTurn(): Pennies {
  const laid = new WeakMap<PenniesState, number>();
  const whole = (state: PenniesState): PenniesState => ({ ...state, laid: laid.get(state) ?? null });
  const bare = (state: PenniesState): PenniesState => {
    const shown = { ...state, laid: null };
    if (state.laid !== null) laid.set(shown, state.laid);
    return shown;
  };
  return {
    ...pennies,
    seatsToAct: (state) => pennies.seatsToAct(whole(state)),
    legalActions: (state, seat) => pennies.legalActions(whole(state), seat),
    observe: (state, reader) => pennies.observe(whole(state), reader),
    told: (state, move, reader) => pennies.told(whole(state), move, reader),
    apply: (state, move) => bare(pennies.apply(whole(state), move)),
  };
}

describe('PLUGIN-13 the kit finds the faults that it is for', () => {
  for (const [name, { rule, game }] of Object.entries(faults())) {
    it(`PLUGIN-13 ${name}`, () => {
      const reports = gameConformance(game() as Game, MATCHES).map(report);
      expect(reports.flat().map((text) => /^rule "([^"]+)"/.exec(text)?.[1])).toContain(rule);
      // The same report on every run: checks in order up to the first that fails.
      const failing = reports.findIndex((texts) => texts.length > 0);
      expect(gameConformance(game() as Game, MATCHES).slice(0, failing + 1).map(report)).toEqual(reports.slice(0, failing + 1));
    });
  }

  it('PLUGIN-13 a report names rule, variant, seed and moves', () => {
    const game = faults()['lists an action that it refuses']?.game() as Pennies;
    expect(failures(game)[0]).toMatch(/^rule "legal actions" is broken by hidden-pennies \(variant default, seed \d+\): the listed action \{"side":1\} of seat \d is refused: tails is not allowed\n {2}moves: chance "(?:plain|gold)"; seat \d \{"side":[01]\}/);
  });

  it('PLUGIN-13 clock and global randomness are back after a check', () => {
    failures(faults()['uses the time']?.game() as Pennies);
    expect(new Date(0).getTime()).toBe(0);
    expect(Date.now()).toBeGreaterThan(1e12);
    expect(Reflect.get(Math, 'random').call(Math)).toBeLessThan(1);
  });

  it('lets random matches be cut off where the author says so', () => {
    const cut: Pennies = { ...pennies, maxSteps: ({ rounds }) => (rounds === 2 ? 3 : 8) };
    expect(gameConformance(cut as Game, { ...MATCHES, mayTruncate: true }).flatMap(report)).toEqual([]);
  });
});

describe('playthrough', () => {
  it('is the same text every time, and another one for another seed', () => {
    const text = playthrough(pennies as Game, { seed: 3 });
    expect(playthrough(pennies as Game, { seed: 3 })).toBe(text);
    expect(playthrough(pennies as Game, { seed: 4 })).not.toBe(text);
    expect(text).toMatch(/^game: hidden-pennies 1\.0\.0 \(Hidden Pennies\)\nvariant: default\n/);
    expect(text).toMatch(/--- end, completed after 4 plies\n/);
    expect(text).toContain('told spectators: {"laid":true}');
  });

  it('plays a variant by name and refuses an unknown one', () => {
    expect(playthrough(pennies as Game, { variant: 'long' })).toContain('completed after 8 plies');
    expect(() => playthrough(pennies as Game, { variant: 'longer' })).toThrow('expected a variant of hidden-pennies, got "longer"');
  });
});
