/** The words of the Game of Pure Strategy: rules, observations and briefs. No rule is decided here. */
import type { GopsObservation, GopsOptions } from './gops.js';

export function rules({ cards, prizes, ties }: GopsOptions): string {
  return [
    `The Game of Pure Strategy for two: prizes worth 1 to ${cards} points, and for each player a hand of cards 1 to ${cards}.`,
    `In each round a prize is revealed, ${prizes === 'random' ? 'in random order' : 'the highest first'}; both players bid one card of their hand at the same time and see both bids afterwards. Bid cards are gone.`,
    ties === 'carry'
      ? 'The higher bid takes the prize. After equal bids the prize stays and goes to the winner of the next round as well; what stays at the end is lost.'
      : 'The higher bid takes the prize. After equal bids the prize is lost.',
    'Whoever has more points after the last prize wins; equal points are a draw.',
    'Answer with a card of your hand in brackets. Format only: [1]',
  ].join('\n');
}

export function text({ options, role, prize, carried, left, hand, otherHand, points, past, over }: GopsObservation): string {
  const [me, you] = role === 'player' ? ['you', 'opponent'] : ['seat 0', 'seat 1'];
  const lines = [
    role === 'player' ? 'You are a player.' : 'You watch.',
    `Points: ${me} ${points[0]}, ${you} ${points[1]}.`,
    ...past.map(({ prize: won, bids }, index) => {
      const [own, other] = bids;
      const outcome = own === other ? 'a tie' : `${own > other ? me : you} took it`;
      return `Round ${index + 1}, prize ${won}: ${me} bid ${own}, ${you} bid ${other}: ${outcome}.`;
    }),
  ];
  if (over) {
    lines.push(points[0] === points[1] ? 'The match is over: a draw.' : `The match is over: ${points[0] > points[1] ? me : you} won.`);
    return lines.join('\n');
  }
  const stake = carried > 0 ? ` and ${carried} carried over` : '';
  lines.push(prize === null ? 'The next prize is about to be revealed.' : `Round ${past.length + 1} of ${options.cards}. Prize on the table: ${prize}${stake}.`);
  lines.push(`Prizes still to come: ${listed(left)}.`, `Cards: ${me} ${listed(hand)}; ${you} ${listed(otherHand)}.`);
  if (prize !== null && role === 'player') lines.push('Bid one of your cards.');
  return lines.join('\n');
}

function listed(ranks: readonly number[]): string {
  return ranks.length === 0 ? 'none' : ranks.join(', ');
}

/** The prize, points carried over, points of the reader and of the opponent, then the cards of both and the prizes to come. Which bid took what is left out. */
export function brief({ role, prize, carried, points, hand, otherHand, left }: GopsObservation): string {
  return ['gops', role, prize ?? '.', carried, points[0], points[1], 'hand', ...hand, 'other', ...otherHand, 'left', ...left].join(' ');
}

export function briefWords({ cards }: GopsOptions): readonly string[] {
  const most = (cards * (cards + 1)) / 2;
  return ['gops', 'player', 'spectator', '.', 'hand', 'other', 'left', ...Array.from({ length: most + 1 }, (_, number) => String(number))];
}
