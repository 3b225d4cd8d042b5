/**
 * One hand of Leduc Hold'em as data: cards, deals, the betting tree of a round and what each line of it commits.
 * It knows no seats, chips or matches (`leduc.ts`) and no strategy (`policy.ts`). All tables are pure and shared.
 * Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005: six cards, two rounds, at most two bets a round.
 */
import type { ChanceOutcome } from '@spiral-arena/core/game';

export const MOVES = ['check', 'bet', 'call', 'raise', 'fold'] as const;
export type LeducMove = (typeof MOVES)[number];
export type LeducAction = { readonly move: LeducMove };

/** Betting that leaves a decision: moves of one round joined by spaces. */
export const OPEN_BETTINGS = ['', 'check', 'bet', 'check bet', 'bet raise', 'check bet raise'] as const;
export type Betting = (typeof OPEN_BETTINGS)[number];
/** Betting that ends a round: both are in for the same, or one folded. */
export const LINES = ['check check', 'bet call', 'check bet call', 'bet raise call', 'check bet raise call', 'bet fold', 'check bet fold', 'bet raise fold', 'check bet raise fold'] as const;
export type Line = (typeof LINES)[number];

export const RANKS = ['J', 'Q', 'K'] as const;
/** Rank and suit: every rank in hearts and spades. Suits decide nothing. */
export const CARDS = ['Jh', 'Js', 'Qh', 'Qs', 'Kh', 'Ks'] as const;
export type Card = (typeof CARDS)[number];

/** One private card each, by role. */
export type Deal = { readonly first: Card; readonly second: Card };

/** Chips of one bet by round. */
export const BET_SIZES = [2, 4] as const;
export const ANTE = 1;
/** Most chips that a hand moves: the ante and two bets in each round. */
export const MOST_PER_HAND = ANTE + 2 * (BET_SIZES[0] + BET_SIZES[1]);

/** Place of a card's rank: 0 is J. */
export function rankOf(card: Card): number {
  return CARDS.indexOf(card) >> 1;
}

/** Every ordered deal of two different cards, equally likely. */
export const DEALS: readonly ChanceOutcome[] = Object.freeze(
  CARDS.flatMap((first) => CARDS.filter((second) => second !== first).map((second) => Object.freeze({ outcome: Object.freeze({ first, second }), probability: 1 / 30 }))),
);

const publicLists = new Map<string, readonly ChanceOutcome[]>();

/** The public cards that a deal leaves, equally likely. */
export function publicCards({ first, second }: Deal): readonly ChanceOutcome[] {
  const key = first + second;
  let outcomes = publicLists.get(key);
  if (!outcomes) {
    outcomes = Object.freeze(CARDS.filter((card) => card !== first && card !== second).map((outcome) => Object.freeze({ outcome, probability: 1 / 4 })));
    publicLists.set(key, outcomes);
  }
  return outcomes;
}

/** 1 when the first card wins the showdown, -1 when the other does, 0 when the pot is split: a pair with the public card, else the higher rank. */
export function showdown(own: Card, other: Card, shown: Card): number {
  const [a, b, pair] = [rankOf(own), rankOf(other), rankOf(shown)];
  if (a === b) return 0;
  if (a === pair) return 1;
  if (b === pair) return -1;
  return a > b ? 1 : -1;
}

const NEXT: { readonly [betting in Betting]: { readonly [move in LeducMove]?: Betting | Line } } = {
  '': { check: 'check', bet: 'bet' },
  check: { check: 'check check', bet: 'check bet' },
  bet: { fold: 'bet fold', call: 'bet call', raise: 'bet raise' },
  'check bet': { fold: 'check bet fold', call: 'check bet call', raise: 'check bet raise' },
  'bet raise': { fold: 'bet raise fold', call: 'bet raise call' },
  'check bet raise': { fold: 'check bet raise fold', call: 'check bet raise call' },
};

/** The betting after a legal move; `undefined` for one that is not legal. */
export function bettingAfter(betting: Betting, move: LeducMove): Betting | Line | undefined {
  return NEXT[betting][move];
}

export function isOpen(betting: Betting | Line): betting is Betting {
  return Object.hasOwn(NEXT, betting);
}

export function isFold(line: Line): boolean {
  return line.endsWith('fold');
}

/** Whether the one who opened the round acts here, or has folded here. */
const OPENER_ACTS: { readonly [betting in Betting]: boolean } = { '': true, check: false, bet: false, 'check bet': true, 'bet raise': true, 'check bet raise': false };

export function openerActs(betting: Betting): boolean {
  return OPENER_ACTS[betting];
}

/** Bets of this round that both have put in once it is over: what a folder loses, or each pays to go on. */
const BETS_PAID: { readonly [line in Line]: number } = {
  'check check': 0, 'bet call': 1, 'check bet call': 1, 'bet raise call': 2, 'check bet raise call': 2, 'bet fold': 0, 'check bet fold': 0, 'bet raise fold': 1, 'check bet raise fold': 1,
};

export function betsPaid(line: Line): number {
  return BETS_PAID[line];
}

/** Bets that the two have put into an open round together. */
export const BETS_IN: { readonly [betting in Betting]: number } = { '': 0, check: 0, bet: 1, 'check bet': 1, 'bet raise': 3, 'check bet raise': 3 };

/** Chips that a hand moves from loser to winner, by how its rounds ended; the second is `null` after a fold in the first. */
export function stakeOf(before: Line, line: Line | null): number {
  return ANTE + betsPaid(before) * BET_SIZES[0] + (line === null ? 0 : betsPaid(line) * BET_SIZES[1]);
}

const action = (move: LeducMove): LeducAction => Object.freeze({ move });
const FOLD = action('fold');
const CALL = action('call');
const UNBET: readonly LeducAction[] = Object.freeze([action('check'), action('bet')]);
const FACING_BET: readonly LeducAction[] = Object.freeze([FOLD, CALL, action('raise')]);
const FACING_RAISE: readonly LeducAction[] = Object.freeze([FOLD, CALL]);
const ACTIONS: { readonly [betting in Betting]: readonly LeducAction[] } = {
  '': UNBET, check: UNBET, bet: FACING_BET, 'check bet': FACING_BET, 'bet raise': FACING_RAISE, 'check bet raise': FACING_RAISE,
};

/** The legal actions: from passive to aggressive. */
export function actionsAt(betting: Betting): readonly LeducAction[] {
  return ACTIONS[betting];
}
