/** What is particular to the onnx engine: providers that are not there, sums on several threads, and runs that ask for more memory than there is. */
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '../decoder/config.js';
import { decoderLogits } from '../decoder/decoder.js';
import { tokenLogprobs } from '../decoder/token-logprobs.js';
import { initialWeights } from '../decoder/weights.js';
import type { GradientSource } from '../optimiser/micro-batch.js';
import { CompiledTraining } from '../optimiser/compiled-training.js';
import { createTraining } from '../optimiser/training.js';
import { tf } from '../tf.js';
import { createEngine } from './create.js';

const ELSEWHERE = process.platform === 'darwin' ? 'dml' : 'coreml'; // a provider that no build for this platform has

describe('onnx', () => {
  it('a provider that does not run here is refused, not replaced', async () => {
    await expect(createEngine({ name: 'onnx', provider: ELSEWHERE })).rejects.toMatchObject({ code: 'MODEL_PROVIDER_UNAVAILABLE', details: { provider: ELSEWHERE } });
  });

  it.each([[4096, 64, 50], [2100, 100, 9], [1024, 512, 3], [4096, 64, 20_000], [2100, 50, 60_000], [300, 1500, 2]])('adds up %i rows of %i numbers in %i segments, every one of them', async (rows, width, segments) => {
    const engine = await createEngine({ name: 'onnx', threads: 2 }); // ScatterND on threads of its own loses sums, now and then
    const step = await engine.compile(([x, ids, y]) => [tf.unsortedSegmentSum(x!, ids as tf.Tensor1D, segments), tf.add(y!, tf.unsortedSegmentSum(x!, ids as tf.Tensor1D, segments))], [
      { shape: [rows, width], dtype: 'float32' }, { shape: [rows], dtype: 'int32' }, { shape: [segments, width], dtype: 'float32' },
    ]);
    const ids = Int32Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? 0 : row % segments));
    const x = Float32Array.from({ length: rows * width }, (_, at) => at % 7);
    const wanted = new Float32Array(segments * width);
    x.forEach((value, at) => (wanted[ids[Math.floor(at / width)]! * width + (at % width)]! += value));
    for (let run = 0; run < 5; run++) {
      const [sums, added] = await step.run([x, ids, new Float32Array(segments * width).fill(3)]);
      expect(wanted.findIndex((value, at) => sums![at] !== value)).toBe(-1);
      expect(wanted.findIndex((value, at) => added![at] !== value + 3)).toBe(-1);
    }
    await engine.dispose();
  });

  it.each([['in one session', CompiledTraining.create], ['in replicas', createTraining]])('a training step of many tokens gives the same bits each time, %s', async (_, create) => {
    const config: ModelConfig = { vocabSize: 50, width: 64, layers: 2, heads: 4, kvHeads: 4, headDim: 16, mlpWidth: 96, contextLength: 14, positions: 'learned', ropeTheta: 1e4, rmsNormEps: 1e-5, tiedEmbeddings: true, qkvBias: false, qkNorm: false };
    const [rows, tokens] = [400, 14];
    const ids = Int32Array.from({ length: rows * tokens }, (_, at) => (at * at) % 50);
    const places = Int32Array.from(ids, (_, at) => at % tokens);
    const trained = async (): Promise<readonly Float32Array[]> => {
      const engine = await createEngine({ name: 'onnx', threads: 2 });
      const training = await create({ engine, weights: initialWeights(config, Rng.fromSeed(1)) });
      const source = (some: number): GradientSource => ({
        inputs: [{ shape: [some, tokens], dtype: 'int32' }, { shape: [some, tokens], dtype: 'int32' }],
        gradient: (weights, [given, at]) => {
          const loss = (...own: tf.Tensor[]): tf.Scalar => tf.div(tf.neg(tf.sum(tokenLogprobs(decoderLogits(config, own, given!, at!), given!))), rows * tokens);
          const { value, grads } = tf.valueAndGrads(loss)([...weights]);
          return { outputs: [value], gradients: grads };
        },
      });
      for (let update = 0; update < 4; update++) await training.update([{ key: 'all', rows, source, inputs: [ids, places] }], { learningRate: 1e-3, clipNorm: 1 });
      const { arrays } = await training.weights();
      await training.dispose();
      await engine.dispose();
      return arrays;
    };
    const first = await trained();
    for (let run = 0; run < 2; run++) expect((await trained()).map((array, at) => array.findIndex((weight, place) => weight !== first[at]![place]))).toEqual(first.map(() => -1));
  });

  it('a run that does not fit in memory is an error, variables stay, and the next run is fine', async () => {
    const engine = await createEngine({ name: 'onnx', threads: 1 });
    const sum = await engine.variable({ shape: [1], dtype: 'float32' });
    const size = 4_000_000;
    const huge = await engine.compile(
      ([x], [s]) => ({ outputs: [], updates: [tf.add(s!, tf.reshape(tf.max(tf.add(tf.reshape(x!, [size, 1]), x!)), [1]))] }), // 64 TB between two ops
      [{ shape: [size], dtype: 'float32' }],
      [sum],
    );
    await expect(huge.run([new Float32Array(size)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
    const small = await engine.compile((_, [s]) => ({ outputs: [], updates: [tf.add(s!, 1)] }), [], [sum]);
    await small.run([]);
    expect([...(await sum.read())]).toEqual([1]);
  });
});
