/** Matching pennies: its rounds, the value of one round, and that nothing of a round is known before both sides are in. */
import { fillDefaults, readAction, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { matchingPennies, SIDES, type PenniesAction, type PenniesObservation, type PenniesOptions, type PenniesState, type Side } from './index.js';

const READERS = [0, 1, 'spectator'] as const;

function optionsOf(rounds: number): PenniesOptions {
  return resolveOptions(matchingPennies, { options: { rounds } }).options as PenniesOptions;
}

function show(state: PenniesState, seat0: Side, seat1: Side): PenniesState {
  return matchingPennies.apply(state, { kind: 'actions', actions: { 0: { side: seat0 }, 1: { side: seat1 } } }) as PenniesState;
}

/** Plays rounds written as two letters, seat 0 first: `ht th`. */
function play(rounds: string, roles: readonly string[] = ['matcher', 'mismatcher'], count = rounds.split(' ').length): PenniesState {
  let state = matchingPennies.initialState(optionsOf(count), roles) as PenniesState;
  for (const pair of rounds.split(' ')) state = show(state, sideOf(pair[0]), sideOf(pair[1]));
  return state;
}

function sideOf(letter: string | undefined): Side {
  return letter === 'h' ? 'heads' : 'tails';
}

/** Returns of a match of two scripted opponents, seat 0 the matcher. */
function pairing(names: readonly [string, string], params: Record<string, string> = {}, seed = 1): readonly [number, number] {
  const policies = names.map((name, seat) => {
    const agent = matchingPennies.agents?.[name] as ScriptedAgent<PenniesAction, PenniesObservation>;
    return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed).fork(seat));
  });
  let state = matchingPennies.initialState(optionsOf(10), ['matcher', 'mismatcher']) as PenniesState;
  while (!matchingPennies.isTerminal(state)) {
    const [a, b] = policies.map((policy, seat) => policy(matchingPennies.observe(state, seat) as PenniesObservation, null).side) as [Side, Side];
    state = show(state, a, b);
  }
  const { won } = matchingPennies.observe(state, 0) as PenniesObservation;
  return [won.matcher, won.mismatcher];
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(matchingPennies)) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(matchingPennies)).toMatchFileSnapshot('./matching-pennies.playthrough.txt');
  });
});

describe('rules', () => {
  it('equal sides win the round for the matcher, different ones for the mismatcher, whichever seat has the role', () => {
    expect(matchingPennies.returns(play('hh'))).toEqual([1, -1]);
    expect(matchingPennies.returns(play('ht'))).toEqual([-1, 1]);
    expect(matchingPennies.returns(play('tt', ['mismatcher', 'matcher']))).toEqual([-1, 1]);
    expect(matchingPennies.returns(play('th', ['mismatcher', 'matcher']))).toEqual([1, -1]);
  });

  it('more rounds win, equal numbers are a draw, and every round is played', () => {
    expect(matchingPennies.returns(play('hh tt ht'))).toEqual([1, -1]);
    expect(matchingPennies.returns(play('hh ht'))).toEqual([0, 0]);
    const early = play('hh hh hh', ['matcher', 'mismatcher'], 4);
    expect([matchingPennies.isTerminal(early), matchingPennies.seatsToAct(early), matchingPennies.returns(early)]).toEqual([false, [0, 1], [0, 0]]);
    expect(matchingPennies.maxSteps(optionsOf(4))).toBe(4);
  });

  it('one round has value 0, and only the uniform strategy keeps it', () => {
    const single = SIDES.map((own) => SIDES.map((other) => matchingPennies.returns(show(matchingPennies.initialState(optionsOf(1), ['matcher', 'mismatcher']) as PenniesState, own, other))[0] as number));
    for (let heads = 0; heads <= 20; heads++) {
      const against = [0, 1].map((side) => (heads / 20) * (single[0]?.[side] as number) + (1 - heads / 20) * (single[1]?.[side] as number));
      const worst = Math.min(...against);
      expect(worst === 0, `heads ${heads}/20`).toBe(heads === 10);
      expect(worst).toBeLessThanOrEqual(0);
    }
  });
});

describe('secrecy', () => {
  it('SECRET-03 e: before both sides are in, nobody else learns whether or what the other has shown', () => {
    for (const seat of [0, 1]) {
      const known = [null, 'heads', 'tails'].map((side) => {
        const match = Match.start({ game: matchingPennies, matchId: 'm', seed: parseSeed(3) });
        if (side !== null) match.submit(seat, { action: { side } });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.legalActions(1 - seat), match.retriesLeft(1 - seat), others.map((reader) => [match.observe(reader), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('the order of arrival changes nothing', () => {
    const ends = [[0, 1], [1, 0]].map((order) => {
      const match = Match.start({ game: matchingPennies, matchId: 'm', seed: parseSeed(3) });
      for (const seat of order) match.submit(seat, { action: { side: seat === 0 ? 'heads' : 'tails' } });
      return [match.hash(), JSON.stringify(toldEvents(match, 'spectator'))];
    });
    expect(ends[0]).toEqual(ends[1]);
  });

  it('an answer that cannot be read loses, and when both fail nobody wins', () => {
    const one = Match.start({ game: matchingPennies, matchId: 'm', seed: parseSeed(3) });
    one.submit(0, { text: 'edge' });
    expect(one.end).toBeNull();
    one.submit(1, { text: '[heads]' });
    expect(one.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-1, 1] });
    const both = Match.start({ game: matchingPennies, matchId: 'm', seed: parseSeed(3) });
    for (const seat of [1, 0]) both.submit(seat, { text: '' });
    expect(both.end).toMatchObject({ reason: 'illegal', offenders: [0, 1], returns: [0, 0] });
  });
});

describe('texts', () => {
  const seen = matchingPennies.observe(play('ht tt', undefined, 10), 1);
  const read = (text: string) => readAction(matchingPennies, seen, text);

  it('reads one side, also by its letter', () => {
    for (const text of ['[heads]', '[Heads]', 'h', '[ H ]', 'I show [heads], yes [h].']) expect(read(text), text).toEqual({ ok: true, action: { side: 'heads' } });
    expect(read('[heads or tails]')).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[head]', '[constructor]', '[]', 'x', '']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11: two sides in one text are ambiguous', () => {
    for (const text of ['[heads] [tails]', '[h], no, [t]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('show rounds, score and role', () => {
    expect(matchingPennies.brief(seen)).toBe('matching-pennies mismatcher 8 1 1 heads tails tails tails');
    expect(matchingPennies.text(seen)).toBe(
      'You are the mismatcher: you win a round when the sides are different.\nRounds won: matcher 1, mismatcher 1. Rounds left: 8.\nRound 1: matcher heads, mismatcher tails.\nRound 2: matcher tails, mismatcher tails.\nShow a side for round 3: [heads] or [tails].',
    );
    expect(matchingPennies.text(matchingPennies.observe(play('hh'), 'spectator'))).toContain('The match is over: the matcher wins.');
  });

  it('GAME-18: the roles in other seats, and another history, are other states', () => {
    const states = [play('hh', undefined, 3), play('hh', ['mismatcher', 'matcher'], 3), play('tt', undefined, 3)];
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(3);
  });
});

describe('agents', () => {
  it('frequency finds a habit, from either role', () => {
    for (let seed = 0; seed < 5; seed++) {
      for (const side of SIDES) {
        expect(pairing(['frequency', 'fixed'], { side }, seed)[0]).toBeGreaterThanOrEqual(9);
        expect(pairing(['fixed', 'frequency'], { side }, seed)[1]).toBeGreaterThanOrEqual(9);
      }
    }
  });

  it('copy-last trails a cycle by one: the mismatcher wins every round after the first', () => {
    expect(pairing(['copy-last', 'cycle'])[1]).toBeGreaterThanOrEqual(9);
    expect(pairing(['copy-last', 'fixed'])[0]).toBeGreaterThanOrEqual(9);
    expect(pairing(['cycle', 'cycle'])).toEqual([10, 0]);
  });

  it('uniform shows both sides about equally often', () => {
    const uniform = matchingPennies.agents?.['uniform']?.make({}, Rng.fromSeed(2));
    const heads = Array.from({ length: 1000 }, () => uniform?.(matchingPennies.observe(play('hh', undefined, 2), 0), null)).filter((action) => action?.['side'] === 'heads').length;
    expect(Math.abs(heads - 500)).toBeLessThan(60);
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['matching-pennies']);
});
