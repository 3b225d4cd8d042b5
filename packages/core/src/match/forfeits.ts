/**
 * Seats that fail: why, and how play goes on without them where the game has a `forfeit`. What a match pays when it ends instead is in `endings.ts`.
 * Pure functions; `match.ts` decides when they are asked.
 */
import type { Game, Seat, State } from '../game/game.js';
import type { EndReason, MatchEvent, Transition } from './events.js';

/** Why a seat is done without an action. */
export interface Failure {
  readonly reason: EndReason;
  readonly cause?: string;
}

/** Seats that failed at one instant. */
export type Failures = ReadonlyMap<Seat, Failure>;

/** One seat dropping out: the state after it, what readers are told of, what is recorded. */
export interface ForfeitStep {
  readonly seat: Seat;
  readonly after: State;
  readonly transition: Transition;
  readonly event: MatchEvent;
}

/** Whether a match of so many seats goes on without those that fail. With two seats there is nothing to go on with: the failure of one is the end. */
export function goesOnWithout(game: Game, seats: number, failures: Failures): boolean {
  return game.forfeit !== undefined && seats > 2 && failures.size > 0 && failures.size < seats;
}

/** Seat by seat, until the match is decided: the game is not asked to go on without seats after its end. */
export function* forfeitSteps(game: Game, state: State, failures: Failures, ply: number): Generator<ForfeitStep> {
  let before = state;
  for (const seat of inSeatOrder(failures.keys())) {
    if (!game.forfeit || game.isTerminal(before)) return;
    const { reason, cause } = failures.get(seat) as Failure;
    const after = game.forfeit(before, seat);
    yield { seat, after, transition: { before, forfeited: { seat, reason } }, event: { type: 'forfeited', ply, seat, reason, ...(cause === undefined ? {} : { cause }) } };
    before = after;
  }
}

export function inSeatOrder(seats: Iterable<Seat>): Seat[] {
  return [...seats].toSorted((a, b) => a - b);
}
