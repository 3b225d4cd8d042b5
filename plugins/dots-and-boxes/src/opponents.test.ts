/** The scripted opponents of Dots and Boxes: solved grids against plain recursion, greedy habits, and play between them. */
import assert from 'node:assert/strict';
import { resolveOptions, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestLines, dotsAndBoxes, greedyLines, gridOf, lineOf, perfectLines, type DotsAndBoxesObservation, type DotsAndBoxesOptions, type DotsAndBoxesState, type LineAction } from './index.js';

function startOn(rows: number, cols: number, roles: readonly string[] = ['first', 'second']): DotsAndBoxesState {
  return dotsAndBoxes.initialState(resolveOptions(dotsAndBoxes, { options: { rows, cols } }).options as DotsAndBoxesOptions, roles);
}

function legal(state: DotsAndBoxesState): readonly LineAction[] {
  return dotsAndBoxes.legalActions(state, dotsAndBoxes.seatsToAct(state)[0] as number) as readonly LineAction[];
}

function step(state: DotsAndBoxesState, action: LineAction): DotsAndBoxesState {
  return dotsAndBoxes.apply(state, { kind: 'actions', actions: { [dotsAndBoxes.seatsToAct(state)[0] as number]: action } });
}

function view(state: DotsAndBoxesState): DotsAndBoxesObservation {
  return dotsAndBoxes.observe(state, dotsAndBoxes.seatsToAct(state)[0] as number);
}

function policyOf(name: string, seed: number): ScriptedPolicy<LineAction, DotsAndBoxesObservation> {
  const agent = dotsAndBoxes.agents?.[name] as ScriptedAgent<LineAction, DotsAndBoxesObservation>;
  assert.ok(agent);
  return agent.make({}, Rng.fromSeed(seed));
}

function playOut(state: DotsAndBoxesState, policies: readonly ScriptedPolicy<LineAction, DotsAndBoxesObservation>[]): DotsAndBoxesState {
  while (!dotsAndBoxes.isTerminal(state)) state = step(state, (policies[dotsAndBoxes.seatsToAct(state)[0] as number] as (typeof policies)[0])(view(state), null));
  return state;
}

/** The most boxes that the player to move can win more than the other from here on, by plain recursion over the rules. */
function marginOf(state: DotsAndBoxesState, known: Map<string, number>): number {
  if (dotsAndBoxes.isTerminal(state)) return 0;
  const key = state.lines.join('');
  const before = known.get(key);
  if (before !== undefined) return before;
  let best = -Infinity;
  for (const action of legal(state)) {
    const next = step(state, action);
    const closed = next.boxes.filter((box) => box !== '').length - state.boxes.filter((box) => box !== '').length;
    const rest = marginOf(next, known);
    best = Math.max(best, closed > 0 ? closed + rest : 0 - rest); // 0 - rest: never -0
  }
  known.set(key, best);
  return best;
}

describe('the solver', () => {
  it('best margins for first; 3x3 is in the test of the game', () => {
    // Exact; to 2x2 equal to a minimax over OpenSpiel 2.0.2.
    for (const [rows, cols, margin] of [[1, 1, -1], [1, 2, 0], [2, 1, 0], [1, 3, -1], [2, 2, 2], [2, 3, -2], [3, 2, -2]] as const) {
      const grid = gridOf({ rows, cols });
      expect(bestLines(grid, grid.noLines)?.margin).toBe(margin);
    }
  });

  it('agrees with plain recursion over the rules in every position of 2x2', () => {
    const known = new Map<string, number>();
    expect(marginOf(startOn(2, 2), known)).toBe(2);
    const grid = gridOf({ rows: 2, cols: 2 });
    expect(known.size).toBe(2 ** 12 - 1);
    for (const [key, margin] of known) expect(bestLines(grid, [...key].map(Number))?.margin).toBe(margin);
  });

  it('solves the last lines of larger grids', () => {
    const rng = Rng.fromSeed(6);
    for (let game = 0; game < 20; game++) {
      let state = startOn(4, 4);
      expect(bestLines(gridOf(state.options), state.lines)).toBeNull();
      while (state.free > 9) state = step(state, rng.pick(legal(state)));
      const known = new Map<string, number>();
      const best = bestLines(gridOf(state.options), state.lines);
      expect(best?.margin).toBe(marginOf(state, known));
      for (const line of best?.lines ?? []) {
        const next = step(state, gridOf(state.options).actions[line] as LineAction);
        const closed = next.boxes.filter((box) => box !== '').length - state.boxes.filter((box) => box !== '').length;
        expect(closed > 0 ? closed + marginOf(next, known) : 0 - marginOf(next, known)).toBe(best?.margin);
      }
    }
  });
});

describe('greedy', () => {
  const lines = (texts: readonly string[], state: DotsAndBoxesState): DotsAndBoxesState => texts.reduce((from, text) => {
    const [dir, row, col] = text.split(' ');
    return step(from, { dir: dir as 'h' | 'v', row: Number(row), col: Number(col) });
  }, state);
  const names = (state: DotsAndBoxesState): string[] => greedyLines(view(state)).map((line) => dotsAndBoxes.formatAction(gridOf(state.options).actions[line] as LineAction));

  it('closes two boxes before one, one before none', () => {
    expect(names(lines(['h 0 0', 'h 1 0', 'v 0 0'], startOn(2, 2)))).toEqual(['[v 0 1]']);
    const three = lines(['h 0 0', 'h 1 0', 'v 0 0', 'h 0 1', 'h 1 1', 'v 0 2', 'h 2 0', 'v 1 0'], startOn(2, 3));
    expect(names(three)).toEqual(['[v 0 1]']);
  });

  it('draws no third side while it can', () => {
    const state = lines(['h 0 0', 'h 1 0'], startOn(1, 2));
    expect(names(state)).toEqual(['[h 0 1]', '[h 1 1]', '[v 0 2]']);
    expect(names(lines(['h 0 1', 'h 1 1'], state))).toEqual(['[v 0 0]', '[v 0 1]', '[v 0 2]']); // nothing else is left
  });
});

describe('play', () => {
  it('perfect wins 2x2 as first by at least 2 and draws 1x2, whatever the other draws', () => {
    for (let seed = 0; seed < 25; seed++) {
      for (const name of ['random', 'greedy', 'perfect']) {
        const end = playOut(startOn(2, 2), [policyOf('perfect', seed), policyOf(name, seed + 50)]);
        expect(dotsAndBoxes.observe(end, 0).scores.first).toBeGreaterThanOrEqual(3);
        expect(dotsAndBoxes.returns(playOut(startOn(1, 2), [policyOf(name, seed), policyOf('perfect', seed)]))[1]).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('greedy beats random play on 4x4 from either role, and perfect falls back on it', () => {
    for (const roles of [['first', 'second'], ['second', 'first']]) {
      for (let seed = 0; seed < 5; seed++) expect(dotsAndBoxes.returns(playOut(startOn(4, 4, roles), [policyOf('greedy', seed), policyOf('random', seed)]))).toEqual([1, -1]);
    }
    const state = startOn(4, 4);
    expect(perfectLines(view(state))).toEqual(greedyLines(view(state)));
    expect(lineOf(state.options, policyOf('perfect', 1)(view(state), null))).toBeGreaterThanOrEqual(0);
  });
});
