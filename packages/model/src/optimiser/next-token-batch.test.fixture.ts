/** A micro-batch of next-token losses over random rows. */
import { Rng } from '@spiral-arena/core/random';
import type { ModelConfig } from '../decoder/config.js';
import { decoderLogits } from '../decoder/decoder.js';
import { tokenLogprobs } from '../decoder/token-logprobs.js';
import { tf } from '../tf.js';
import type { MicroBatch } from './micro-batch.js';

/** @param factor of the loss, which makes it large or not a number */
export function nextTokenBatch(config: ModelConfig, { rows, tokens, seed, factor = 1 }: { readonly rows: number; readonly tokens: number; readonly seed: number; readonly factor?: number }): MicroBatch {
  const rng = Rng.fromSeed(seed);
  return {
    key: `next tokens ${tokens}`,
    rows,
    inputs: [Int32Array.from({ length: rows * tokens }, () => rng.int(config.vocabSize)), new Float32Array(rows).fill(factor)],
    source: (some) => ({
      inputs: [{ shape: [some, tokens], dtype: 'int32' }, { shape: [some], dtype: 'float32' }],
      gradient: (weights, [ids, by]) => {
        const read = tokens - 1;
        const places = tf.tensor2d(Int32Array.from({ length: some * read }, (_, at) => at % read), [some, read], 'int32');
        const loss = (...w: tf.Tensor[]): tf.Scalar => {
          const logprobs = tokenLogprobs(decoderLogits(config, w, ids as tf.Tensor, places), tf.slice(ids as tf.Tensor, [0, 1], [some, read])); // [B, T - 1]
          return tf.neg(tf.sum(tf.mul(logprobs, tf.reshape(by as tf.Tensor, [some, 1]))));
        };
        const { value, grads } = tf.valueAndGrads(loss)([...weights]);
        return { outputs: [value, tf.scalar(some)], gradients: grads };
      },
    }),
  };
}
