/** The tokens of a given reply, and that its log-probability is that with which it is written. */
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { initialWeights } from '../decoder/weights.js';
import { createEngine } from '../engine/create.js';
import { nanoConfig } from '../nano/config.js';
import { END_ID, WordTokenizer } from '../nano/words.js';
import { saidTokenIds } from './scored-reply.js';
import { logprobOf } from './token-sampler.js';
import { WordGenerator } from './word-generator.js';

const silent = new WordTokenizer(['offer', '3', '4', 'wood', 'gold', 'for', 'deny', 'it'], { spells: false, saysForced: false });
const tokens = (text: string): number[] => silent.encode(text.split(' '));

/** `deny it`, or `offer N R for N R`, the second resource being the other one, and `it` at the end where one likes. */
function trade(words: readonly string[]): readonly string[] {
  if (words[0] === 'deny') return words.length === 1 ? ['it'] : [];
  return [['offer', 'deny'], ['3', '4'], ['wood', 'gold'], ['for'], ['3', '4'], [words[2] === 'wood' ? 'gold' : 'wood'], ['', 'it']][words.length] ?? [];
}

/** Every reply of this grammar. */
function replies(words: readonly string[] = []): string[][] {
  const choices = trade(words);
  return choices.length === 0 ? [[...words]] : choices.flatMap((word) => (word === '' ? [[...words]] : replies([...words, word])));
}

describe('saidTokenIds', () => {
  const said = (text: string): readonly number[] | null => saidTokenIds(silent, { words: [], reply: text === '' ? [] : text.split(' '), next: trade });

  it.each([
    ['deny it', tokens('deny')],
    ['offer 3 wood for 4 gold it', tokens('offer 3 wood 4 it')],
    ['offer 3 wood for 4 gold', [...tokens('offer 3 wood 4'), END_ID]], // it could have gone on
    ['offer 3 wood for', tokens('offer 3 wood')], // cut by its length
    ['offer 3 wood for it gold', tokens('offer 3 wood it gold')], // astray from `it` on
    ['offer wood for 3', tokens('offer wood for 3')],
    ['it for', tokens('it for')],
    ['', []],
  ])('of "%s"', (text, ids) => {
    expect(said(text)).toEqual(ids);
  });

  it.each(['offer 3 wood it', 'offer 3 wood', 'deny', 'deny 3'])('none of "%s": another word would have stood there', (text) => {
    expect(said(text)).toBeNull();
  });

  it('all of them without next, and where the tokenizer says forced words', () => {
    const reply = 'offer 3 wood for 4 gold'.split(' ');
    expect(saidTokenIds(silent, { words: [], reply })).toEqual(silent.encode(reply));
    expect(saidTokenIds(new WordTokenizer(silent.words, { spells: false }), { words: [], reply, next: trade })).toEqual(silent.encode(reply));
  });

  it('the probabilities of all replies are together what is not lost to words that may not follow', () => {
    const odds = new Map<string, Float32Array>(); // random logits for each row, made when first asked for
    const rng = Rng.fromSeed(5);
    const logprob = (row: readonly number[], token: number): number => {
      const logits = odds.get(row.join()) ?? Float32Array.from({ length: silent.vocabSize }, () => 3 * rng.float());
      odds.set(row.join(), logits);
      return logprobOf(logits, token);
    };
    /** By the rule of writing: the probability of ending well from here. */
    const mass = (row: readonly number[], words: readonly string[]): number => {
      const choices = trade(words);
      if (choices.length === 0) return 1;
      if (choices.length === 1) return mass(row, [...words, choices[0] as string]); // no place has '' alone, and the first has two words
      return choices.reduce((sum, word) => {
        const token = word === '' ? END_ID : (silent.encodeWord(word)[0] as number);
        return sum + Math.exp(logprob(row, token)) * (word === '' ? 1 : mass([...row, token], [...words, word]));
      }, 0);
    };
    const rated = replies().map((reply) => {
      const ids = saidTokenIds(silent, { words: [], reply, next: trade }) as readonly number[];
      return Math.exp(ids.reduce((sum, token, index) => sum + logprob(ids.slice(0, index), token), 0));
    });
    expect(rated).toHaveLength(17); // deny, and 2 amounts · 2 resources · 2 amounts, each with `it` or without
    expect(rated.reduce((left, right) => left + right, 0)).toBeCloseTo(mass([], []), 10);
  });
});

describe('logprobs of a model that does not say forced words', () => {
  it('are those with which replies are written', async () => {
    const few = new WordTokenizer(['x', 'y', 'to'], { spells: false, saysForced: false }); // so that replies at random are legal now and then
    const next = (words: readonly string[]): readonly string[] => [['x', 'y'], ['to'], ['x', 'y'], ['', 'to']][words.length] ?? [];
    const engine = await createEngine({ name: 'eager' });
    const weights = initialWeights(nanoConfig(few.vocabSize, 'pico', 24), Rng.fromSeed(11));
    const generator = new WordGenerator({ engine, tokenizer: few, weights, policyVersion: 0 });
    const words = ['x', 'x'];
    const seeds = Rng.fromSeed(12);
    const written = await generator.generate(Array.from({ length: 10_000 }, () => ({ words, maxTokens: 8, sampling: { temperature: 1 }, seed: seeds.seed(), next })));
    const legal = ['x', 'y'].flatMap((first) => ['x', 'y'].flatMap((second) => [`${first} to ${second}`, `${first} to ${second} to`]));
    const ended = written.filter(({ text, tokenIds, allowedTokenIds }) => legal.includes(text) && allowedTokenIds?.at(-1)?.includes(tokenIds.at(-1) as number));
    expect(new Set(ended.map(({ text }) => text))).toEqual(new Set(legal));
    const rated = await generator.logprobs(legal.map((text) => ({ words, reply: text.split(' '), next })));
    for (const { text, logprobs } of ended) expect(rated[legal.indexOf(text)]).toBeCloseTo(logprobs.reduce((sum, value) => sum + value, 0), 4);
    const share = rated.reduce((sum, value) => sum + Math.exp(value), 0); // of legal replies among all
    expect(share).toBeGreaterThan(0.01);
    expect(Math.abs(ended.length / written.length - share)).toBeLessThan(share / 4); // 3 standard deviations
    expect(await generator.logprobs([{ words, reply: ['x', 'x'], next }])).toEqual([Number.NEGATIVE_INFINITY]);
    await generator.dispose();
    await engine.dispose();
  });
});
