/**
 * The duel: two seats with one die each, one round that decides. Its equilibrium by CFR+, and best responses to any strategy of it.
 * A history is the set of bids made, since they only rise: bit r stands for the bid of rank r, and the highest bit is the last bid.
 * Strategies are flat arrays over history, own face and action; `opponents.ts` plays them. No match, no observation.
 * Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042.
 */
import { FACES } from './bids.js';

export interface DuelRules {
  /** Sides of a die; other numbers than 6 have known values too. */
  readonly faces: number;
  readonly onesWild: boolean;
}

/** A strategy for both places of a duel. */
export class DuelPolicy {
  readonly bids: number;
  readonly faces: number;
  /** Probability at `at(history, face) + action`: bids by rank, then call. */
  readonly probabilities: Float64Array;

  constructor({ faces }: { readonly faces: number }) {
    this.bids = 2 * faces;
    this.faces = faces;
    this.probabilities = new Float64Array((1 << this.bids) * faces * (this.bids + 1));
  }

  /** Where the actions of a decision begin; `face` counts from 0. */
  at(history: number, face: number): number {
    return (history * this.faces + face) * (this.bids + 1);
  }
}

/** Rank of the first bid that is higher than every bid of a history. */
function firstHigher(history: number): number {
  return 32 - Math.clz32(history);
}

/** Whether the player who acts after a history is the one who opened: the number of bids is even. */
function openerActs(history: number): boolean {
  let even = true;
  for (let left = history; left !== 0; left &= left - 1) even = !even;
  return even;
}

/** Plays every decision uniformly at random. */
export function uniformDuel(rules: DuelRules): DuelPolicy {
  const policy = new DuelPolicy(rules);
  const weights = new Float64Array(policy.probabilities.length);
  for (let history = 0; history < 1 << policy.bids; history++) for (let face = 0; face < rules.faces; face++) normalise(policy, weights, history, face);
  return policy;
}

/** Expected returns to the opener: when both play a policy, and when one of them plays a best response to it. */
export function duelValues(policy: DuelPolicy, rules: DuelRules): { readonly value: number; readonly openerBest: number; readonly secondBest: number } {
  const reach = reaches(policy);
  const deals = rules.faces ** 2;
  const valueTo = (opener: boolean, choose: Choose): number => {
    const values = sweep(policy, rules, opener, opener ? reach.second : reach.opener, choose);
    return values.subarray(0, rules.faces).reduce((sum, value) => sum + value, 0) / deals;
  };
  const mixed: Choose = (at, values, from) => values.reduce((sum, value, index) => sum + value * (policy.probabilities[at + from + index] as number), 0);
  return { value: valueTo(true, mixed), openerBest: valueTo(true, best), secondBest: -valueTo(false, best) };
}

const best: Choose = (_at, values) => Math.max(...values);

/** The sum of what best responses gain; 0 is an equilibrium. */
export function duelNashConv(policy: DuelPolicy, rules: DuelRules): number {
  const { openerBest, secondBest } = duelValues(policy, rules);
  return openerBest - secondBest;
}

/** CFR+: regrets never below zero, players updated in turn, the average weighted by the iteration. */
export function solveDuel(rules: DuelRules, iterations: number): DuelPolicy {
  const current = uniformDuel(rules);
  const average = new DuelPolicy(rules);
  const size = current.probabilities.length;
  const regrets = new Float64Array(size);
  const sums = new Float64Array(size);
  const { bids, faces } = current;
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (const opener of [true, false]) {
      const reach = reaches(current);
      const [own, other] = opener ? [reach.opener, reach.second] : [reach.second, reach.opener];
      sweep(current, rules, opener, other, (at, values, from) => {
        let value = 0;
        for (let index = 0; index < values.length; index++) value += (values[index] as number) * (current.probabilities[at + from + index] as number);
        for (let index = 0; index < values.length; index++) {
          const slot = at + from + index;
          regrets[slot] = Math.max(0, (regrets[slot] as number) + (values[index] as number) - value);
        }
        return value;
      });
      for (let history = 0; history < 1 << bids; history++) {
        if (openerActs(history) !== opener) continue;
        const changed = !isNeverReached(other, history, faces);
        for (let face = 0; face < faces; face++) {
          const weight = iteration * (own[history * faces + face] as number);
          const at = current.at(history, face);
          if (weight > 0) for (let slot = at; slot <= at + bids; slot++) (sums[slot] as number) += weight * (current.probabilities[slot] as number);
          if (changed) normalise(current, regrets, history, face);
        }
      }
    }
  }
  for (let history = 0; history < 1 << bids; history++) for (let face = 0; face < faces; face++) normalise(average, sums, history, face);
  return average;
}

const SOLVER_ITERATIONS = 150; // NashConv below 1e-3, or 3e-3 with wild ones (tested), in less than a second
const solved = new Map<boolean, DuelPolicy>();

/** An equilibrium of the duel with six faces, computed once and kept. */
export function duelEquilibrium(onesWild: boolean): DuelPolicy {
  let policy = solved.get(onesWild);
  if (!policy) solved.set(onesWild, (policy = solveDuel({ faces: FACES, onesWild }, SOLVER_ITERATIONS)));
  return policy;
}

/** The worth of a decision from its actions' values: those of bids from rank `from` on, then of call. */
type Choose = (at: number, values: readonly number[], from: number) => number;

/** Sets the probabilities of a decision in proportion to weights that are not negative; even when all are zero. */
function normalise(policy: DuelPolicy, weights: Float64Array, history: number, face: number): void {
  const at = policy.at(history, face);
  const first = at + firstHigher(history);
  const last = at + policy.bids - (history === 0 ? 1 : 0); // the opener cannot call
  let total = 0;
  for (let slot = first; slot <= last; slot++) total += weights[slot] as number;
  for (let slot = first; slot <= last; slot++) policy.probabilities[slot] = total > 0 ? (weights[slot] as number) / total : 1 / (last - first + 1);
}

/** Per history and face, the probability that each place plays its part of the history. */
function reaches(policy: DuelPolicy): { readonly opener: Float64Array; readonly second: Float64Array } {
  const { bids, faces, probabilities } = policy;
  const opener = new Float64Array((1 << bids) * faces);
  const second = new Float64Array((1 << bids) * faces);
  opener.fill(1, 0, faces);
  second.fill(1, 0, faces);
  for (let history = 1; history < 1 << bids; history++) {
    const last = firstHigher(history) - 1;
    const before = history ^ (1 << last);
    const [mover, waiter] = openerActs(before) ? [opener, second] : [second, opener];
    for (let face = 0; face < faces; face++) {
      mover[history * faces + face] = (mover[before * faces + face] as number) * (probabilities[policy.at(before, face) + last] as number);
      waiter[history * faces + face] = waiter[before * faces + face] as number;
    }
  }
  return { opener, second };
}

/**
 * One pass from the longest histories to the start: what each decision is worth to one place, weighted by how often the other gets there.
 * @param reach the other place's reach by history and face
 * @returns worth by history and own face
 */
function sweep(policy: DuelPolicy, { faces, onesWild }: DuelRules, opener: boolean, reach: Float64Array, choose: Choose): Float64Array {
  const { bids, probabilities } = policy;
  const signs = signsOfCalls(faces, onesWild);
  const worth = new Float64Array((1 << bids) * faces);
  const weights = new Float64Array(faces);
  const values: number[] = [];
  for (let history = (1 << bids) - 1; history >= 0; history--) {
    if (isNeverReached(reach, history, faces)) continue; // worth nothing
    const from = firstHigher(history);
    const mine = openerActs(history) === opener;
    for (let held = 0; held < faces; held++) {
      const calls = mine ? 1 : -(probabilities[policy.at(history, held) + bids] as number);
      weights[held] = (reach[history * faces + held] as number) * calls;
    }
    for (let face = 0; face < faces; face++) {
      let sum = 0;
      for (let rank = from; rank < bids; rank++) {
        const next = worth[(history | (1 << rank)) * faces + face] as number;
        if (mine) values[rank - from] = next;
        else sum += next;
      }
      let called = 0; // to this place, when the one to act calls
      if (history !== 0) for (let held = 0; held < faces; held++) called += (weights[held] as number) * (signs[((from - 1) * faces + face) * faces + held] as number);
      if (mine) {
        values.length = bids - from;
        if (history !== 0) values.push(called);
        worth[history * faces + face] = choose(policy.at(history, face), values, from);
      } else {
        worth[history * faces + face] = sum + called;
      }
    }
  }
  return worth;
}

function isNeverReached(reach: Float64Array, history: number, faces: number): boolean {
  for (let at = history * faces; at < (history + 1) * faces; at++) if (reach[at] !== 0) return false;
  return true;
}

/** By rank of the bid and both dice, faces from 0: what calling that bid pays the caller. */
function signsOfCalls(faces: number, onesWild: boolean): Int8Array {
  const signs = new Int8Array(2 * faces ** 3);
  for (let index = 0; index < signs.length; index++) {
    const rank = Math.floor(index / faces ** 2);
    const face = rank % faces;
    const dice = [Math.floor(index / faces) % faces, index % faces];
    const count = dice.filter((die) => die === face || (onesWild && die === 0)).length;
    signs[index] = count > Math.floor(rank / faces) ? -1 : 1;
  }
  return signs;
}
