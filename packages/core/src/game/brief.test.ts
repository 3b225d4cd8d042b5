import { describe, expect, it } from 'vitest';
import { HEADS_OR_TAILS, hiddenPennies } from '../testing/hidden-pennies.test.fixture.js';
import { actionWords, nextWords, wordsToAnswer } from './brief.js';
import type { Game } from './game.js';

const pennies = hiddenPennies as Game;
const wordy = { ...pennies, formatAction: ({ text }: { text: string }) => `[${text}]` } as unknown as Game;
const texts = ['offer 1 wood', 'offer 1 gold', 'offer 2 wood', 'accept', 'offer 1'].map((text) => ({ text }));

describe('brief actions', () => {
  it('are the canonical text without brackets, and go back into them', () => {
    expect(actionWords(pennies, { side: 1 })).toEqual(['1']);
    expect(actionWords(wordy, { text: 'offer 1 wood' })).toEqual(['offer', '1', 'wood']);
    expect(wordsToAnswer(['offer', '1', 'wood'])).toBe('[offer 1 wood]');
  });

  it('follow the trie of the legal actions', () => {
    const next = nextWords(wordy, {}, texts);
    expect(next([])).toEqual(['offer', 'accept']);
    expect(next(['offer'])).toEqual(['1', '2']);
    expect(next(['offer', '1'])).toEqual(['wood', 'gold', '']); // complete, and may go on
    expect(next(['offer', '2', 'wood'])).toEqual([]);
    expect(next(['accept'])).toEqual([]);
    expect(next(['deny'])).toEqual([]);
    expect(nextWords(pennies, {}, HEADS_OR_TAILS)([])).toEqual(['0', '1']);
  });

  it("follow the game's own words where it has some, and need them in an open space", () => {
    const own = { ...pennies, briefNext: (_: unknown, words: readonly string[]) => (words.length === 0 ? ['hello'] : []) } as unknown as Game;
    expect(nextWords(own, {}, null)([])).toEqual(['hello']);
    expect(() => nextWords(pennies, {}, null)).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT' }));
  });
});
