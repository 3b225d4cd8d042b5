import { Rng } from '@spiral-arena/core/random';
import { afterAll, describe, expect, it } from 'vitest';
import { cacheWidth, decoderLogits } from '../decoder/decoder.js';
import { tokenLogprobs } from '../decoder/token-logprobs.js';
import { initialWeights, ModelWeights } from '../decoder/weights.js';
import { createEngine } from '../engine/create.js';
import type { Engine } from '../engine/engine.js';
import { nanoConfig } from '../nano/config.js';
import { ACT_ID, END_ID, SPELL_ID, WordTokenizer } from '../nano/words.js';
import { tf } from '../tf.js';
import type { GenerateRequest, GenerateResult } from './request.js';
import { ScriptedEngine } from './scripted-engine.test.fixture.js';
import { WordGenerator } from './word-generator.js';

const tokenizer = new WordTokenizer(['a', 'b', 'ab', '[', '4', ']', '[4]', 'offer', 'wood', 'gold']);
const [A, B, AB, OPEN, FOUR, CLOSE, BOXED, OFFER, WOOD, GOLD] = Array.from({ length: 10 }, (_, index) => 260 + index) as [number, number, number, number, number, number, number, number, number, number];
const config = nanoConfig(tokenizer.vocabSize, 'pico', 24);
const seedOf = (index: number): string => index.toString(16).padStart(32, '0');

function scripted(likely: (reply: readonly number[], row: readonly number[]) => readonly number[]): { engine: ScriptedEngine; generator: WordGenerator } {
  const engine = new ScriptedEngine(tokenizer.vocabSize, cacheWidth(config), (row) => likely(row.slice(row.indexOf(ACT_ID) + 1), row));
  return { engine, generator: new WordGenerator({ engine, tokenizer, weights: ModelWeights.zeros(config), policyVersion: 7 }) };
}

const request = (change: Partial<GenerateRequest> = {}): GenerateRequest => ({ words: ['a'], maxTokens: 8, sampling: { temperature: 1 }, seed: seedOf(1), ...change });
const one = async (generator: WordGenerator, change: Partial<GenerateRequest> = {}): Promise<GenerateResult> => (await generator.generate([request(change)]))[0] as GenerateResult;

/** One certain reply, token by token. */
const script = (...tokens: number[]) => (reply: readonly number[]): number[] => [tokens[reply.length] ?? END_ID];
/** Any three words, then the end. */
const likely = (reply: readonly number[]): number[] => (reply.length < 3 ? [A, B, AB] : [END_ID]);
/** `b`, or `offer`, one of two words with a token and two without, and possibly 4. */
const offers = (words: readonly string[]): readonly string[] => [['offer', 'b'], ['wood', 'gold', 'clay', 'clove'], ['4', '']][words[0] === 'b' ? 99 : words.length] ?? [];

describe('WordGenerator, with scripted logits', () => {
  it.each([
    ['two tokens for what is also one', [A, B, END_ID], 'a b'],
    ['one token', [AB, END_ID], 'ab'],
    ['three tokens for what is also one', [OPEN, FOUR, CLOSE, END_ID], '[ 4 ]'],
    ['the merged token', [BOXED, END_ID], '[4]'],
    ['a spelt word that has a token too', [SPELL_ID, 4 + 0x61, SPELL_ID, END_ID], 'a'],
  ])('TOKEN-01 result ids are the sampled ids: %s', async (_, tokens, text) => {
    const result = await one(scripted(script(...tokens)).generator);
    expect(result).toMatchObject({ tokenIds: tokens, text, finish: 'stop', promptTokenIds: [A, ACT_ID], policyVersion: 7 });
    expect(result.logprobs).toEqual(tokens.map(() => expect.closeTo(0, 6)));
    expect(result).not.toHaveProperty('allowedTokenIds');
  });

  it.each([['a'], [' '], ['['], ['\n'], ['']])('TOKEN-02 the prompt never merges with the reply: prompt %j', async (word) => {
    const result = await one(scripted(script(B, END_ID)).generator, { words: ['ab', word] });
    expect(result.promptTokenIds).toEqual([AB, ...tokenizer.encodeWord(word), ACT_ID]);
    expect(result.tokenIds).toEqual([B, END_ID]);
  });

  it('TOKEN-02 a reply cut by the length limit has no end token and every sampled id', async () => {
    const { generator } = scripted(() => [A]);
    expect(await one(generator, { maxTokens: 3 })).toMatchObject({ tokenIds: [A, A, A], finish: 'length', text: 'a a a' });
    const full = await one(generator, { maxTokens: 99, words: Array<string>(20).fill('b') });
    expect([full.finish, full.promptTokenIds.length + full.tokenIds.length]).toEqual(['length', config.contextLength + 1]); // the last token is sampled after a full row
  });

  it('TOKEN-04 half a character is U+FFFD in the text and stays as sampled in the ids', async () => {
    const tokens = [4 + 0xf0, END_ID];
    expect(await one(scripted(script(...tokens)).generator)).toMatchObject({ tokenIds: tokens, text: '\uFFFD' });
  });

  it('TOKEN-05 (a) a reply of the end token alone has one id; (b) a complete reply before the first word has none', async () => {
    const { generator, engine } = scripted(() => [END_ID]);
    expect(await one(generator)).toMatchObject({ text: '', tokenIds: [END_ID], finish: 'stop' });
    expect(engine.runs).toBe(1);
    expect(await one(generator, { next: () => [] })).toMatchObject({ text: '', tokenIds: [], logprobs: [], allowedTokenIds: [], finish: 'stop' });
    expect(await one(generator, { maxTokens: 0 })).toMatchObject({ tokenIds: [], finish: 'length' });
    expect(await generator.generate([])).toEqual([]);
    expect(engine.runs).toBe(1);
  });

  it('next: stops by itself where the reply is complete', async () => {
    const result = await one(scripted(script(OFFER, WOOD, FOUR, A)).generator, { next: offers });
    expect(result).toMatchObject({ text: 'offer wood 4', tokenIds: [OFFER, WOOD, FOUR], finish: 'stop' });
    expect(result.allowedTokenIds).toEqual([[B, OFFER], [SPELL_ID, WOOD, GOLD], [END_ID, FOUR]]);
    expect(await one(scripted(script(B, A)).generator, { next: offers })).toMatchObject({ text: 'b', tokenIds: [B] });
  });

  it("next: '' lets the reply end by the end token", async () => {
    expect(await one(scripted(script(OFFER, GOLD, END_ID)).generator, { next: offers })).toMatchObject({ text: 'offer gold', tokenIds: [OFFER, GOLD, END_ID], finish: 'stop' });
  });

  it('next: stops at the first token that leaves it, which stays in the reply', async () => {
    expect(await one(scripted(script(OFFER, A, FOUR)).generator, { next: offers })).toMatchObject({ text: 'offer a', tokenIds: [OFFER, A], finish: 'stop' });
    expect(await one(scripted(script(END_ID)).generator, { next: offers })).toMatchObject({ text: '', tokenIds: [END_ID] });
    const astray = await one(scripted(script(OFFER, SPELL_ID, 4 + 0x63, 4 + 0x6d)).generator, { next: offers });
    expect(astray).toMatchObject({ text: 'offer cm', finish: 'stop' });
    expect(astray.allowedTokenIds?.at(-1)).toEqual([4 + 0x6c]); // c must be followed by l
  });

  it('constrained: words that are spelt are followed byte by byte, and nothing else can be drawn', async () => {
    const { generator } = scripted(() => Array.from({ length: tokenizer.vocabSize }, (_, id) => id));
    const results = await generator.generate(Array.from({ length: 200 }, (_, index) => request({ next: offers, constrained: true, maxTokens: 20, seed: seedOf(index) })));
    const texts = new Set(results.map((result) => result.text));
    expect([...texts].toSorted()).toEqual(['b', 'offer clay', 'offer clay 4', 'offer clove', 'offer clove 4', 'offer gold', 'offer gold 4', 'offer wood', 'offer wood 4']);
    const clay = results.find((result) => result.text === 'offer clay') as GenerateResult;
    expect(clay.tokenIds).toEqual([OFFER, ...tokenizer.encodeWord('clay'), END_ID]);
    expect(clay.logprobs.map((value) => Math.round(1 / Math.exp(value)))).toEqual([2, 3, 1, 1, 2, 1, 1, 2]); // choices at each token
    expect(clay.allowedTokenIds?.map((ids) => ids.length)).toEqual([2, 3, 1, 1, 2, 1, 1, 2]);
  });

  it('stop texts cut the text and keep the tokens', async () => {
    expect(await one(scripted(script(A, B, FOUR, AB)).generator, { stop: ['x', 'b'] })).toMatchObject({ text: 'a', tokenIds: [A, B], finish: 'stop' });
  });

  it('equal rows go through the network once, and not again under the same weights', async () => {
    const { engine, generator } = scripted((reply) => (reply.length === 0 ? [A, B] : [END_ID]));
    const results = await generator.generate(Array.from({ length: 300 }, (_, index) => request({ words: index % 2 ? ['a'] : ['b'], seed: seedOf(index) })));
    expect(new Set(results.map((result) => result.text))).toEqual(new Set(['a', 'b']));
    expect(engine.rows.toSorted((x, y) => x.length - y.length || (x[0] as number) - (y[0] as number) || (x[2] ?? 0) - (y[2] ?? 0))).toEqual([[A, ACT_ID], [B, ACT_ID], [A, ACT_ID, A], [A, ACT_ID, B], [B, ACT_ID, A], [B, ACT_ID, B]]);
    await generator.generate([request(), request({ words: ['b'] })]);
    expect(engine.rows.length).toBe(6);
    await generator.setWeights(ModelWeights.zeros(config), 8);
    await generator.generate([request()]);
    expect(engine.rows.length).toBe(8);
  });

  it('only the prompt goes through the network whole: each further token by itself, past 16 and 32 tokens too', async () => {
    const tokens = Array.from({ length: 20 }, (_, index) => [A, B, AB, FOUR][index % 4] as number);
    const { engine, generator } = scripted(script(...tokens, END_ID));
    expect(await one(generator, { maxTokens: 99, words: ['b', 'b'] })).toMatchObject({ tokenIds: [...tokens, END_ID] });
    expect([engine.rows.length, engine.decoded]).toEqual([21, 20]);
    expect(engine.rows.at(-1)).toEqual([B, B, ACT_ID, ...tokens]);
  });

  it('how a prompt is run depends on the request alone: one-word replies keep no keys and values, and share no row with longer ones', async () => {
    const oneWord = { next: (words: readonly string[]): readonly string[] => (words.length === 0 ? ['a', 'b'] : []) };
    const asked = [oneWord, { ...oneWord, seed: seedOf(2) }, { maxTokens: 1 }, {}, { next: offers }];
    for (const order of [asked, asked.toReversed()]) {
      const { engine, generator } = scripted((reply) => (reply.length === 0 ? [B] : [END_ID]));
      for (const change of order) expect((await one(generator, change)).tokenIds[0]).toBe(B);
      expect(engine.rows).toHaveLength(3); // the prompt in both ways, and `b` after it
      expect(engine.decoded).toBe(1);
    }
  });

  it('TOKEN-06 no cache outlives its version: after new weights the same prompt and reply are computed again', async () => {
    const { engine, generator } = scripted(likely);
    const requests = Array.from({ length: 30 }, (_, index) => request({ seed: seedOf(index) }));
    const before = await generator.generate(requests);
    const rows = engine.rows.length;
    const weights = ModelWeights.zeros(config);
    (weights.arrays[0] as Float32Array)[0] = 1; // the engine refuses caches made under 0
    await generator.setWeights(weights, 8);
    expect((await generator.generate(requests)).map(({ tokenIds }) => tokenIds)).toEqual(before.map(({ tokenIds }) => tokenIds));
    expect(engine.rows.length).toBe(2 * rows);
  });

  it('calls one after the other are all answered when everything they need is known', async () => {
    const { engine, generator } = scripted(script(B, END_ID));
    for (let call = 0; call < 5; call++) {
      expect((await one(generator)).text).toBe('b');
      expect(await generator.logprobs([{ words: ['a'], reply: ['b', 'a'] }])).toHaveLength(1);
    }
    expect(engine.rows.length).toBe(2); // the prompt, and `b` after it
  });

  it('a memo that is too small changes nothing but the work', async () => {
    const large = scripted(likely);
    const engine = new ScriptedEngine(tokenizer.vocabSize, cacheWidth(config), (row) => likely(row.slice(row.indexOf(ACT_ID) + 1)));
    const small = new WordGenerator({ engine, tokenizer, weights: ModelWeights.zeros(config), policyVersion: 7, memoRows: 2 });
    const requests = Array.from({ length: 40 }, (_, index) => request({ words: ['a', String(index % 5)], seed: seedOf(index) }));
    const expected = await large.generator.generate(requests);
    for (const [index, single] of requests.entries()) expect((await small.generate([single]))[0]).toEqual(expected[index]);
    expect(engine.rows.length).toBeGreaterThan(large.engine.rows.length);
  });

  it('requests made in the same turn, and while a batch runs, share batches', async () => {
    const { engine, generator } = scripted((reply) => (reply.length < 2 ? [A] : [END_ID]));
    let late: Promise<unknown> = Promise.resolve();
    const early = Array.from({ length: 50 }, (_, index) => generator.generate([request({ words: ['b', String(index)] })]));
    setImmediate(() => (late = generator.generate([request({ words: ['late'] })])));
    await Promise.all(early);
    await late;
    expect(engine.runs).toBeLessThanOrEqual(3 * 4 + 3); // 50 rows take up to four shapes a token, the late one at most one more
  });

  it('aborted requests end with what they have; the others go on', async () => {
    const controller = new AbortController();
    const { generator } = scripted((reply) => {
      if (reply.length === 2) controller.abort();
      return reply.length < 4 ? [A] : [END_ID];
    });
    const [aborted, finished] = await generator.generate([request({ signal: controller.signal }), request()]);
    expect(aborted).toMatchObject({ finish: 'aborted', text: 'a a', tokenIds: [A, A] });
    expect(finished).toMatchObject({ finish: 'stop', text: 'a a a a' });
    expect(await one(generator, { signal: controller.signal })).toMatchObject({ finish: 'aborted', tokenIds: [] });
  });

  it('TOKEN-06 a reply is made by one version: new weights wait for replies under way, later requests wait for the new weights', async () => {
    const { engine, generator } = scripted((reply) => (reply.length < 3 ? [A] : [END_ID]));
    const before = one(generator, { words: ['old'] });
    await new Promise(setImmediate);
    await new Promise(setImmediate); // the first reply is under way
    const first = ModelWeights.zeros(config);
    (first.arrays[0] as Float32Array)[0] = 1;
    const second = ModelWeights.zeros(config);
    (second.arrays[0] as Float32Array)[0] = 2;
    const swaps = [generator.setWeights(first, 8), generator.setWeights(second, 9)];
    (second.arrays[0] as Float32Array)[0] = 99; // the caller goes on training
    const after = one(generator, { words: ['new'] });
    expect(await before).toMatchObject({ policyVersion: 7, text: 'a a a' });
    expect(await after).toMatchObject({ policyVersion: 9, text: 'a a a' });
    await Promise.all(swaps);
    expect(engine.weightsSeen).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    expect(generator.policyVersion).toBe(9);
  });

  it('one call that fails leaves the others alone', async () => {
    const { engine, generator } = scripted(script(OFFER, END_ID));
    const thrown = new Error('the rules broke');
    const atOnce = (): never => {
      throw thrown;
    };
    const later = (words: readonly string[]): readonly string[] => (words.length > 0 ? atOnce() : ['offer']);
    const results = await Promise.allSettled([
      one(generator),
      one(generator, { next: later }),
      generator.generate([request(), request({ next: atOnce })]),
      generator.generate([request({ words: Array<string>(30).fill('a') })]),
      generator.generate([{ maxTokens: 1, sampling: { temperature: 1 }, seed: seedOf(1), messages: [{ role: 'user', content: 'hi' }] }]),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? 'ok' : ((result.reason as { code?: string }).code ?? result.reason)))).toEqual(['ok', thrown, thrown, 'MODEL_PROMPT_TOO_LONG', 'MODEL_REQUEST_UNSUPPORTED']);
    engine.failure = new Error('the engine broke');
    await expect(one(generator, { words: ['b'] })).rejects.toThrow('the engine broke');
    expect(await one(generator, { words: ['b'] })).toMatchObject({ text: 'offer' });
  });

  it('refuses weights and vocabularies of another size, and calls after dispose', async () => {
    const { engine, generator } = scripted(script(A, END_ID));
    await expect(generator.setWeights(ModelWeights.zeros(nanoConfig(9)), 8)).rejects.toMatchObject({ code: 'MODEL_WEIGHTS_MISMATCH' });
    expect(() => new WordGenerator({ engine, tokenizer: new WordTokenizer([]), weights: ModelWeights.zeros(config), policyVersion: 0 })).toThrow(expect.objectContaining({ code: 'MODEL_VOCABULARY_INVALID' }));
    const last = one(generator);
    await generator.dispose();
    expect((await last).text).toBe('a');
    await expect(one(generator)).rejects.toMatchObject({ code: 'MODEL_GENERATOR_CLOSED' });
  });
});

const engines: readonly Engine[] = [await createEngine({ name: 'eager' }), await createEngine({ name: 'onnx', threads: 2 })];
afterAll(() => Promise.all(engines.map((engine) => engine.dispose())));

describe.each(engines.map((engine) => [engine.name, engine] as const))('WordGenerator on the engine %s', (_, engine) => {
  const weights = initialWeights(config, Rng.fromSeed(11));
  for (const array of weights.arrays) array.forEach((value, index) => (array[index] = value * 3)); // far from uniform
  const make = (): WordGenerator => new WordGenerator({ engine, tokenizer, weights, policyVersion: 1 });
  const requests = Array.from({ length: engine.name === 'onnx' ? 300 : 24 }, (_request, index) =>
    request({ words: [['a', 'b', 'ab'][index % 3] as string, String(index % 7), ...Array<string>(index % 4).fill('4')], seed: seedOf(index), maxTokens: 3, sampling: { temperature: 1.5 } }),
  );

  it('a result is the same alone, among many and in any order', async () => {
    const together = await make().generate(requests);
    expect(new Set(together.map((result) => result.text)).size).toBeGreaterThan(10);
    const order = Rng.fromSeed(3).shuffle(requests.map((_request, index) => index));
    const shuffled = make();
    const pieces = await Promise.all(order.map((index) => shuffled.generate([requests[index] as GenerateRequest])));
    order.forEach((index, place) => expect(pieces[place]?.[0]).toEqual(together[index]));
    for (const index of order.slice(0, 6)) {
      const alone = await make().generate([requests[index] as GenerateRequest]);
      expect(alone[0]).toEqual(together[index]);
    }
  });

  it('TOKEN-06 logprobs recorded at sampling are those of the learner for that version, and differ from the version before', async () => {
    const generator = make();
    const versions = [weights, initialWeights(config, Rng.fromSeed(12))];
    const recorded: number[][] = [];
    for (const [index, own] of versions.entries()) {
      await generator.setWeights(own, index);
      const results = await generator.generate(requests.slice(0, 6).map((item) => ({ ...item, sampling: { temperature: 1 } })));
      recorded.push(results.flatMap((result) => result.logprobs));
      const scored = await generator.logprobs(results.map(({ promptTokenIds, tokenIds }) => ({ words: tokenizer.decode(promptTokenIds.slice(0, -1)), reply: tokenizer.decode(tokenIds) })));
      results.forEach(({ promptTokenIds, tokenIds, logprobs, policyVersion }, place) => {
        expect(policyVersion).toBe(index);
        const learner = learnerLogprobs(own, promptTokenIds, tokenIds);
        logprobs.forEach((value, token) => expect(Math.abs(value - (learner[token] as number))).toBeLessThan(1e-4));
        const sameIds = tokenizer.encode(tokenizer.decode(tokenIds)).join() === tokenIds.join(); // not so for stray bytes
        if (sameIds) expect(Math.abs((scored[place] as number) - learner.reduce((sum, value) => sum + value, 0))).toBeLessThan(3e-4);
      });
    }
    expect(recorded[0]).not.toEqual(recorded[1]);
  });

  it('logprobs of all one-word replies are the log-softmax at the end of the prompt; an empty reply is certain', async () => {
    const generator = make();
    const scored = await generator.logprobs([...tokenizer.words.map((word) => ({ words: ['a'], reply: [word] })), { words: ['a'], reply: [] }]);
    const mass = scored.slice(0, -1).reduce((sum, value) => sum + Math.exp(value), 0);
    expect(mass).toBeGreaterThan(0);
    expect(mass).toBeLessThan(1);
    expect(scored.at(-1)).toBe(0);
    await expect(generator.logprobs([{ words: ['a'], reply: Array<string>(30).fill('b') }])).rejects.toMatchObject({ code: 'MODEL_PROMPT_TOO_LONG' });
  });

  it('leaves no tensors behind', async () => {
    const generator = make();
    await generator.generate(requests.slice(0, 5));
    const before = tf.memory().numTensors;
    for (let round = 0; round < 3; round++) {
      await generator.setWeights(weights, round);
      await generator.generate(requests.slice(0, 20));
    }
    expect(tf.memory().numTensors).toBe(before);
    await generator.dispose();
  });
});

/** The learner's way: one pass over prompt and reply together, on the plain cpu backend. */
function learnerLogprobs(weights: ModelWeights, prompt: readonly number[], reply: readonly number[]): number[] {
  return tf.tidy(() => {
    const row = [...prompt, ...reply.slice(0, -1)];
    const positions = reply.map((_token, index) => prompt.length - 1 + index);
    const tensors = weights.arrays.map((array, index) => tf.tensor(array, [...(weights.specs[index] as { shape: readonly number[] }).shape]));
    const logits = decoderLogits(config, tensors, tf.tensor2d(row, [1, row.length], 'int32'), tf.tensor2d(positions, [1, positions.length], 'int32'));
    return Array.from(tokenLogprobs(logits, tf.tensor2d([...reply], [1, reply.length], 'int32')).dataSync());
  });
}
