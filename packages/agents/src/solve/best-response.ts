/**
 * What a policy is worth, and how much could be won against it: exact values, best responses and NashConv on a game tree.
 * NashConv(π) = Σᵢ (max over πᵢ′ of vᵢ(πᵢ′, π₋ᵢ) − vᵢ(π)); 0 exactly at an equilibrium. Exploitability, where others use it, is NashConv / seats.
 * Needs perfect recall: what a seat knew and did before is part of its information key.
 * Source: Lanctot et al., "A Unified Game-Theoretic Approach to Multiagent Reinforcement Learning" (2017), for the name; open_spiel for the convention.
 */
import { isCodedError } from '@spiral-arena/core';
import type { Game, Options, Seat } from '@spiral-arena/core/game';
import { buildTree, checkedPolicy, tableOf } from './tree.js';
import type { GameTree, InformationSet, Policy, PolicyTable, TreeNode, TreeSettings } from './tree.js';

type Probabilities = readonly (readonly number[])[];
type DecisionNode = Extract<TreeNode, { kind: 'decision' }>;

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
    values: (table) => valuesOf(tree, checkedPolicy(tree, table)),
    bestResponse: (table, seat) => bestResponseTo(tree, checkedPolicy(tree, table), seat),
    nashConv: (table) => nashConvOf(tree, checkedPolicy(tree, table)),
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

export function valuesOf(tree: GameTree, policy: Probabilities): readonly number[] {
  const walk = (node: TreeNode): readonly number[] => {
    if (node.kind === 'end') return node.returns;
    const weights = node.kind === 'chance' ? node.probabilities : (policy[node.set] as readonly number[]);
    const total = Array.from({ length: tree.seats }, () => 0);
    for (const [at, child] of node.children.entries()) {
      const weight = weights[at] as number;
      if (weight === 0) continue;
      const values = walk(child);
      for (let seat = 0; seat < tree.seats; seat++) total[seat] = (total[seat] as number) + weight * (values[seat] as number);
    }
    return total;
  };
  return walk(tree.root);
}

export function nashConvOf(tree: GameTree, policy: Probabilities): number {
  let gains = 0;
  for (const [seat, value] of valuesOf(tree, policy).entries()) gains += bestResponseTo(tree, policy, seat).value - value;
  return Math.max(0, gains); // below 0 only by rounding
}

/** In each set: the action with the largest Σ over its decisions of (reach by chance and the others) × (value of the child). */
export function bestResponseTo(tree: GameTree, policy: Probabilities, seat: Seat): BestResponse {
  const decisions = new Map<number, { readonly node: DecisionNode; readonly reach: number }[]>();
  const collect = (node: TreeNode, reach: number): void => {
    if (node.kind === 'end' || reach === 0) return;
    if (node.kind === 'decision' && node.seat === seat) {
      const list = decisions.get(node.set);
      if (list) list.push({ node, reach });
      else decisions.set(node.set, [{ node, reach }]);
      for (const child of node.children) collect(child, reach);
      return;
    }
    const weights = node.kind === 'chance' ? node.probabilities : (policy[node.set] as readonly number[]);
    for (const [at, child] of node.children.entries()) collect(child, reach * (weights[at] as number));
  };
  collect(tree.root, 1);

  const valueByNode = new Map<TreeNode, number>();
  const choiceBySet = new Map<number, number>();
  const choose = (set: number): number => {
    const before = choiceBySet.get(set);
    if (before !== undefined) return before;
    const alike = decisions.get(set) ?? [];
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let action = 0; action < (tree.sets[set] as InformationSet).legalActions.length; action++) {
      let value = 0;
      for (const { node, reach } of alike) value += reach * valueAt(node.children[action] as TreeNode);
      if (value > bestValue) {
        best = action;
        bestValue = value;
      }
    }
    choiceBySet.set(set, best);
    return best;
  };
  const valueAt = (node: TreeNode): number => {
    if (node.kind === 'end') return node.returns[seat] as number;
    const before = valueByNode.get(node);
    if (before !== undefined) return before;
    let value = 0;
    if (node.kind === 'decision' && node.seat === seat) {
      value = valueAt(node.children[choose(node.set)] as TreeNode);
    } else {
      const weights = node.kind === 'chance' ? node.probabilities : (policy[node.set] as readonly number[]);
      for (const [at, child] of node.children.entries()) {
        const weight = weights[at] as number;
        if (weight > 0) value += weight * valueAt(child);
      }
    }
    valueByNode.set(node, value);
    return value;
  };
  const value = valueAt(tree.root);
  return { value, choices: new Map([...choiceBySet].map(([set, action]) => [(tree.sets[set] as InformationSet).key, action])) };
}
