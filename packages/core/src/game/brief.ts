/**
 * Action texts as words, for models whose vocabulary is the brief words of their games: which words may follow, which must, and the way back to
 * answer text.
 * A brief action is the canonical text without its outer brackets, split at single spaces. Messages have no brief form.
 */
import { CoreError } from '../errors.js';
import type { Action, Game, Observation } from './game.js';
import { MAX_ANSWER_LENGTH } from './read-action.js';

/** The words that may follow these; empty: the action is complete. With `''` in the list it is complete and may also go on. */
export type NextWords = (words: readonly string[]) => readonly string[];

/** The words of an action's canonical text. */
export function actionWords(game: Game, action: Action): string[] {
  const text = game.formatAction(action);
  return (text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text).split(' ');
}

/** Answer text of brief words: back into the brackets, for the common reader. */
export function wordsToAnswer(words: readonly string[]): string {
  return `[${words.join(' ')}]`;
}

/**
 * What may follow in the brief text of this turn's action: the game's own `briefNext`, or the trie of the legal actions.
 * @throws CORE_GAME_FAULT where the action space is open and the game has no `briefNext`
 */
export function nextWords(game: Game, observation: Observation, legalActions: readonly Action[] | null): NextWords {
  if (game.briefNext) return (words) => (game.briefNext as NonNullable<Game['briefNext']>)(observation, words);
  if (legalActions === null) throw new CoreError('CORE_GAME_FAULT', { details: { game: game.id, explanation: 'the action space is open and the game has no briefNext' } });
  const root: Node = new Map();
  for (const action of legalActions) {
    let node = root;
    for (const word of [...actionWords(game, action), END]) {
      let next = node.get(word);
      if (!next) node.set(word, (next = new Map()));
      node = next;
    }
  }
  return (words) => {
    let node: Node | undefined = root;
    for (const word of words) node = node?.get(word);
    if (!node || (node.size === 1 && node.has(END))) return [];
    return [...node.keys()];
  };
}

/**
 * Adds the words that are the only ones possible, up to the next place with a choice. A first word is never added: whoever speaks says it.
 * The one place of this rule: who leaves such words unsaid in one place of a program must leave them unsaid in all.
 * @param words complete ones; is added to
 * @returns what may follow them then; empty or `''` alone: the action is complete
 */
export function passForced(words: string[], next: NextWords): readonly string[] {
  let choices = next(words);
  // No reader takes more words than that: a game that goes on for ever stops here.
  while (choices.length === 1 && choices[0] !== END && words.length > 0 && words.length < MAX_ANSWER_LENGTH) {
    words.push(choices[0] as string);
    choices = next(words);
  }
  return choices;
}

type Node = Map<string, Node>;

/** Marks a complete action among the words that may follow. */
const END = '';
