/** Alpha-beta against plain minimax, and what it does at its limits. */
import { describe, expect, it } from 'vitest';
import { BLUFF, CELLS, PENNIES, RACE, tug } from '../fixture.test.games.js';
import { AlphaBeta } from './alpha-beta.js';
import { expand } from './expand.js';
import type { Place } from './expand.js';
import { solveMinimax } from './minimax.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

/** Every place that can be reached, once per ply. */
function places(maxSteps: number): readonly Place[] {
  const game = tug(maxSteps);
  const found = new Map<string, Place>();
  const visit = (place: Place): void => {
    const key = JSON.stringify(place);
    if (found.has(key)) return;
    found.set(key, place);
    const expansion = expand(game, {}, place);
    if (expansion.kind === 'stage') for (const action of expansion.seats[0]?.legalActions ?? []) visit(expansion.next([action]));
  };
  visit({ state: game.initialState({}, ['first', 'second']), ply: 0 });
  return [...found.values()];
}

describe('AlphaBeta', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('gives the values of minimax, in one table, where a match is cut off after %i plies', (maxSteps) => {
    const game = tug(maxSteps);
    const search = new AlphaBeta(game, {});
    const solution = solveMinimax(game, {});
    const start = { state: game.initialState({}, ['first', 'second']), ply: 0 };
    search.search(start); // fills the table before the others are asked for
    for (const place of places(maxSteps)) {
      const { value, best, exact } = search.search(place);
      expect([value, exact], JSON.stringify(place)).toEqual([solution.valueAt(place), true]);
      if (best) expect(solution.bestActions(place)).toContainEqual(best);
      else expect(solution.bestActions(place)).toEqual([]);
    }
  });

  it('visits fewer positions than there are', () => {
    const search = new AlphaBeta(CELLS, {});
    expect(search.search({ state: { cells: [] }, ply: 0 })).toEqual({ value: 0, best: { cell: 8 }, exact: true });
    expect(search.positions).toBeLessThanOrEqual(10);
  });

  it('stops at a depth with the adjudication of the rules, or with an estimate', () => {
    const start = { state: tug(50).initialState({}, ['first', 'second']), ply: 0 };
    expect(new AlphaBeta(tug(50), {}).search(start, 1)).toEqual({ value: 0, best: { steps: 0 }, exact: false });
    expect(new AlphaBeta(tug(50), {}, { estimate: ({ at }) => (at === 2 ? 0.5 : 0) }).search(start, 1)).toEqual({ value: 0.5, best: { steps: 2 }, exact: false });
    expect(new AlphaBeta(tug(1), {}).search(start, 5).exact).toBe(true);
  });

  it('says where it does not fit, and stops at its limit', () => {
    for (const game of [BLUFF, PENNIES, RACE, { ...CELLS, utility: 'general-sum' as const }, { ...CELLS, roles: () => ['a', 'b', 'c'] }]) {
      expect(() => new AlphaBeta(game, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    }
    expect(() => new AlphaBeta(CELLS, {}, { positionLimit: 3 }).search({ state: { cells: [] }, ply: 0 })).toThrow(code('AGENTS_TREE_TOO_LARGE'));
    expect(() => new AlphaBeta({ ...CELLS, legalActions: () => null }, {}).search({ state: { cells: [] }, ply: 0 })).toThrow(code('AGENTS_NOT_SOLVABLE'));
  });
});
