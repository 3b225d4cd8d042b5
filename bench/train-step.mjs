/**
 * One engine's training step, in a process of its own: `node train-step.mjs ENGINE WIDTH LAYERS HEADS VOCAB BATCH LENGTH [JSON of engine options]`.
 * A decoder with RMSNorm, SwiGLU, causal attention, learned positions and a tied head; next-token cross entropy at every place; clipping and AdamW.
 * Prints, as JSON lines, first what it is, with the milliseconds of its first step (compiling included); then, for each number read from standard
 * input, the milliseconds of so many steps.
 */
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { createEngine, createTraining, decoderLogits, initialWeights, tf, tokenLogprobs } from '@spiral-arena/model';
import { Rng } from '@spiral-arena/core/random';

const [engineName, ...rest] = process.argv.slice(2);
const [width, layers, heads, vocabSize, batch, length] = rest.slice(0, 6).map(Number);
const engine = await createEngine({ name: engineName, ...JSON.parse(rest[6] ?? '{}') });
const config = { vocabSize, width, layers, heads, kvHeads: heads, headDim: width / heads, mlpWidth: 4 * width, contextLength: length, positions: 'learned', ropeTheta: 10_000, rmsNormEps: 1e-5, tiedEmbeddings: true, qkvBias: false, qkNorm: false };
const weights = initialWeights(config, Rng.fromSeed(1));
const training = await createTraining({ engine, weights });
const rng = Rng.fromSeed(2);
const microBatch = {
  key: 'bench',
  rows: batch,
  inputs: [Int32Array.from({ length: batch * length }, () => rng.int(vocabSize))],
  source: (rows) => ({
    inputs: [{ shape: [rows, length], dtype: 'int32' }],
    gradient: (given, [ids]) => {
      const everywhere = tf.tensor(Int32Array.from({ length: rows * length }, (_, k) => k % length), [rows, length], 'int32');
      const loss = (...w) => {
        const logits = decoderLogits(config, w, ids, everywhere); // [B, T, V]
        return tf.div(tf.neg(tf.sum(tokenLogprobs(tf.reshape(logits, [rows * length, vocabSize]), tf.reshape(ids, [rows * length])))), batch * length);
      };
      const { value, grads } = tf.valueAndGrads(loss)([...given]);
      return { outputs: [value], gradients: grads };
    },
  }),
};

const [firstMilliseconds] = await timed(1);
await timed(1); // warm
console.log(JSON.stringify({ description: engine.describe(), parameters: weights.parameterCount, firstMilliseconds }));
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await timed(Number(line))));
await training.dispose();
await engine.dispose();

async function timed(steps) {
  const times = [];
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    await training.update([microBatch], { learningRate: 1e-3, clipNorm: 1 });
    times.push(performance.now() - start);
  }
  return times;
}
