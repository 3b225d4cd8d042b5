/**
 * The gated unit of the MLP with its gradient in closed form (Shazeer 2020, arXiv:2002.05202).
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/**
 * y = gate σ(gate) · up; with s = σ(gate) and a = gate s: d gate = dy up (s + a (1 − s)), d up = dy a
 * @param gate `[N, F]` float32
 * @param up   `[N, F]` float32
 * @returns `[N, F]` float32
 */
export function swiglu(gate: Tensor, up: Tensor): Tensor {
  return withGradient([gate, up], (save) => {
    const s = tf.sigmoid(gate); // [N, F]
    const activation = tf.mul(gate, s); // [N, F]
    save([s, activation, up]);
    return {
      value: tf.mul(activation, up), // [N, F]
      gradient: (dy, saved) => {
        const [sigmoid, a, u] = saved as [Tensor, Tensor, Tensor];
        const slope = tf.add(sigmoid, tf.mul(a, tf.sub(1, sigmoid))); // [N, F]
        return [tf.mul(tf.mul(dy, u), slope), tf.mul(dy, a)]; // [N, F], [N, F]
      },
    };
  });
}
