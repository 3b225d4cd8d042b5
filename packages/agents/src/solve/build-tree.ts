/**
 * Walks a small game once, state by state, and writes its tree into flat arrays.
 * Legal actions and observations are asked for here and never again: what walks the tree later meets numbers only.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Action, Game, Options, Role, Seat } from '@spiral-arena/core/game';
import { expand, notSolvable, start, tooLarge } from './expand.js';
import type { Expansion, Place } from './expand.js';
import { informationKey } from './keys.js';
import { CHANCE, END } from './tree.js';
import type { GameTree, InformationSet } from './tree.js';

export interface TreeSettings {
  /** Default 10,000: built in well under a second. */
  readonly nodeLimit?: number;
  /** Called now and then with the number of nodes so far. */
  readonly onProgress?: (nodes: number) => void;
}

type Stage = Extract<Expansion, { kind: 'stage' }>;

/** Nodes between two calls of `onProgress`. */
const REPORT_EVERY = 50_000;

/**
 * Builds the tree with roles in the game's own order.
 * @throws AGENTS_NOT_SOLVABLE where chance or actions cannot be listed; AGENTS_TREE_TOO_LARGE
 */
export function buildTree(game: Game, options: Options, { nodeLimit = 10_000, onProgress }: TreeSettings = {}): GameTree {
  const roles = game.roles(options);
  const sets: InformationSet[] = [];
  const indexByKey = new Map<string, number>();
  const owner: number[] = [];
  const first: number[] = [];
  const count: number[] = [];
  const at: number[] = [];
  const chances: number[] = [];
  const returns: number[] = [];

  /** Makes room for nodes that are filled in later, and gives the first of them. */
  const reserve = (number: number): number => {
    const node = owner.length;
    if (node + number > nodeLimit) throw tooLarge(game, nodeLimit);
    for (let index = 0; index < number; index++) {
      owner.push(END);
      first.push(0);
      count.push(0);
      at.push(0);
    }
    if (Math.floor(node / REPORT_EVERY) < Math.floor((node + number) / REPORT_EVERY)) onProgress?.(node + number);
    return node;
  };
  const branch = (node: number, of: number, numbersAt: number, children: number): number => {
    const child = reserve(children);
    owner[node] = of;
    at[node] = numbersAt;
    count[node] = children;
    return (first[node] = child);
  };
  const setOf = ({ state, ply }: Place, seat: Seat, legalActions: readonly Action[]): number => {
    const observation = game.observe(state, seat);
    const key = `${seat}:${informationKey(game, observation)}`;
    const index = indexByKey.get(key);
    if (index !== undefined) {
      if (!sameActions((sets[index] as InformationSet).legalActions, legalActions)) throw notSolvable(game, `the decisions of "${key}" have different legal actions`);
      return index;
    }
    indexByKey.set(key, sets.length);
    return sets.push({ key, seat, role: game.roleOf?.(state, seat) ?? (roles[seat] as Role), observation, ply, legalActions }) - 1;
  };

  const grow = (node: number, place: Place): void => {
    const expansion = expand(game, options, place);
    if (expansion.kind === 'stage') {
      decide(node, place, expansion, []);
    } else if (expansion.kind === 'chance') {
      const child = branch(node, CHANCE, chances.length, expansion.branches.length);
      for (const { probability } of expansion.branches) chances.push(probability);
      for (const [index, { next }] of expansion.branches.entries()) grow(child + index, next);
    } else {
      at[node] = returns.length / roles.length;
      returns.push(...expansion.returns);
    }
  };
  const decide = (node: number, place: Place, stage: Stage, chosen: readonly Action[]): void => {
    const acting = stage.seats[chosen.length];
    if (!acting) return grow(node, stage.next(chosen));
    const { seat, legalActions } = acting;
    const child = branch(node, seat, setOf(place, seat, legalActions), legalActions.length);
    for (const [index, action] of legalActions.entries()) decide(child + index, place, stage, [...chosen, action]);
  };
  grow(reserve(1), start(game, options));

  const offsets = new Int32Array(sets.length + 1);
  for (const [index, { legalActions }] of sets.entries()) offsets[index + 1] = (offsets[index] as number) + legalActions.length;
  const nodes = { owner: Int8Array.from(owner), first: Int32Array.from(first), count: Int32Array.from(count), at: Int32Array.from(at) };
  return { game, options, seats: roles.length, sets, size: owner.length, nodes, chances: Float64Array.from(chances), returns: Float64Array.from(returns), offsets };
}

/** Games often share action objects, so most comparisons end at the first step. */
function sameActions(left: readonly Action[], right: readonly Action[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((action, index) => action === right[index] || canonicalJson(action) === canonicalJson(right[index] as Action));
}
