/**
 * Rotary positions, half-split as in published Llama and Qwen checkpoints: element i of a head is paired with element i + headDim/2
 * (Su et al. 2021, arXiv:2104.09864). Files that store neighbouring pairs must be reordered before they get here.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/** cos and sin of position · θ^(−2i/headDim), each `[T, headDim]` with both halves alike. */
export interface RotaryTable {
  readonly cos: Tensor;
  readonly sin: Tensor;
}

/** @returns the table of positions 0 to length-1; the caller disposes it */
export function rotaryTable(length: number, headDim: number, theta: number): RotaryTable {
  const half = headDim / 2;
  const cos = new Float32Array(length * headDim);
  const sin = new Float32Array(length * headDim);
  for (let position = 0; position < length; position++) {
    for (let index = 0; index < headDim; index++) {
      const angle = position * theta ** (-(2 * (index % half)) / headDim);
      cos[position * headDim + index] = Math.cos(angle);
      sin[position * headDim + index] = Math.sin(angle);
    }
  }
  return { cos: tf.tensor2d(cos, [length, headDim]), sin: tf.tensor2d(sin, [length, headDim]) };
}

/**
 * y = x cos + turn(x) sin, turn(x₁, x₂) = (−x₂, x₁); the gradient turns back: dx = dy cos − turn(dy sin)
 * @param x   `[B, T, H, headDim]` float32
 * @param cos `[1 or B, T, 1, headDim]` float32
 * @param sin as `cos`
 * @returns `[B, T, H, headDim]` float32
 */
export function rotate(x: Tensor, cos: Tensor, sin: Tensor): Tensor {
  return withGradient([x], (save) => {
    save([cos, sin]);
    return {
      value: tf.add(tf.mul(x, cos), tf.mul(turn(x), sin)), // [B, T, H, headDim]
      gradient: (dy, saved) => {
        const [c, s] = saved as [Tensor, Tensor];
        return [tf.sub(tf.mul(dy, c), turn(tf.mul(dy, s)))]; // [B, T, H, headDim]
      },
    };
  });
}

function turn(x: Tensor): Tensor {
  const [first, second] = tf.split(x, 2, -1) as [Tensor, Tensor]; // 2 × [.., headDim/2]
  return tf.concat([tf.neg(second), first], -1); // [.., headDim]
}
