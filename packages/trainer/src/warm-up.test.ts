/** Random legal play as tokens: every word allowed, every allowed word as likely, whole games, seeded; targets are the walk's own distribution. */
import { GameRegistry } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { ACT_ID, WordTokenizer } from '@spiral-arena/model';
import { describe, expect, it } from 'vitest';
import { countingGame } from './counting.test.game.js';
import { parseConfig } from './parse-config.js';
import { trainedGames, wordsOf, type TrainedGame } from './trained-game.js';
import { imitationRows, randomTurns } from './warm-up.js';

const registry = new GameRegistry();
registry.register(countingGame());
const games = trainedGames(registry, parseConfig({ games: [{ game: 'counting' }] }));
const counting = games[0] as TrainedGame;
const tokenizer = new WordTokenizer(wordsOf(games));

describe('randomTurns', () => {
  const turns = randomTurns(counting, 600, tokenizer, Rng.fromSeed(1));

  it('are prompts of the game with legal replies', () => {
    expect(turns).toHaveLength(600);
    for (const { prompt, reply, allowed } of turns) {
      expect(prompt.at(-1)).toBe(ACT_ID);
      expect(tokenizer.decode(prompt.slice(0, -1))[0]).toBe('counting');
      expect(allowed).toEqual([['1', '2', '3'].flatMap((word) => tokenizer.encodeWord(word))]);
      expect(allowed[0]).toContain(reply[0]);
    }
  });

  it('take every legal action about equally often, and are seeded', () => {
    for (const word of ['1', '2', '3']) {
      const share = turns.filter(({ reply }) => reply[0] === tokenizer.encodeWord(word)[0]).length / turns.length;
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.07);
    }
    expect(randomTurns(counting, 600, tokenizer, Rng.fromSeed(1))).toEqual(turns);
    expect(randomTurns(counting, 600, tokenizer, Rng.fromSeed(2))).not.toEqual(turns);
  });

  it('of a game whose actions cannot be listed are those of its own random agent, with all legal words known', () => {
    const open = new GameRegistry();
    open.register(countingGame('open', { open: true }));
    const own = trainedGames(open, parseConfig({ games: [{ game: 'open' }] }));
    const words = new WordTokenizer(wordsOf(own));
    const opened = randomTurns(own[0] as TrainedGame, 200, words, Rng.fromSeed(1));
    expect(new Set(opened.map(({ reply }) => words.decode(reply).join()))).toEqual(new Set(['1', '2']));
    expect(opened.every(({ allowed, uniform }) => !uniform && allowed[0]?.length === 3)).toBe(true);
    expect(turns.every(({ uniform }) => uniform)).toBe(true);
  });

  it('of a game whose random play cannot be spelled end with a plain refusal, not never', () => {
    const silent = new GameRegistry();
    silent.register({ ...countingGame('open', { open: true }), briefNext: () => [] });
    const [own] = trainedGames(silent, parseConfig({ games: [{ game: 'open' }] })) as [TrainedGame];
    expect(() => randomTurns(own, 10, tokenizer, Rng.fromSeed(1))).toThrow(expect.objectContaining({ code: 'TRAINER_NOTHING_TO_LEARN' }));
  });

  it('spell what has no word of its own, one byte after the other', () => {
    const bare = new WordTokenizer(['counting', 'first', 'second']);
    const [turn] = randomTurns(counting, 1, bare, Rng.fromSeed(1));
    expect(turn?.reply).toEqual(bare.encodeWord(bare.decode(turn?.reply ?? [])[0] as string));
    expect(turn?.allowed.map((ids) => ids.length)).toEqual([1, 3, 1]); // mark, digit, mark
  });
});

describe('words that are the only ones possible', () => {
  const wordy = new GameRegistry();
  const said = countingGame('wordy');
  wordy.register({
    ...said, formatAction: (action) => `[say ${(action as { add: number }).add} if you can]`, briefWords: (options) => [...said.briefWords(options), 'say', 'if', 'you', 'can'],
    readToken: (inside) => (/^say \d if you can$/.test(inside) ? { add: Number(inside[4]) } : null),
  });
  const own = trainedGames(wordy, parseConfig({ games: [{ game: 'wordy' }] }));

  it.each([[true, 'say N if you can', [1, 3, 1, 1, 1]], [false, 'say N', [1, 3]]])('take a token after the first word: %s', (saysForced, words, choices) => {
    const model = new WordTokenizer(wordsOf(own), { spells: false, saysForced });
    const turns = randomTurns(own[0] as TrainedGame, 50, model, Rng.fromSeed(1));
    expect(turns).toHaveLength(50);
    for (const { reply, allowed } of turns) {
      expect(model.decode(reply).join(' ').replace(/\d/, 'N')).toBe(words);
      expect(allowed.map((ids) => ids.length)).toEqual(choices);
    }
    expect(imitationRows([{ trained: own[0] as TrainedGame, turns: 50 }], model, Rng.fromSeed(1), 50).tokens).toBe(50 * choices.length);
  });
});

describe('imitationRows', () => {
  it('give every allowed word of a place the same weight, 1/N in all', () => {
    const rows = imitationRows([{ trained: counting, turns: 40 }], tokenizer, Rng.fromSeed(3), 40);
    expect(rows.tokens).toBe(40);
    const weights = rows.buckets().flatMap((bucket) => [...bucket.weights]);
    expect(weights.reduce((left, right) => left + right, 0)).toBeCloseTo(1, 5);
    const [bucket] = rows.buckets();
    const V = tokenizer.vocabSize;
    const own = Array.from({ length: 3 }, (_, index) => bucket?.weights[(tokenizer.encodeWord(String(index + 1))[0] as number) % V] as number);
    expect(new Set(own).size).toBe(1);
  });
});
