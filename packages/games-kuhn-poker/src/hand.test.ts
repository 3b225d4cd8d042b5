/** The deck of Kuhn poker: ranks in their order, and every deal once. */
import { describe, expect, it } from 'vitest';
import { dealsOf, kuhnPoker, ranksOf } from './index.js';
import { optionsOf, play } from './scripted-hands.test.support.js';

describe('the deck', () => {
  it('grows by A, then T and downwards', () => {
    expect([3, 4, 5, 6].map((cards) => ranksOf(cards).join(''))).toEqual(['JQK', 'JQKA', 'TJQKA', '9TJQKA']);
    expect(ranksOf(13).join('')).toBe('23456789TJQKA');
    expect(dealsOf(5)).toHaveLength(20);
    expect(dealsOf(13)).toHaveLength(156);
    expect(kuhnPoker.returns(play(optionsOf('single', { cards: 13 }), [[{ first: 'T', second: '9' }, 'bet call']]))).toEqual([2, -2]);
    expect(kuhnPoker.returns(play(optionsOf('single', { cards: 13 }), [[{ first: 'K', second: 'A' }, 'bet call']]))).toEqual([-2, 2]);
  });
});
