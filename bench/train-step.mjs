/**
 * One engine's training step, in a process of its own: `node train-step.mjs ENGINE WIDTH LAYERS HEADS VOCAB BATCH LENGTH STEPS [JSON of engine options]`.
 * A decoder with RMSNorm, SwiGLU, causal attention, learned positions and a tied head; next-token cross entropy at every place; clipping and AdamW.
 * Prints one JSON object: the median step in milliseconds, the first one (compiling included), tokens per second.
 */
import { performance } from 'node:perf_hooks';
import { createEngine, createTraining, decoderLogits, initialWeights, tf, tokenLogprobs } from '@spiral-arena/model';
import { Rng } from '@spiral-arena/core/random';

const [engineName, ...rest] = process.argv.slice(2);
const [width, layers, heads, vocabSize, batch, length, steps] = rest.slice(0, 7).map(Number);
const engine = await createEngine({ name: engineName, ...JSON.parse(rest[7] ?? '{}') });
const config = { vocabSize, width, layers, heads, kvHeads: heads, headDim: width / heads, mlpWidth: 4 * width, contextLength: length, positions: 'learned', ropeTheta: 10_000, rmsNormEps: 1e-5, tiedEmbeddings: true, qkvBias: false, qkNorm: false };
const weights = initialWeights(config, Rng.fromSeed(1));
const training = await createTraining({ engine, weights });
const everywhere = Int32Array.from({ length: batch * length }, (_, k) => k % length);
const rng = Rng.fromSeed(2);
const microBatch = {
  key: 'bench',
  inputs: [Int32Array.from({ length: batch * length }, () => rng.int(vocabSize))],
  source: () => ({
    inputs: [{ shape: [batch, length], dtype: 'int32' }],
    gradient: (given, [ids]) => {
      const loss = (...w) => {
        const logits = decoderLogits(config, w, ids, tf.tensor(everywhere, [batch, length], 'int32')); // [B, T, V]
        return tf.neg(tf.mean(tokenLogprobs(tf.reshape(logits, [batch * length, vocabSize]), tf.reshape(ids, [batch * length]))));
      };
      const { value, grads } = tf.valueAndGrads(loss)([...given]);
      return { outputs: [value], gradients: grads };
    },
  }),
};

const times = [];
for (let step = 0; step < steps + 2; step++) {
  const start = performance.now();
  await training.update([microBatch], { learningRate: 1e-3, clipNorm: 1 });
  times.push(performance.now() - start);
}
const median = times.slice(2).toSorted((a, b) => a - b)[Math.floor(steps / 2)];
console.log(JSON.stringify({ description: engine.describe(), parameters: weights.parameterCount, milliseconds: median, firstMilliseconds: times[0], tokensPerSecond: (batch * length * 1000) / median }));
await training.dispose();
await engine.dispose();
