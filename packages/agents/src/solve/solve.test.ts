/** The solvers on small games worked out by hand (see the fixture). The known values of real games stand in the root `test/solve.test.ts`. */
import { describe, expect, it } from 'vitest';
import { BLUFF, CELLS, PENNIES, RACE, TALK, tug } from '../fixture.test.games.js';
import { bestResponseTo, informationSets, nashConv, policyValue, solveTree, trySolveTree } from './best-response.js';
import { solveCfr } from './cfr.js';
import { enumerateGame } from './enumerate.js';
import { solveMinimax } from './minimax.js';
import { perft } from './perft.js';
import { buildTree } from './build-tree.js';
import { uniform } from './tree.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe('enumerateGame', () => {
  it('counts states, histories, lengths and results', () => {
    expect(enumerateGame(CELLS, {})).toEqual({ states: 91, endings: 81, informationSets: 10, histories: 81, byLength: { 2: 81 }, byReturns: { '0,0': 9, '1,-1': 36, '-1,1': 36 } });
    expect(enumerateGame(BLUFF, {})).toEqual({ states: 11, endings: 6, informationSets: 3, histories: 6, byLength: { 1: 2, 2: 4 }, byReturns: { '1,-1': 3, '-1,1': 1, '2,-2': 1, '-2,2': 1 } });
    expect(enumerateGame(PENNIES, {}).histories).toBe(4);
  });

  it('counts states by a key of the caller, and stops at its limit', () => {
    expect(enumerateGame(CELLS, {}, { stateKey: ({ cells }) => String((cells as number[]).length) }).states).toBe(3);
    expect(() => enumerateGame(CELLS, {}, { nodeLimit: 90 })).toThrow(code('AGENTS_TREE_TOO_LARGE'));
    expect(() => enumerateGame(TALK, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
  });
});

describe('perft', () => {
  it('counts sequences by length; chance and joint stages multiply, endings count no further', () => {
    expect(perft(CELLS, {}, 3)).toEqual([9, 81, 0]);
    expect(perft(BLUFF, {}, 2)).toEqual([4, 4]);
    expect(perft(PENNIES, {}, 1)).toEqual([4]);
    expect(perft(tug(2), {}, 4)).toEqual([3, 9, 0, 0]);
    expect(perft(RACE, {}, 3)).toEqual([2, 4, 8]); // waiting, or tails
  });

  it('refuses what cannot be listed', () => {
    expect(() => perft(TALK, {}, 1)).toThrow(code('AGENTS_NOT_SOLVABLE'));
    const { chanceOutcomes: _, ...drawn } = BLUFF;
    expect(() => perft(drawn, {}, 1)).toThrow(code('AGENTS_NOT_SOLVABLE'));
  });
});

describe('the tree and its measures', () => {
  it('has one information set per thing a seat can know', () => {
    expect(informationSets(BLUFF, {}).map(({ key, role, legalActions }) => [key, role, legalActions.length])).toEqual([['0:high ', 'first', 2], ['1:null bet', 'second', 2], ['0:low ', 'first', 2]]);
    expect(buildTree(BLUFF, {}).size).toBe(11);
    expect(informationSets(PENNIES, {})).toHaveLength(2);
  });

  it('gives values, best responses and NashConv worked out by hand', () => {
    expect(policyValue(BLUFF, {}, uniform)).toEqual([0.25, -0.25]);
    expect(nashConv(BLUFF, {}, uniform)).toBeCloseTo(0.5, 12);
    const tree = solveTree(BLUFF, {});
    const table = new Map([['0:high ', [0, 1]], ['0:low ', [2 / 3, 1 / 3]], ['1:null bet', [1 / 3, 2 / 3]]]);
    expect(tree.values(table)[0]).toBeCloseTo(1 / 3, 12);
    expect(tree.nashConv(table)).toBeCloseTo(0, 12);
    const caller = new Map([...table, ['1:null bet', [0, 1]]]);
    expect(tree.bestResponse(caller, 0)).toEqual({ value: 0.5, choices: new Map([['0:high ', 1], ['0:low ', 0]]) });
  });

  it('a joint stage hides each seat from the other', () => {
    expect(nashConv(PENNIES, {}, uniform)).toBe(0);
    expect(nashConv(PENNIES, {}, () => [1, 0])).toBe(2);
    expect(policyValue(PENNIES, {}, ({ seat }) => (seat === 0 ? [1, 0] : [0.25, 0.75]))).toEqual([-0.5, 0.5]);
  });

  it('refuses tables that are no policies', () => {
    const tree = solveTree(PENNIES, {});
    for (const row of [[1], [0.5, 0.4], [1.5, -0.5], [Number.NaN, 1]]) {
      expect(() => tree.nashConv(new Map([['0:x', row], ...tree.sets.map(({ key }) => [key, row] as const)]))).toThrow(code('AGENTS_POLICY_INVALID'));
    }
    expect(() => tree.nashConv(new Map())).toThrow(code('AGENTS_POLICY_INVALID'));
    expect(tree.nashConv(new Map(tree.sets.map(({ key }) => [key, [0.5001, 0.5002]])))).toBeLessThan(0.001); // float32 sums are brought to 1
  });

  it('refuses a best response for a seat that forgets that it has acted', () => {
    const tree = buildTree({ ...tug(4), informationKey: ({ reader }) => String(reader), legalActions: ({ at, turn }, seat) => (Math.abs(at as number) < 3 && turn === seat ? [{ steps: 0 }, { steps: 1 }] : []) }, {});
    expect(tree.sets).toHaveLength(2);
    expect(() => bestResponseTo(tree, new Float64Array(4).fill(0.5), 0)).toThrow(code('AGENTS_NOT_SOLVABLE'));
  });

  it('refuses what it cannot solve, or answers null', () => {
    expect(() => solveTree(TALK, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveTree({ ...BLUFF, chance: 'sampled' }, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveTree({ ...BLUFF, informationKey: (observation) => String(observation['card']), legalActions: (state, seat) => BLUFF.legalActions(state, seat)?.slice((state['card'] === 'high') === (seat === 1) ? 1 : 0) ?? null }, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(trySolveTree(CELLS, {}, { nodeLimit: 90 })).toBeNull();
    expect(trySolveTree(CELLS, {}, { nodeLimit: 91 })?.size).toBe(91);
  });
});

describe('solveCfr', () => {
  it('finds the bluffing equilibrium', () => {
    const { values, nashConv: gap, table } = solveCfr(buildTree(BLUFF, {}), { targetNashConv: 1e-4 });
    expect(gap).toBeLessThan(1e-4);
    expect(values[0]).toBeCloseTo(1 / 3, 3);
    expect(table.get('0:low ')?.[1]).toBeCloseTo(1 / 3, 2);
    expect(table.get('1:null bet')?.[1]).toBeCloseTo(2 / 3, 2);
  });

  it('refuses games that are not zero-sum', () => {
    expect(() => solveCfr(buildTree({ ...PENNIES, utility: 'general-sum' }, {}))).toThrow(code('AGENTS_NOT_SOLVABLE'));
  });
});

describe('solveMinimax', () => {
  it('gives the value and every best action', () => {
    const solution = solveMinimax(CELLS, {});
    expect([solution.value, solution.states]).toEqual([0, 91]);
    expect(solution.bestActions({ state: { cells: [] }, ply: 0 })).toEqual([{ cell: 8 }]);
    expect(solution.bestActions({ state: { cells: [6] }, ply: 1 })).toEqual([{ cell: 7 }, { cell: 8 }]);
    expect(solution.valueAt({ state: { cells: [6] }, ply: 1 })).toBe(-1);
    expect(solution.bestActions({ state: { cells: [6, 7] }, ply: 2 })).toEqual([]);
  });

  it('a state at maxSteps is an ending', () => {
    expect(solveMinimax({ ...CELLS, maxSteps: () => 1 }, {}).states).toBe(10);
  });

  it('refuses hidden information, joint stages and large games', () => {
    for (const game of [BLUFF, PENNIES, { ...PENNIES, information: 'perfect' as const }]) expect(() => solveMinimax(game, {})).toThrow(code('AGENTS_NOT_SOLVABLE'));
    expect(() => solveMinimax(CELLS, {}, { stateLimit: 10 })).toThrow(code('AGENTS_TREE_TOO_LARGE'));
  });
});
