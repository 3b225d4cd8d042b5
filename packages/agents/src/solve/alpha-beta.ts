/**
 * Alpha-beta with a transposition table: the value of a position in a zero-sum game of two seats that act in turn and see everything, without chance.
 * To the end it is exact; with a depth it estimates where it stops. Children are tried with the best action of an earlier visit first.
 * A value that rests on lines of length n holds at any ply from which n more plies fit before the game's `maxSteps`, where a match is cut off.
 * Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), in its fail-soft form.
 */
import { fact } from '@spiral-arena/core/game';
import type { Action, Game, Options, Seat, State } from '@spiral-arena/core/game';
import { notSolvable, openContestProblem, tooLarge } from './expand.js';
import type { Place } from './expand.js';
import { positionKey } from './keys.js';

export interface AlphaBetaSettings {
  /** Positions with actions that may be visited in all; default 2,000,000. */
  readonly positionLimit?: number;
  /** Return of seat 0 to be expected where the depth ends; default: what the rules adjudicate there, which is 0 where they say nothing. */
  readonly estimate?: (state: State) => number;
  /** Called now and then with the number of positions visited so far. */
  readonly onProgress?: (positions: number) => void;
}

export interface SearchResult {
  /** Return of seat 0 (the first of the game's roles). */
  readonly value: number;
  /** The first best action; `null` where nobody acts. */
  readonly best: Action | null;
  /** No estimate was needed. */
  readonly exact: boolean;
}

type Bound = 'exact' | 'lower' | 'upper';

interface Entry {
  readonly value: number;
  readonly bound: Bound;
  /** Plies that were left to search; infinite where no estimate was needed. */
  readonly depth: number;
  /** Plies of the longest line that the value rests on. */
  readonly height: number;
  /** Index of the best action. */
  readonly best: number;
}

/** Positions between two calls of `onProgress`. */
const REPORT_EVERY = 100_000;

/** Why this search does not fit a game; `null` where it does. */
export function alphaBetaProblem(game: Game, options: Options): string | null {
  return openContestProblem(game, options) ?? (fact(game.chance, options) === 'none' ? null : 'chance plays a part in it');
}

/** One table for any number of searches in one game. */
export class AlphaBeta {
  /** Positions with actions visited so far. */
  positions = 0;
  readonly #game: Game;
  readonly #limit: number;
  readonly #estimate: (state: State) => number;
  readonly #onProgress: ((positions: number) => void) | undefined;
  readonly #most: number;
  readonly #range: { readonly min: number; readonly max: number };
  readonly #table = new Map<string, Entry>();
  // Of the value just given back: plies of the longest line it rests on (infinite where a line was cut off), whether it rests on an estimate, the best action.
  #height = 0;
  #estimated = false;
  #best = -1;

  /** @throws AGENTS_NOT_SOLVABLE */
  constructor(game: Game, options: Options, { positionLimit = 2_000_000, estimate, onProgress }: AlphaBetaSettings = {}) {
    const problem = alphaBetaProblem(game, options);
    if (problem) throw notSolvable(game, problem);
    this.#game = game;
    this.#limit = positionLimit;
    this.#estimate = estimate ?? ((state) => game.returns(state)[0] as number);
    this.#onProgress = onProgress;
    this.#most = game.maxSteps(options);
    this.#range = game.returnsRange(options);
  }

  /**
   * @param depth plies; default: to the end
   * @throws AGENTS_TREE_TOO_LARGE, AGENTS_NOT_SOLVABLE where the actions cannot be listed
   */
  search({ state, ply }: Place, depth = Number.POSITIVE_INFINITY): SearchResult {
    const value = this.#value(state, ply, depth, this.#range.min, this.#range.max) + 0; // no -0
    const best = this.#best < 0 ? null : (this.#actions(state, this.#game.seatsToAct(state)[0] as Seat)[this.#best] as Action);
    return { value, best, exact: !this.#estimated };
  }

  #value(state: State, ply: number, depth: number, alpha: number, beta: number): number {
    const game = this.#game;
    this.#best = -1;
    this.#estimated = false;
    this.#height = 0;
    if (game.isTerminal(state)) return game.returns(state)[0] as number;
    if (ply >= this.#most) {
      this.#height = Number.POSITIVE_INFINITY;
      return game.returns(state)[0] as number;
    }
    if (depth <= 0) {
      this.#estimated = true;
      return this.#estimate(state);
    }
    const seat = game.seatsToAct(state)[0] as Seat;
    const key = depth > 1 ? positionKey(game, state, seat) : null; // the last ply is searched faster than it is looked up
    const known = key === null ? undefined : this.#table.get(key);
    if (known && known.depth >= depth && ply + known.height <= this.#most && (known.bound === 'exact' || (known.bound === 'lower' ? known.value >= beta : known.value <= alpha))) {
      [this.#best, this.#estimated, this.#height] = [known.best, known.depth < Number.POSITIVE_INFINITY, known.height];
      return known.value;
    }
    if (++this.positions > this.#limit) throw tooLarge(game, this.#limit);
    if (this.positions % REPORT_EVERY === 0) this.#onProgress?.(this.positions);

    const actions = this.#actions(state, seat);
    const sign = seat === 0 ? 1 : -1; // values are turned to the side of the seat that acts
    const floor = sign > 0 ? alpha : -beta;
    const ceiling = sign > 0 ? beta : -alpha;
    let [value, best, height, estimated, low] = [Number.NEGATIVE_INFINITY, 0, 0, false, floor];
    for (let turn = 0; turn < actions.length && (turn === 0 || low < ceiling); turn++) {
      const at = inOrder(turn, known?.best ?? 0);
      const next = game.apply(state, { kind: 'actions', actions: { [seat]: actions[at] as Action } });
      const child = sign * this.#value(next, ply + 1, depth - 1, sign > 0 ? low : -ceiling, sign > 0 ? ceiling : -low);
      height = Math.max(height, this.#height + 1);
      estimated ||= this.#estimated;
      if (child > value) [value, best] = [child, at];
      low = Math.max(low, value);
    }
    if (key !== null && height < Number.POSITIVE_INFINITY) {
      const side: Bound = value <= floor ? 'upper' : value >= ceiling ? 'lower' : 'exact';
      const bound = sign > 0 || side === 'exact' ? side : side === 'upper' ? 'lower' : 'upper';
      this.#table.set(key, { value: sign * value, bound, depth: estimated ? depth : Number.POSITIVE_INFINITY, height, best });
    }
    [this.#best, this.#estimated, this.#height] = [best, estimated, height];
    return sign * value;
  }

  #actions(state: State, seat: Seat): readonly Action[] {
    const actions = this.#game.legalActions(state, seat);
    if (!actions) throw notSolvable(this.#game, 'its actions cannot be listed');
    return actions;
  }
}

/** The index tried at a turn when one index goes first and the others keep their order. */
function inOrder(turn: number, first: number): number {
  if (turn === 0) return first;
  return turn <= first ? turn - 1 : turn;
}
