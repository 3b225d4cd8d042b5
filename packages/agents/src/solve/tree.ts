/**
 * The whole tree of a small game, with its information sets: built once per (game, options), asked many times.
 * Policies are tables by information set. A joint stage becomes one decision after another, none of which sees the others.
 * It does not search for good play: `best-response.ts` and `cfr.ts` do, on this tree.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Action, Game, Observation, Options, Returns, Role, Seat } from '@spiral-arena/core/game';
import { AgentsError } from '../errors.js';
import { expand, notSolvable, start, tooLarge } from './expand.js';
import type { Place } from './expand.js';

/** Decisions which their seat cannot tell apart. */
export interface InformationSet {
  /** Unique in the tree: the seat, a colon, the game's `informationKey` (default: canonical JSON of the observation). */
  readonly key: string;
  readonly seat: Seat;
  readonly role: Role;
  /** Of one of its decisions. */
  readonly observation: Observation;
  readonly legalActions: readonly Action[];
}

export type TreeNode =
  | { readonly kind: 'end'; readonly returns: Returns }
  | { readonly kind: 'chance'; readonly probabilities: readonly number[]; readonly children: readonly TreeNode[] }
  /** `set` is an index into the tree's `sets`; children in the order of its legal actions. */
  | { readonly kind: 'decision'; readonly seat: Seat; readonly set: number; readonly children: readonly TreeNode[] };

export interface GameTree {
  readonly game: Game;
  readonly options: Options;
  readonly seats: number;
  readonly root: TreeNode;
  readonly sets: readonly InformationSet[];
  /** Nodes of all kinds. */
  readonly size: number;
}

/** Probabilities of the legal actions by information-set key, in the order of the set's legal actions. */
export type PolicyTable = ReadonlyMap<string, readonly number[]>;

/** A policy as a function: asked once for each information set. */
export type Policy = (set: InformationSet) => readonly number[];

export interface TreeSettings {
  /** Default 10,000: built in well under a second. */
  readonly nodeLimit?: number;
}

/**
 * Builds the tree with roles in the game's own order.
 * @throws AGENTS_NOT_SOLVABLE where chance or actions cannot be listed; AGENTS_TREE_TOO_LARGE
 */
export function buildTree(game: Game, options: Options, { nodeLimit = 10_000 }: TreeSettings = {}): GameTree {
  const sets: InformationSet[] = [];
  const indexByKey = new Map<string, number>();
  const texts: string[] = []; // the legal actions of each set, to see that they agree
  let size = 0;

  const setOf = ({ state }: Place, seat: Seat, role: Role, legalActions: readonly Action[]): number => {
    const observation = game.observe(state, seat);
    const key = `${seat}:${game.informationKey?.(observation) ?? canonicalJson(observation)}`;
    const text = canonicalJson(legalActions);
    const index = indexByKey.get(key);
    if (index !== undefined) {
      if (texts[index] !== text) throw notSolvable(game, `the decisions of "${key}" have different legal actions`);
      return index;
    }
    indexByKey.set(key, sets.length);
    texts.push(text);
    return sets.push({ key, seat, role, observation, legalActions }) - 1;
  };

  const roles = game.roles(options);
  const grow = (place: Place): TreeNode => {
    const expansion = expand(game, options, place);
    if (expansion.kind !== 'stage' && ++size > nodeLimit) throw tooLarge(game, nodeLimit);
    if (expansion.kind === 'end') return expansion;
    if (expansion.kind === 'chance') {
      return { kind: 'chance', probabilities: expansion.branches.map((branch) => branch.probability), children: expansion.branches.map((branch) => grow(branch.next)) };
    }
    const stage = expansion;
    const decide = (chosen: readonly Action[]): TreeNode => {
      const acting = stage.seats[chosen.length];
      if (!acting) return grow(stage.next(chosen));
      if (++size > nodeLimit) throw tooLarge(game, nodeLimit);
      const { seat, legalActions } = acting;
      const set = setOf(place, seat, game.roleOf?.(place.state, seat) ?? (roles[seat] as Role), legalActions);
      return { kind: 'decision', seat, set, children: legalActions.map((action) => decide([...chosen, action])) };
    };
    return decide([]);
  };

  const root = grow(start(game, options));
  return { game, options, seats: roles.length, root, sets, size };
}

/** A table with each set asked once. */
export function tableOf(tree: GameTree, policy: Policy): PolicyTable {
  return new Map(tree.sets.map((set) => [set.key, policy(set)]));
}

/** Equal probability for every legal action. */
export const uniform: Policy = ({ legalActions }) => legalActions.map(() => 1 / legalActions.length);

/** The largest distance of a sum of probabilities from 1 that is taken for rounding; sums are brought to 1 exactly. */
const SUM_TOLERANCE = 1e-3;

/** The table by set index, checked, with sums of exactly 1. @throws AGENTS_POLICY_INVALID */
export function checkedPolicy(tree: GameTree, table: PolicyTable): readonly (readonly number[])[] {
  return tree.sets.map(({ key, legalActions }) => {
    const probabilities = table.get(key);
    const wrong = (got: string) => new AgentsError('AGENTS_POLICY_INVALID', { details: { key, expected: `${legalActions.length} probabilities with sum 1`, got } });
    if (!probabilities) throw wrong('nothing');
    if (probabilities.length !== legalActions.length || !probabilities.every((p) => p >= 0)) throw wrong(`[${probabilities.join(', ')}]`);
    const sum = probabilities.reduce((total, p) => total + p, 0);
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) throw wrong(`the sum ${sum}`);
    return probabilities.map((p) => p / sum);
  });
}
