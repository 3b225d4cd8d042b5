/**
 * Root-mean-square normalisation with its gradient in closed form (Zhang and Sennrich 2019, arXiv:1910.07467).
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/**
 * y = g · n, n = x r, r = (mean(x²) + ε)^-1/2
 * With d = g · dy: dx = r (d − n mean(d n)), dg = Σ dy n
 * @param x      `[N, D]` float32
 * @param weight `[D]` float32, g
 * @returns `[N, D]` float32
 */
export function rmsNorm(x: Tensor, weight: Tensor, eps: number): Tensor {
  return withGradient([x, weight], (save) => {
    const scale = tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), eps)); // [N, 1]
    const normed = tf.mul(x, scale); // [N, D]
    save([normed, scale, weight]);
    return {
      value: tf.mul(normed, weight), // [N, D]
      gradient: (dy, saved) => {
        const [n, r, g] = saved as [Tensor, Tensor, Tensor];
        const d = tf.mul(dy, g); // [N, D]
        const along = tf.mean(tf.mul(d, n), -1, true); // [N, 1]
        return [tf.mul(tf.sub(d, tf.mul(n, along)), r), tf.sum(tf.mul(dy, n), 0)]; // [N, D], [D]
      },
    };
  });
}
