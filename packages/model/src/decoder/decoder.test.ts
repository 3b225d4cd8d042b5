import { Rng } from '@spiral-arena/core/random';
import type { Tensor } from '@tensorflow/tfjs-core';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../engine/create.js';
import type { Engine, Step, TensorData, TensorSpec } from '../engine/engine.js';
import { nanoConfig } from '../nano/config.js';
import { AdamW } from '../optimiser/adamw.js';
import { tf } from '../tf.js';
import type { ModelConfig } from './config.js';
import { cacheWidth, decode, decoderLogits, prefill } from './decoder.js';
import { TINY_MODELS, tinyConfig, tinyExpected, tinyWeights, type ExpectedInput } from './tiny.test.fixture.js';
import { tokenLogprobs } from './token-logprobs.js';
import { initialWeights, type ModelWeights } from './weights.js';

const engines: readonly Engine[] = [await createEngine({ name: 'eager' }), await createEngine({ name: 'eager', backend: 'wasm' }), await createEngine({ name: 'onnx', threads: 2 })];
afterAll(() => Promise.all(engines.map((engine) => engine.dispose())));

/** Mean of -log p over the counted next tokens, with what it was made from. */
function meanLoss(config: ModelConfig, [ids, positions, targets, counted, ...weights]: readonly Tensor[]): { loss: Tensor; logits: Tensor; logprobs: Tensor } {
  const logits = decoderLogits(config, weights, ids as Tensor, positions as Tensor);
  const logprobs = tokenLogprobs(logits, targets as Tensor);
  return { loss: tf.neg(tf.div(tf.sum(tf.mul(logprobs, counted as Tensor)), tf.sum(counted as Tensor))), logits, logprobs };
}

/** [loss, logits, logprobs of the next tokens, gradients in canonical order] */
function lossStep(config: ModelConfig): Step {
  return (given) => {
    const { value, grads } = tf.valueAndGrads((...weights: Tensor[]) => meanLoss(config, [...given.slice(0, 4), ...weights]).loss)(given.slice(4));
    const { logits, logprobs } = meanLoss(config, given);
    return [value, logits, logprobs, ...grads];
  };
}

/** The inputs of `lossStep` for rows of tokens, padded to the same length, with every position asked for. */
function lossInputs(rows: readonly (readonly number[])[], lengths: readonly number[]): { specs: TensorSpec[]; arrays: TensorData[] } {
  const batch = rows.length;
  const length = (rows[0] as readonly number[]).length;
  const shape = [batch, length];
  const at = (pick: (row: number, position: number) => number): number[] => Array.from({ length: batch * length }, (_, index) => pick(Math.floor(index / length), index % length));
  const token = (row: number, position: number): number => rows[row]?.[position] ?? 0;
  return {
    specs: [{ shape, dtype: 'int32' }, { shape, dtype: 'int32' }, { shape, dtype: 'int32' }, { shape, dtype: 'float32' }],
    arrays: [
      Int32Array.from(at(token)),
      Int32Array.from(at((_, position) => position)),
      Int32Array.from(at((row, position) => token(row, position + 1))),
      Float32Array.from(at((row, position) => (position + 1 < (lengths[row] as number) ? 1 : 0))),
    ],
  };
}

async function compileLoss(engine: Engine, weights: ModelWeights, inputs: { specs: TensorSpec[]; arrays: TensorData[] }, loss: Step = lossStep(weights.config)): Promise<{ run(): Promise<readonly TensorData[]>; dispose(): Promise<void> }> {
  const specs: TensorSpec[] = weights.specs.map(({ shape }) => ({ shape, dtype: 'float32' }));
  const step = await engine.compile(loss, [...inputs.specs, ...specs]);
  return { run: () => step.run([...inputs.arrays, ...weights.arrays]), dispose: () => step.dispose() };
}

const l2 = (values: TensorData): number => Math.hypot(...values);

describe.each(TINY_MODELS)('decoder on the tiny %s of transformers 5.24', (model) => {
  it.each(Object.keys(tinyExpected(model)))('logits, logprobs, loss and gradients, input %s, every engine', async (name) => {
    const expected = tinyExpected(model)[name] as ExpectedInput;
    const inputs = lossInputs(expected.input_ids, expected.rows.map((row) => row.length));
    const weights = tinyWeights(model);
    for (const engine of engines) {
      const step = await compileLoss(engine, weights, inputs);
      const [loss, logits, logprobs, ...gradients] = await step.run() as [TensorData, TensorData, TensorData, ...TensorData[]];
      await step.dispose();
      expect(Math.abs((loss[0] as number) - expected.loss)).toBeLessThan(1e-5);
      const length = (expected.input_ids[0] as readonly number[]).length;
      expected.rows.forEach((row, index) => {
        const last = (index * length + row.length - 1) * 300;
        expectClose(logits.subarray(last, last + 300), row.last_position_logits, 1e-4);
        expectClose(logprobs.subarray(index * length, index * length + row.length - 1), row.log_probs_of_tokens_1_to_end, 1e-4);
      });
      weights.specs.forEach(({ name: parameter }, index) => {
        const gradient = gradients[index] as TensorData;
        const norm = expected.grad_l2[parameter] as number;
        expect(Math.abs(l2(gradient) - norm) / norm, `${engine.describe()} ${parameter}`).toBeLessThan(1e-4);
        expectClose(gradient.subarray(0, 4), expected.grad_samples[parameter] as readonly number[], 1e-4 * Math.max(1, norm));
      });
      expect(Math.abs(Math.hypot(...gradients.map(l2)) - expected.grad_l2_total) / expected.grad_l2_total).toBeLessThan(1e-4);
    }
  });

  it('losses after 1, 2, 3 AdamW steps', async () => {
    for (const expected of Object.values(tinyExpected(model))) {
      const weights = tinyWeights(model);
      const optimiser = new AdamW(weights.specs, { beta1: 0.9, beta2: 0.95, eps: 1e-8 });
      const step = await compileLoss(engines.at(-1) as Engine, weights, lossInputs(expected.input_ids, expected.rows.map((row) => row.length)));
      for (const loss of expected.loss_after_adamw_steps_1_2_3) {
        const outputs = await step.run();
        optimiser.update(weights.arrays, outputs.slice(3) as Float32Array[], 1e-3);
        expect(Math.abs(((await step.run())[0] as TensorData)[0] as number - loss)).toBeLessThan(1e-4);
      }
      await step.dispose();
    }
  });

  it('greedy continuation of 16 tokens, asking for the last position only', async () => {
    const weights = tinyWeights(model);
    for (const expected of Object.values(tinyExpected(model))) {
      const rows = expected.rows.map(({ length }, index) => (expected.input_ids[index] as readonly number[]).slice(0, length));
      const lengths = rows.map((row) => row.length);
      const width = Math.max(...lengths) + 16;
      const specs: TensorSpec[] = weights.specs.map(({ shape }) => ({ shape, dtype: 'float32' }));
      const step = await (engines.at(-1) as Engine).compile(([ids, positions, ...w]) => [decoderLogits(weights.config, w, ids as Tensor, positions as Tensor)], [{ shape: [rows.length, width], dtype: 'int32' }, { shape: [rows.length, 1], dtype: 'int32' }, ...specs]);
      for (let token = 0; token < 16; token++) {
        const ids = new Int32Array(rows.length * width);
        rows.forEach((row, index) => ids.set(row, index * width));
        const [logits] = await step.run([ids, Int32Array.from(rows, (row) => row.length - 1), ...weights.arrays]) as [TensorData];
        rows.forEach((row, index) => {
          const own = logits.subarray(index * 300, (index + 1) * 300);
          row.push(own.indexOf(Math.max(...own)));
        });
      }
      await step.dispose();
      expect(rows.map((row, index) => row.slice(lengths[index]))).toEqual(expected.rows.map((row) => row.greedy_16));
    }
  });
});

describe('decoder', () => {
  const variants: readonly [string, Partial<ModelConfig>][] = [
    ['learned positions', {}],
    ['rotary, grouped heads, biases, norms on q and k, tied head', { positions: 'rope', heads: 4, kvHeads: 2, headDim: 4, qkvBias: true, qkNorm: true, tiedEmbeddings: true }],
  ];
  const small: ModelConfig = { ...nanoConfig(11, 'pico', 6), width: 8, layers: 2, heads: 2, kvHeads: 2, headDim: 4, mlpWidth: 12 };

  it.each(variants)('gradients agree with central finite differences: %s', async (_, change) => {
    const config = { ...small, ...change };
    const weights = initialWeights(config, Rng.fromSeed(5));
    const rng = Rng.fromSeed(6);
    for (const array of weights.arrays) array.forEach((value, index) => (array[index] = value + (rng.float() - 0.5) * 1.2)); // biases and norms too
    const rows = [[1, 2, 3, 4, 5], [6, 6, 7, 0, 0]];
    const inputs = lossInputs(rows, [5, 3]);
    const step = await compileLoss(engines[0] as Engine, weights, inputs);
    const gradients = (await step.run()).slice(3);
    const value = await compileLoss(engines[0] as Engine, weights, inputs, (given) => [meanLoss(config, given).loss]);
    for (const [index, array] of weights.arrays.entries()) {
      for (const at of [0, Math.floor(array.length / 3), array.length - 1]) {
        const start = array[at] as number;
        const loss = async (shift: number): Promise<number> => {
          array[at] = start + shift;
          return ((await value.run())[0] as TensorData)[0] as number;
        };
        const h = 1e-2; // four points: the error is of the order of h⁴
        const slope = (8 * ((await loss(h)) - (await loss(-h))) - ((await loss(2 * h)) - (await loss(-2 * h)))) / (12 * h);
        array[at] = start;
        expect(Math.abs(slope - ((gradients[index] as TensorData)[at] as number)), `${weights.specs[index]?.name} ${at}`).toBeLessThan(2e-4);
      }
    }
  });

  it.each(variants)('outputs at some positions are bit for bit those of the full pass: %s', (_, change) => {
    const config = { ...small, ...change };
    const weights = initialWeights(config, Rng.fromSeed(1));
    tf.tidy(() => {
      const tensors = weights.arrays.map((array, index) => tf.tensor(array, [...(weights.specs[index] as { shape: readonly number[] }).shape]));
      const ids = tf.tensor2d([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 5], 'int32');
      const all = decoderLogits(config, tensors, ids, tf.tensor2d([0, 1, 2, 3, 4, 0, 1, 2, 3, 4], [2, 5], 'int32')).arraySync() as number[][][];
      const some = decoderLogits(config, tensors, ids, tf.tensor2d([4, 1, 0, 3], [2, 2], 'int32')).arraySync() as number[][][];
      expect(some).toEqual([[all[0]?.[4], all[0]?.[1]], [all[1]?.[0], all[1]?.[3]]]);
      const padded = tf.tensor2d([1, 2, 3, 0, 0, 6, 7, 8, 9, 10], [2, 5], 'int32');
      expect((decoderLogits(config, tensors, padded, tf.tensor2d([2, 4], [2, 1], 'int32')).arraySync() as number[][][])[0]?.[0]).toEqual(all[0]?.[2]);
    });
  });

  it.each(variants)('cached decode equals the full pass: %s; exactly on plain cpu, within 1e-5 elsewhere', async (_, change) => {
    const config = { ...small, ...change, contextLength: 40 };
    const weights = initialWeights(config, Rng.fromSeed(8));
    const rng = Rng.fromSeed(9);
    for (const array of weights.arrays) array.forEach((value, index) => (array[index] = value + (rng.float() - 0.5) * 0.8));
    const specs: TensorSpec[] = weights.specs.map(({ shape }) => ({ shape, dtype: 'float32' }));
    const [batch, width, held] = [8, cacheWidth(config), 24];
    const rows = Array.from({ length: batch }, () => Array.from({ length: 3 + rng.int(12) }, () => rng.int(config.vocabSize)));
    for (const engine of engines) {
      const close = engine === engines[0] ? 0 : 1e-5;
      const ids = (...shape: number[]): TensorSpec => ({ shape, dtype: 'int32' });
      const first = await engine.compile(([tokens, last, ...w]) => Object.values(prefill(config, w, tokens as Tensor, last as Tensor)), [ids(batch, 16), ids(batch, 1), ...specs]);
      const next = await engine.compile(([token, position, past, ...w]) => Object.values(decode(config, w, token as Tensor, position as Tensor, past as Tensor)), [ids(batch, 1), ids(batch, 1), { shape: [batch, held, width], dtype: 'float32' }, ...specs]);
      const full = await engine.compile(([tokens, last, ...w]) => [decoderLogits(config, w, tokens as Tensor, last as Tensor)], [ids(batch, held), ids(batch, 1), ...specs]);
      const past = new Float32Array(batch * held * width);
      const known = rows.map((row) => row.length);
      const padded = (length: number): Int32Array => Int32Array.from({ length: batch * length }, (_id, place) => rows[Math.floor(place / length)]?.[place % length] ?? 0);
      const compare = async (logits: TensorData): Promise<void> => {
        const [expected] = await full.run([padded(held), Int32Array.from(rows, (row) => row.length - 1), ...weights.arrays]) as [TensorData];
        const worst = Math.max(...Array.from(expected, (value, index) => Math.abs(value - (logits[index] as number))));
        expect(worst, engine.describe()).toBeLessThanOrEqual(close);
      };
      const [logits, cache] = await first.run([padded(16), Int32Array.from(known, (length) => length - 1), ...weights.arrays]) as [TensorData, TensorData];
      await compare(logits);
      known.forEach((length, row) => past.set(cache.subarray(row * 16 * width, (row * 16 + length) * width), row * held * width));
      for (let step = 0; step < 8; step++) {
        const positions = Int32Array.from(rows, (row) => row.length);
        for (const row of rows) row.push(rng.int(config.vocabSize));
        const [after, own] = await next.run([Int32Array.from(rows, (row) => row.at(-1) as number), positions, past, ...weights.arrays]) as [TensorData, TensorData];
        await compare(after);
        positions.forEach((position, row) => past.set(own.subarray(row * width, (row + 1) * width), (row * held + position) * width));
      }
      rows.forEach((row, index) => row.splice(known[index] as number));
      await Promise.all([first, next, full].map((step) => step.dispose()));
    }
  });

  it('prefill and decode leave no tensors behind but their results; MODEL_SHAPE_MISMATCH for a past of another shape', () => {
    const weights = initialWeights(small, Rng.fromSeed(1));
    const tensors = weights.arrays.map((array, index) => tf.tensor(array, [...(weights.specs[index] as { shape: readonly number[] }).shape]));
    const ids = tf.tensor2d([1, 2, 3, 4], [2, 2], 'int32');
    const one = tf.tensor2d([1, 1], [2, 1], 'int32');
    const before = tf.memory().numTensors;
    const filled = prefill(small, tensors, ids, one);
    const decoded = decode(small, tensors, one, one, filled.kvCache);
    expect([filled.logits, filled.kvCache, decoded.logits, decoded.kvCache].map(({ shape }) => shape)).toEqual([[2, 1, 11], [2, 2, 32], [2, 11], [2, 32]]);
    expect(() => decode(small, tensors, ids, one, filled.kvCache)).toThrow(/tokenIds/);
    expect(() => decode(small, tensors, one, ids, filled.kvCache)).toThrow(/positions/);
    expect(() => decode(small, tensors, one, one, decoded.kvCache)).toThrow(expect.objectContaining({ code: 'MODEL_SHAPE_MISMATCH' }));
    expect(() => decode(small, tensors.slice(1), one, one, filled.kvCache)).toThrow(/weights/);
    tf.dispose([...Object.values(filled), ...Object.values(decoded)]);
    expect(tf.memory().numTensors).toBe(before);
    tf.dispose([...tensors, ids, one]);
  });

  it('leaves no tensors behind but its result', () => {
    const weights = initialWeights(small, Rng.fromSeed(1));
    const tensors = weights.arrays.map((array, index) => tf.tensor(array, [...(weights.specs[index] as { shape: readonly number[] }).shape]));
    const ids = tf.tensor2d([1, 2, 3, 4], [2, 2], 'int32');
    const positions = tf.tensor2d([0, 1, 0, 1], [2, 2], 'int32');
    const before = tf.memory().numTensors;
    for (let round = 0; round < 3; round++) {
      const logits = decoderLogits(small, tensors, ids, positions);
      expect(logits.shape).toEqual([2, 2, 11]);
      logits.dispose();
    }
    expect(tf.memory().numTensors).toBe(before);
    tf.dispose([...tensors, ids, positions]);
  });

  it('MODEL_SHAPE_MISMATCH for tokens, positions or weights of another shape', () => {
    tf.tidy(() => {
      const tensors = initialWeights(small, Rng.fromSeed(1)).specs.map(({ shape }) => tf.zeros([...shape]));
      const ids = tf.zeros([2, 3], 'int32');
      const good = tf.zeros([2, 1], 'int32');
      expect(() => decoderLogits(small, tensors, tf.zeros([2, 7], 'int32'), good)).toThrow(/tokenIds/);
      expect(() => decoderLogits(small, tensors, tf.zeros([2, 3]), good)).toThrow(/tokenIds/);
      expect(() => decoderLogits(small, tensors, ids, tf.zeros([3, 1], 'int32'))).toThrow(/outputPositions/);
      expect(() => decoderLogits(small, tensors.slice(1), ids, good)).toThrow(/weights/);
      expect(() => decoderLogits(small, tensors.toReversed(), ids, good)).toThrow(expect.objectContaining({ code: 'MODEL_SHAPE_MISMATCH' }));
    });
  });
});

describe('tokenLogprobs', () => {
  it('is stable for very large logits and refuses targets of another shape', () => {
    tf.tidy(() => {
      const logits = tf.tensor2d([1e4, 0, -1e4, 0, 0, 0], [2, 3]);
      expect(Array.from(tokenLogprobs(logits, tf.tensor1d([0, 2], 'int32')).dataSync())).toEqual([0, expect.closeTo(-Math.log(3), 6)]);
      expect(() => tokenLogprobs(logits, tf.tensor1d([0], 'int32'))).toThrow(/targets/);
    });
  });
});

it('the configs of transformers 4 and 5 are read alike', () => {
  for (const model of ['llama', 'qwen2', 'qwen3'] as const) expect(tinyConfig(model, 'config.v4.json')).toEqual(tinyConfig(model));
});

function expectClose(got: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expect(got.length).toBe(expected.length);
  const worst = expected.reduce((most, value, index) => Math.max(most, Math.abs((got[index] as number) - value)), 0);
  expect(worst).toBeLessThan(tolerance);
}
