/** Every engine against its contract, and a small attention model whose gradients all engines must agree on. */
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { tf } from '../tf.js';
import { createEngine, type EngineOptions } from './create.js';
import { reals, wholes } from './engine-cases.js';
import { assertSameResults, engineContract } from './engine-contract.js';
import type { Step } from './engine.js';

const reference = await createEngine({ name: 'eager', backend: 'cpu' });
const ENGINES: readonly EngineOptions[] = [{ name: 'eager', backend: 'cpu' }, { name: 'eager', backend: 'wasm' }, { name: 'onnx' }];

for (const options of ENGINES) {
  const engine = await createEngine(options);
  describe(engine.describe(), () => {
    for (const { name, run } of engineContract(engine, reference)) it(name, run);

    it('agrees on the loss and gradients of a two-layer attention model', () => assertSameResults(engine, reference, attentionStep, ATTENTION_INPUTS, 1e-5));

    it('agrees on any composition of ops', async () => {
      await fc.assert(fc.asyncProperty(PROGRAM, (program) => assertSameResults(engine, reference, runProgram(program), PROGRAM_INPUTS, 1e-5)), { numRuns: 25, seed: 5 });
    });
  });
}

describe('an index out of range', () => {
  it.each<EngineOptions>([{ name: 'eager' }, { name: 'onnx' }])('fails the run on $name, with the cause kept, and the step lives on', async (options) => {
    const step = await (await createEngine(options)).compile(([x, ids]) => [tf.gather(x!, ids as tf.Tensor1D)], [reals([4]), wholes([1], 0, 4)]);
    const before = tf.memory().numTensors;
    await expect(step.run([Float32Array.of(1, 2, 3, 4), Int32Array.of(4)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED', details: { engine: options.name, action: 'run the step' }, cause: expect.any(Error) });
    expect(tf.memory().numTensors).toBe(before);
    expect([...(await step.run([Float32Array.of(1, 2, 3, 4), Int32Array.of(3)]))[0]!]).toEqual([4]);
    await step.dispose();
  });
});

describe('createEngine', () => {
  it('says how to go on without the native runtime', async () => {
    vi.doMock('onnxruntime-node', () => {
      throw new Error('no binary for this platform');
    });
    await expect(createEngine({ name: 'onnx' })).rejects.toMatchObject({ code: 'MODEL_RUNTIME_MISSING', details: { library: 'onnxruntime-node' }, hint: expect.stringContaining('eager') });
    vi.doUnmock('onnxruntime-node');
  });

  it('describes what runs', async () => {
    expect((await createEngine({ name: 'onnx', threads: 2 })).describe()).toMatch(/^onnx on ONNX Runtime \d+\.\d+\.\d+ cpu, 2 threads$/);
    expect(reference.describe()).toMatch(/^eager on tfjs \d+\.\d+\.\d+ cpu, 1 thread$/);
  });

  it.each([
    ['name', { name: 'torch' }, 'onnx or eager'],
    ['backend', { name: 'eager', backend: 'webgl' }, 'cpu or wasm'],
    ['threads', { name: 'onnx', threads: 0 }, 'a whole number from 1'],
  ])('refuses an unknown %s', async (option, options, expected) => {
    await expect(createEngine(options as EngineOptions)).rejects.toMatchObject({ code: 'MODEL_ENGINE_INVALID', details: { option, expected } });
  });
});

/** Next-token loss of a causal transformer of width D: embedding, LAYERS x (attention of H heads, ReLU layer), tied head. Weights are [out, in]. */
const [B, S, V, D, H, LAYERS] = [2, 5, 7, 8, 2, 2];
const ATTENTION_INPUTS = [wholes([B, S], 0, V), reals([V, D], -0.5, 0.5), ...Array.from({ length: LAYERS }, () => [reals([3 * D, D], -0.5, 0.5), reals([D, D], -0.5, 0.5), reals([2 * D, D], -0.5, 0.5), reals([D, 2 * D], -0.5, 0.5)]).flat()];

const attentionStep: Step = ([ids, ...weights]) => {
  const loss = (...given: tf.Tensor[]): tf.Scalar => {
    const [embedding, ...layers] = given as [tf.Tensor, ...tf.Tensor[]];
    const positions = tf.range(0, S, 1, 'int32');
    const mask = tf.mul(tf.cast(tf.less(tf.reshape(positions, [S, 1]), positions), 'float32'), -1e9); // [S, S]
    let x = tf.gather(embedding, ids as tf.Tensor1D); // [B, S, D]
    for (let layer = 0; layer < LAYERS; layer++) {
      const [qkv, out, up, down] = layers.slice(4 * layer, 4 * layer + 4) as [tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor];
      const heads = tf.split(tf.matMul(x, qkv, false, true), 3, -1).map((y) => tf.transpose(tf.reshape(y, [B, S, H, D / H]), [0, 2, 1, 3]));
      const [q, k, v] = heads as [tf.Tensor, tf.Tensor, tf.Tensor]; // [B, H, S, D/H]
      const weightsOf = tf.softmax(tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D / H)), mask)); // [B, H, S, S]
      const mixed = tf.reshape(tf.transpose(tf.matMul(weightsOf, v), [0, 2, 1, 3]), [B, S, D]);
      x = tf.add(x, tf.matMul(mixed, out, false, true));
      x = tf.add(x, tf.matMul(tf.relu(tf.matMul(x, up, false, true)), down, false, true)); // [B, S, D]
    }
    const logprobs = tf.logSoftmax(tf.matMul(tf.slice(x, [0, 0, 0], [-1, S - 1, -1]), embedding, false, true)); // [B, S-1, V]
    const chosen = tf.gather(logprobs, tf.slice(ids!, [0, 1], [-1, -1]) as tf.Tensor1D, 2, 2); // [B, S-1]
    return tf.neg(tf.mean(chosen));
  };
  const { value, grads } = tf.valueAndGrads(loss)(weights);
  return [value, ...grads];
};

/** A program takes tensors from a pool by number and puts results back; a line that does not fit the shapes is left out. */
const PROGRAM_INPUTS = [reals([3, 4]), reals([4, 4]), reals([4]), reals([2, 3, 4]), reals([1, 4])];
const OPS: readonly ((a: tf.Tensor, b: tf.Tensor) => tf.Tensor)[] = [
  tf.add, tf.sub, tf.mul, tf.maximum, (a, b) => tf.matMul(a, b), (a, b) => tf.matMul(a, b, false, true), (a, b) => tf.matMul(tf.transpose(a), b), (a, b) => tf.mul(tf.matMul(a, b), 0.5),
  (a) => tf.tanh(a), (a) => tf.sigmoid(a), (a) => tf.softmax(a), (a) => tf.sum(a, -1, true), (a) => tf.mean(a, 0, true), (a) => tf.reshape(a, [-1, 4]), (a) => tf.transpose(a), (a) => tf.mul(a, tf.onesLike(a)),
  (a, b) => tf.where(tf.greater(a, 0.1), a, b), (a, b) => tf.concat([a, b], 0), (a) => tf.slice(a, a.shape.map(() => 0), a.shape.map((n) => Math.ceil(n / 2))), (a, b) => tf.broadcastTo(a, b.shape),
];
const PROGRAM = fc.array(fc.tuple(fc.nat(OPS.length - 1), fc.nat(99), fc.nat(99)), { minLength: 3, maxLength: 12 });

function runProgram(program: readonly (readonly [number, number, number])[]): Step {
  return (inputs) => {
    const pool = [...inputs];
    for (const [op, a, b] of program) {
      try {
        pool.push(tf.tanh(OPS[op]!(pool[a % pool.length]!, pool[b % pool.length]!)));
      } catch {
        continue; // shapes that do not fit
      }
    }
    return pool.slice(inputs.length);
  };
}
