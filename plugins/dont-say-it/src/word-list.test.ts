import { describe, expect, it } from 'vitest';
import { LONGEST_MIN_LENGTH, nextInSentences, sentenceWith, SENTENCES_WITH_WORD, SMALL_TALK } from './talk.js';
import { formsOf, says, spokenWords, WORD_LISTS, wordsOf } from './word-list.js';

const all = WORD_LISTS.flatMap(wordsOf);
const forms = new Set(all.flatMap((word) => [...formsOf(word)]));

describe('the words', () => {
  it('are at least 150 to train on and 50 others, each once', () => {
    expect(wordsOf('training').length).toBeGreaterThanOrEqual(150);
    expect(wordsOf('evaluation').length).toBeGreaterThanOrEqual(50);
    expect(new Set(all).size).toBe(all.length);
    for (const word of all) expect(word).toMatch(/^[a-z]{3,}$/);
  });

  it('share no stem: none begins with another, and no form of one is a form of another', () => {
    expect(all.flatMap((one) => all.filter((other) => one !== other && one.startsWith(other)).map((other) => `${one} ${other}`))).toEqual([]);
    expect(forms.size).toBe(all.reduce((sum, word) => sum + formsOf(word).size, 0));
  });

  it.each([['apple', 'apples'], ['church', 'churches'], ['cherry', 'cherries'], ['monkey', 'monkeys'], ['knife', 'knives'], ['mouse', 'mice'], ['compass', 'compasses'], ['potato', 'potatoes']])('the plural of %s is %s', (word, plural) => {
    expect([...formsOf(word)].toSorted()).toEqual([word, plural].toSorted());
  });
});

describe('saying a word', () => {
  it.each([
    ['I like an apple.', true],
    ['APPLE', true],
    ['two apples a day', true], // plural
    ["the apple's core", true],
    ['an apple-tree', true], // a hyphen ends a word
    ['apple_pie and apple2', true],
    ['\u00e1pple', true], // accents do not hide it
    ['a\u0300pple', true],
    ['ap\u00adple and ap\u200bple', true], // nor does what nobody sees
    ['\uff41pple', true], // full width
    ['pineapples', false], // a word inside a word
    ['applesauce', false],
    ['ap-ple', false],
    ['a p p l e', false],
    ['', false],
  ])('%j: %s', (message, said) => {
    expect(says(message, 'apple')).toBe(said);
  });

  it('"art" is not in "start", and irregular plurals count', () => {
    expect(says('Let us start.', 'art')).toBe(false);
    expect(says('Art is long.', 'art')).toBe(true);
    expect(says('Three blind Mice', 'mouse')).toBe(true);
    expect(spokenWords("Don't stop-now!")).toEqual(['don', 't', 'stop', 'now']);
  });
});

describe('the sentences', () => {
  it('keep the longest minimum and hold no word of a list but the one put in', () => {
    for (let which = 0; which < SENTENCES_WITH_WORD; which++) {
      for (const word of all) {
        const sentence = sentenceWith(word, which);
        expect(sentence.length).toBeGreaterThanOrEqual(LONGEST_MIN_LENGTH);
        expect(spokenWords(sentence).filter((said) => forms.has(said))).toEqual([word]);
      }
    }
    for (const sentence of SMALL_TALK) {
      expect(sentence.length).toBeGreaterThanOrEqual(LONGEST_MIN_LENGTH);
      expect(spokenWords(sentence).filter((said) => forms.has(said))).toEqual([]);
    }
  });

  it('are spelled word by word, with every word of the list in its place', () => {
    expect(nextInSentences('training', [])).toEqual(['I', 'Have', 'Tell', 'It', 'What']);
    expect(nextInSentences('training', 'Tell me in one sentence what comes to mind with'.split(' '))).toEqual(wordsOf('training'));
    expect(nextInSentences('training', sentenceWith('apple', 0).split(' '))).toEqual([]);
    expect(nextInSentences('training', ['Tell', 'you'])).toEqual([]);
    expect(nextInSentences('training', 'I told my best friend a story about the zebra'.split(' '))).toEqual([]); // of the other list
  });
});
