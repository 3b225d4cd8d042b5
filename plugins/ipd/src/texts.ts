/** The words of the iterated prisoner's dilemma: rules, observations with quoted messages, and briefs. No rule is decided here. */
import { messageQuoter } from '@spiral-arena/core/game';
import type { IpdObservation, IpdOptions } from './ipd.js';
import { PHRASES } from './opponents.js';
import { payoffOf, roundOf, type IpdAction, type IpdMove } from './payoffs.js';

const quote = messageQuoter(['player', 'you', 'opponent']);
const SPELLED: { readonly [move in IpdMove]: string } = { cooperate: 'Cooperate', defect: 'Defect' };

/** The brief shows this many rounds: enough to find a habit, and short at any number of rounds. */
const BRIEF_ROUNDS = 12;
/** Of the opponent's last message the brief shows this much: a hint that leaves room for the rounds. */
const BRIEF_MESSAGE_WORDS = 12;

export function formatAction(action: IpdAction): string {
  return 'move' in action ? `[${SPELLED[action.move]}]` : action.message;
}

export function rules({ rounds, talk, payoffs: { R, P, T, S }, scoring }: IpdOptions): string {
  const lines = [
    `The iterated prisoner's dilemma for two, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`,
    'In each round both players decide at the same time whether to cooperate or to defect, and see both decisions afterwards.',
    `Both cooperate: ${R} points each. Both defect: ${P} each. One defects alone: ${T} for the defector, ${S} for the cooperator.`,
    scoring === 'match'
      ? 'Whoever has more points in sum at the end wins; equal sums are a draw. How many points both have does not matter.'
      : `At the end you win the difference of the sums, divided by ${rounds * (T - S)}, or lose it.`,
  ];
  if (talk > 0) {
    lines.push(
      `Before each decision both players send ${talk === 1 ? 'a message' : `${talk} messages`} at the same time; promises bind nobody. In a turn of talk the whole answer is your message.`,
    );
  }
  lines.push('Answer a decision with one word in brackets: [Cooperate] or [Defect].');
  return lines.join('\n');
}

export function text({ options, role, stage, past, talks, totals }: IpdObservation): string {
  const [me, you] = role === 'player' ? ['you', 'opponent'] : ['seat 0', 'seat 1'];
  const lines = [role === 'player' ? 'You are a player.' : 'You watch.', `Points: ${me} ${totals[0]}, ${you} ${totals[1]}. Rounds left: ${options.rounds - past.length}.`];
  let next = 0;
  for (let round = 1; round <= past.length + 1; round++) {
    for (; next < talks.length && talks[next]?.round === round; next++) {
      const [mine, yours] = talks[next]?.messages ?? ['', ''];
      lines.push(`Round ${round}: ${me} said ${quote(mine)}, ${you} said ${quote(yours)}.`);
    }
    const decided = past[round - 1];
    if (decided) {
      const [own, other] = decided;
      lines.push(`Round ${round}: ${me} ${own}, ${you} ${other}: ${payoffOf(decided, options.payoffs)} and ${payoffOf(roundOf(other, own), options.payoffs)} points.`);
    }
  }
  if (stage === 'over') lines.push(totals[0] === totals[1] ? 'The match is over: a draw.' : `The match is over: ${totals[0] > totals[1] ? me : you} won.`);
  else if (role === 'spectator') lines.push(`Round ${past.length + 1}: the players ${stage === 'talk' ? 'talk' : 'decide'}.`);
  else lines.push(stage === 'talk' ? `Round ${past.length + 1}: send a message to your opponent.` : `Round ${past.length + 1}: decide, [Cooperate] or [Defect].`);
  return lines.join('\n');
}

/**
 * Stage, rounds left, by how much the reader leads, the last rounds with the own move first, and the start of the opponent's last message
 * between two `"`. The sums themselves do not matter to the result.
 */
export function brief({ options, role, stage, past, talks, totals }: IpdObservation): string {
  let words = `ipd ${role} ${stage} ${options.rounds - past.length} ${totals[0] - totals[1]}`;
  for (const [own, other] of past.slice(-BRIEF_ROUNDS)) words += ` ${SPELLED[own]} ${SPELLED[other]}`;
  const message = talks.at(-1)?.messages[1];
  if (message === undefined) return words;
  const said = quote(message).slice(1, -1).split(/\s+/).filter((word) => word !== '').slice(0, BRIEF_MESSAGE_WORDS);
  return `${words} " ${[...said, '"'].join(' ')}`;
}

export function briefWords({ rounds, talk, payoffs: { T, S } }: IpdOptions): readonly string[] {
  const words = new Set(['ipd', 'player', 'spectator', 'talk', 'decide', 'over', ...Object.values(SPELLED)]);
  const most = rounds * (T - S); // at least 3 a round, so the rounds left are among these numbers
  for (let number = -most; number <= most; number++) words.add(String(number));
  if (talk > 0) {
    words.add('"');
    for (const phrase of PHRASES) for (const word of phrase.split(' ')) words.add(word);
    for (const word of Object.values(SPELLED)) words.add(quote(`[${word}]`).slice(1, -1));
  }
  return [...words];
}

/** The decisions; in a turn of talk one word of intent, whose brackets are part of the message. */
export function briefNext({ stage }: IpdObservation, words: readonly string[]): readonly string[] {
  return stage === 'over' || words.length > 0 ? [] : Object.values(SPELLED);
}
