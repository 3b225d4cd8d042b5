/**
 * Exact values of small games in which both seats see everything: minimax over all states, each worked out once.
 * Chance nodes count by expectation. No depth limit and no estimate: that is a search agent's business.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Action, Game, Options, Seat } from '@spiral-arena/core/game';
import { expand, notSolvable, openContestProblem, start, tooLarge } from './expand.js';
import type { Place } from './expand.js';

export interface MinimaxSettings {
  /** States at most. Default 200,000: seconds of work. */
  readonly stateLimit?: number;
  /** Where to begin; default: the first state. */
  readonly from?: Place;
}

export interface MinimaxSolution {
  /** Return of seat 0 (at the start: the first of the game's roles) when both play best. */
  readonly value: number;
  /** States worked out so far. */
  readonly states: number;
  /** Return of seat 0 from here on. */
  valueAt(place: Place): number;
  /** The actions that keep the value for the seat to act, in the order of the legal list; empty where nobody acts. */
  bestActions(place: Place): readonly Action[];
}

/** Two values nearer than this are equal: they differ by the order of adding chances. */
const EQUAL = 1e-12;

/** @throws AGENTS_NOT_SOLVABLE unless two seats, zero-sum, perfect information, one seat at a time; AGENTS_TREE_TOO_LARGE */
export function solveMinimax(game: Game, options: Options, { stateLimit = 200_000, from }: MinimaxSettings = {}): MinimaxSolution {
  const problem = openContestProblem(game, options);
  if (problem) throw notSolvable(game, problem);
  const known = new Map<string, number>();

  const work = (place: Place): number => {
    const expansion = expand(game, options, place);
    if (expansion.kind === 'end') return expansion.returns[0] as number;
    if (expansion.kind === 'chance') return expansion.branches.reduce((mean, { probability, next }) => mean + probability * valueAt(next), 0);
    const { seat, legalActions } = actingIn(expansion.seats);
    let best = seat === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    for (const action of legalActions) {
      const value = valueAt(expansion.next([action]));
      best = seat === 0 ? Math.max(best, value) : Math.min(best, value);
    }
    return best;
  };
  const valueAt = (place: Place): number => {
    const key = `${place.ply} ${canonicalJson(place.state)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= stateLimit) throw tooLarge(game, stateLimit);
    const value = work(place) + 0; // no -0
    known.set(key, value);
    return value;
  };
  const actingIn = (seats: readonly { readonly seat: Seat; readonly legalActions: readonly Action[] }[]) => {
    const [only, other] = seats;
    if (!only || other) throw notSolvable(game, 'its seats act at once');
    return only;
  };

  const value = valueAt(from ?? start(game, options));
  return {
    value,
    get states() { return known.size; },
    valueAt,
    bestActions(place) {
      const expansion = expand(game, options, place);
      if (expansion.kind !== 'stage') return [];
      const target = valueAt(place);
      return actingIn(expansion.seats).legalActions.filter((action) => Math.abs(valueAt(expansion.next([action])) - target) <= EQUAL);
    },
  };
}
