/**
 * One hand of Kuhn poker as data: ranks, deals, the betting tree and what each line of it pays.
 * It knows no seats, chips or matches (`kuhn-poker.ts`) and no strategy (`policy.ts`). All tables are pure and shared.
 * Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950; any number of ranks from 3 to 13.
 */

export const MOVES = ['check', 'bet', 'call', 'fold'] as const;
export type PokerMove = (typeof MOVES)[number];
export type PokerAction = { readonly move: PokerMove };

/** Betting that leaves a decision, and betting that ends the hand: moves joined by spaces. */
export const OPEN_BETTINGS = ['', 'check', 'bet', 'check bet'] as const;
export type Betting = (typeof OPEN_BETTINGS)[number];
export const LINES = ['check check', 'check bet fold', 'check bet call', 'bet fold', 'bet call'] as const;
export type Line = (typeof LINES)[number];

/** One card each, by role. */
export type Deal = { readonly first: string; readonly second: string };
export type DealOutcome = { readonly outcome: Deal; readonly probability: number };

const ALL_RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;

/** Per number of cards, the ranks from low to high and the equally likely deals. */
const rankTables = new Map<number, readonly string[]>();
const dealTables = new Map<number, readonly DealOutcome[]>();

/** The ranks in play, low to high: J Q K, then A is added on top, then T and lower below. */
export function ranksOf(cards: number): readonly string[] {
  let ranks = rankTables.get(cards);
  if (!ranks) {
    ranks = Object.freeze(cards === 3 ? ['J', 'Q', 'K'] : ALL_RANKS.slice(ALL_RANKS.length - cards));
    rankTables.set(cards, ranks);
  }
  return ranks;
}

/** Every ordered deal of two different cards, equally likely: cards x (cards - 1) of them. */
export function dealsOf(cards: number): readonly DealOutcome[] {
  let deals = dealTables.get(cards);
  if (!deals) {
    const ranks = ranksOf(cards);
    const probability = 1 / (cards * (cards - 1));
    const pairs = ranks.flatMap((first) => ranks.filter((second) => second !== first).map((second) => Object.freeze({ first, second })));
    deals = Object.freeze(pairs.map((outcome) => Object.freeze({ outcome, probability })));
    dealTables.set(cards, deals);
  }
  return deals;
}

/** Whether `card` beats `other`. */
export function beats(card: string, other: string): boolean {
  return ALL_RANKS.indexOf(card as 'A') > ALL_RANKS.indexOf(other as 'A');
}

const NEXT: { readonly [betting in Betting]: { readonly [move in PokerMove]?: Betting | Line } } = {
  '': { check: 'check', bet: 'bet' },
  check: { check: 'check check', bet: 'check bet' },
  bet: { fold: 'bet fold', call: 'bet call' },
  'check bet': { fold: 'check bet fold', call: 'check bet call' },
};

/** The betting after a legal move. */
export function bettingAfter(betting: Betting, move: PokerMove): Betting | Line {
  return NEXT[betting][move] as Betting | Line;
}

export function isOpen(betting: Betting | Line): betting is Betting {
  return betting === 'check' || betting === 'bet' || betting === 'check bet' || betting === '';
}

/** Whether a bet stands unanswered: then fold or call, else check or bet. */
export function facesBet(betting: Betting): boolean {
  return betting === 'bet' || betting === 'check bet';
}

/** Whether the player who opened the hand acts at this point. */
export function openerActs(betting: Betting): boolean {
  return betting === '' || betting === 'check bet';
}

/** The one action object of each move. */
const ACTIONS: { readonly [move in PokerMove]: PokerAction } = {
  check: Object.freeze({ move: 'check' }), bet: Object.freeze({ move: 'bet' }), call: Object.freeze({ move: 'call' }), fold: Object.freeze({ move: 'fold' }),
};
const UNBET: readonly PokerAction[] = Object.freeze([ACTIONS.check, ACTIONS.bet]);
const BET: readonly PokerAction[] = Object.freeze([ACTIONS.fold, ACTIONS.call]);

/** The action that a word names, if it is a move. */
export function actionNamed(word: string): PokerAction | null {
  return Object.hasOwn(ACTIONS, word) ? ACTIONS[word as PokerMove] : null;
}

/** The two legal actions: the passive one (check, fold) and then the aggressive one (bet, call). */
export function actionsAt(betting: Betting): readonly PokerAction[] {
  return facesBet(betting) ? BET : UNBET;
}

/** Whether a finished line compares cards. */
export function isShowdown(line: Line): boolean {
  return !line.endsWith('fold');
}

/** Whether a bet was called in it, so that each player has put in ante and bet. */
export function isCalled(line: Line): boolean {
  return line.endsWith('call');
}

/** Whether the opener takes the pot of a finished line. */
export function openerWins(line: Line, openerHigher: boolean): boolean {
  if (isShowdown(line)) return openerHigher;
  return line === 'bet fold';
}
