/**
 * What a policy is worth, and how much could be won against it: exact values, best responses and NashConv on a game tree.
 * NashConv(π) = Σᵢ (max over πᵢ′ of vᵢ(πᵢ′, π₋ᵢ) − vᵢ(π)); 0 exactly at an equilibrium. Exploitability, where others use it, is NashConv / seats.
 * Needs perfect recall: what a seat knew and did before is part of its information key, unless it cannot matter any more.
 * Source: Lanctot et al., "A Unified Game-Theoretic Approach to Multiagent Reinforcement Learning" (2017), for the name; open_spiel for the convention.
 */
import { isCodedError } from '@spiral-arena/core';
import type { Game, Options, Seat } from '@spiral-arena/core/game';
import { buildTree } from './build-tree.js';
import type { TreeSettings } from './build-tree.js';
import { notSolvable } from './expand.js';
import { CHANCE, END, flatPolicy, tableOf } from './tree.js';
import type { GameTree, InformationSet, Policy, PolicyTable } from './tree.js';

/** A best answer to a policy: its value for the seat, and the action index it takes in each of the seat's reached sets. */
export interface BestResponse {
  readonly value: number;
  readonly choices: ReadonlyMap<string, number>;
}

/** The tree of a game with its exact measures. Tables are by `InformationSet.key`. */
export interface SolvedTree extends GameTree {
  /** Mean return per seat when all follow the table. */
  values(table: PolicyTable): readonly number[];
  bestResponse(table: PolicyTable, seat: Seat): BestResponse;
  nashConv(table: PolicyTable): number;
}

/**
 * Builds the tree once; its methods may be called many times.
 * @throws AGENTS_NOT_SOLVABLE, AGENTS_TREE_TOO_LARGE
 */
export function solveTree(game: Game, options: Options, settings: TreeSettings = {}): SolvedTree {
  const tree = buildTree(game, options, settings);
  return {
    ...tree,
    values: (table) => valuesOf(tree, flatPolicy(tree, table)),
    bestResponse: (table, seat) => bestResponseTo(tree, flatPolicy(tree, table), seat),
    nashConv: (table) => nashConvOf(tree, flatPolicy(tree, table)),
  };
}

/** As `solveTree`, with `null` for a game that has no exact solution within the limit. */
export function trySolveTree(game: Game, options: Options, settings: TreeSettings = {}): SolvedTree | null {
  try {
    return solveTree(game, options, settings);
  } catch (error) {
    if (isCodedError(error) && (error.code === 'AGENTS_NOT_SOLVABLE' || error.code === 'AGENTS_TREE_TOO_LARGE')) return null;
    throw error;
  }
}

/** The decisions of a game that have to be told apart, for asking a policy about all of them at once. @throws as `solveTree` */
export function informationSets(game: Game, options: Options, { limit }: { readonly limit?: number } = {}): readonly InformationSet[] {
  return buildTree(game, options, limit === undefined ? {} : { nodeLimit: limit }).sets;
}

/** @throws as `solveTree`; AGENTS_POLICY_INVALID */
export function nashConv(game: Game, options: Options, policy: Policy): number {
  const tree = solveTree(game, options);
  return tree.nashConv(tableOf(tree, policy));
}

/** Mean return per seat when all follow the policy. @throws as `nashConv` */
export function policyValue(game: Game, options: Options, policy: Policy): readonly number[] {
  const tree = solveTree(game, options);
  return tree.values(tableOf(tree, policy));
}

/** Mean return per seat under a flat policy. */
export function valuesOf({ nodes: { owner, first, count, at }, seats, size, chances, returns, offsets }: GameTree, policy: Float64Array): readonly number[] {
  const values = new Float64Array(size * seats); // [nodes, seats]
  for (let node = size - 1; node >= 0; node--) {
    const kind = owner[node] as number;
    const numbers = at[node] as number;
    if (kind === END) {
      for (let seat = 0; seat < seats; seat++) values[node * seats + seat] = returns[numbers * seats + seat] as number;
      continue;
    }
    const [weights, base] = kind === CHANCE ? [chances, numbers] : [policy, offsets[numbers] as number];
    for (let k = 0; k < (count[node] as number); k++) {
      const weight = weights[base + k] as number;
      const child = ((first[node] as number) + k) * seats;
      for (let seat = 0; seat < seats; seat++) (values[node * seats + seat] as number) += weight * (values[child + seat] as number);
    }
  }
  return Array.from(values.subarray(0, seats));
}

export function nashConvOf(tree: GameTree, policy: Float64Array): number {
  let gains = 0;
  for (const [seat, value] of valuesOf(tree, policy).entries()) gains += bestResponseTo(tree, policy, seat).value - value;
  return Math.max(0, gains); // below 0 only by rounding
}

/**
 * In each set: the action with the largest Σ over its decisions of (reach by chance and the others) × (value of the child).
 * @throws AGENTS_NOT_SOLVABLE where a set is met again below itself: then its seat has forgotten that it acted
 */
export function bestResponseTo(tree: GameTree, policy: Float64Array, seat: Seat): BestResponse {
  const { nodes: { owner, first, count, at }, seats, sets, size, chances, returns, offsets } = tree;
  const reach = new Float64Array(size); // by chance and the others
  const decisions = new Map<number, number[]>(); // the seat's own nodes that are reached, by set
  reach[0] = 1;
  for (let node = 0; node < size; node++) {
    const mine = reach[node] as number;
    if (mine === 0) continue;
    const kind = owner[node] as number;
    const numbers = at[node] as number;
    const child = first[node] as number;
    if (kind === seat) {
      const list = decisions.get(numbers);
      if (list) list.push(node);
      else decisions.set(numbers, [node]);
      for (let k = 0; k < (count[node] as number); k++) reach[child + k] = mine;
    } else if (kind !== END) {
      const [weights, base] = kind === CHANCE ? [chances, numbers] : [policy, offsets[numbers] as number];
      for (let k = 0; k < (count[node] as number); k++) reach[child + k] = mine * (weights[base + k] as number);
    }
  }

  const valueByNode = new Float64Array(size).fill(Number.NaN);
  const choiceBySet = new Map<number, number>();
  const choose = (set: number): number => {
    const before = choiceBySet.get(set);
    if (before === OPEN) throw notSolvable(tree.game, `the seat of "${(sets[set] as InformationSet).key}" forgets that it has acted there`);
    if (before !== undefined) return before;
    choiceBySet.set(set, OPEN);
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let action = 0; action < (sets[set] as InformationSet).legalActions.length; action++) {
      let value = 0;
      for (const node of decisions.get(set) as readonly number[]) value += (reach[node] as number) * valueAt((first[node] as number) + action);
      if (value > bestValue) {
        best = action;
        bestValue = value;
      }
    }
    choiceBySet.set(set, best);
    return best;
  };
  const valueAt = (node: number): number => {
    const before = valueByNode[node] as number;
    if (!Number.isNaN(before)) return before;
    const kind = owner[node] as number;
    const numbers = at[node] as number;
    const child = first[node] as number;
    let value = 0;
    if (kind === END) value = returns[numbers * seats + seat] as number;
    else if (kind === seat) value = valueAt(child + choose(numbers));
    else {
      const [weights, base] = kind === CHANCE ? [chances, numbers] : [policy, offsets[numbers] as number];
      for (let k = 0; k < (count[node] as number); k++) {
        const weight = weights[base + k] as number;
        if (weight > 0) value += weight * valueAt(child + k);
      }
    }
    valueByNode[node] = value;
    return value;
  };
  const value = valueAt(0);
  return { value, choices: new Map([...choiceBySet].map(([set, action]) => [(sets[set] as InformationSet).key, action])) };
}

/** The choice of a set that is being worked out. */
const OPEN = -1;
