/**
 * The whole tree of a small game in a few flat arrays, its information sets, and policies as tables over them.
 * `build-tree.ts` makes it; `best-response.ts` and `cfr.ts` walk it. A joint stage is one decision after another, none of which sees the others.
 * Nodes are numbered so that every node stands before its children: passes over a tree are plain loops, downwards or upwards.
 */
import type { Action, Game, Observation, Options, Role, Seat } from '@spiral-arena/core/game';
import { AgentsError } from '../errors.js';

/** Decisions which their seat cannot tell apart. */
export interface InformationSet {
  /** Unique in the tree: the seat, a colon, the game's `informationKey` (default: canonical JSON of the observation). */
  readonly key: string;
  readonly seat: Seat;
  readonly role: Role;
  /** Of one of its decisions, as is the number of plies before it. */
  readonly observation: Observation;
  readonly ply: number;
  readonly legalActions: readonly Action[];
}

/** `owner` of a chance node, and of an ending. */
export const CHANCE = -1;
export const END = -2;

/** One entry per node; node 0 is the start. */
export interface TreeNodes {
  /** The seat that decides, `CHANCE`, or `END`. */
  readonly owner: Int8Array;
  /** The first child; the others follow it, in the order of legal actions or outcomes. */
  readonly first: Int32Array;
  /** Number of children. */
  readonly count: Int32Array;
  /** Where the node's numbers stand: of a decision its set, of a chance node the first of its `chances`, of an ending its row of `returns`. */
  readonly at: Int32Array;
}

export interface GameTree {
  readonly game: Game;
  readonly options: Options;
  readonly seats: number;
  readonly sets: readonly InformationSet[];
  /** Nodes of all kinds. */
  readonly size: number;
  readonly nodes: TreeNodes;
  /** Probabilities of all chance nodes, one node after another. */
  readonly chances: Float64Array;
  /** `[endings, seats]` */
  readonly returns: Float64Array;
  /** Set k has the places `offsets[k]` to `offsets[k + 1] - 1` in a flat policy, one per legal action. `[sets + 1]` */
  readonly offsets: Int32Array;
}

/** Probabilities of the legal actions by information-set key, in the order of the set's legal actions. */
export type PolicyTable = ReadonlyMap<string, readonly number[]>;

/** A policy as a function: asked once for each information set. */
export type Policy = (set: InformationSet) => readonly number[];

/** A policy that takes its time, as a model does. */
export type AsyncPolicy = (set: InformationSet) => Promise<readonly number[]> | readonly number[];

/** A table with each set asked once. */
export function tableOf(tree: Pick<GameTree, 'sets'>, policy: Policy): PolicyTable {
  return new Map(tree.sets.map((set) => [set.key, policy(set)]));
}

/** As `tableOf`, one set after another. */
export async function asyncTableOf(tree: Pick<GameTree, 'sets'>, policy: AsyncPolicy): Promise<PolicyTable> {
  const table = new Map<string, readonly number[]>();
  for (const set of tree.sets) table.set(set.key, await policy(set));
  return table;
}

/** Equal probability for every legal action. */
export const uniform: Policy = ({ legalActions }) => legalActions.map(() => 1 / legalActions.length);

/** The largest distance of a sum of probabilities from 1 that is taken for rounding; sums are brought to 1 exactly. */
const SUM_TOLERANCE = 1e-3;

/** The table as a flat policy, checked, with sums of exactly 1. `[offsets[sets]]` @throws AGENTS_POLICY_INVALID */
export function flatPolicy(tree: GameTree, table: PolicyTable): Float64Array {
  const flat = new Float64Array(tree.offsets[tree.sets.length] as number);
  for (const [index, { key, legalActions }] of tree.sets.entries()) {
    const probabilities = table.get(key);
    const wrong = (got: string) => new AgentsError('AGENTS_POLICY_INVALID', { details: { key, expected: `${legalActions.length} probabilities with sum 1`, got } });
    if (!probabilities) throw wrong('nothing');
    if (probabilities.length !== legalActions.length || !probabilities.every((p) => p >= 0)) throw wrong(`[${probabilities.join(', ')}]`);
    const sum = probabilities.reduce((total, p) => total + p, 0);
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) throw wrong(`the sum ${sum}`);
    for (const [at, p] of probabilities.entries()) flat[(tree.offsets[index] as number) + at] = p / sum;
  }
  return flat;
}

/** The table of a flat policy. */
export function tableOfFlat({ sets, offsets }: GameTree, flat: Float64Array): PolicyTable {
  return new Map(sets.map(({ key }, index) => [key, Array.from(flat.subarray(offsets[index], offsets[index + 1]))]));
}
