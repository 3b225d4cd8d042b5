/**
 * Scaled dot-product attention with grouped key and value heads (Vaswani et al. 2017; Ainslie et al. 2023, arXiv:2305.13245).
 * Queries may be fewer than keys: they say at which positions they stand. Rows are right-padded, and causality hides the padding. It keeps nothing.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { batchProduct, rowProducts } from './linear.js';
import { withGradient } from './with-gradient.js';

const HIDDEN = -1e9; // exp of it is 0 in float32

/**
 * What a query at each position must not see, to be added to scores: 0 at keys up to its own position, −10⁹ or less after it.
 * @param positions `[B, A]` int32, or null: one query at every position
 * @param keys      T
 * @returns `[B, 1, A, T]` float32, or `[1, 1, T, T]` for null
 */
export function causalMask(positions: Tensor | null, keys: number): Tensor {
  const range = tf.tensor(Float32Array.from({ length: keys }, (_, key) => key), [1, 1, 1, keys]); // [1, 1, 1, T]
  const [batch, asked] = positions ? (positions.shape as [number, number]) : [1, keys];
  const own = positions ? tf.reshape(tf.cast(positions, 'float32'), [batch, 1, asked, 1]) : tf.reshape(range, [1, 1, keys, 1]); // [B, 1, A, 1]
  return tf.mul(tf.maximum(tf.sub(range, own), 0), HIDDEN); // [B, 1, A, T]
}

/**
 * softmax(q kᵀ / √headDim + mask) v, each of the H query heads with key and value head ⌊h K / H⌋
 * @param q    `[B, A, H, headDim]` float32
 * @param k    `[B, T, K, headDim]` float32
 * @param v    `[B, T, K, headDim]` float32
 * @param mask `[1 or B, 1, A, T]` float32
 * @returns `[B * A, H * headDim]` float32
 */
export function attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor): Tensor {
  const [batch, asked, heads, headDim] = q.shape as [number, number, number, number];
  const [, keys, kvHeads] = k.shape as [number, number, number];
  const group = heads / kvHeads;
  const queries = tf.reshape(tf.transpose(tf.reshape(q, [batch, asked, kvHeads, group, headDim]), [0, 2, 3, 1, 4]), [batch * kvHeads, group * asked, headDim]); // [B K, G A, headDim]
  const rows = tf.reshape(tf.transpose(k, [0, 2, 1, 3]), [batch * kvHeads, keys, headDim]); // [B K, T, headDim]
  const values = tf.reshape(tf.transpose(v, [0, 2, 1, 3]), [batch * kvHeads, keys, headDim]); // [B K, T, headDim]
  const scores = tf.reshape(rowProducts(queries, rows), [batch, heads, asked, keys]); // [B, H, A, T]
  const weights = tf.reshape(maskedSoftmax(scores, headDim ** -0.5, mask), [batch * kvHeads, group * asked, keys]); // [B K, G A, T]
  const mixed = tf.reshape(batchProduct(weights, values), [batch, kvHeads, group, asked, headDim]); // [B, K, G, A, headDim]
  return tf.reshape(tf.transpose(mixed, [0, 3, 1, 2, 4]), [batch * asked, heads * headDim]); // [B A, H headDim]
}

/** p = softmax(scale · scores + mask); d scores = scale · p (dp − Σ dp p). The mask has no gradient. */
function maskedSoftmax(scores: Tensor, scale: number, mask: Tensor): Tensor {
  return withGradient([scores], (save) => {
    const p = tf.softmax(tf.add(tf.mul(scores, scale), mask)); // [B, H, A, T]
    save([p]);
    return {
      value: p,
      gradient: (dp, saved) => {
        const [weights] = saved as [Tensor];
        const product = tf.mul(dp, weights); // [B, H, A, T]
        return [tf.mul(tf.sub(product, tf.mul(weights, tf.sum(product, -1, true))), scale)]; // [B, H, A, T]
      },
    };
  });
}
