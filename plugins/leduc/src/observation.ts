/**
 * Leduc Hold'em as its readers see it: roles, options, results of hands and the observation, with their words for people and
 * language models. Words show what an observation holds and nothing else. It makes no observation: `leduc.ts` does.
 */
import { actionsAt, ANTE, BET_SIZES, type Betting, type Card, type Deal, type Line } from './hand.js';

export const ROLES = ['first', 'second'] as const;
export type LeducRole = (typeof ROLES)[number];

export type LeducOptions = {
  readonly hands: number;
  readonly scoring: 'auto' | 'chips' | 'match';
};

/** A finished hand as both players and spectators know it. */
export type HandResult = {
  readonly hand: number;
  /** How the betting rounds went: two, or one after a fold in the first. */
  readonly lines: readonly Line[];
  readonly public: Card | null;
  /** `null`: the pot was split. */
  readonly winner: LeducRole | null;
  /** Chips that went from the loser to the winner. */
  readonly won: number;
  /** Both cards after a showdown; `null` after a fold. */
  readonly cards: Deal | null;
};

export type LeducObservation = {
  readonly options: LeducOptions;
  readonly role: LeducRole | 'spectator';
  readonly hand: number;
  /** Who opens both rounds of this hand. */
  readonly opener: LeducRole;
  /** The reader's own card; `null` before a deal, after the hand, and for spectators. */
  readonly card: Card | null;
  /** How the first round went; `null` while it lasts. */
  readonly before: Line | null;
  /** The public card; `null` until it is turned. */
  readonly public: Card | null;
  /** Betting in the round in play. */
  readonly betting: Betting;
  readonly toAct: LeducRole | null;
  readonly pot: number;
  /** Net chips over the finished hands. */
  readonly chips: { readonly first: number; readonly second: number };
  readonly results: readonly HandResult[];
  readonly over: boolean;
};

/** Whether returns are chips, rather than who won more of them: `auto` means chips for one hand and the match for several. */
export function countsChips({ hands, scoring }: LeducOptions): boolean {
  return scoring === 'auto' ? hands === 1 : scoring === 'chips';
}

/** The rules with the real options; the example shows the format, whatever the betting is. */
export function rulesText(role: string, options: LeducOptions): string {
  const several = options.hands > 1;
  return [
    `Leduc Hold'em for two, ${several ? `${options.hands} hands` : 'one hand'}. The deck has six cards: J, Q and K, each twice. Suits do not matter.`,
    `Your role is "${role}". ${several ? '"first" opens both rounds of hands 1, 3, 5 and so on, "second" those of the others.' : role === 'second' ? '"first" opens both rounds.' : 'You open both rounds.'}`,
    `In a hand each player antes ${ANTE} chip and gets one secret card. After a round of betting one public card is turned, and a second round follows.`,
    `A bet is ${BET_SIZES[0]} chips in the first round and ${BET_SIZES[1]} in the second. Without a bet: check or bet. Facing one: fold, call, or raise, which is the call and one bet more. There are at most two bets in a round, the bet and one raise.`,
    'Two checks or a call end a round. A fold gives the pot to the other. After the second round a pair with the public card wins, else the higher rank (J, Q, K from low to high); equal ranks split the pot.',
    countsChips(options) ? 'Your result is the number of chips you win or lose.' : `Whoever has won more chips ${several ? 'over all hands ' : ''}wins the match; equal chips are a draw.`,
    'Answer with one word in brackets: check or bet while there is no bet; fold, call or raise after one. Format only: [check]',
  ].join('\n');
}

/** An observation in words, several lines. */
export function describe(observation: LeducObservation): string {
  const { options, role, hand, opener, card, before, betting, toAct, pot, chips, results, over } = observation;
  const lines = [role === 'spectator' ? 'You watch.' : `Your role: ${role}.`];
  if (options.hands > 1) lines.push(`Chips won so far: first ${signed(chips.first)}, second ${signed(chips.second)}.`);
  if (results.length > 0) lines.push('Finished hands:', ...results.map(describeResult));
  if (over) lines.push(options.hands > 1 ? 'All hands have been played.' : 'The hand has been played.');
  else if (toAct === null) lines.push(before === null ? `Hand ${hand} of ${options.hands} is about to be dealt.` : 'The public card is about to be turned.');
  else {
    lines.push(`Hand ${hand} of ${options.hands}, opened by ${opener}. Pot: ${pot} chips.`);
    if (card !== null) lines.push(`Your card: ${card[0]}.`);
    if (before !== null) lines.push(`First round: ${listed(before)}. Public card: ${observation.public?.[0]}.`);
    lines.push(`${before === null ? 'First' : 'Second'} round${betting === '' ? ': no action yet.' : `: ${listed(betting)}.`}`);
    lines.push(toAct === role ? `It is your turn: ${actionsAt(betting).map(({ move }) => move).join(' or ')}.` : `${toAct} is to act.`);
  }
  return lines.join('\n');
}

function describeResult({ hand, lines, public: shown, winner, won, cards }: HandResult): string {
  const said = [listed(lines[0] as Line), ...(shown === null ? [] : [`public ${shown[0]}`]), ...(lines[1] ? [listed(lines[1])] : [])].join('; ');
  const result = winner === null ? 'the pot is split' : `${winner} wins ${won === 1 ? '1 chip' : `${won} chips`}`;
  return `  hand ${hand}: ${said}; ${result}${cards ? `; first had ${cards.first[0]}, second ${cards.second[0]}` : ''}`;
}

function listed(line: string): string {
  return line.replaceAll(' ', ', ');
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}
