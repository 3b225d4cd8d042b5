/**
 * CFR+: finds an equilibrium of a small two-seat zero-sum game by repeated play against itself on its tree.
 * Regrets are kept at 0 or more, seats take turns in being updated, and iteration t weighs t in the average policy, which is the answer.
 * Source: Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
 */
import { fact } from '@spiral-arena/core/game';
import type { Seat } from '@spiral-arena/core/game';
import { nashConvOf, valuesOf } from './best-response.js';
import { notSolvable } from './expand.js';
import type { GameTree, PolicyTable, TreeNode } from './tree.js';

export interface CfrSettings {
  /** At most; default 10,000. */
  readonly iterations?: number;
  /** Stops once the average policy's NashConv is at most this. Default 0.001. */
  readonly targetNashConv?: number;
}

export interface CfrSolution {
  readonly table: PolicyTable;
  /** Mean return per seat under `table`. */
  readonly values: readonly number[];
  readonly nashConv: number;
  readonly iterations: number;
}

/** NashConv is measured at 8, 16, 24, ...: it costs about as much as an iteration. */
const CHECK_EVERY = 8;

/** @throws AGENTS_NOT_SOLVABLE unless the game is zero-sum with two seats */
export function solveCfr(tree: GameTree, { iterations = 10_000, targetNashConv = 0.001 }: CfrSettings = {}): CfrSolution {
  if (tree.seats !== 2 || fact(tree.game.utility, tree.options) !== 'zero-sum') throw notSolvable(tree.game, 'it is not a zero-sum game of two seats');
  const zeros = () => tree.sets.map((set) => new Float64Array(set.legalActions.length));
  const regrets = zeros();
  const policy = zeros();
  const average = zeros();
  for (const set of tree.sets.keys()) matchRegrets(regrets[set] as Float64Array, policy[set] as Float64Array);

  let iteration = 0;
  let weight = 1;
  const added = zeros(); // regrets of this pass: a set's policy must not change while its other decisions are visited
  const visit = (node: TreeNode, seat: Seat, reach: number, ownReach: number): number => {
    if (node.kind === 'end') return node.returns[seat] as number;
    const weights = node.kind === 'chance' ? node.probabilities : (policy[node.set] as Float64Array);
    const own = node.kind === 'decision' && node.seat === seat;
    let value = 0;
    const values = new Float64Array(node.children.length);
    for (let at = 0; at < node.children.length; at++) {
      const p = weights[at] as number;
      const child = node.children[at] as TreeNode;
      values[at] = own ? visit(child, seat, reach, ownReach * p) : visit(child, seat, reach * p, ownReach);
      value += p * (values[at] as number);
    }
    if (own) {
      const regret = added[node.set] as Float64Array;
      const sum = average[node.set] as Float64Array;
      for (let at = 0; at < values.length; at++) {
        regret[at] = (regret[at] as number) + reach * ((values[at] as number) - value);
        sum[at] = (sum[at] as number) + weight * ownReach * (weights[at] as number);
      }
    }
    return value;
  };

  let mean = normalised(average);
  let gap = Number.POSITIVE_INFINITY;
  while (iteration < iterations && gap > targetNashConv) {
    weight = ++iteration;
    for (const seat of [0, 1]) {
      visit(tree.root, seat, 1, 1);
      for (const [set, { seat: owner }] of tree.sets.entries()) {
        if (owner !== seat) continue;
        const regret = regrets[set] as Float64Array;
        const change = added[set] as Float64Array;
        for (let at = 0; at < regret.length; at++) regret[at] = Math.max(0, (regret[at] as number) + (change[at] as number));
        change.fill(0);
        matchRegrets(regret, policy[set] as Float64Array);
      }
    }
    if (iteration % CHECK_EVERY === 0 || iteration === iterations) {
      mean = normalised(average);
      gap = nashConvOf(tree, mean);
    }
  }
  if (gap === Number.POSITIVE_INFINITY) gap = nashConvOf(tree, mean);
  const table = new Map(tree.sets.map((set, index) => [set.key, mean[index] as readonly number[]]));
  return { table, values: valuesOf(tree, mean), nashConv: gap, iterations: iteration };
}

/** Probabilities in proportion to regrets; equal ones while all are 0. */
function matchRegrets(regrets: Float64Array, into: Float64Array): void {
  let sum = 0;
  for (const regret of regrets) sum += regret;
  for (let at = 0; at < into.length; at++) into[at] = sum > 0 ? (regrets[at] as number) / sum : 1 / into.length;
}

/** Rows brought to sum 1; equal probabilities where a set was never reached by its own seat. */
function normalised(rows: readonly Float64Array[]): readonly (readonly number[])[] {
  return rows.map((row) => {
    let sum = 0;
    for (const value of row) sum += value;
    return Array.from(row, (value) => (sum > 0 ? value / sum : 1 / row.length));
  });
}
