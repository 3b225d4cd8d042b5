/**
 * How many turns each game gives to an update, and which: shares of turns (default) or of matches, so that long games do not take over.
 * Pure functions and one small running mean; the matches themselves are asked for in `rollout.ts`.
 */
import type { Rng } from '@spiral-arena/core/random';

/**
 * Splits a whole number in proportion to shares, by largest remainders: the parts sum to `total` and differ from the exact ones by less than 1.
 * @returns `[shares]`
 */
export function splitByShare(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((left, right) => left + right, 0);
  const exact = shares.map((share) => (total * share) / sum);
  const parts = exact.map(Math.floor);
  const byRemainder = exact.map((value, index) => ({ index, left: value - Math.floor(value) })).toSorted((a, b) => b.left - a.left || a.index - b.index);
  let rest = total - parts.reduce((left, right) => left + right, 0);
  for (const { index } of byRemainder) {
    if (rest === 0) break;
    parts[index] = (parts[index] as number) + 1;
    rest -= 1;
  }
  return parts;
}

/** Running mean of the usable turns of a match of one game, as checkpoints store it. */
export class MatchLength {
  mean: number;
  constructor(mean: number) {
    this.mean = mean;
  }

  /** Matches to ask for so that `turns` usable turns come in most of the time: a margin of 6 % and one match, since a second round takes a quarter to a half as long as the first. */
  matchesFor(turns: number): number {
    return Math.max(1, Math.ceil((turns * 1.06) / Math.max(this.mean, 0.1)) + 1);
  }

  /** Moves a fifth of the way to the mean of the newest matches. */
  observe(turns: number, matches: number): void {
    if (matches > 0) this.mean += 0.2 * (turns / matches - this.mean);
  }
}

/**
 * A uniform choice of `wanted` out of `count` positions, in rising order; all of them where there are no more.
 * Draws one number per position left out or taken, whichever are fewer.
 */
export function subsample(rng: Rng, count: number, wanted: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  if (wanted >= count) return order;
  const swaps = Math.min(wanted, count - wanted);
  for (let end = count; end > count - swaps; end--) {
    const pick = rng.int(end);
    const swap = order[end - 1] as number;
    order[end - 1] = order[pick] as number;
    order[pick] = swap;
  }
  const chosen = wanted <= count - wanted ? order.subarray(count - swaps) : order.subarray(0, wanted);
  return chosen.toSorted();
}
