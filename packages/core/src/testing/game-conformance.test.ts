/** The kit itself: what its reports say, that failures are made small, and that clock and randomness come back. Faults one by one: `broken-games.test.ts`. */
import { describe, expect, it } from 'vitest';
import type { Game } from '../game/game.js';
import { resolveOptions } from '../game/options.js';
import { Match } from '../match/match.js';
import { parseSeed } from '../random/rng.js';
import { brokenGames, type Pennies } from './broken-games.test.fixture.js';
import { gameConformance } from './game-conformance.js';
import { hiddenPennies as pennies, HEADS_OR_TAILS } from './hidden-pennies.test.fixture.js';
import { BrokenRule } from './kit.js';
import { playthrough } from './playthrough.js';

describe('hidden pennies, unspoilt', () => {
  for (const { name, run } of gameConformance(pennies as Game, { matches: 100 })) it(name, run);
});

/** What the first check that fails reports. */
function firstFailure(game: Pennies, matches = 20): BrokenRule {
  for (const { run } of gameConformance(game as Game, { matches })) {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(BrokenRule);
      return error as BrokenRule;
    }
  }
  throw new RangeError('expected a check to fail');
}

/** Tails is refused to a hider who has laid tails before, and still listed. */
const noTailsTwice: Pennies = {
  ...pennies,
  refusal: (state, _, { side }) => (side === 1 && state.laid === null && state.past.some(({ laid }) => laid === 1) ? 'no tails twice' : null),
};

describe('a report', () => {
  it('PLUGIN-13 names rule, variant, seed, seats, moves and state', () => {
    expect(firstFailure(brokenGames['lists an action that it refuses']?.game() as Pennies).message).toBe([
      'rule "legal actions" is broken by hidden-pennies (variant default, seed 0, seats hider guesser): the listed action {"side":1} of seat 0 is refused: tails is not allowed',
      '  moves: chance "gold"; seat 0 {"side":0}; seat 1 {"side":0}; chance "plain"',
      '  state: {"rounds":2,"roles":["hider","guesser"],"card":"plain","laid":null,"past":[{"card":"gold","laid":0,"guess":0}]}',
    ].join('\n'));
  });

  it('gives the smallest play: no more moves than are needed, and none that is not', () => {
    const { smallest } = firstFailure(noTailsTwice);
    expect(smallest).toMatchObject({ variant: 'default', options: { rounds: 2 }, seed: 0, roles: ['hider', 'guesser'] });
    expect(smallest?.moves.filter(({ kind }) => kind === 'actions')).toEqual([{ kind: 'actions', actions: { 0: { side: 1 } } }, { kind: 'actions', actions: { 1: { side: 0 } } }]);
  });

  it('gives a play that a match repeats, to the same state', () => {
    const { smallest } = firstFailure(noTailsTwice);
    if (!smallest) throw new TypeError('expected a smallest play');
    const match = Match.start({ game: pennies as Game, matchId: 'again', seed: parseSeed(smallest.seed), roles: smallest.roles, ...resolveOptions(pennies as Game, { variant: smallest.variant }) });
    for (const move of smallest.moves) if (move.kind === 'actions') for (const [seat, action] of Object.entries(move.actions)) expect(match.submit(Number(seat), { action }).ok).toBe(true);
    expect(match.state).toEqual(smallest.state);
  });

  it('names the variant in which alone a fault shows', () => {
    const inLong: Pennies = { ...pennies, refusal: (state, _, { side }) => (state.past.length === 3 && side === 1 ? 'not in round 4' : null) };
    const { smallest } = firstFailure(inLong);
    expect(smallest).toMatchObject({ variant: 'long', options: { rounds: 4 } });
    expect(smallest?.moves.filter(({ kind }) => kind === 'actions')).toHaveLength(6);
  });

  it('is made small where the action space is open, from the actions that were played', () => {
    const open: Pennies = {
      ...noTailsTwice,
      legalActions: (state, seat) => ((pennies.legalActions(state, seat) ?? []).length > 0 ? null : []),
      briefNext: (_, words) => (words.length === 0 ? ['0', '1'] : []),
      agents: { random: { summary: 'any side', make: (_, rng) => () => rng.pick(HEADS_OR_TAILS) } },
    };
    const { rule, smallest } = firstFailure(open);
    expect(rule).toBe('legal actions');
    expect(smallest?.moves.filter(({ kind }) => kind === 'actions')).toHaveLength(2);
  });

  it('shows the two worlds that a leak tells apart', () => {
    const { message } = firstFailure(brokenGames['shows the hidden card by an order']?.game() as Pennies);
    expect(message).toMatch(/of spectators depends on what was not told: order of the list at "\/deck": \["(plain|gold)","(gold|plain)"\] against/);
    expect(message).toMatch(/in the other world: chance "(plain|gold)"\n {2}moves: chance "(?!\1)(plain|gold)"\n/);
  });
});

describe('the kit', () => {
  it('PLUGIN-13 gives clock and global randomness back after a check', () => {
    firstFailure(brokenGames['uses the time']?.game() as Pennies);
    expect(new Date(0).getTime()).toBe(0);
    expect(Date.now()).toBeGreaterThan(1e12);
    expect(Reflect.get(Math, 'random').call(Math)).toBeLessThan(1);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
    expect(Object.getOwnPropertyNames(crypto)).toEqual([]);
  });

  it('lets random matches be cut off where the author says so', () => {
    const cut: Pennies = { ...pennies, mayTruncate: true, maxSteps: ({ rounds }) => (rounds === 2 ? 3 : 8) };
    for (const { run } of gameConformance(cut as Game, { matches: 5 })) run();
  });

  it('does not take an example for impossible before it has seen many matches', () => {
    const seldom = brokenGames['an example in the rules that is never legal']?.game() as Pennies;
    for (const { run } of gameConformance(seldom as Game, { matches: 5 })) run();
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
