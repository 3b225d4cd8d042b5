/** Kuhn poker: every ending, the match over several hands, stored states. What readers see: `observation.test.ts`; strategies: `policy.test.ts`. */
import assert from 'node:assert/strict';
import { readAction, type Reader } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { dealsOf, kuhnPoker, ranksOf, type KuhnOptions, type KuhnState, type PokerMove } from './index.js';
import { deal, KQ, move, optionsOf, play, QK, SINGLE } from './scripted-hands.test.support.js';

const READERS: readonly Reader[] = [0, 1, 'spectator'];

describe('conformance', () => {
  for (const { name, run } of gameConformance(kuhnPoker)) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(kuhnPoker)).toMatchFileSnapshot('./kuhn-poker.playthrough.txt');
  });
});

const match = (hands: number): KuhnOptions => optionsOf('default', { hands });

/** The deal of hand 3 after the same line was played in hands 1 and 2. */
function thirdDeal(line: readonly PokerMove[]): unknown {
  const running = Match.start({ game: kuhnPoker, matchId: 'm', seed: parseSeed(4) });
  while ((running.state as KuhnState).hand < 3) for (const played of line) running.submit(running.pending()[0] as number, { action: { move: played } });
  return (running.state as KuhnState).deal;
}

describe('one hand', () => {
  it('GAME-03: all 30 endings pay what they say', () => {
    const sums: Record<string, number> = {};
    for (const { outcome, probability } of dealsOf(3)) {
      expect(probability).toBeCloseTo(1 / 6, 15);
      const s = ranksOf(3).indexOf(outcome.first) > ranksOf(3).indexOf(outcome.second) ? 1 : -1;
      for (const [line, chips] of [['check check', s], ['check bet fold', -1], ['check bet call', 2 * s], ['bet fold', 1], ['bet call', 2 * s]] as const) {
        const end = play(SINGLE, [[outcome, line]]);
        expect(kuhnPoker.isTerminal(end)).toBe(true);
        expect(kuhnPoker.returns(end), `${JSON.stringify(outcome)} ${line}`).toEqual([chips, -chips]);
        expect(kuhnPoker.returns(play(SINGLE, [[outcome, line]], ['second', 'first']))).toEqual([-chips, chips]);
        sums[line] = (sums[line] ?? 0) + chips;
      }
    }
    expect(sums).toEqual({ 'check check': 0, 'check bet fold': -6, 'check bet call': 0, 'bet fold': 6, 'bet call': 0 });
  });

  it('GAME-03: the whole tree has 30 endings and 12 information sets', () => {
    let endings = 0;
    const keys = new Set<string>();
    const walk = (state: KuhnState): void => {
      if (kuhnPoker.isTerminal(state)) {
        endings++;
        return;
      }
      const seat = kuhnPoker.seatsToAct(state)[0] as number;
      keys.add(`${kuhnPoker.informationKey?.(kuhnPoker.observe(state, seat))}`);
      for (const action of kuhnPoker.legalActions(state, seat) ?? []) walk(move(state, action.move));
    };
    for (const { outcome } of dealsOf(3)) walk(play(SINGLE, [[outcome, '']]));
    expect(endings).toBe(30);
    expect(keys.size).toBe(12);
  });

  it('a bet and a call each move chips into the pot', () => {
    const pots = ['', 'check', 'bet', 'check bet'].map((line) => kuhnPoker.observe(play(optionsOf('single', { ante: 2, bet: 3 }), [[KQ, line]]), 0).pot);
    expect(pots).toEqual([4, 4, 7, 7]);
    expect(kuhnPoker.returns(play(optionsOf('single', { ante: 2, bet: 3 }), [[KQ, 'bet call']]))).toEqual([5, -5]);
    expect(kuhnPoker.returnsRange(optionsOf('single', { ante: 2, bet: 3 }))).toEqual({ min: -5, max: 5 });
  });

  it('legal moves follow the betting', () => {
    for (const [line, seat, moves] of [['', 0, ['check', 'bet']], ['check', 1, ['check', 'bet']], ['bet', 1, ['fold', 'call']], ['check bet', 0, ['fold', 'call']]] as const) {
      expect(kuhnPoker.legalActions(play(SINGLE, [[KQ, line]]), seat)).toEqual(moves.map((name) => ({ move: name })));
    }
    expect(kuhnPoker.refusal(play(SINGLE, [[KQ, '']]), 0, { move: 'call' })).toMatch(/there is no bet/);
    expect(kuhnPoker.refusal(play(SINGLE, [[KQ, 'bet']]), 1, { move: 'check' })).toMatch(/there is a bet/);
    expect(kuhnPoker.legalActions(play(SINGLE, [[KQ, 'bet']]), 0)).toEqual([]);
  });

  it('GAME-12 f: a call as the last action is decided by the showdown', () => {
    const match = Match.start({ game: kuhnPoker, matchId: 'm', seed: parseSeed(1), options: optionsOf('default', { hands: 1 }) }, [QK]);
    for (const [seat, played] of [[0, 'check'], [1, 'bet'], [0, 'call']] as const) assert.ok(match.submit(seat, { action: { move: played } }).ok);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: kuhnPoker.maxSteps(match.options as KuhnOptions) });
  });
});

describe('a match of several hands', () => {
  it('GAME-04 a, b, c: returns come from the chips of all hands', () => {
    expect(kuhnPoker.returns(play(match(2), [[KQ, 'bet call'], [KQ, 'bet fold']]))).toEqual([1, -1]); // +2, -1: second opens hand 2
    expect(kuhnPoker.returns(play(match(2), [[KQ, 'check check'], [KQ, 'bet fold']]))).toEqual([0, 0]); // +1, -1
    const end = play(match(4), [[KQ, 'check bet fold'], [QK, 'check check'], [KQ, 'check bet fold'], [KQ, 'bet call']]); // -1, -1, -1, +2
    expect(end.results.map(({ winner, won }) => (winner === 'first' ? 1 : -1) * (won as number))).toEqual([-1, -1, -1, 2]);
    expect(kuhnPoker.returns(end)).toEqual([-1, 1]);
    expect(kuhnPoker.returns(play({ ...match(4), scoring: 'chips' }, [[KQ, 'check bet fold'], [QK, 'check check'], [KQ, 'check bet fold'], [KQ, 'bet call']]))).toEqual([-1, 1]);
  });

  it('GAME-04: nothing is dealt or anted after the last hand; chips sum to 0 after every hand', () => {
    let state = kuhnPoker.initialState(match(2), ['first', 'second']);
    for (const line of ['bet call', 'check bet fold']) {
      state = deal(state, KQ);
      for (const played of line.split(' ')) state = move(state, played as PokerMove);
      const { chips, pot } = kuhnPoker.observe(state, 0);
      assert.ok(chips);
      expect(chips.first + chips.second).toBe(0);
      expect(pot).toBe(0);
    }
    expect(kuhnPoker.isTerminal(state)).toBe(true);
    expect(kuhnPoker.isChance?.(state)).toBe(false);
    expect(kuhnPoker.seatsToAct(state)).toEqual([]);
    expect(state.deal).toBeNull();
    expect(state.results).toHaveLength(2);
  });

  it('GAME-04 d: over 10,000 hands the deals are even, and each seat opens half of them', () => {
    const counts: Record<string, number> = {};
    const opened = [0, 0];
    const rng = Rng.fromSeed(1);
    for (let played = 0; played < 200; played++) {
      const running = Match.start({ game: kuhnPoker, matchId: 'm', seed: rng.fork(played).seed(), options: match(50) });
      let hand = 0;
      while (!running.end) {
        const seat = running.pending()[0] as number;
        const state = running.state as KuhnState;
        if (state.hand !== hand) {
          hand = state.hand;
          opened[seat] = (opened[seat] as number) + 1;
          const key = `${state.deal?.first}${state.deal?.second}`;
          counts[key] = (counts[key] ?? 0) + 1;
        }
        running.submit(seat, { action: { move: state.betting === 'bet' || state.betting === 'check bet' ? 'fold' : 'check' } });
      }
    }
    expect(opened).toEqual([5000, 5000]);
    expect(Object.keys(counts)).toHaveLength(6);
    for (const count of Object.values(counts)) expect(Math.abs(count / 10_000 - 1 / 6)).toBeLessThan(0.02);
  });

  it('hand 3 is dealt alike whatever was played before', () => {
    expect(thirdDeal(['bet', 'fold'])).toEqual(thirdDeal(['check', 'bet', 'call']));
  });

  it('maxSteps is reached and never passed: three moves in every hand', () => {
    const hands = Array.from({ length: 6 }, () => [KQ, 'check bet call'] as const);
    expect(hands.length * 3).toBe(kuhnPoker.maxSteps(match(6)));
    expect(kuhnPoker.isTerminal(play(match(6), hands))).toBe(true);
  });
});

describe('reading', () => {
  const seen = kuhnPoker.observe(play(SINGLE, [[KQ, '']]), 0);
  const read = (text: string) => readAction(kuhnPoker, seen, text);

  it('takes one of four words in any ASCII case', () => {
    for (const text of ['[bet]', '[BET]', 'Bet', 'I think [ bet ] is good']) expect(read(text), text).toEqual({ ok: true, action: { move: 'bet' } });
    expect(read('[bet], else [call]')).toMatchObject({ ok: false, kind: 'ambiguous' });
    expect(read('[bet x]')).toMatchObject({ ok: false, kind: 'malformed' });
  });

  it('PARSE-10: names that every object has, and letters that only look right, are no moves', () => {
    for (const text of ['[constructor]', '[__proto__]', '[toString]', '[hasOwnProperty]', '[raise]', '[chec\u212A]', '[K]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
    const match = Match.start({ game: kuhnPoker, matchId: 'm', seed: parseSeed(1), profile: 'textarena' });
    expect(match.submit(0, { action: { move: 'constructor' } })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/move' } });
  });
});

describe('state', () => {
  it('GAME-18 b: the same cards with the roles in other seats are another state', () => {
    expect(JSON.stringify(play(SINGLE, [[KQ, '']]))).not.toBe(JSON.stringify(play(SINGLE, [[KQ, '']], ['second', 'first'])));
  });

  it('GAME-19 a: a stored state plays on alike', () => {
    const state = play(optionsOf('default', { hands: 2 }), [[KQ, 'bet call'], [QK, 'check']]);
    const stored = JSON.parse(JSON.stringify(state)) as KuhnState;
    expect(move(move(stored, 'bet'), 'call')).toEqual(move(move(state, 'bet'), 'call'));
    expect(kuhnPoker.returns(move(move(stored, 'bet'), 'call'))).toEqual([0, 0]);
  });

  it('GAME-20: reads change nothing, also directly after a hand ended', () => {
    for (const line of ['', 'check', 'check bet fold', 'bet call']) {
      const state = play(optionsOf('default'), [[KQ, line]]);
      const before = JSON.stringify(state);
      const reads = [1, 2, 3].map(() => JSON.stringify(READERS.map((reader) => [kuhnPoker.observe(state, reader), kuhnPoker.text(kuhnPoker.observe(state, reader)), reader === 'spectator' ? null : kuhnPoker.legalActions(state, reader)])));
      expect(new Set(reads).size).toBe(1);
      expect(JSON.stringify(state)).toBe(before);
    }
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['kuhn-poker']);
});
