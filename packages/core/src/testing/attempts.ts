/**
 * Tries of a check: plays drawn at random until one breaks a rule, then made smaller with fast-check for as long as the same rule breaks.
 * Smaller is a smaller seed, fewer choices, earlier actions. What is reported is the smallest play, never merely the one that was met first.
 * The effort is counted in plies, not in time, so that every run gives the same report.
 */
import { array, check, nat, property } from 'fast-check';
import { Rng } from '../random/rng.js';
import { Choices } from './choices.js';
import { BrokenRule, matchCount, type Kit, type Setting } from './kit.js';

/** One try: plays under a setting by these choices, and throws where a rule is broken. */
export type Attempt = (setting: Setting, seed: number, choices: Choices) => void;

/** Plies that smaller plays of one failure may cost in all. */
const MOST_EFFORT = 20_000;

/** Tries every option set with its number of seeds. @throws BrokenRule the smallest failure of the first that fails */
export function eachAttempt(kit: Kit, most: number, attempt: Attempt): void {
  for (const setting of kit.settings) {
    const count = matchCount(kit, setting, most);
    for (let index = 0; index < count; index++) tryOnce(setting, kit.seed + index, attempt);
  }
}

/** @throws BrokenRule the smallest failure found, where the try fails */
export function tryOnce(setting: Setting, seed: number, attempt: Attempt): void {
  const choices = new Choices(choiceRng(seed));
  try {
    attempt(setting, seed, choices);
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    throw smallestOf(error, setting, seed, choices, attempt);
  }
}

function smallestOf(first: BrokenRule, setting: Setting, seed: number, { taken, pool }: Choices, attempt: Attempt): BrokenRule {
  let smallest = first;
  let effort = 0;
  const holds = property(nat(seed), array(nat()), (otherSeed, indices) => {
    effort += indices.length + 1;
    if (effort > MOST_EFFORT) return true;
    try {
      attempt(setting, otherSeed, new Choices(choiceRng(otherSeed), { indices, pool }));
    } catch (error) {
      if (!(error instanceof BrokenRule) || error.rule !== first.rule) return true;
      smallest = error; // fast-check only ever goes on from a failure to a smaller one
      return false;
    }
    return true;
  });
  check(holds, { examples: [[seed, [...taken]]], numRuns: 1, seed: 0 });
  return smallest;
}

function choiceRng(seed: number): Rng {
  return Rng.fromSeed(seed).fork('conformance');
}
