/** Breakthrough by counting: move sequences by depth, solved boards, and random matches by the thousand. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { boardOf, breakthrough, isWon, rowsOf, type BreakthroughOptions, type BreakthroughState, type MenAction } from './index.js';

function startOn(options: { readonly [name: string]: unknown }): BreakthroughState {
  return breakthrough.initialState(resolveOptions(breakthrough, { options }).options as BreakthroughOptions, ['first', 'second']);
}

function legal(state: BreakthroughState): readonly MenAction[] {
  const seat = breakthrough.seatsToAct(state)[0];
  return seat === undefined ? [] : (breakthrough.legalActions(state, seat) as readonly MenAction[]);
}

function step(state: BreakthroughState, action: MenAction): BreakthroughState {
  return breakthrough.apply(state, { kind: 'actions', actions: { [breakthrough.seatsToAct(state)[0] as number]: action } });
}

/** Move sequences of exactly `depth` plies; a match that ended earlier counts no further. */
function sequences(state: BreakthroughState, depth: number): number {
  const actions = legal(state);
  if (depth === 1) return actions.length;
  let count = 0;
  for (const action of actions) count += sequences(step(state, action), depth - 1);
  return count;
}

/** The same men with the files in reverse. */
function mirrored(men: readonly number[], cols: number): number[] {
  return men.map((rank) => {
    let bits = 0;
    for (let file = 0; file < cols; file++) bits |= ((rank >> file) & 1) << (cols - 1 - file);
    return bits;
  });
}

/** Every position after `depth` plies, mirror images taken as one, with the number of sequences that lead to it. */
function positionsAfter(start: BreakthroughState, depth: number): readonly { readonly state: BreakthroughState; readonly ways: number }[] {
  const { cols } = start.options;
  const keyOf = (up: readonly number[], down: readonly number[]): string => String.fromCharCode(...up, ...down);
  let layer = [{ state: start, ways: 1 }];
  for (let ply = 0; ply < depth; ply++) {
    const next = new Map<string, { readonly state: BreakthroughState; ways: number }>();
    for (const { state, ways } of layer) {
      for (const action of legal(state)) {
        const child = step(state, action);
        const seen = next.get(keyOf(child.up, child.down)) ?? next.get(keyOf(mirrored(child.up, cols), mirrored(child.down, cols)));
        if (seen) seen.ways += ways;
        else next.set(keyOf(child.up, child.down), { state: child, ways });
      }
    }
    layer = [...next.values()];
  }
  return layer;
}

describe('counts', () => {
  it('move sequences of 1 to 4 plies on 8x8', () => {
    // Full enumeration; equal to OpenSpiel 2.0.2, as those on 6x6 and 6x5.
    [22, 484, 11_132, 256_036].forEach((count, index) => expect(sequences(startOn({}), index + 1)).toBe(count));
  });

  it('move sequences of 5 and 6 plies on 8x8, through the positions they pass', () => {
    const layer = positionsAfter(startOn({}), 4);
    const going = (depth: number): number => layer.reduce((count, { state, ways }) => count + ways * sequences(state, depth), 0);
    expect([going(1), going(2)]).toEqual([6_182_818, 149_264_638]);
  });

  it('move sequences on smaller boards', () => {
    [13, 156, 1_924, 23_084, 289_828].forEach((count, index) => expect(sequences(startOn({ rows: 5, cols: 5 }), index + 1)).toBe(count));
    expect(positionsAfter(startOn({ rows: 5, cols: 5 }), 4).reduce((count, { state, ways }) => count + ways * sequences(state, 2), 0)).toBe(3_538_840);
    [16, 256, 4_308, 71_478].forEach((count, index) => expect(sequences(startOn({ rows: 6, cols: 6 }), index + 1)).toBe(count));
    [13, 169, 2_331, 31_545, 453_608].forEach((count, index) => expect(sequences(startOn({ rows: 6, cols: 5 }), index + 1)).toBe(count));
  });

  it('who wins the solved boards', () => {
    for (const [rows, cols, winner] of [[4, 4, 'second'], [5, 4, 'second'], [6, 2, 'first'], [6, 3, 'first']] as const) {
      const { startUp, startDown } = boardOf({ rows, cols });
      expect(isWon(startUp, startDown, 1, { rows, cols, diagonalMoves: true }) ? 'first' : 'second').toBe(winner);
    }
  });

  it('GAME-08, GAME-09, GAME-17: random matches never stand still, end in time, stay ended, and have a winner', () => {
    for (const [options, games] of [[{}, 1_000], [{ rows: 5, cols: 5 }, 3_000], [{ rows: 4, cols: 2, diagonalMoves: false }, 4_000], [{ rows: 6, cols: 4, diagonalMoves: false }, 2_000]] as const) {
      const rng = Rng.fromSeed(games);
      const start = startOn(options);
      for (let game = 0; game < games; game++) {
        let state = start;
        let plies = 0;
        while (!breakthrough.isTerminal(state)) {
          const actions = legal(state);
          if (actions.length === 0) assert.fail('a player without a move');
          state = step(state, rng.pick(actions));
          plies++;
        }
        assert.ok(plies <= breakthrough.maxSteps(state.options));
        assert.deepEqual([breakthrough.legalActions(state, 0), breakthrough.legalActions(state, 1), breakthrough.seatsToAct(state)], [[], [], []]);
        const [first, second] = breakthrough.returns(state) as readonly [number, number];
        assert.deepEqual([first + second, Math.abs(first)], [0, 1]);
        const loser = state.winner === 'first' ? state.down : state.up;
        const arrived = state.winner === 'first' ? state.up.at(-1) : state.down[0];
        // Where diagonal steps are free, the foremost man always has one: a player with men has a move.
        if (state.options.diagonalMoves) assert.ok(arrived !== 0 || loser.every((men) => men === 0));
      }
    }
  });

  it('mirrored files allow as many actions', () => {
    const rng = Rng.fromSeed(9);
    let state = startOn({});
    while (!breakthrough.isTerminal(state)) {
      const other: BreakthroughState = { ...state, up: mirrored(state.up, 8), down: mirrored(state.down, 8) };
      expect(legal(other)).toHaveLength(legal(state).length);
      expect(rowsOf(other.up, other.down, 8)).toEqual(rowsOf(state.up, state.down, 8).map((row) => [...row].toReversed().join('')));
      state = step(state, rng.pick(legal(state)));
    }
  });
});
