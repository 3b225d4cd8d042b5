/** Connect Four by counting: move sequences and positions by depth, plainly and position by position. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { connectFour, type ColumnAction, type ConnectFourOptions, type ConnectFourState } from './index.js';

const START = connectFour.initialState(resolveOptions(connectFour).options as ConnectFourOptions, ['first', 'second']);
/** Move sequences of 1 to 9 plies: full enumeration; to 7 equal to OpenSpiel 2.0.2. A match that ended earlier counts no further. */
const SEQUENCES = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
/** Different grids after 0 to 8 discs. */
const POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];

function legal(state: ConnectFourState): readonly ColumnAction[] {
  const seat = connectFour.seatsToAct(state)[0];
  return seat === undefined ? [] : (connectFour.legalActions(state, seat) as readonly ColumnAction[]);
}

function step(state: ConnectFourState, action: ColumnAction): ConnectFourState {
  return connectFour.apply(state, { kind: 'actions', actions: { [connectFour.seatsToAct(state)[0] as number]: action } });
}

/** Move sequences of exactly `depth` plies. */
function sequences(state: ConnectFourState, depth: number): number {
  const actions = legal(state);
  if (depth === 1) return actions.length;
  let count = 0;
  for (const action of actions) count += sequences(step(state, action), depth - 1);
  return count;
}

describe('counts', () => {
  it('move sequences of 1 to 7 plies', () => {
    SEQUENCES.slice(0, 7).forEach((count, index) => expect(sequences(START, index + 1)).toBe(count));
  });

  it('positions after 0 to 8 discs, and from how many sequences each comes: those of 1 to 9 plies', () => {
    let layer = new Map([['', { state: START, ways: 1 }]]);
    for (let discs = 0; discs <= 8; discs++) {
      expect(layer.size).toBe(POSITIONS[discs]);
      const next: typeof layer = new Map();
      let going = 0;
      for (const { state, ways } of layer.values()) {
        const actions = legal(state);
        going += ways * actions.length;
        if (discs === 8) continue; // the ninth ply needs no position
        for (const action of actions) {
          const child = step(state, action);
          const key = String.fromCharCode(...child.x, ...child.o);
          const seen = next.get(key);
          if (seen) seen.ways += ways;
          else next.set(key, { state: child, ways });
        }
      }
      expect(going).toBe(SEQUENCES[discs]);
      layer = next;
    }
  });

  it('GAME-08, GAME-09, GAME-17: 10,000 random matches never stand still, end in time, stay ended and sum to zero', () => {
    const rng = Rng.fromSeed(0);
    for (let game = 0; game < 10_000; game++) {
      let state = START;
      while (!connectFour.isTerminal(state)) {
        const actions = legal(state);
        if (actions.length === 0) assert.fail('a player without a move');
        state = step(state, rng.pick(actions));
      }
      assert.ok(state.discs <= 42);
      assert.deepEqual([connectFour.legalActions(state, 0), connectFour.legalActions(state, 1), connectFour.seatsToAct(state)], [[], [], []]);
      const [first, second] = connectFour.returns(state) as readonly [number, number];
      assert.equal(first + second, 0);
    }
  });

  it('mirrored columns give mirrored grids', () => {
    const play = (columns: readonly number[]): ConnectFourState => columns.reduce((state, column) => step(state, { column }), START);
    const columns = [3, 2, 2, 4, 6, 0, 1, 1, 3];
    const mirrored = play(columns.map((column) => 6 - column));
    expect([mirrored.x, mirrored.o]).toEqual([play(columns).x.toReversed(), play(columns).o.toReversed()]);
  });
});
