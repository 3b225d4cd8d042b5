/** The clues that scripted seats and very small models give, and how a scripted guesser reads them. No clue here holds a word of any card by itself. */

const THINK = ['Think', 'of'] as const;

/** Every word of the short clue, without the one that it names. */
export const CLUE_WORDS: readonly string[] = THINK;

/** The short clue: `Think of WORD`. */
export function thinkOf(word: string): string {
  return [...THINK, word].join(' ');
}

/** The words that may follow in the short clue; `known` lists the words that it may name. */
export function nextInClue(words: readonly string[], known: () => readonly string[]): readonly string[] {
  if (words.length > THINK.length || words.some((word, index) => word !== THINK[index])) return [];
  const next = THINK[words.length];
  return next === undefined ? known() : [next];
}

/** A clue by spelling: how long the word is and how it starts. */
export function spellingOf(word: string): string {
  return `Size ${word.length}, starting with ${(word[0] as string).toUpperCase()}.`;
}

/** Whether a word fits a clue by spelling; `true` for every other clue. */
export function fitsSpelling(word: string, clue: string): boolean {
  const [, size, start] = /^Size (\d+), starting with ([A-Z])\.$/.exec(clue) ?? [];
  return size === undefined || (word.length === Number(size) && word[0] === start?.toLowerCase());
}
