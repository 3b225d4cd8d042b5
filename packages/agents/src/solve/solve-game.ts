/**
 * Solves a game by what it declares about itself: alpha-beta where nothing is hidden and nothing drawn, value iteration where chance plays a part,
 * counterfactual regret minimisation where seats do not see everything or act at once.
 * All of them are for zero-sum games of two seats; the searches themselves are its neighbours.
 */
import { fact } from '@spiral-arena/core/game';
import type { Action, Game, Options } from '@spiral-arena/core/game';
import { AlphaBeta, alphaBetaProblem } from './alpha-beta.js';
import { buildTree } from './build-tree.js';
import { solveCfr } from './cfr.js';
import type { CfrKind } from './cfr.js';
import { notSolvable, openContestProblem, start } from './expand.js';
import type { PolicyTable } from './tree.js';
import { solveValues } from './value-iteration.js';

export const SOLVE_METHODS = ['alpha-beta', 'value-iteration', 'cfr', 'cfr+', 'dcfr'] as const;
export type SolveMethod = (typeof SOLVE_METHODS)[number];

/** What a solver has done so far: `count` of positions or tree nodes, then iterations or sweeps with how far they still are from the answer. */
export interface SolveProgress {
  readonly method: SolveMethod;
  readonly count: number;
  readonly rounds?: number;
  /** NashConv of the average policy, or the largest change of a value. */
  readonly gap?: number;
}

export interface SolveSettings {
  /** Default: by the game's facts. */
  readonly method?: SolveMethod;
  /** Positions or tree nodes at most. Default 500,000. */
  readonly limit?: number;
  /** For the CFR methods: iterations at most, default 10,000, and the NashConv at which they stop, default 0.0001. */
  readonly iterations?: number;
  readonly targetNashConv?: number;
  readonly onProgress?: (progress: SolveProgress) => void;
}

export interface GameSolution {
  readonly method: SolveMethod;
  /** Return per seat when both play best, roles in the game's own order. */
  readonly values: readonly number[];
  /** Positions visited, or nodes of the tree. */
  readonly count: number;
  /** The first best action of the seat that begins; `null` where chance begins or policies are mixed. */
  readonly best: Action | null;
  /** What is left between the answer and an equilibrium: the values are this near to the game's. 0: exact. */
  readonly nashConv: number;
  /** Iterations or sweeps; 0 for alpha-beta. */
  readonly rounds: number;
  /** An equilibrium, where policies are mixed. */
  readonly table: PolicyTable | null;
}

/** @throws AGENTS_NOT_SOLVABLE, AGENTS_TREE_TOO_LARGE */
export function solveGame(game: Game, options: Options, settings: SolveSettings = {}): GameSolution {
  const method = settings.method ?? methodFor(game, options);
  switch (method) {
    case 'alpha-beta': return byAlphaBeta(game, options, settings);
    case 'value-iteration': return byValues(game, options, settings);
    default: return byCfr(game, options, method, settings);
  }
}

/** @throws AGENTS_NOT_SOLVABLE */
function methodFor(game: Game, options: Options): SolveMethod {
  const seats = game.roles(options).length;
  if (seats !== 2) throw notSolvable(game, `it has ${seats} seats, and the solvers are for two`);
  if (fact(game.utility, options) !== 'zero-sum') throw notSolvable(game, 'it is not zero-sum');
  if (openContestProblem(game, options) !== null) return 'dcfr';
  return alphaBetaProblem(game, options) === null ? 'alpha-beta' : 'value-iteration';
}

function byAlphaBeta(game: Game, options: Options, { limit = 500_000, onProgress }: SolveSettings): GameSolution {
  const search = new AlphaBeta(game, options, { positionLimit: limit, onProgress: (count) => onProgress?.({ method: 'alpha-beta', count }) });
  const { value, best } = search.search(start(game, options));
  return { method: 'alpha-beta', values: [value, 0 - value], count: search.positions, best, nashConv: 0, rounds: 0, table: null };
}

function byValues(game: Game, options: Options, { limit = 500_000, onProgress }: SolveSettings): GameSolution {
  const { value, positions, sweeps, best } = solveValues(game, options, {
    positionLimit: limit,
    onProgress: (done) => onProgress?.({ method: 'value-iteration', count: done.positions, ...(done.sweeps > 0 ? { rounds: done.sweeps, gap: done.change } : {}) }),
  });
  return { method: 'value-iteration', values: [value, 0 - value], count: positions, best, nashConv: 0, rounds: sweeps, table: null };
}

function byCfr(game: Game, options: Options, kind: CfrKind, { limit = 500_000, iterations = 10_000, targetNashConv = 1e-4, onProgress }: SolveSettings): GameSolution {
  const tree = buildTree(game, options, { nodeLimit: limit, onProgress: (count) => onProgress?.({ method: kind, count }) });
  const { values, nashConv, table, iterations: rounds } = solveCfr(tree, {
    kind, iterations, targetNashConv, onProgress: (done) => onProgress?.({ method: kind, count: tree.size, rounds: done.iterations, gap: done.nashConv }),
  });
  return { method: kind, values, count: tree.size, best: null, nashConv, rounds, table };
}
