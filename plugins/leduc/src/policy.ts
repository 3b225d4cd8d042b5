/**
 * Strategies for one hand of Leduc Hold'em as numbers: what they are worth, best responses, and an equilibrium by CFR+.
 * Suits are left out: a strategy depends on own rank, public rank and betting, 288 information sets. No match, no agent: `opponents.ts` plays these.
 * Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042.
 */
import { actionsAt, bettingAfter, isFold, isOpen, openerActs, RANKS, stakeOf, type Betting, type Line, type LeducMove } from './hand.js';

const COUNT = RANKS.length;

/** A decision as everybody sees it: the betting of both rounds, and the public rank in the second. */
interface Node {
  /** `betting`, or `<first round> <rank> <betting>` in the second. */
  readonly key: string;
  readonly opener: boolean;
  readonly branches: readonly Branch[];
}

/** What a move leads to: a decision, one of three public ranks, or the end with chips by both ranks. */
type Branch =
  | { readonly move: LeducMove; readonly next: Node }
  | { readonly move: LeducMove; readonly turned: readonly Node[] }
  /** Chips to the opener at `3 * opener's rank + other's rank`. */
  | { readonly move: LeducMove; readonly chips: readonly number[] };

/** Probabilities of the legal actions by decision key, flat over own rank: `at[rank * actions + action]`. */
export type LeducPolicy = { readonly [key: string]: readonly number[] };

/** Name of a decision in a policy. */
export function decisionKey(before: Line | null, turned: number | null, betting: Betting): string {
  return before === null || turned === null ? betting : `${before} ${RANKS[turned]} ${betting}`;
}

function grow(betting: Betting, before: Line | null, turned: number | null): Node {
  const branches = actionsAt(betting).map(({ move }): Branch => {
    const after = bettingAfter(betting, move) as Betting | Line;
    if (isOpen(after)) return { move, next: grow(after, before, turned) };
    if (isFold(after)) {
      const stake = before === null ? stakeOf(after, null) : stakeOf(before, after);
      return { move, chips: everyDeal(() => (openerActs(betting) ? -stake : stake)) };
    }
    if (before === null) return { move, turned: RANKS.map((_, rank) => grow('', after, rank)) };
    const stake = stakeOf(before, after);
    return { move, chips: everyDeal((own, other) => (own === other ? 0 : own === turned ? stake : other === turned ? -stake : own > other ? stake : -stake)) };
  });
  return { key: decisionKey(before, turned, betting), opener: openerActs(betting), branches };
}

function everyDeal(chips: (own: number, other: number) => number): number[] {
  return Array.from({ length: COUNT * COUNT }, (_, deal) => chips(Math.floor(deal / COUNT), deal % COUNT));
}

const ROOT = grow('', null, null);

/** Probability of two private ranks; and of a public rank after them. Each rank is there twice. */
function dealChance(own: number, other: number): number {
  return (2 / 6) * ((own === other ? 1 : 2) / 5);
}

function turnChance(own: number, other: number, turned: number): number {
  return (2 - (own === turned ? 1 : 0) - (other === turned ? 1 : 0)) / 4;
}

/** What the decisions of one place are worth by own rank, given the values of its actions: how `sweep` is told to choose. */
type Choose = (key: string, rank: number, values: readonly number[]) => number;

/**
 * Worth of a node to one place by own rank, weighted by chance and by how the other gets there.
 * @param weights probability of both ranks with chance and the other's play, at `3 * own + other`
 */
function sweep(node: Node, policy: LeducPolicy, opener: boolean, weights: readonly number[], choose: Choose): number[] {
  const mine = node.opener === opener;
  const count = node.branches.length;
  const worths = node.branches.map((branch, action) => {
    const after = mine ? weights : weights.map((weight, deal) => weight * ((policy[node.key] as readonly number[])[(deal % COUNT) * count + action] as number));
    if ('next' in branch) return sweep(branch.next, policy, opener, after, choose);
    if ('chips' in branch) return branchChips(branch.chips, opener, after);
    const sums = [0, 0, 0];
    branch.turned.forEach((next, turned) => {
      const dealt = after.map((weight, deal) => weight * turnChance(Math.floor(deal / COUNT), deal % COUNT, turned));
      sweep(next, policy, opener, dealt, choose).forEach((worth, rank) => { (sums[rank] as number) += worth; });
    });
    return sums;
  });
  return RANKS.map((_, rank) => {
    const values = worths.map((worth) => worth[rank] as number);
    return mine ? choose(node.key, rank, values) : values.reduce((sum, value) => sum + value, 0);
  });
}

function branchChips(chips: readonly number[], opener: boolean, weights: readonly number[]): number[] {
  return RANKS.map((_, own) => {
    let sum = 0;
    for (let other = 0; other < COUNT; other++) {
      const won = opener ? (chips[own * COUNT + other] as number) : -(chips[other * COUNT + own] as number);
      sum += won * (weights[own * COUNT + other] as number);
    }
    return sum;
  });
}

const DEAL_WEIGHTS = everyDeal(dealChance);
const best: Choose = (_key, _rank, values) => Math.max(...values);

function total(worths: readonly number[]): number {
  return worths.reduce((sum, worth) => sum + worth, 0);
}

/** Mean chips of the opener when both play the policy, and when one of them plays a best response to it. */
export function handValues(policy: LeducPolicy): { readonly value: number; readonly openerBest: number; readonly otherBest: number } {
  const mixed: Choose = (key, rank, values) => values.reduce((sum, value, action) => sum + value * ((policy[key] as readonly number[])[rank * values.length + action] as number), 0);
  return {
    value: total(sweep(ROOT, policy, true, DEAL_WEIGHTS, mixed)),
    openerBest: total(sweep(ROOT, policy, true, DEAL_WEIGHTS, best)),
    otherBest: total(sweep(ROOT, policy, false, DEAL_WEIGHTS, best)),
  };
}

/** The sum of what best responses gain; 0 is an equilibrium. */
export function handNashConv(policy: LeducPolicy): number {
  const { openerBest, otherBest } = handValues(policy);
  return openerBest + otherBest;
}

/** A policy from the probabilities of the legal moves of each decision. */
export function policyOf(probabilities: (moves: readonly LeducMove[], rank: number, key: string) => readonly number[]): LeducPolicy {
  return Object.fromEntries(NODES.map(({ key, branches }) => [key, RANKS.flatMap((_, rank) => probabilities(branches.map(({ move }) => move), rank, key))]));
}

function nodesUnder(node: Node): readonly Node[] {
  const below = node.branches.flatMap((branch) => ('next' in branch ? nodesUnder(branch.next) : 'turned' in branch ? branch.turned.flatMap(nodesUnder) : []));
  return [node, ...below];
}

const NODES = nodesUnder(ROOT);

/** CFR+: regrets never below zero, players updated in turn, the average weighted by the iteration. */
export function solveHand(iterations: number): LeducPolicy {
  const uniform = policyOf((moves) => moves.map(() => 1 / moves.length));
  const current: { [key: string]: number[] } = Object.fromEntries(Object.entries(uniform).map(([key, row]) => [key, row.slice()]));
  const zeros = (): { [key: string]: number[] } => Object.fromEntries(NODES.map(({ key, branches }) => [key, Array<number>(branches.length * COUNT).fill(0)]));
  const regrets = zeros();
  const sums = zeros();
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (const opener of [true, false]) {
      sweep(ROOT, current, opener, DEAL_WEIGHTS, (key, rank, values) => {
        const [row, regret] = [current[key] as number[], regrets[key] as number[]];
        const at = rank * values.length;
        const value = values.reduce((sum, each, action) => sum + each * (row[at + action] as number), 0);
        values.forEach((each, action) => { regret[at + action] = Math.max(0, (regret[at + action] as number) + each - value); });
        return value;
      });
      addToAverage(ROOT, opener, current, sums, [iteration, iteration, iteration]);
      for (const node of NODES) if (node.opener === opener) current[node.key] = proportional(regrets[node.key] as number[], node.branches.length);
    }
  }
  return Object.fromEntries(NODES.map(({ key, branches }) => [key, proportional(sums[key] as number[], branches.length)]));
}

/** Adds the current strategy of one place, weighted by how often it gets there itself. */
function addToAverage(node: Node, opener: boolean, current: LeducPolicy, sums: { readonly [key: string]: number[] }, reach: readonly number[]): void {
  const row = current[node.key] as readonly number[];
  const count = node.branches.length;
  const mine = node.opener === opener;
  if (mine) RANKS.forEach((_, rank) => { for (let action = 0; action < count; action++) ((sums[node.key] as number[])[rank * count + action] as number) += (reach[rank] as number) * (row[rank * count + action] as number); });
  node.branches.forEach((branch, action) => {
    const after = mine ? reach.map((weight, rank) => weight * (row[rank * count + action] as number)) : reach;
    if ('next' in branch) addToAverage(branch.next, opener, current, sums, after);
    else if ('turned' in branch) for (const next of branch.turned) addToAverage(next, opener, current, sums, after);
  });
}

/** Probabilities in proportion to weights that are not negative, rank by rank; even where all are zero. */
function proportional(weights: readonly number[], count: number): number[] {
  return weights.map((weight, index) => {
    const from = index - (index % count);
    const sum = total(weights.slice(from, from + count));
    return sum > 0 ? weight / sum : 1 / count;
  });
}

const SOLVER_ITERATIONS = 400; // NashConv below 0.01 (tested)
let solved: LeducPolicy | null = null;

/** An equilibrium of the hand, computed once and kept. */
export function equilibrium(): LeducPolicy {
  return (solved ??= solveHand(SOLVER_ITERATIONS));
}
