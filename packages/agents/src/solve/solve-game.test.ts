/** Which solver a game's facts lead to, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { byRole } from '../by-role.js';
import { BLUFF, CELLS, PENNIES, RACE, TALK, tug } from '../fixture.test.games.js';
import { solveGame } from './solve-game.js';
import type { SolveMethod, SolveProgress } from './solve-game.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe('solveGame', () => {
  it('searches what is open, and says the value for every role', () => {
    expect(solveGame(CELLS, {})).toEqual({ method: 'alpha-beta', values: [0, 0], count: expect.any(Number) as number, best: { cell: 8 }, nashConv: 0, rounds: 0, table: null });
    expect(solveGame(tug(3), {}).values).toEqual(solveGame(tug(3), {}, { method: 'cfr+' }).values.map(Math.round));
  });

  it('iterates values where chance plays a part', () => {
    const { method, values, best } = solveGame(RACE, {});
    expect([method, values[0], values[1], best]).toEqual(['value-iteration', expect.closeTo(1 / 3, 11), expect.closeTo(-1 / 3, 11), { move: 'toss' }]);
  });

  it.each<SolveMethod>(['cfr', 'cfr+', 'dcfr'])('minimises regret where something is hidden: %s', (method) => {
    const seen: SolveProgress[] = [];
    const { values, nashConv, table, rounds } = solveGame(BLUFF, {}, { method, targetNashConv: 2e-3, onProgress: (done) => seen.push(done) });
    expect(nashConv).toBeLessThan(2e-3);
    expect(values[0]).toBeCloseTo(1 / 3, 2);
    expect(table?.get('0:low ')?.[1]).toBeCloseTo(1 / 3, 1);
    expect(seen.at(-1)).toEqual({ method, count: 11, rounds, gap: nashConv });
  });

  it('takes joint stages for hidden, whatever the game says of its information', () => {
    expect(solveGame({ ...PENNIES, information: 'perfect' }, {})).toMatchObject({ method: 'dcfr', values: [0, 0] });
  });

  it('stops at its iterations and says how far it got', () => {
    const { rounds, nashConv } = solveGame(BLUFF, {}, { iterations: 5 });
    expect([rounds, nashConv > 1e-4]).toEqual([5, true]);
  });

  it('refuses other numbers of seats, other sums, what cannot be listed and what is too large', () => {
    expect(() => solveGame({ ...CELLS, roles: () => ['a', 'b', 'c'] }, {})).toThrow('it has 3 seats, and the solvers are for two');
    expect(() => solveGame({ ...CELLS, utility: 'general-sum' }, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveGame(TALK, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveGame(BLUFF, {}, { method: 'alpha-beta' })).toThrow(code('AGENTS_NOT_SOLVABLE'));
    for (const game of [CELLS, BLUFF]) expect(() => solveGame(game, {}, { limit: 4 })).toThrow(code('AGENTS_TREE_TOO_LARGE'));
  });
});

describe('byRole', () => {
  it('keeps seats of one role apart', () => {
    expect(byRole(['first', 'second'], [1, -1])).toEqual({ first: 1, second: -1 });
    expect(byRole(['player', 'player'], [1, -1])).toEqual({ 'player-0': 1, 'player-1': -1 });
  });
});
