/**
 * Rows of a table by index: the token embedding, and the positions at which a result is wanted.
 * The gradient adds up the rows that were taken more than once; tfjs's own would go through slices of the whole table.
 */
import type { Tensor, Tensor1D } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/**
 * @param table   `[R, D]` float32
 * @param indices `[N]` int32, each from 0 to R-1
 * @returns `[N, D]` float32
 */
export function gatherRows(table: Tensor, indices: Tensor): Tensor {
  const rows = table.shape[0] as number;
  return withGradient([table], (save) => {
    save([indices]);
    return {
      value: tf.gather(table, indices as Tensor1D), // [N, D]
      gradient: (dy, [taken]) => [tf.unsortedSegmentSum(dy, taken as Tensor1D, rows)], // [R, D]
    };
  });
}
