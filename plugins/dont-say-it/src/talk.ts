/**
 * The sentences that scripted seats and very small models say, whole or with one word of the list put in.
 * Every sentence is long enough for every `minLength`, and none holds a word of a list by itself.
 */
import { wordsOf, type WordList } from './word-list.js';

/** The longest `minLength` that the options allow: the sentences keep it. */
export const LONGEST_MIN_LENGTH = 40;

const WORD = '*';

const WITH_WORD: readonly (readonly string[])[] = [
  `I told my best friend a story about the ${WORD} last weekend.`,
  `Have you ever seen anything quite like the ${WORD} over there ?`,
  `Tell me in one sentence what comes to mind with ${WORD} .`,
].map((sentence) => sentence.split(' '));

/** Sentences without any word of the lists. */
export const SMALL_TALK: readonly string[] = [
  'It has been a long day, and I am glad to talk to you.',
  'What would you like to talk about for the next few minutes?',
  'I am not sure what to say now, so please go on yourself.',
];

const SENTENCES: readonly (readonly string[])[] = [...WITH_WORD, ...SMALL_TALK.map((sentence) => sentence.split(' '))];

/** A sentence with this word in it. */
export function sentenceWith(word: string, which: number): string {
  return (WITH_WORD[which % WITH_WORD.length] as readonly string[]).map((part) => (part === WORD ? word : part)).join(' ');
}

export const SENTENCES_WITH_WORD = WITH_WORD.length;

/** Every word of the sentences, without those of the lists. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set(SENTENCES.flat().filter((word) => word !== WORD));

/** The words that may follow in one of the sentences, with any word of the list in its place. */
export function nextInSentences(list: WordList, words: readonly string[]): readonly string[] {
  const following = new Set<string>();
  const known = wordsOf(list);
  for (const sentence of SENTENCES) {
    if (sentence.length <= words.length || !words.every((word, index) => word === sentence[index] || (sentence[index] === WORD && known.includes(word)))) continue;
    const next = sentence[words.length] as string;
    if (next === WORD) for (const word of known) following.add(word);
    else following.add(next);
  }
  return [...following];
}
