/** Colonel Blotto: rounds and endings, allocations counted and drawn, an independent reference, and that nothing of a round is known too early. */
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, replay, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { actionsOn, blotto, countAllocations, drawAllocation, fieldMargin, goodSplits, type Allocation, type BlottoAction, type BlottoObservation, type BlottoOptions, type BlottoState } from './index.js';

const READERS = [0, 1, 'spectator'] as const;
const SEED = parseSeed(3);

function optionsOf(options: Partial<BlottoOptions> = {}, variant = 'default'): BlottoOptions {
  return resolveOptions(blotto, { variant, options }).options as BlottoOptions;
}

function start(options = optionsOf()): BlottoState {
  return blotto.initialState(options, ['player', 'player']) as BlottoState;
}

function allocate(units: Allocation): BlottoAction {
  return { allocation: Object.fromEntries(units.map((count, field) => ['ABCDEFG'[field] as string, count])) };
}

function round(state: BlottoState, first: Allocation, second: Allocation): BlottoState {
  return blotto.apply(state, { kind: 'actions', actions: { 0: allocate(first), 1: allocate(second) } }) as BlottoState;
}

const EVEN: Allocation = [7, 7, 6];
const TWO: Allocation = [10, 10, 0]; // beats EVEN
const LEFT: Allocation = [20, 0, 0];

describe('conformance', () => {
  for (const { name, run } of gameConformance(blotto, { matches: 20 })) it(name, run);

  it('plays its golden match', async () => {
    // All 231 legal allocations stand in the list of every turn: one line of them is enough to read.
    const listed = /^legal: .*$/gm;
    await expect(playthrough(blotto).replaceAll(listed, (line) => `${line.slice(0, 60)}... ${line.split('] [').length} in all`)).toMatchFileSnapshot('./blotto.playthrough.txt');
  });
});

describe('rules', () => {
  it('more fields take the round, equal fields nobody', () => {
    expect(round(start(), TWO, EVEN).won).toEqual([1, 0]);
    expect(round(start(), EVEN, TWO).won).toEqual([0, 1]);
    expect(round(start(), LEFT, EVEN).won).toEqual([0, 1]);
    expect(round(start(), [10, 5, 5], [5, 10, 5]).won).toEqual([0, 0]); // one each, the third is equal
    expect(round(start(), [20, 0, 0], [0, 20, 0]).won).toEqual([0, 0]);
  });

  it('the first to more than half of the rounds wins at once; else more rounds, equal numbers are a draw', () => {
    const options = optionsOf({}, 'small');
    let state = start(options);
    for (let played = 0; played < 3; played++) {
      expect(blotto.isTerminal(state)).toBe(false);
      state = round(state, TWO, EVEN);
    }
    expect([blotto.isTerminal(state), blotto.returns(state), state.past.length]).toEqual([true, [1, -1], 3]);
    let level = start(optionsOf({ rounds: 4 }));
    for (const [a, b] of [[TWO, EVEN], [EVEN, TWO], [EVEN, EVEN], [LEFT, LEFT]] as const) level = round(level, a, b);
    expect([blotto.isTerminal(level), blotto.returns(level), blotto.legalActions(level, 0)]).toEqual([true, [0, 0], []]);
    const two = round(round(start(optionsOf({ rounds: 4 })), TWO, EVEN), TWO, EVEN);
    expect(blotto.isTerminal(two)).toBe(false); // exactly half is not more than half
    let ahead = start(optionsOf({ rounds: 3 }));
    for (const [a, b] of [[EVEN, TWO], [EVEN, EVEN], [EVEN, EVEN]] as const) ahead = round(ahead, a, b);
    expect(blotto.returns(ahead)).toEqual([-1, 1]);
    expect(blotto.maxSteps(options)).toBe(5);
  });

  it('refuses a sum that is wrong by one, negative numbers, unknown and missing fields', () => {
    const match = (submission: object) => Match.start({ game: blotto, matchId: 'm', seed: SEED, profile: 'textarena' }).submit(0, submission as { text: string });
    expect(match({ action: allocate([4, 2, 14]) }).ok).toBe(true);
    for (const units of [[4, 2, 13], [4, 2, 15]]) expect(match({ action: allocate(units) })).toMatchObject({ ok: false, error: { kind: 'illegal-action', message: expect.stringContaining('put exactly 20') } });
    expect(match({ action: allocate([-1, 7, 14]) })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/allocation/A' } });
    expect(match({ action: { allocation: { A: 4, B: 2, C: 7, D: 7 } } })).toMatchObject({ ok: false, error: { kind: 'bad-shape' } });
    expect(match({ action: { allocation: { A: 6, C: 14 } } })).toMatchObject({ ok: false, error: { kind: 'bad-shape' } });
    for (const units of [[-1, 7, 14], [0.5, 0.5, 19], [20]]) expect(blotto.refusal(start(), 0, allocate(units)), 'past the schema').toMatch(/whole number/);
    expect(match({ text: '[A4 B2 C7 D7]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape' } });
    expect(match({ text: '[A4 A2 C14]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/allocation/A' } });
    expect(match({ text: '[A4 B2 C13]' })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
  });

  it('-0 units are 0 units', () => {
    expect(round(start(), [-0, 10, 10], [20, -0, -0])).toEqual(round(start(), [0, 10, 10], [20, 0, 0]));
    expect(JSON.stringify(round(start(), [-0, 10, 10], EVEN))).not.toContain('-0');
  });
});

describe('allocations', () => {
  it('there are 231 of 20 units on 3 fields, 316,251 of 50 on 5; short lists are given, long ones are open', () => {
    expect([countAllocations(3, 20), countAllocations(5, 50), countAllocations(7, 75), countAllocations(2, 1)]).toEqual([231, 316_251, 324_540_216, 2]);
    const listed = actionsOn(3, 20) ?? [];
    expect(new Set(listed.map((action) => blotto.formatAction(action))).size).toBe(231);
    expect(listed.every((action) => blotto.refusal(start(), 0, action) === null)).toBe(true);
    expect(blotto.legalActions(start(optionsOf({}, 'large')), 0)).toBeNull();
    expect(blotto.refusal(start(optionsOf({}, 'large')), 0, allocate([50, 0, 0, 0, 0]))).toBeNull();
  });

  it('a round is worth 0 by symmetry: what one wins, the other loses with the sides changed', () => {
    const units = (actionsOn(3, 20) ?? []).map((action) => Object.values(action.allocation));
    for (const a of units) for (const b of units) if (fieldMargin(a, b) !== -fieldMargin(b, a)) expect.fail(`${a.join()} ${b.join()}`);
    expect(units.some((a) => units.every((b) => fieldMargin(a, b) >= 0))).toBe(false); // nothing beats or holds everything
  });

  it('are drawn with equal probability', () => {
    const rng = Rng.fromSeed(5);
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 15_000; draw++) {
      const key = drawAllocation(3, 4, rng).join(' ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(15);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('secrecy', () => {
  it('SECRET-03 e: before both allocations are in, nobody else learns whether or what the other has laid', () => {
    for (const seat of [0, 1]) {
      const known = [null, EVEN, LEFT].map((units) => {
        const match = Match.start({ game: blotto, matchId: 'm', seed: SEED });
        if (units) match.submit(seat, { action: allocate(units) });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.retriesLeft(1 - seat), match.legalActions(1 - seat), others.map((reader) => [match.observe(reader), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('afterwards both are public, own first; the record replays', () => {
    const match = Match.start({ game: blotto, matchId: 'm', seed: SEED, options: optionsOf({ rounds: 1 }) });
    match.submit(1, { text: '[A10 B10]' });
    match.submit(0, { text: '[a7, b7, c6]' });
    expect(match.observe(1)).toMatchObject({ past: [[TWO, EVEN]], won: [1, 0] });
    expect(match.observe('spectator')).toMatchObject({ past: [[EVEN, TWO]], won: [0, 1] });
    expect(toldEvents(match, 0)).toEqual([{ seq: 0, told: { round: 1, allocations: [EVEN, TWO] } }]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1] });
    expect(replay(recordOf(match), blotto).hash()).toBe(match.hash());
  });
});

describe('texts', () => {
  const seen = blotto.observe(round(start(), TWO, EVEN), 1);
  const read = (text: string) => readAction(blotto, seen, text);

  it('read colons and commas or none, any order, and fields left out as 0', () => {
    const action = { allocation: { A: 4, B: 2, C: 14 } };
    for (const text of ['[A4 B2 C14]', '[a4 b2 c14]', '[A: 4, B: 2, C: 14]', '[A:4,B:2,C:14]', '[C14 A4 B2]', '[A 4 B 2 C 14]', 'A4 B2 C14', 'So [A4 B2 C14].', '[A4 B2 C14] or [A: 4, B: 2, C: 14]']) {
      expect(read(text), text).toEqual({ ok: true, action });
    }
    expect(read('[A20]')).toEqual({ ok: true, action: { allocation: { A: 20, B: 0, C: 0 } } });
    for (const text of ['[A-1 B7 C14]', '[A4 B2 C14,]', '[A4B2C14]', '[A04 B2 C14]', '[4 2 14]', '[A4 B2 C]', '[A4.0 B2 C14]', '[AA4]', '[constructor]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11: two allocations in one text are ambiguous', () => {
    expect(read('[A4 B2 C14] [A20]')).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('show the rounds from the side of the reader', () => {
    expect(blotto.brief(seen)).toBe('blotto player 8 0 1 A7 B7 C6 A10 B10 C0');
    expect(blotto.text(seen)).toBe(
      'You are a player.\nRounds won: you 0, opponent 1. Rounds left: 8.\nRound 1: you A7 B7 C6, opponent A10 B10 C0: opponent took it.\nPut 20 units on the fields A, B, C for round 2.',
    );
    expect(blotto.text(blotto.observe(round(start(optionsOf({ rounds: 1 })), TWO, EVEN), 'spectator'))).toContain('The match is over: seat 0 won.');
  });

  it('the example in the rules is legal for every size', () => {
    for (const variant of ['default', 'large', 'extreme']) {
      const state = start(optionsOf({}, variant));
      const example = readAction(blotto, blotto.observe(state, 0), blotto.rules('player', state.options));
      expect(example.ok && blotto.refusal(state, 0, example.action as BlottoAction)).toBeNull();
    }
  });
});

describe('agents', () => {
  function draws(name: string, options: BlottoOptions, count: number): Allocation[] {
    const agent = blotto.agents?.[name] as ScriptedAgent<BlottoAction, BlottoObservation>;
    const policy = agent.make({}, Rng.fromSeed(4));
    const view = blotto.observe(start(options), 0) as BlottoObservation;
    return Array.from({ length: count }, () => Object.values(policy(view, null).allocation));
  }

  it('even-split differs by at most one unit from field to field, and not always at the same fields', () => {
    const all = draws('even-split', optionsOf(), 50);
    for (const units of all) expect(units.toSorted()).toEqual([6, 7, 7]);
    expect(new Set(all.map((units) => units.join())).size).toBe(3);
    expect(draws('even-split', optionsOf({}, 'extreme'), 1)[0]?.toSorted((a, b) => a - b)).toEqual([10, 10, 11, 11, 11, 11, 11]);
  });

  it('mixed plays the good splits, all of them legal at every size', () => {
    expect(goodSplits(3, 20).map((units) => units.join(' '))).toEqual(['7 7 6', '10 10 0', '10 9 1', '9 9 2']);
    for (const [fields, units] of [[3, 20], [5, 50], [7, 75], [2, 1], [10, 3], [4, 4], [10, 200]] as const) {
      for (const one of goodSplits(fields, units)) expect([one.length, one.reduce((sum, count) => sum + count, 0), Math.min(...one) >= 0, one.every(Number.isInteger)]).toEqual([fields, units, true, true]);
    }
    const kinds = new Set(draws('mixed', optionsOf(), 200).map((units) => units.toSorted((a, b) => b - a).join(' ')));
    expect(kinds.size).toBe(4);
  });

  it('mixed beats uniform-random over many rounds', () => {
    const [mixed, random] = [draws('mixed', optionsOf(), 1000), draws('uniform-random', optionsOf(), 1000)];
    const margin = mixed.reduce((sum, units, index) => sum + Math.sign(fieldMargin(units, random[index] as Allocation)), 0);
    expect(margin).toBeGreaterThan(100);
  });
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as { readonly rounds: readonly (readonly [units: number, legal: number, a: Allocation, b: Allocation, returned: number])[] };

  it('pays as OpenSpiel pays one round, with as many legal actions', () => {
    for (const [units, legal, a, b, returned] of fixture.rounds) {
      const state = start(optionsOf({ units, rounds: 1 }));
      expect(blotto.legalActions(state, 0)).toHaveLength(legal);
      expect(blotto.returns(round(state, a, b))[0]).toBe(returned);
    }
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['blotto']);
});
