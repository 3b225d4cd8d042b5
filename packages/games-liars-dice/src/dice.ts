/**
 * Dice of Liar's Dice: the rolls of a round and their probabilities, counting a face, and the chance that a bid is true.
 * A hand is kept in ascending order, since the order of dice in it tells nobody anything. It knows no bids and no turns.
 */
import type { ChanceOutcome, Role } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { FACES } from './bids.js';

export type Hand = readonly number[];
/** The dice of every living seat by role. */
export type Hands = { readonly [role: Role]: Hand };
/** Dice left by role; 0 for a seat that is out. */
export type DiceCounts = { readonly [role: Role]: number };

/** Most outcomes that a chance step lists. */
const MOST_ENUMERATED = 1296;

export function isEnumerable(diceInPlay: number): boolean {
  return FACES ** diceInPlay <= MOST_ENUMERATED;
}

/** Dice of all living seats. */
export function diceInPlay(counts: DiceCounts): number {
  return (counts['first'] ?? 0) + (counts['second'] ?? 0) + (counts['third'] ?? 0) + (counts['fourth'] ?? 0) + (counts['fifth'] ?? 0);
}

const evenTables = new Map<number, DiceCounts>();

/** So many dice for each of the roles. */
export function evenCounts(roles: readonly Role[], count: number): DiceCounts {
  const key = roles.length * 100 + count;
  let counts = evenTables.get(key);
  if (!counts) evenTables.set(key, (counts = Object.freeze(Object.fromEntries(roles.map((role) => [role, count])))));
  return counts;
}

/**
 * One roll of every living seat. Each role takes the first of `most` dice, so that it rolls alike in a round
 * however many dice it or another has lost.
 * @param roles all roles of the match in their fixed order
 */
export function rollHands(roles: readonly Role[], counts: DiceCounts, most: number, rng: Rng): Hands {
  const hands: { [role: Role]: Hand } = {};
  for (const role of roles) {
    const count = counts[role] as number;
    const hand: number[] = [];
    for (let die = 0; die < most; die++) {
      const face = rng.int(FACES) + 1;
      if (die < count) hand.push(face);
    }
    if (count > 0) hands[role] = inOrder(hand);
  }
  return hands;
}

/** A hand of uniformly random dice. */
export function rollHand(count: number, rng: Rng): Hand {
  return inOrder(Array.from({ length: count }, () => rng.int(FACES) + 1));
}

/** Every roll of the living seats up to the order in a hand, with its probability; empty where there are too many to list. */
const outcomeLists = new Map<string, readonly ChanceOutcome[]>();

export function rollOutcomes(roles: readonly Role[], counts: DiceCounts): readonly ChanceOutcome[] {
  if (!isEnumerable(diceInPlay(counts))) return [];
  const key = roles.map((role) => counts[role]).join();
  let outcomes = outcomeLists.get(key);
  if (!outcomes) {
    let rolls: { readonly hands: Hands; readonly probability: number }[] = [{ hands: {}, probability: 1 }];
    for (const role of roles) {
      const count = counts[role] as number;
      if (count === 0) continue;
      rolls = rolls.flatMap(({ hands, probability }) => handsOf(count).map((own) => ({ hands: { ...hands, [role]: own.hand }, probability: probability * own.probability })));
    }
    outcomes = Object.freeze(rolls.map(({ hands, probability }) => Object.freeze({ outcome: Object.freeze(hands), probability })));
    outcomeLists.set(key, outcomes);
  }
  return outcomes;
}

/** Every hand of `count` dice in ascending order with its probability. */
function handsOf(count: number): readonly { readonly hand: Hand; readonly probability: number }[] {
  let found = new Map<string, { readonly hand: Hand; readonly ways: number }>([['', { hand: [], ways: 1 }]]);
  for (let die = 0; die < count; die++) {
    const longer = new Map<string, { readonly hand: Hand; readonly ways: number }>();
    for (const { hand, ways } of found.values()) {
      for (let face = 1; face <= FACES; face++) {
        const next = inOrder([...hand, face]);
        longer.set(next.join(), { hand: next, ways: ways + (longer.get(next.join())?.ways ?? 0) });
      }
    }
    found = longer;
  }
  return [...found.values()].map(({ hand, ways }) => ({ hand: Object.freeze(hand), probability: ways / FACES ** count }));
}

/** Dice of a hand that count for a face: the face itself and, where ones are wild, ones. */
export function countInHand(hand: Hand, face: number, onesWild: boolean): number {
  let count = 0;
  for (let index = 0; index < hand.length; index++) if (hand[index] === face || (onesWild && hand[index] === 1)) count++;
  return count;
}

/** Dice of all hands that count for a face. */
export function countFace(hands: Hands, face: number, onesWild: boolean): number {
  let count = 0;
  for (const role in hands) count += countInHand(hands[role] as Hand, face, onesWild);
  return count;
}

/**
 * The chance that at least `needed` of `unseen` fair dice count for a face.
 * P(X ≥ k) = Σⱼ₌ₖⁿ C(n, j) pʲ (1 − p)ⁿ⁻ʲ with p = 1/6, or 1/3 where ones are wild and the face is not 1
 */
export function chanceOfAtLeast(needed: number, unseen: number, face: number, onesWild: boolean): number {
  if (needed <= 0) return 1;
  const p = (onesWild && face > 1 ? 2 : 1) / FACES;
  let term = (1 - p) ** unseen; // of exactly 0
  let below = 0;
  for (let count = 0; count < needed; count++) {
    below += term;
    term *= ((unseen - count) / (count + 1)) * (p / (1 - p));
  }
  return Math.max(0, 1 - below);
}

function inOrder(hand: readonly number[]): number[] {
  return hand.toSorted((a, b) => a - b);
}
