/**
 * What a reader of Word Clues may know, and every text made of it: rules, observation, brief, and the words that may follow.
 * It never sees a state: a card gets in only for the seat that gives the clue.
 */
import { messageQuoter } from '@spiral-arena/core/game';
import { cardsOf, isFoul, type Card, type CardList } from './card-list.js';
import { CLUE_WORDS, nextInClue } from './clue.js';

export const ROLES = ['red-1', 'red-2', 'blue-1', 'blue-2'] as const;
export type ClueRole = (typeof ROLES)[number];
export const TEAMS = ['red', 'blue'] as const;
export type Team = (typeof TEAMS)[number];

export type ClueOptions = {
  /** Each team plays one word in each. */
  readonly rounds: number;
  /** Guesses at one word. */
  readonly attempts: number;
  readonly words: CardList;
};

/** One public turn: a clue, or a guess at the word. `round` counts from 1. */
export type PastTurn =
  | { readonly round: number; readonly role: ClueRole; readonly clue: string; readonly foul: boolean }
  | { readonly round: number; readonly role: ClueRole; readonly guess: string; readonly right: boolean };

export const STAGES = ['deal', 'clue', 'guess', 'end'] as const;

export type ClueObservation = {
  readonly options: ClueOptions;
  readonly role: ClueRole | 'spectator';
  readonly toMove: ClueRole | null;
  readonly stage: (typeof STAGES)[number];
  /** From 1; the last one at the end. */
  readonly round: number;
  readonly scores: { readonly [team in Team]: number };
  /** Guesses left at the word in play. */
  readonly attemptsLeft: number;
  /** The card in play, for who gives the clue; else `null`. */
  readonly card: Card | null;
  readonly history: readonly PastTurn[];
};

const quote = messageQuoter(ROLES);

export function teamOf(role: string): Team {
  return role.startsWith('red') ? 'red' : 'blue';
}

/** The rules for one role. */
export function rules(role: string, { rounds, attempts }: ClueOptions): string {
  const [odd, even] = role.endsWith('-1') ? ['give the clue', 'guess'] : ['guess', 'give the clue'];
  return [
    'Word Clues: two teams of two, red (red-1 and red-2) and blue (blue-1 and blue-2). One of a team describes a word, the other one guesses it.',
    `You are ${role}. In odd rounds you ${odd}, in even rounds you ${even}.`,
    `There are ${rounds} rounds; in each, each team plays one word: red first in odd rounds, blue first in even ones.`,
    'Who gives the clue sees the word and four forbidden words, and sends one message. It must hold neither the word nor a forbidden word, as a whole word or in another form (plural, past and so on): such a clue is foul and ends the turn of the team without a point.',
    `Then the other one of the team has ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} to name the word exactly; a right one is a point. Format only: [guess word]`,
    'Everybody sees clues and guesses. The team with more points wins, equal points are a draw.',
  ].join('\n');
}

/** The observation for people and language models. A bracket in it is an action that is legal now. */
export function text(observation: ClueObservation): string {
  const { role, toMove, stage, card, attemptsLeft, history } = observation;
  const lines = [standing(observation)];
  if (card) lines.push(`The word: ${card.target}. Forbidden: ${card.forbidden.join(', ')}.`);
  if (history.length > 0) lines.push('So far:', ...history.map(line));
  if (toMove !== null && toMove === role) {
    lines.push(stage === 'clue' ? 'Give your clue: any text is your message.' : `Name the word, such as [guess word]. Attempts left: ${attemptsLeft}.`);
  }
  return lines.join('\n');
}

function standing({ options: { rounds }, role, toMove, stage, round, scores: { red, blue } }: ClueObservation): string {
  const who = role === 'spectator' ? 'You are watching.' : `You are ${role}.`;
  const score = `Points: red ${red}, blue ${blue}.`;
  if (stage === 'end') return `${who} All ${rounds} rounds are over. ${score} ${red === blue ? 'A draw.' : `Team ${red > blue ? 'red' : 'blue'} wins.`}`;
  const turn = toMove === null ? 'The next word is being drawn.' : `${toMove === role ? 'It is your turn' : `${toMove} is to move`}.`;
  return `${who} Round ${round} of ${rounds}. ${score} ${turn}`;
}

function line(turn: PastTurn, index: number): string {
  const start = `${index + 1}. round ${turn.round}, ${turn.role}`;
  return 'clue' in turn ? `${start} gives the clue ${quote(turn.clue)}${turn.foul ? ', which is foul' : ''}` : `${start} guesses ${turn.guess}: ${turn.right ? 'right' : 'wrong'}`;
}

const CLUE_SHOWN = 16; // words of a clue; more would crowd out the position in a very small context
const CLUE_CHARACTERS = 100;

/**
 * Game id, role, rounds to come, points (own team's first), stage, attempts left; then for the clue giver the card,
 * and while there is a word to guess the clue between two `"` and the wrong guesses. Lossy: what was played before is left out, and the clue is cut to 16 words.
 */
export function brief(observation: ClueObservation): string {
  const { options, role, round, scores, stage, attemptsLeft, card } = observation;
  const [own, other] = teamOf(role) === 'blue' && role !== 'spectator' ? [scores.blue, scores.red] : [scores.red, scores.blue];
  const words = ['word-clues', role, String(options.rounds - round), String(own), String(other), stage, String(attemptsLeft)];
  if (card) words.push(card.target, ...card.forbidden);
  for (const turn of inPlay(observation)) {
    if ('clue' in turn) words.push('"', ...cut(turn.clue), '"');
    else words.push(turn.guess);
  }
  return words.join(' ');
}

/** The clue and the wrong guesses at the word in play; empty before the clue. */
function inPlay({ stage, history }: ClueObservation): readonly PastTurn[] {
  return stage === 'guess' ? history.slice(history.findLastIndex((turn) => 'clue' in turn)) : [];
}

/** Without the brackets around the whole, in which very small models hand in what they say. */
function cut(message: string): readonly string[] {
  const said = /^\[([^[\]]*)\]$/.exec(message)?.[1] ?? message;
  const start = Array.from(quote(said).slice(1, -1)).slice(0, CLUE_CHARACTERS).join('');
  return start.split(/\s+/).filter((word) => word !== '').slice(0, CLUE_SHOWN);
}

/** Every word of the cards of a list, once; the targets first. */
export function cardWords(list: CardList): readonly string[] {
  let words = CARD_WORDS.get(list);
  if (!words) CARD_WORDS.set(list, (words = [...new Set([...cardsOf(list).map(({ target }) => target), ...cardsOf(list).flatMap(({ forbidden }) => forbidden)])]));
  return words;
}

const CARD_WORDS = new Map<CardList, readonly string[]>();

/** Every word of `brief` and of what `briefNext` spells; of clues and guesses, only what the scripted seats say. */
export function briefWords({ rounds, attempts, words }: ClueOptions): readonly string[] {
  const numbers = Array.from({ length: Math.max(rounds, attempts) + 1 }, (_, number) => String(number));
  return [...new Set(['word-clues', ...ROLES, 'spectator', ...STAGES, '"', ...numbers, ...CLUE_WORDS, ...cardWords(words)])];
}

/** The targets of the list that were not guessed yet; as a clue, one short sentence with any word of the cards that is not foul. */
export function briefNext(observation: ClueObservation, words: readonly string[]): readonly string[] {
  const { options, role, toMove, stage, card } = observation;
  if (role === 'spectator' || role !== toMove) return [];
  if (stage === 'clue') return nextInClue(words, () => cardWords(options.words).filter((word) => !card || !isFoul(word, card.target)));
  if (words.length === 0) return ['guess'];
  if (words.length > 1 || words[0] !== 'guess') return [];
  const wrong = new Set(inPlay(observation).flatMap((turn) => ('guess' in turn ? [turn.guess] : [])));
  return cardsOf(options.words).map(({ target }) => target).filter((target) => !wrong.has(target));
}
