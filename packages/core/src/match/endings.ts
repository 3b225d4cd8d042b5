/**
 * What a match pays when it does not end by the rules: invalid-action profiles and the returns of forfeits.
 * Rules that decide an honest ending are the game's. Pure functions; sums follow the game's declared utility (docs/concepts.md, "Endings").
 */
import { fact, type Game, type Options, type Returns, type Seat, type State } from '../game/game.js';
import type { EndReason, ProfileName } from './events.js';

/** Retries in one run of consecutive invalid attempts of a seat; an accepted action gives them back. */
export const PROFILE_RETRIES: { readonly [profile in ProfileName]: number } = { strict: 0, textarena: 1, 'spiral-train': 0, 'spiral-reference': 0 };

/** p of `spiral-train` where none is given: the format penalty of the published runs. */
export const DEFAULT_PENALTY = 1.5;

/** M: the largest absolute value of an honest return under these options, so that forfeiting is never better than losing. */
export function largestReturn(game: Game, options: Options): number {
  const { min, max } = game.returnsRange(options);
  return Math.max(Math.abs(min), Math.abs(max));
}

export interface Forfeit {
  readonly game: Game;
  readonly options: Options;
  readonly state: State;
  readonly seatCount: number;
  readonly offenders: readonly Seat[];
  readonly reason: EndReason;
  readonly profile: ProfileName;
  readonly penalty: number;
}

/**
 * Returns when the offenders' failure ends the match. Zero-sum: each losing seat gets −pM, the others share the exact negative
 * (p only for `illegal`); every seat failing: 0 each. Teams fall as one. Constant-sum: losers get the least, others share the rest.
 * @returns one return per seat, and whether the declared utility holds (false only for an illegal ending under `spiral-reference`)
 */
export function forfeitReturns({ game, options, state, seatCount, offenders, reason, profile, penalty }: Forfeit): { readonly returns: Returns; readonly zeroSum: boolean } {
  const losers = new Set<Seat>(offenders);
  for (const team of game.teams?.(state) ?? []) {
    if (team.some((seat) => losers.has(seat))) for (const seat of team) losers.add(seat);
  }
  const utility = fact(game.utility, options);
  const seats = Array.from({ length: seatCount }, (_, seat) => seat);
  const everybody = losers.size === seatCount;
  if (profile === 'spiral-reference' && reason === 'illegal' && !everybody) {
    return { returns: seats.map((seat) => (losers.has(seat) ? -1.5 : 0.5)), zeroSum: false };
  }
  if (utility === 'zero-sum') {
    if (everybody) return { returns: seats.map(() => 0), zeroSum: true };
    const loss = largestReturn(game, options) * (reason === 'illegal' ? penalty : 1);
    const gain = (loss * losers.size) / (seatCount - losers.size);
    return { returns: seats.map((seat) => (losers.has(seat) ? -loss : gain)), zeroSum: true };
  }
  const standing = game.returns(state);
  const { min } = game.returnsRange(options);
  if (everybody || utility === 'general-sum') return { returns: seats.map((seat) => (losers.has(seat) && !everybody ? min : (standing[seat] as number))), zeroSum: true };
  const total = standing.reduce((sum, value) => sum + value, 0);
  const share = (total - min * losers.size) / (seatCount - losers.size);
  return { returns: seats.map((seat) => (losers.has(seat) ? min : share)), zeroSum: true };
}
