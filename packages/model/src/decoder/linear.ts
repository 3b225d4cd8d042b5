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
  const product = rowProducts(x, weight); // [N, out]
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
        tf.matMul(dy, transposed(right as Tensor)), // [P, m, k]
        tf.matMul(transposed(left as Tensor), dy), // [P, k, n]
      ],
    };
  });
}

/**
 * c = a bᵀ: every row of a with every row of b, for one pair of matrices or for each pair of a batch
 * @param a `[m, k]` or `[P, m, k]` float32
 * @param b `[n, k]` or `[P, n, k]` float32
 * @returns `[m, n]` or `[P, m, n]` float32
 */
export function rowProducts(a: Tensor, b: Tensor): Tensor {
  return withGradient([a, b], (save) => {
    save([a, b]);
    return {
      value: tf.matMul(a, transposed(b)), // [.., m, n]
      gradient: (dy, [left, right]) => [
        tf.matMul(dy, right as Tensor), // [.., m, k]
        tf.matMul(transposed(dy), left as Tensor), // [.., n, k]
      ],
    };
  });
}

const transposed = (x: Tensor): Tensor => tf.transpose(x, x.rank === 2 ? [1, 0] : [0, 2, 1]);
