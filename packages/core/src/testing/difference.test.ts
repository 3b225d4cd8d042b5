/** How a difference is put into words. */
import { expect, it } from 'vitest';
import { describeDifference } from './difference.js';

it.each([
  [{ a: { b: 1 } }, { a: { b: 2 } }, 'value at "/a/b": 1 against 2'],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'order of the keys: ["a","b"] against ["b","a"]'],
  [{ a: 1 }, { a: 1, b: 2 }, 'keys: ["a"] against ["a","b"]'],
  [{ hand: ['J', 'Q'] }, { hand: ['Q', 'J'] }, 'order of the list at "/hand": ["J","Q"] against ["Q","J"]'],
  [['J', 'Q'], ['J'], 'length of the list: ["J","Q"] against ["J"]'],
  [[{ id: 'm-1' }], [{ id: 'm-2' }], 'text at "/0/id": "m-1" against "m-2"'],
  ['card ...', 'card ..', 'length of the text: "card ..." against "card .."'],
  [null, undefined, 'value: null against nothing'],
])('%j and %j', (a, b, words) => {
  expect(describeDifference(a, b)).toBe(words);
});
