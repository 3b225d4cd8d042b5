/**
 * Kuhn poker as its readers see it: roles, options, results of hands and the observation, with their words for people and
 * language models. Words show what an observation holds and nothing else. It makes no observation: `kuhn-poker.ts` does.
 */
import { actionsAt, ranksOf, type Betting, type Deal, type Line } from './hand.js';

export const ROLES = ['first', 'second'] as const;
export type KuhnRole = (typeof ROLES)[number];

export type KuhnOptions = {
  readonly cards: number;
  readonly ante: number;
  readonly bet: number;
  readonly hands: number;
  readonly scoring: 'match' | 'chips';
  readonly reference: boolean;
};

/** A finished hand as both players and spectators know it. */
export type HandResult = {
  readonly hand: number;
  readonly line: Line;
  readonly winner: KuhnRole;
  /** Chips that went from the loser to the winner; `null` under `reference`, which shows no chips. */
  readonly won: number | null;
  /** Both cards after a showdown; `null` after a fold. */
  readonly cards: Deal | null;
};

export type KuhnObservation = {
  readonly options: KuhnOptions;
  readonly role: KuhnRole | 'spectator';
  readonly hand: number;
  /** Who opens this hand. */
  readonly opener: KuhnRole;
  /** The reader's own card; `null` before a deal, after the hand, and for spectators. */
  readonly card: string | null;
  readonly betting: Betting;
  readonly toAct: KuhnRole | null;
  /** Chips in the middle; `null` under `reference`, as `chips`. */
  readonly pot: number | null;
  /** Net chips over the finished hands. */
  readonly chips: { readonly first: number; readonly second: number } | null;
  readonly results: readonly HandResult[];
  readonly over: boolean;
};

/** The rules with the real options; the example shows the format, whatever the betting is. */
export function rulesText(role: string, options: KuhnOptions): string {
  const { cards, ante, bet, hands, reference } = options;
  const several = hands > 1;
  const lines = [
    `Kuhn poker for two, ${several ? `${hands} hands` : 'one hand'}. The deck has ${cards} cards, from low to high: ${ranksOf(cards).join(' ')}.`,
    `Your role is "${role}".${several ? ' "first" opens hands 1, 3, 5 and so on, "second" the others.' : role === 'second' ? ' "first" acts first.' : ' You act first.'}`,
    `In a hand each player antes ${chipText(ante)} and gets one secret card. The opener may check or bet; after a check the other may check or bet.`,
    'After two checks the cards are compared. Facing a bet, a player folds, and the other takes the pot, or calls, and the cards are compared. The higher card takes the pot.',
  ];
  if (reference) {
    lines.unshift('Reference rules (spiral-rl KuhnPoker-v1), which differ from Kuhn poker.');
    lines.push('A bet or a call moves no chips: every pot is the two antes. The winner of the last hand wins the match, whatever came before.');
  } else {
    lines.push(`A bet, and a call of it, puts ${chipText(bet)} into the pot. ${scoringText(options)}`);
  }
  lines.push('Answer with one word in brackets: check or bet while there is no bet, fold or call after one. Format only: [check]');
  return lines.join('\n');
}

/** An observation in words, several lines. */
export function describe(observation: KuhnObservation): string {
  const { options, role, hand, opener, card, betting, toAct, pot, chips, results, over } = observation;
  const lines = [role === 'spectator' ? 'You watch.' : `Your role: ${role}.`];
  if (chips) lines.push(`Chips won so far: first ${signed(chips.first)}, second ${signed(chips.second)}.`);
  if (results.length > 0) lines.push('Finished hands:', ...results.map(describeResult));
  if (over) lines.push(options.hands > 1 ? 'All hands have been played.' : 'The hand has been played.');
  else if (toAct === null) lines.push(`Hand ${hand} of ${options.hands} is about to be dealt.`);
  else {
    lines.push(`Hand ${hand} of ${options.hands}, opened by ${opener}.${pot === null ? '' : ` Pot: ${chipText(pot)}.`}`);
    if (card !== null) lines.push(`Your card: ${card}.`);
    lines.push(betting === '' ? 'No action yet in this hand.' : `Betting in this hand: ${betting.replace(' ', ', ')}.`);
    lines.push(toAct === role ? `It is your turn: ${actionsAt(betting).map(({ move }) => move).join(' or ')}.` : `${toAct} is to act.`);
  }
  return lines.join('\n');
}

function describeResult({ hand, line, winner, won, cards }: HandResult): string {
  const shown = cards ? `; first had ${cards.first}, second ${cards.second}` : '';
  return `  hand ${hand}: ${line.replaceAll(' ', ', ')}; ${winner} wins${won === null ? '' : ` ${chipText(won)}`}${shown}`;
}

function scoringText({ scoring, hands }: KuhnOptions): string {
  if (scoring === 'chips') return 'Your result is the number of chips you win or lose.';
  return hands > 1 ? 'Whoever has won more chips over all hands wins the match; equal chips are a draw.' : 'Whoever wins chips wins the match.';
}

function chipText(count: number): string {
  return count === 1 ? '1 chip' : `${count} chips`;
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}
