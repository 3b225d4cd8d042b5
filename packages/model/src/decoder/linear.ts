/**
 * Matrix products with gradients written as plain products of explicitly transposed operands: tfjs's wasm backend is several times
 * slower on its transposed forms, and recorded graphs fold the transposes away.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/**
 * y = x Wᵀ + b
 * @param x      `[N, in]` float32
 * @param weight `[out, in]` float32
 * @param bias   `[out]` float32
 * @returns `[N, out]` float32
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor): Tensor {
  const product = withGradient([x, weight], (save) => {
    save([x, weight]);
    return {
      value: tf.matMul(x, tf.transpose(weight)), // [N, out]
      gradient: (dy, [input, w]) => [
        tf.matMul(dy, w as Tensor), // [N, in]
        tf.matMul(tf.transpose(dy), input as Tensor), // [out, in]
      ],
    };
  });
  return bias ? tf.add(product, bias) : product;
}

/**
 * c = a b for each matrix of a batch
 * @param a `[P, m, k]` float32
 * @param b `[P, k, n]` float32
 * @returns `[P, m, n]` float32
 */
export function batchProduct(a: Tensor, b: Tensor): Tensor {
  return withGradient([a, b], (save) => {
    save([a, b]);
    return {
      value: tf.matMul(a, b), // [P, m, n]
      gradient: (dy, [left, right]) => [
        tf.matMul(dy, tf.transpose(right as Tensor, [0, 2, 1])), // [P, m, k]
        tf.matMul(tf.transpose(left as Tensor, [0, 2, 1]), dy), // [P, k, n]
      ],
    };
  });
}

/**
 * c = a bᵀ for each matrix of a batch: every row of a with every row of b
 * @param a `[P, m, k]` float32
 * @param b `[P, n, k]` float32
 * @returns `[P, m, n]` float32
 */
export function rowProducts(a: Tensor, b: Tensor): Tensor {
  return withGradient([a, b], (save) => {
    save([a, b]);
    return {
      value: tf.matMul(a, tf.transpose(b, [0, 2, 1])), // [P, m, n]
      gradient: (dy, [left, right]) => [
        tf.matMul(dy, right as Tensor), // [P, m, k]
        tf.matMul(tf.transpose(dy, [0, 2, 1]), left as Tensor), // [P, n, k]
      ],
    };
  });
}
