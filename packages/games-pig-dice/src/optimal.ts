/**
 * Optimal play of Pig Dice without a turn limit: the winning chance of every position and the better move in it.
 * Not a plain threshold on the turn total: near the goal the optimal player rolls again above it.
 * Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25, 2004.
 */
import { BUST } from './dice.js';

/** Changes below this are rounding. */
const PRECISION = 1e-13;
const MOST_SWEEPS = 100;

/**
 * The optimal player for one target and die. A position is (own, other, total): both banked scores and the turn total of the player to move.
 * P(own, other, total) = max(hold, roll), with 1 once own + total reaches the target, and
 * hold = 1 − P(other, own + total, 0),  roll = (1 − P(other, own, 0) + Σ_{r = 2..s} P(own, other, total + r)) / s.
 */
export class OptimalPlay {
  readonly target: number;
  readonly sides: number;
  /** P(own, other, 0) at `own * target + other`. */
  readonly #chances: Float64Array;
  /** Per pair of scores, whether to roll at each total; made when first asked for. */
  readonly #rolls = new Map<number, readonly boolean[]>();
  // Of the pair of scores being worked on, by total: value, its derivative by the value that is not known yet, and whether rolling is better.
  readonly #value: Float64Array;
  readonly #slope: Float64Array;
  readonly #rollIsBetter: Uint8Array;

  constructor(target: number, sides: number) {
    this.target = target;
    this.sides = sides;
    this.#chances = new Float64Array(target * target);
    this.#value = new Float64Array(target + sides + 2);
    this.#slope = new Float64Array(target + sides + 2);
    this.#rollIsBetter = new Uint8Array(target + 1);
    // P(i, j, 0) and P(j, i, 0) need each other and pairs with a larger sum.
    for (let sum = 2 * (target - 1); sum >= 0; sum--) {
      for (let own = Math.min(sum, target - 1); 2 * own >= sum && sum - own < target; own--) this.#solvePair(own, sum - own);
    }
  }

  /** The chance that the player to move wins, both players playing optimally. */
  chance(own: number, other: number): number {
    return this.#chances[own * this.target + other] as number;
  }

  /** Whether rolling is better than holding; both are equally good nowhere that matters. */
  rolls(own: number, other: number, total: number): boolean {
    if (own + total >= this.target) return false;
    const key = own * this.target + other;
    let row = this.#rolls.get(key);
    if (!row) {
      this.#sweep(own, other, this.chance(other, own));
      row = Array.from(this.#rollIsBetter.subarray(0, this.target - own), Boolean);
      this.#rolls.set(key, row);
    }
    return row[total] as boolean;
  }

  /** Newton's method on x = f(g(x)), where f and g give one player's chance from the other's: each is a maximum of straight lines. */
  #solvePair(i: number, j: number): void {
    let x = i + 1 < this.target ? this.chance(i + 1, j) : 0.5; // a neighbour that is known is close
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const [y, slopeOfY] = this.#sweep(j, i, x);
      const [next, slopeOfX] = this.#sweep(i, j, y);
      const change = (next - x) / (1 - slopeOfX * slopeOfY);
      x += change;
      this.#chances[j * this.target + i] = y;
      this.#chances[i * this.target + j] = x; // last: a pair of equal scores is one entry
      if (Math.abs(change) < PRECISION) return;
    }
  }

  /** P(own, other, 0) and its derivative by `y` = P(other, own, 0), from the largest turn total downwards. */
  #sweep(own: number, other: number, y: number): readonly [value: number, slope: number] {
    const { target, sides } = this;
    const [value, slope, chances, rollIsBetter] = [this.#value, this.#slope, this.#chances, this.#rollIsBetter];
    const goal = target - own;
    value.fill(1, goal, goal + sides + 1);
    slope.fill(0, goal, goal + sides + 1);
    let roll = 1 - y + (sides - BUST); // `sides` times the value of rolling: the roll of 1, and the others, here all beyond the goal
    let rollSlope = -1;
    for (let total = goal - 1; total >= 0; total--) {
      if (total < goal - 1) { // one total further down, every roll but the largest was among those of the total above
        roll += (value[total + BUST + 1] as number) - (value[total + sides + 1] as number);
        rollSlope += (slope[total + BUST + 1] as number) - (slope[total + sides + 1] as number);
      }
      const hold = total === 0 ? 1 - y : 1 - (chances[other * target + own + total] as number);
      const isBetter = roll / sides > hold;
      value[total] = isBetter ? roll / sides : hold;
      slope[total] = isBetter ? rollSlope / sides : total === 0 ? -1 : 0;
      rollIsBetter[total] = isBetter ? 1 : 0;
    }
    return [value[0] as number, slope[0] as number];
  }
}

const solved = new Map<string, OptimalPlay>();

/** The optimal player for these options, worked out when first asked for: a tenth of a second for 100 points, several seconds for 500. */
export function optimalPlay(target: number, sides: number): OptimalPlay {
  const key = `${target}/${sides}`;
  let play = solved.get(key);
  if (!play) solved.set(key, (play = new OptimalPlay(target, sides)));
  return play;
}
