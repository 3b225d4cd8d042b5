import { describe, expect, it } from 'vitest';
import { BLUFF, CELLS, PENNIES, RACE } from '../fixture.test.games.js';
import { solveValues } from './value-iteration.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe('solveValues', () => {
  it('solves a race in which positions come back', () => {
    const seen: unknown[] = [];
    const solution = solveValues(RACE, {}, { onProgress: (done) => seen.push(done) });
    expect(solution.value).toBeCloseTo(1 / 3, 11); // by hand, see the fixture
    expect(solution).toMatchObject({ best: { move: 'toss' }, positions: 2 });
    expect(solution.valueAt({ turn: 1, tossing: false, winner: null })).toBeCloseTo(-1 / 3, 11);
    expect(solution.valueAt({ turn: 7, tossing: false, winner: null })).toBeUndefined();
    expect(seen).toHaveLength(solution.sweeps);
    expect(solution.sweeps).toBeGreaterThan(10);
  });

  it('is done after one sweep, and a second that changes nothing, where no position comes back', () => {
    expect(solveValues(CELLS, {})).toMatchObject({ value: 0, best: { cell: 8 }, positions: 10, sweeps: 2 });
  });

  it('takes a key of the caller: here first cells of the same parity are one', () => {
    expect(solveValues(CELLS, {}, { stateKey: ({ cells }) => (cells as number[]).map((cell) => cell % 2).join(' ') }).positions).toBe(3);
  });

  it('refuses hidden information, joint stages, drawn chance, open actions and large games', () => {
    for (const game of [BLUFF, PENNIES, { ...RACE, chance: 'sampled' as const }, { ...RACE, legalActions: () => null }]) expect(() => solveValues(game, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    const { chanceOutcomes: _, ...drawn } = RACE;
    expect(() => solveValues(drawn, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveValues(CELLS, {}, { positionLimit: 9 })).toThrow(code('AGENTS_TREE_TOO_LARGE'));
  });
});
