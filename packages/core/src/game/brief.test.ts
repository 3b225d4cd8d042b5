import { describe, expect, it } from 'vitest';
import { HEADS_OR_TAILS, hiddenPennies } from '../testing/hidden-pennies.test.fixture.js';
import { actionWords, nextWords, passForced, wordsToAnswer } from './brief.js';
import type { Game } from './game.js';

const pennies = hiddenPennies as Game;
const wordy = { ...pennies, formatAction: ({ text }: { text: string }) => `[${text}]` } as unknown as Game;
const texts = ['offer 1 wood', 'offer 1 gold', 'offer 2 wood', 'accept', 'offer 1'].map((text) => ({ text }));

/** The words that stand after `passForced`, and what it says may follow. */
function passed(said: readonly string[], next: (words: readonly string[]) => readonly string[]): [string, readonly string[]] {
  const words = [...said];
  const choices = passForced(words, next);
  return [words.join(' '), choices];
}

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

describe('passForced', () => {
  const next = nextWords(wordy, {}, ['offer 1 wood', 'offer 1 gold', 'offer 1 gold now', 'deny it for good'].map((text) => ({ text })));

  it.each([
    ['', '', ['offer', 'deny']],
    ['offer', 'offer 1', ['wood', 'gold']], // one word, then a choice
    ['offer 1 gold', 'offer 1 gold', ['', 'now']], // to end is a choice
    ['offer 1 wood', 'offer 1 wood', []],
    ['deny', 'deny it for good', []], // to the end
    ['astray', 'astray', []],
  ])('after "%s" stands "%s"', (said, words, choices) => {
    expect(passed(said === '' ? [] : said.split(' '), next)).toEqual([words, choices]);
  });

  it('leaves a first word to be said, also where it is the only one, and an end that is written out', () => {
    const one = nextWords(wordy, {}, [{ text: 'go on' }]);
    expect(passed([], one)).toEqual(['', ['go']]);
    expect(passed(['go'], one)).toEqual(['go on', []]);
    expect(passed(['go'], () => [''])).toEqual(['go', ['']]);
  });

  it('ends where a game goes on for ever', () => {
    const words = ['on'];
    expect(passForced(words, () => ['and'])).toEqual(['and']);
    expect(words).toHaveLength(4_000); // more than a reader takes
  });
});
