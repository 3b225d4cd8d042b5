/** Nim against the theory, brute force over its own rules, and an independent reference. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fact, fillDefaults, readAction, resolveOptions, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { isLost, nim, nimSum, winningActions, type NimAction, type NimObservation, type NimOptions, type NimState } from './index.js';

function optionsOf(options: { readonly [name: string]: unknown }, variant = 'default'): NimOptions {
  return resolveOptions(nim, { variant, options }).options as NimOptions;
}

function start(options: NimOptions, roles: readonly string[] = ['first', 'second']): NimState {
  return nim.initialState(options, roles);
}

function step(state: NimState, pile: number, take: number): NimState {
  const seat = nim.seatsToAct(state)[0] as number;
  assert.equal(nim.refusal(state, seat, { pile, take }), null);
  return nim.apply(state, { kind: 'actions', actions: { [seat]: { pile, take } } });
}

function legal(state: NimState): readonly NimAction[] {
  return nim.legalActions(state, nim.seatsToAct(state)[0] as number) as readonly NimAction[];
}

/** Value to the player to move, by plain recursion over the rules. */
function valueOf(state: NimState, known = new Map<string, number>()): number {
  const key = JSON.stringify([state.piles, state.moves % 2]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const seat = nim.seatsToAct(state)[0] as number;
  let value = -1;
  for (const { pile, take } of legal(state)) {
    const next = step(state, pile, take);
    value = Math.max(value, nim.isTerminal(next) ? (nim.returns(next)[seat] as number) : -valueOf(next, known));
  }
  known.set(key, value);
  return value;
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(nim)) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(nim)).toMatchFileSnapshot('./nim.playthrough.txt');
  });
});

describe('rules', () => {
  it('whoever takes the last object wins, or in misère loses; there is no draw', () => {
    for (const [misere, returns] of [[false, [-1, 1]], [true, [1, -1]]] as const) {
      const end = step(step(start(optionsOf({ piles: [1, 1], misere })), 0, 1), 1, 1);
      expect(nim.isTerminal(end)).toBe(true);
      expect(nim.returns(end)).toEqual(returns);
      const swapped = step(step(start(optionsOf({ piles: [1, 1], misere }), ['second', 'first']), 0, 1), 1, 1);
      expect(nim.returns(swapped)).toEqual(returns.toReversed());
    }
  });

  it('legal actions are every number from every pile; others are refused with the reason', () => {
    const state = step(start(optionsOf({ piles: [2, 1, 3] })), 0, 2);
    expect(legal(state)).toEqual([{ pile: 1, take: 1 }, { pile: 2, take: 1 }, { pile: 2, take: 2 }, { pile: 2, take: 3 }]);
    expect(nim.refusal(state, 1, { pile: 0, take: 1 })).toMatch(/pile 0 holds 0/);
    expect(nim.refusal(state, 1, { pile: 1, take: 2 })).toMatch(/pile 1 holds 1/);
    expect(nim.refusal(state, 1, { pile: 3, take: 1 })).toMatch(/no pile 3/);
    expect(nim.refusal(state, 1, { pile: 2, take: 0 })).toMatch(/at least 1/);
    expect(nim.legalActions(state, 0)).toEqual([]);
  });

  it('take 0 and piles that do not exist do not fit the schema', () => {
    const match = Match.start({ game: nim, matchId: 'm', seed: parseSeed(1), profile: 'textarena' });
    expect(match.submit(0, { text: '[0 0]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/take' } });
    expect(match.submit(0, { text: '[0 2]' })).toMatchObject({ ok: true, action: { pile: 0, take: 2 } });
    expect(match.submit(1, { action: { pile: 3, take: 1 } })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/pile' } });
    expect(match.submit(1, { action: { pile: 0, take: 2 } })).toMatchObject({ ok: false, error: { kind: 'illegal-action', final: true } });
    expect(match.end).toMatchObject({ reason: 'illegal', returns: [1, -1], offenders: [1] });
  });

  it('reads two integers with a space or a comma', () => {
    const seen = nim.observe(start(optionsOf({})), 0);
    const read = (text: string) => readAction(nim, seen, text);
    for (const text of ['[0 2]', '[0,2]', '[0, 2]', '[ 0  2 ]', '0 2']) expect(read(text), text).toEqual({ ok: true, action: { pile: 0, take: 2 } });
    for (const text of ['[2]', '[0 02]', '[0;2]', '[0 2 1]', '[0,,2]', '[a b]', '[-0 2]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
    expect(read('[0 2] or [1 2]')).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('maxSteps is the number of objects', () => {
    let state = start(optionsOf({ piles: [2, 1] }));
    for (const pile of [0, 0, 1]) {
      expect(nim.isTerminal(state)).toBe(false);
      state = step(state, pile, 1);
    }
    expect(nim.isTerminal(state)).toBe(true);
    expect(nim.maxSteps(optionsOf({ piles: [2, 1] }))).toBe(3);
  });

  it('GAME-18, GAME-19, GAME-20: states differ by the seat to move, survive storage, and reads leave them alone', () => {
    const state = step(start(optionsOf({})), 1, 2);
    const text = JSON.stringify(state);
    expect(text).not.toBe(JSON.stringify(step(start(optionsOf({}), ['second', 'first']), 1, 2)));
    expect(step(JSON.parse(text) as NimState, 0, 3)).toEqual(step(state, 0, 3));
    for (const reader of [0, 1, 'spectator'] as const) {
      const seen = nim.observe(state, reader);
      expect(nim.observe(state, reader)).toEqual(seen);
      nim.text(seen);
      if (reader !== 'spectator') expect(nim.observe(nim.sampleState?.(seen, reader, Rng.fromSeed(1)) as NimState, reader)).toEqual(seen);
    }
    expect(JSON.stringify(state)).toBe(text);
  });
});

describe('random piles', () => {
  it('are one chance step, listed where the list is short', () => {
    const options = optionsOf({ random: true });
    expect(fact(nim.chance, options)).toBe('enumerated');
    expect(fact(nim.chance, optionsOf({ random: true }, 'large'))).toBe('sampled');
    expect(fact(nim.chance, optionsOf({}))).toBe('none');
    const outcomes = nim.chanceOutcomes?.(start(options)) ?? [];
    expect(outcomes).toHaveLength(3 * 4 * 5);
    expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    expect(new Set(outcomes.map(({ outcome }) => JSON.stringify(outcome))).size).toBe(60);
    expect(nim.seatsToAct(start(options))).toEqual([]);
    expect(nim.brief(nim.observe(start(options), 0))).toBe('nim first . . .');
    for (const variant of ['default', 'large']) {
      const drawn = Match.start({ game: nim, matchId: 'm', seed: parseSeed(2), options: optionsOf({ random: true }, variant) });
      const { piles } = drawn.observe(0) as NimObservation;
      piles.forEach((size, pile) => expect(size >= 1 && size <= (drawn.options as NimOptions).piles[pile]!).toBe(true));
    }
  });
});

describe('theory', () => {
  it('[3,4,5] has nim-sum 2 and one winning action; the variants have nim-sum 2 as well', () => {
    expect(nimSum([3, 4, 5])).toBe(2);
    expect(winningActions([3, 4, 5], false)).toEqual([{ pile: 0, take: 2 }]);
    expect(winningActions([3, 4, 5], true)).toEqual([{ pile: 0, take: 2 }]);
    for (const variant of ['medium', 'large']) {
      const { piles } = optionsOf({}, variant);
      expect(nimSum(piles)).toBe(2);
      expect(isLost(piles, false)).toBe(false);
    }
  });

  it('agrees with brute force on all piles up to 3, 3, 4 in both conventions', () => {
    for (const misere of [false, true]) {
      for (let a = 0; a <= 3; a++) for (let b = 0; b <= 3; b++) for (let c = 0; c <= 4; c++) {
        if (a + b + c === 0) continue;
        const state: NimState = { options: optionsOf({ misere }), first: 0, piles: [a, b, c], moves: 0, last: null };
        expect(isLost([a, b, c], misere), `${a} ${b} ${c} misere ${misere}`).toBe(valueOf(state) === -1);
      }
    }
  });

  it('values as OpenSpiel 2.0.2 computes them', () => {
    for (const [piles, normal, misere] of [[[1, 3, 5, 7], -1, -1], [[3, 4, 5], 1, 1], [[1, 2, 3], -1, -1], [[2, 2], -1, -1]] as const) {
      expect(valueOf(start(optionsOf({ piles, misere: false })))).toBe(normal);
      expect(valueOf(start(optionsOf({ piles, misere: true })))).toBe(misere);
    }
  });

  it('misère with only single objects: an odd number of piles is lost', () => {
    expect([1, 2, 3, 4].map((count) => isLost(Array.from({ length: count }, () => 1), true))).toEqual([true, false, true, false]);
    expect(winningActions([1, 1, 1, 3], true)).toEqual([{ pile: 3, take: 3 }]);
    expect(winningActions([1, 1, 3], true)).toEqual([{ pile: 2, take: 2 }]);
  });
});

function policyOf(name: string, params: { readonly [name: string]: number } = {}, seed = 1): ScriptedPolicy<NimAction, NimObservation> {
  const agent = nim.agents?.[name] as ScriptedAgent<NimAction, NimObservation>;
  return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed));
}

describe('agents', () => {
  it('nim-sum wins every match it can win, against random play in both conventions', () => {
    for (const misere of [false, true]) {
      for (let seed = 0; seed < 20; seed++) {
        const policies = [policyOf('nim-sum', {}, seed), policyOf('random', {}, seed)];
        let state = start(optionsOf({ misere }));
        while (!nim.isTerminal(state)) {
          const seat = nim.seatsToAct(state)[0] as number;
          const { pile, take } = (policies[seat] as ScriptedPolicy<NimAction, NimObservation>)(nim.observe(state, seat), null);
          state = step(state, pile, take);
        }
        expect(nim.returns(state)).toEqual([1, -1]);
      }
    }
  });

  it('noisy plays nim-sum but for slips with probability e', () => {
    const seen = nim.observe(start(optionsOf({})), 0);
    const hits = (e: number) => {
      const policy = policyOf('noisy', { e }, 3);
      return Array.from({ length: 600 }, () => policy(seen, null)).filter(({ pile, take }) => pile === 0 && take === 2).length;
    };
    expect(hits(0)).toBe(600);
    expect(hits(1)).toBeLessThan(90); // a twelfth of 600
    expect(hits(0.5)).toBeGreaterThan(270);
  });
});

describe('texts', () => {
  it('brief, text and rules show the piles', () => {
    const state = step(start(optionsOf({})), 1, 2);
    expect(nim.brief(nim.observe(state, 1))).toBe('nim second 3 2 5');
    expect(nim.brief(nim.observe(start(optionsOf({ misere: true })), 0))).toBe('nim first misere 3 4 5');
    expect(nim.text(nim.observe(state, 1))).toBe('You are second.\nPiles:\n  pile 0: 3\n  pile 1: 2\n  pile 2: 5\nLast move: 2 from pile 1.\nIt is your turn. The last object wins.');
    const rules = nim.rules('first', optionsOf({ misere: true }, 'large'));
    for (const part of ['5, 7, 9, 11, 2', 'loses', '"first"']) expect(rules).toContain(part);
    expect(readAction(nim, nim.observe(state, 1), rules)).toEqual({ ok: true, action: { pile: 0, take: 1 } });
  });
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly {
      readonly seed: number;
      readonly misere: boolean;
      readonly piles: readonly number[];
      readonly steps: readonly (readonly [player: number, action: string, legal: number, after: string])[];
      readonly returns: readonly number[];
    }[];
  };

  for (const { seed, misere, piles, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed}${misere ? ', misère,' : ''} step by step`, () => {
      let state = start(optionsOf({ piles, misere }));
      for (const [player, name, count, after] of steps) {
        expect(nim.seatsToAct(state)).toEqual([player]);
        expect(legal(state)).toHaveLength(count);
        const [, pile, take] = /pile:(\d+), take:(\d+)/.exec(name) as unknown as [string, string, string];
        state = step(state, Number(pile) - 1, Number(take));
        expect(`(${1 - player}): ${state.piles?.join(' ')}`).toBe(after);
      }
      expect(nim.isTerminal(state)).toBe(true);
      expect(nim.returns(state)).toEqual(returns);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['nim']);
});
