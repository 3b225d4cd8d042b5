/** Othello by counting: move sequences by depth, random matches by the thousand, and the board's own mirror images. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { countOf, othello, placements, type OthelloAction, type OthelloOptions, type OthelloState } from './index.js';

function startOn(size: number): OthelloState {
  return othello.initialState(resolveOptions(othello, { options: { size } }).options as OthelloOptions, ['first', 'second']);
}

function legal(state: OthelloState): readonly OthelloAction[] {
  const seat = othello.seatsToAct(state)[0];
  return seat === undefined ? [] : (othello.legalActions(state, seat) as readonly OthelloAction[]);
}

function step(state: OthelloState, action: OthelloAction): OthelloState {
  return othello.apply(state, { kind: 'actions', actions: { [othello.seatsToAct(state)[0] as number]: action } });
}

/** Move sequences of exactly `depth` plies. */
function sequences(state: OthelloState, depth: number): number {
  const actions = legal(state);
  if (depth === 1) return actions.length;
  let count = 0;
  for (const action of actions) count += sequences(step(state, action), depth - 1);
  return count;
}

describe('counts', () => {
  it('move sequences of 1 to 8 plies on 8x8', () => {
    // Full enumeration; equal to OpenSpiel 2.0.2.
    [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216].forEach((count, index) => expect(sequences(startOn(8), index + 1)).toBe(count));
  });

  it('move sequences of 1 to 8 plies on 6x6', () => {
    [4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716].forEach((count, index) => expect(sequences(startOn(6), index + 1)).toBe(count));
  });

  it('GAME-08, GAME-09, GAME-17: random matches never stand still, end in time, stay ended, and lose no disc', () => {
    for (const [size, games] of [[4, 4_000], [6, 1_000], [8, 800], [10, 200]] as const) {
      const rng = Rng.fromSeed(size);
      for (let game = 0; game < games; game++) {
        let state = startOn(size);
        let plies = 0;
        while (!othello.isTerminal(state)) {
          const actions = legal(state);
          if (actions.length === 0) assert.fail('a player without an action');
          const next = step(state, rng.pick(actions));
          const placed = 'pass' in (next.last as OthelloAction) ? 0 : 1;
          assert.equal(countOf(next.black) + countOf(next.white), countOf(state.black) + countOf(state.white) + placed);
          assert.equal(next.free, size * size - countOf(next.black) - countOf(next.white));
          for (let row = 0; row < size; row++) assert.equal((next.black[row] as number) & (next.white[row] as number), 0);
          state = next;
          plies++;
        }
        assert.ok(plies <= othello.maxSteps(state.options));
        assert.ok(state.free === 0 || [state.black, state.white].every((own, index) => placements(own, index === 0 ? state.white : state.black).every((row) => row === 0)));
        assert.deepEqual([othello.legalActions(state, 0), othello.legalActions(state, 1), othello.seatsToAct(state)], [[], [], []]);
        const [first, second] = othello.returns(state) as readonly [number, number];
        assert.equal(first + second, 0);
        assert.equal(first, Math.sign(countOf(state.black) - countOf(state.white)));
      }
    }
  });

  it('a board turned by a quarter allows the turned placements', () => {
    const turned = (rows: readonly number[]): number[] => rows.map((_, row) => rows.reduce((bits, from, at) => bits | (((from >> row) & 1) << (rows.length - 1 - at)), 0));
    const rng = Rng.fromSeed(3);
    for (let game = 0; game < 50; game++) {
      let state = startOn(8);
      while (!othello.isTerminal(state)) {
        expect(placements(turned(state.black), turned(state.white))).toEqual(turned(placements(state.black, state.white)));
        state = step(state, rng.pick(legal(state)));
      }
    }
  });
});
