/**
 * Values of zero-sum games of two seats that act in turn and see everything, chance included, also where positions come back again.
 *   V(s) = max or min over actions of V(s′) for seat 0 or 1;  at chance Σ p · V(s′);  at the end the return of seat 0
 * Positions are listed once by their key, then swept in place, children first, until nothing changes: where no position comes back, the first sweep is exact.
 * Endless play counts as 0, and so the cut of a match at `maxSteps` is left out: play goes on to its end.
 * Source: Bellman, "Dynamic Programming" (1957); for Pig: Neller and Presser, "Optimal Play of the Dice Game Pig" (2004).
 */
import type { Action, Game, Options, Seat, State } from '@spiral-arena/core/game';
import { notSolvable, openContestProblem, start, tooLarge } from './expand.js';
import { positionKey } from './keys.js';

export interface ValueIterationSettings {
  /** Positions in which a seat acts, at most; default 500,000. */
  readonly positionLimit?: number;
  /**
   * What makes two positions one; default: the game's information key. A key that leaves out a turn counter solves the game without its turn limit,
   * provided that the counter does not run out on the shortest way to any position.
   */
  readonly stateKey?: (state: State, seat: Seat) => string;
  /** Sweeps end once no value changes by more. Default 1e-12. */
  readonly tolerance?: number;
  /** Called now and then: positions listed so far, then sweeps and the largest change of the last one. */
  readonly onProgress?: (progress: { readonly positions: number; readonly sweeps: number; readonly change: number }) => void;
}

export interface ValueSolution {
  /** Return of seat 0 (the first of the game's roles) from the start, when both play best. */
  readonly value: number;
  readonly positions: number;
  readonly sweeps: number;
  /** The first best action at the start; `null` where chance moves first. */
  readonly best: Action | null;
  /** Return of seat 0 from a position in which a seat acts; `undefined` for one that is not reachable. */
  valueAt(state: State): number | undefined;
}

const [ENDING, CHANCE, MOST, LEAST] = [0, 1, 2, 3];

/** Positions between two calls of `onProgress`. */
const REPORT_EVERY = 50_000;

/** @throws AGENTS_NOT_SOLVABLE, AGENTS_TREE_TOO_LARGE */
export function solveValues(game: Game, options: Options, { positionLimit = 500_000, stateKey, tolerance = 1e-12, onProgress }: ValueIterationSettings = {}): ValueSolution {
  const problem = openContestProblem(game, options);
  if (problem) throw notSolvable(game, problem);
  const keyOf = stateKey ?? ((state: State, seat: Seat) => positionKey(game, state, seat));

  const indexByKey = new Map<string, number>();
  let found: { readonly node: number; readonly state: State; readonly seat: Seat }[] = []; // not opened yet
  // Nodes: kind, value, and their edges, which stand one after another once the node has been opened.
  const kind: number[] = [];
  const value: number[] = [];
  const first: number[] = [];
  const count: number[] = [];
  const to: number[] = [];
  const weight: number[] = [];

  const add = (nodeKind: number, nodeValue = 0): number => {
    first.push(0);
    count.push(0);
    value.push(nodeValue);
    return kind.push(nodeKind) - 1;
  };
  const link = (node: number, children: readonly number[], weights?: readonly number[]): void => {
    first[node] = to.length;
    count[node] = children.length;
    for (const [index, child] of children.entries()) {
      to.push(child);
      weight.push(weights?.[index] ?? 1);
    }
  };
  const nodeOf = (state: State): number => {
    if (game.isTerminal(state)) return add(ENDING, (game.returns(state)[0] as number) + 0);
    if (game.isChance?.(state)) {
      const outcomes = game.chanceOutcomes?.(state);
      if (!outcomes) throw notSolvable(game, 'its chance is drawn, not listed');
      const node = add(CHANCE);
      link(node, outcomes.map(({ outcome }) => nodeOf(game.apply(state, { kind: 'chance', outcome }))), outcomes.map(({ probability }) => probability));
      return node;
    }
    const seat = game.seatsToAct(state)[0] as Seat;
    const key = keyOf(state, seat);
    const known = indexByKey.get(key);
    if (known !== undefined) return known;
    if (indexByKey.size >= positionLimit) throw tooLarge(game, positionLimit);
    const node = add(seat === 0 ? MOST : LEAST);
    indexByKey.set(key, node);
    found.push({ node, state, seat });
    if (indexByKey.size % REPORT_EVERY === 0) onProgress?.({ positions: indexByKey.size, sweeps: 0, change: 0 });
    return node;
  };
  const actionsOf = (state: State, seat: Seat): readonly Action[] => {
    const actions = game.legalActions(state, seat);
    if (!actions) throw notSolvable(game, 'its actions cannot be listed');
    return actions;
  };

  const { state: startState } = start(game, options);
  const root = nodeOf(startState);
  while (found.length > 0) { // level by level: the shortest way to each position comes first, and states are let go early
    const level = found;
    found = [];
    for (const { node, state, seat } of level) link(node, actionsOf(state, seat).map((action) => nodeOf(game.apply(state, { kind: 'actions', actions: { [seat]: action } }))));
  }

  const graph = { kind: Uint8Array.from(kind), value: Float64Array.from(value), first: Int32Array.from(first), count: Int32Array.from(count), to: Int32Array.from(to), weight: Float64Array.from(weight) };
  const order = childrenFirst(graph, root);
  let sweeps = 0;
  let change: number;
  do {
    change = sweep(graph, order);
    sweeps++;
    onProgress?.({ positions: indexByKey.size, sweeps, change });
  } while (change > tolerance);

  const valueAt = (state: State): number | undefined => {
    const node = indexByKey.get(keyOf(state, game.seatsToAct(state)[0] as Seat));
    return node === undefined ? undefined : graph.value[node];
  };
  const edges = graph.to.subarray(graph.first[root], (graph.first[root] as number) + (graph.count[root] as number));
  const at = kind[root] === MOST || kind[root] === LEAST ? edges.findIndex((child) => Math.abs((graph.value[child] as number) - (graph.value[root] as number)) <= tolerance) : -1;
  const best = at < 0 ? null : (actionsOf(startState, game.seatsToAct(startState)[0] as Seat)[at] as Action);
  return { value: graph.value[root] as number, positions: indexByKey.size, sweeps, best, valueAt };
}

interface Graph {
  readonly kind: Uint8Array;
  readonly value: Float64Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly to: Int32Array;
  readonly weight: Float64Array;
}

/** One pass over the nodes, each from the newest values of its children; the largest change. */
function sweep({ kind, value, first, count, to, weight }: Graph, order: Int32Array): number {
  let largest = 0;
  for (const node of order) {
    const from = first[node] as number;
    const until = from + (count[node] as number);
    const type = kind[node] as number;
    if (type === ENDING) continue;
    let next = type === CHANCE ? 0 : type === MOST ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    for (let edge = from; edge < until; edge++) {
      const child = value[to[edge] as number] as number;
      if (type === CHANCE) next += (weight[edge] as number) * child;
      else next = type === MOST ? Math.max(next, child) : Math.min(next, child);
    }
    largest = Math.max(largest, Math.abs(next - (value[node] as number)));
    value[node] = next;
  }
  return largest;
}

/** The nodes in the order in which a depth-first walk leaves them: children before parents, but for the way back in a cycle. */
function childrenFirst({ kind, first, count, to }: Graph, root: number): Int32Array {
  const seen = new Uint8Array(kind.length);
  const edge = Int32Array.from(first);
  const order = new Int32Array(kind.length);
  const stack = [root];
  let length = 0;
  seen[root] = 1;
  while (stack.length > 0) {
    const node = stack.at(-1) as number;
    const at = edge[node] as number;
    if (at === (first[node] as number) + (count[node] as number)) {
      order[length++] = node;
      stack.pop();
      continue;
    }
    edge[node] = at + 1;
    const child = to[at] as number;
    if (seen[child] === 1) continue;
    seen[child] = 1;
    stack.push(child);
  }
  return order.subarray(0, length);
}
