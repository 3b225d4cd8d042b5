/**
 * What a reader of Truth and Deception may know, and every text made of it: rules, observation, brief, and the words that may follow.
 * It never sees a state: which fact is true gets in only through `truth`, which stays `null` for guesser and spectators before the end.
 */
import { messageQuoter } from '@spiral-arena/core/game';
import { PHRASES } from './claim.js';
import { dealsOf, statementWord, type Deal, type FactChoice, type FactNumber } from './fact-list.js';

export const ROLES = ['deceiver', 'guesser'] as const;
export type TruthRole = (typeof ROLES)[number];

export type TruthOptions = FactChoice & {
  /** Turns of both seats together; the last one is the guess. */
  readonly turns: number;
};

export type TruthObservation = {
  readonly options: TruthOptions;
  readonly role: TruthRole | 'spectator';
  /** `null` before the deal and at the end. */
  readonly toMove: TruthRole | null;
  /** Turns taken so far. */
  readonly turn: number;
  /** The two statements, Fact 1 and Fact 2; `null` before the deal. */
  readonly facts: readonly [string, string] | null;
  /** Which one is true: known to the deceiver, to the others after the guess. */
  readonly truth: FactNumber | null;
  /** In turn: the deceiver's, the guesser's, and so on. */
  readonly messages: readonly string[];
  readonly guess: FactNumber | null;
};

/** Whether the next action is the guess, in which brackets are read; every other turn is talk. */
export function isGuessTurn({ turn, options }: TruthObservation): boolean {
  return turn === options.turns - 1;
}

export function speakerOf(turn: number): TruthRole {
  return turn % 2 === 0 ? 'deceiver' : 'guesser';
}

const quote = messageQuoter(ROLES);

/** The rules for one role. */
export function rules(role: string, { turns }: TruthOptions): string {
  return [
    'Truth and Deception: of two statements, Fact 1 and Fact 2, one is true and one is false. The deceiver knows which; the guesser does not.',
    role === 'deceiver' ? 'You are the deceiver: you win when the guesser names the false one.' : 'You are the guesser: you win when you name the true one.',
    `There are ${turns} turns. The deceiver speaks first, and you take turns; whatever is said may be true or false.`,
    `In turns 1 to ${turns - 1} any text is your message to the other role, brackets too.`,
    `Turn ${turns} is the guess: the guesser names the fact that is true. There are no draws. Format only: [Fact 1] or [Fact 2]`,
  ].join('\n');
}

/** The observation for people and language models. Every bracket in it is an action that is legal now. */
export function text(observation: TruthObservation): string {
  const { role, toMove, facts, messages } = observation;
  const lines = [standing(observation)];
  facts?.forEach((statement, index) => lines.push(`Fact ${index + 1}: ${statement}${label(observation, index + 1)}`));
  if (messages.length > 0) lines.push('So far:', ...messages.map((message, turn) => `${turn + 1}. ${speakerOf(turn)} says ${quote(message)}`));
  if (toMove !== null && toMove === role) lines.push(isGuessTurn(observation) ? 'Now name the fact that is true: [Fact 1] or [Fact 2]' : `Say something to the ${role === 'deceiver' ? 'guesser' : 'deceiver'}: any text is your message.`);
  return lines.join('\n');
}

function standing({ options: { turns }, role, toMove, turn, truth, guess }: TruthObservation): string {
  const who = role === 'spectator' ? 'You are watching.' : `You are the ${role}.`;
  if (guess !== null) return `${who} The guesser named Fact ${guess}, Fact ${truth} was the true one: the ${guess === truth ? 'guesser' : 'deceiver'} wins.`;
  if (toMove === null) return `${who} The facts are being dealt.`;
  return `${who} Turn ${turn + 1} of ${turns}; ${toMove === role ? 'it is your turn' : `the ${toMove} is to ${turn === turns - 1 ? 'guess' : 'speak'}`}.`;
}

function label({ truth }: TruthObservation, fact: number): string {
  return truth === null ? '' : truth === fact ? ' (true)' : ' (false)';
}

const LAST_MESSAGE_WORDS = 16; // a hint of the talk; more would crowd out the position in a very small context
const LAST_MESSAGE_CHARACTERS = 100;

/**
 * Game id, role, turns left, a word for each statement (for who knows it, followed by `true` or `false`), then the last message of the other role between two `"`.
 * Lossy: earlier messages are left out, and the last one is cut to 16 words.
 */
export function brief({ options, role, turn, facts, truth, messages }: TruthObservation): string {
  const words = ['truth-and-deception', role, String(options.turns - turn)];
  for (const fact of [1, 2] as const) {
    words.push(facts ? statementWord(facts[fact - 1] as string) : '.');
    if (truth !== null) words.push(String(truth === fact));
  }
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

const SPELLED = { deceiver: PHRASES.deceiver.map(wordsOf), guesser: PHRASES.guesser.map(wordsOf), guess: ['Fact 1', 'Fact 2'].map(wordsOf) } as const;

function wordsOf(sentence: string): readonly string[] {
  return sentence.split(' ');
}

/** Every word of `brief` and of what `briefNext` spells; of messages, only what the scripted seats say. */
export function briefWords(options: TruthOptions): readonly string[] {
  const words = new Set(['truth-and-deception', ...ROLES, 'spectator', '.', '"', 'true', 'false', ...Object.values(SPELLED).flat(2)]);
  for (let number = 0; number <= options.turns; number++) words.add(String(number));
  for (const { outcome } of dealsOf(options)) for (const statement of (outcome as Deal).facts) words.add(statementWord(statement));
  return [...words];
}

/** The two guesses, or in talk turns the sentences of the role: of the open space of messages, what a very small model can say. */
export function briefNext(observation: TruthObservation, words: readonly string[]): readonly string[] {
  const { role, toMove } = observation;
  if (role === 'spectator' || role !== toMove) return [];
  const following = new Set<string>();
  for (const sentence of SPELLED[isGuessTurn(observation) ? 'guess' : role]) {
    if (words.every((word, index) => word === sentence[index]) && sentence.length > words.length) following.add(sentence[words.length] as string);
  }
  return [...following];
}
