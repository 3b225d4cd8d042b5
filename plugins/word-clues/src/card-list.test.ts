import { describe, expect, it } from 'vitest';
import { CARD_LISTS, cardFor, cardsOf, isFoul } from './card-list.js';
import { CLUE_WORDS, fitsSpelling, nextInClue, spellingOf, thinkOf } from './clue.js';
import { formsOf, spokenWords } from './inflection.js';

const all = CARD_LISTS.flatMap(cardsOf);

describe('the cards', () => {
  it('are enough for the longest match in each list, and each target stands once', () => {
    expect(cardsOf('training').length).toBeGreaterThanOrEqual(100);
    expect(cardsOf('evaluation').length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ target }) => target)).size).toBe(all.length);
  });

  it('have a target and four forbidden words, none a form of another on the card', () => {
    for (const { target, forbidden } of all) {
      expect(forbidden, target).toHaveLength(4);
      const words = [target, ...forbidden];
      for (const word of words) expect(word).toMatch(/^[a-z]{2,}$/);
      for (const word of words) expect(words.filter((other) => formsOf(other).has(word)), target).toEqual([word]);
    }
  });

  it('leave the clues of scripted seats clean', () => {
    for (const { target } of all) {
      expect(isFoul(spellingOf(target), target), target).toBe(false);
      expect(isFoul(CLUE_WORDS.join(' '), target), target).toBe(false);
      expect(isFoul(thinkOf(target), target)).toBe(true);
      expect(fitsSpelling(target, spellingOf(target))).toBe(true);
    }
    expect([fitsSpelling('apple', 'Size 4, starting with A.'), fitsSpelling('apple', 'Size 5, starting with B.'), fitsSpelling('apple', 'A fruit.')]).toEqual([false, false, true]);
  });

  it('a target without a card is a fault of the caller', () => expect(() => cardFor('constructor')).toThrow(TypeError));
});

describe('forms of a word', () => {
  it.each([
    ['apple', 'apple apples appled appling'],
    ['fly', 'fly flew flown flies flying flier fliest'],
    ['hat', 'hat hats hatted hatting'],
    ['wash', 'wash washes washed washing'],
    ['bee', 'bee bees beed beeing'], // not "being"
    ['big', 'big bigs bigged bigging bigger biggest'],
    ['heavy', 'heavy heavies heavied heavying heavier heaviest'],
    ['knife', 'knife knives knifes knifing'],
    ['potato', 'potato potatos potatoes potatoing potatoed'],
    ['key', 'key keys keying keyed'],
    ['tie', 'tie tied tying ties tiing'],
  ])('%s: %s', (word, forms) => {
    expect([...formsOf(word)].toSorted()).toEqual(forms.split(' ').toSorted());
  });

  it('no form of a word of the cards is another word of the cards, but for the rung of a ladder', () => {
    const words = [...new Set(all.flatMap(({ target, forbidden }) => [target, ...forbidden]))];
    const clashes = words.flatMap((word) => [...formsOf(word)].filter((form) => form !== word && words.includes(form)).map((form) => `${word} ${form}`));
    expect(clashes).toEqual(['ring rung']);
  });
});

describe('foul clues', () => {
  it.each([
    ['It hangs in an orchard.', false],
    ['A fruit.', true],
    ['FRUITS!', true],
    ['It grows on trees', true], // plural
    ['an apple-pie', true], // a hyphen ends a word
    ["the apple's skin", true],
    ['\u00e1pple', true],
    ['fru\u00adit', true],
    ['pineapple', false], // a word inside a word
    ['Redder than most', true], // comparison
    ['reddish, treetop', false], // derived
    ['', false],
  ])('%j for apple (fruit, tree, red, pie): %s', (clue, foul) => {
    expect(isFoul(clue, 'apple')).toBe(foul);
  });

  it('verbs count in every form', () => {
    for (const clue of ['It flew away', 'flying', 'it flies', 'flown']) expect(isFoul(clue, 'bird'), clue).toBe(true);
    expect(isFoul('You can catch it', 'bird')).toBe(false);
    expect(spokenWords('Well-known, is it not?')).toEqual(['well', 'known', 'is', 'it', 'not']);
  });
});

it('the short clue is spelled word by word', () => {
  const known = (): readonly string[] => ['sun', 'sea'];
  expect([nextInClue([], known), nextInClue(['Think'], known), nextInClue(['Think', 'of'], known), nextInClue(['Think', 'of', 'sun'], known), nextInClue(['of'], known)]).toEqual([['Think'], ['of'], ['sun', 'sea'], [], []]);
});
