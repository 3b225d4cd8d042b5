/**
 * What a reader of Don't Say It may know, and every text made of it: rules, observation, brief, and the words that may follow.
 * It never sees a state: a word gets in only as the reader's own, or after the end.
 */
import { messageQuoter } from '@spiral-arena/core/game';
import { nextInSentences, SENTENCE_WORDS } from './talk.js';
import { wordsOf, type WordList } from './word-list.js';

export const ROLES = ['first', 'second'] as const;
export type SayRole = (typeof ROLES)[number];

export type SayOptions = {
  /** Turns of both seats together. */
  readonly turns: number;
  readonly words: WordList;
  /** Fewest characters of a message. */
  readonly minLength: number;
  /** Whether a seat may name the other's word on its last turn. */
  readonly guess: boolean;
};

/** The secret word of each role. */
export type Words = { readonly [role in SayRole]: string };

/** How it ended: by a word that was said, by a guess, or by the limit of turns (then nobody won). */
export type Result = { readonly winner: SayRole | null; readonly by: 'said' | 'guess' | 'limit' };

export type SayObservation = {
  readonly options: SayOptions;
  readonly role: SayRole | 'spectator';
  /** `null` before the words are dealt and at the end. */
  readonly toMove: SayRole | null;
  /** Turns taken so far. */
  readonly turn: number;
  /** The reader's own word; `null` before the deal and for spectators. */
  readonly word: string | null;
  /** In turn, first's first. */
  readonly messages: readonly string[];
  readonly guess: string | null;
  readonly result: Result | null;
  /** Both words, after the end. */
  readonly words: Words | null;
};

export function speakerOf(turn: number): SayRole {
  return turn % 2 === 0 ? 'first' : 'second';
}

/** Whether the next action may be a guess: only then are brackets read. */
export function isGuessTurn({ turn, options }: SayObservation): boolean {
  return options.guess && turn >= options.turns - 2;
}

const quote = messageQuoter(ROLES);

/** The rules for one role. */
export function rules(role: string, { turns, minLength, guess }: SayOptions): string {
  const lines = [
    "Don't Say It: each of two players has a secret word, and the words differ. Make the other say your word without knowing it.",
    `You are ${role}: ${role === 'second' ? 'the other speaks first' : 'you speak first'}. You take turns, ${turns} in all.`,
    `Each turn is a message of at least ${minLength} characters, white space at its ends not counted.`,
    "Whoever says the other's word loses at once: as a whole word, in upper or lower case, its plural too. A word inside another word does not count. Your own word is harmless.",
    guess ? "On your last turn you may name the other's word instead: right wins, wrong loses. Format only: [guess word]" : '',
    `If nobody has lost after ${turns} turns, it is a draw.`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The observation for people and language models. A bracket in it is an action that is legal now. */
export function text(observation: SayObservation): string {
  const { role, toMove, word, messages, guess, turn } = observation;
  const lines = [standing(observation)];
  if (word !== null) lines.push(`Your secret word: ${word}`);
  if (messages.length > 0) lines.push('So far:', ...messages.map((message, index) => `${index + 1}. ${speakerOf(index)} says ${quote(message)}`));
  if (guess !== null) lines.push(`${turn}. ${speakerOf(turn - 1)} guesses ${guess}`);
  if (toMove !== null && toMove === role) lines.push(isGuessTurn(observation) ? "This is your last turn: say something, or name the other's word, such as [guess word]" : 'Say something: any text is your message.');
  return lines.join('\n');
}

function standing({ options: { turns }, role, toMove, turn, result, words }: SayObservation): string {
  const who = role === 'spectator' ? 'You are watching.' : `You are ${role}.`;
  if (result && words) {
    const how = { said: `${speakerOf(turn - 1)} said the other's word`, guess: `${speakerOf(turn - 1)} named ${result.winner === speakerOf(turn - 1) ? 'the right word' : 'a wrong word'}`, limit: 'all turns are over' }[result.by];
    return `${who} The game has ended, ${how}: ${result.winner === null ? 'a draw' : `${result.winner} wins`}. The words were ${words.first} (first) and ${words.second} (second).`;
  }
  if (toMove === null) return `${who} The words are being dealt.`;
  return `${who} Turn ${turn + 1} of ${turns}; ${toMove === role ? 'it is your turn' : `${toMove} is to speak`}.`;
}

const LAST_MESSAGE_WORDS = 16; // more would crowd out the position in a very small context
const LAST_MESSAGE_CHARACTERS = 100;

/**
 * Game id, role, turns left, own word (`.` for none), `guess` where one may guess, then the last message of the other role between two `"`.
 * Lossy: earlier messages are left out, and the last one is cut to 16 words.
 */
export function brief(observation: SayObservation): string {
  const { options, role, turn, word, messages } = observation;
  const words = ['dont-say-it', role, String(options.turns - turn), word ?? '.'];
  if (isGuessTurn(observation)) words.push('guess');
  const message = messages.findLast((_, index) => speakerOf(index) !== role);
  if (message !== undefined) words.push('"', ...cut(message), '"');
  return words.join(' ');
}

/** Without the brackets around the whole, in which very small models hand in what they say. */
function cut(message: string): readonly string[] {
  const said = /^\[([^[\]]*)\]$/.exec(message)?.[1] ?? message;
  const start = Array.from(quote(said).slice(1, -1)).slice(0, LAST_MESSAGE_CHARACTERS).join('');
  return start.split(/\s+/).filter((word) => word !== '').slice(0, LAST_MESSAGE_WORDS);
}

/** Every word of `brief` and of what `briefNext` spells; of messages, only what the scripted seats say. */
export function briefWords({ turns, words }: SayOptions): readonly string[] {
  const numbers = Array.from({ length: turns + 1 }, (_, number) => String(number));
  return [...new Set(['dont-say-it', ...ROLES, 'spectator', '.', '"', 'guess', ...numbers, ...SENTENCE_WORDS, ...wordsOf(words)])];
}

/** Sentences with any word of the list, and where one may guess every word but the own: of the open space of messages, what a very small model can say. */
export function briefNext(observation: SayObservation, words: readonly string[]): readonly string[] {
  const { options, role, toMove, word } = observation;
  if (role === 'spectator' || role !== toMove) return [];
  const [first, ...rest] = words;
  if (first === 'guess' && isGuessTurn(observation)) return rest.length === 0 ? wordsOf(options.words).filter((known) => known !== word) : [];
  const following = nextInSentences(options.words, words);
  return first === undefined && isGuessTurn(observation) ? [...following, 'guess'] : following;
}
