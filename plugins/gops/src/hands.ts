/** Hands and decks as sets of ranks: one bit a rank, with lists of actions and chance outcomes made once for each set. It keeps no score. */
import type { ChanceOutcome } from '@spiral-arena/core/game';

export type GopsAction = { readonly card: number };

/** A set of ranks from 1: rank r is bit r − 1. */
export type RankSet = number;

/** All ranks from 1 to `cards`. */
export function allRanks(cards: number): RankSet {
  return 2 ** cards - 1;
}

function has(set: RankSet, rank: number): boolean {
  return (set & (1 << (rank - 1))) !== 0;
}

export function without(set: RankSet, rank: number): RankSet {
  return set & ~(1 << (rank - 1));
}

const ranks = new Map<RankSet, readonly number[]>();

/** The ranks of a set in rising order. */
export function ranksOf(set: RankSet): readonly number[] {
  let list = ranks.get(set);
  if (!list) {
    const found: number[] = [];
    for (let rank = 1; 2 ** (rank - 1) <= set; rank++) if (has(set, rank)) found.push(rank);
    list = Object.freeze(found);
    ranks.set(set, list);
  }
  return list;
}

export function setOf(list: readonly number[]): RankSet {
  let set = 0;
  for (const rank of list) set |= 1 << (rank - 1);
  return set;
}

const ACTIONS: GopsAction[] = [];
const bids = new Map<RankSet, readonly GopsAction[]>();

/** One frozen action a card of the hand, shared by all matches. */
export function bidsOf(hand: RankSet): readonly GopsAction[] {
  let actions = bids.get(hand);
  if (!actions) {
    actions = Object.freeze(ranksOf(hand).map(bidOf));
    bids.set(hand, actions);
  }
  return actions;
}

export function bidOf(card: number): GopsAction {
  return (ACTIONS[card] ??= Object.freeze({ card }));
}

const prizes = new Map<RankSet, readonly ChanceOutcome[]>();

/** The next prize, each of those left being equally likely. */
export function prizesOf(left: RankSet): readonly ChanceOutcome[] {
  let outcomes = prizes.get(left);
  if (!outcomes) {
    const list = ranksOf(left);
    outcomes = Object.freeze(list.map((outcome) => Object.freeze({ outcome, probability: 1 / list.length })));
    prizes.set(left, outcomes);
  }
  return outcomes;
}
