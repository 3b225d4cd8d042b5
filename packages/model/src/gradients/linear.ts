/**
 * Derivatives of sums, products of matrices, lookups and normalised exponentials.
 * Transposes are written out, because wasm is slow at transposed products; graph passes fold them back into the product.
 */
import * as tf from '@tensorflow/tfjs-core';
import { flat, sumTo, unary, type Attrs } from './derivative.js';

type T = tf.Tensor;

/** dy with the reduced axes of x put back as ones, ready to broadcast. */
function keepAxes(dy: T, x: T, attrs: Attrs): T {
  return tf.reshape(dy, tf.backend_util.expandShapeToKeepDim(reducedShape(x, attrs), reducedAxes(x, attrs)));
}
function reducedAxes(x: T, attrs: Attrs): number[] {
  return tf.util.parseAxisParam((attrs['axis'] ?? attrs['reductionIndices']) as number | number[], x.shape);
}
function reducedShape(x: T, attrs: Attrs): number[] {
  const axes = reducedAxes(x, attrs);
  return x.shape.filter((_, i) => !axes.includes(i));
}

/** The extreme values get dy, all others nothing; equal extremes each get it whole, as in tfjs. */
function extreme(kernelName: string): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: ['x'],
    outputsToSave: [true],
    gradFunc: (dy, saved, attrs) => {
      const [x, y] = saved as [T, T];
      return { x: () => tf.mul(keepAxes(dy as T, x, attrs), tf.cast(tf.equal(x, keepAxes(y, x, attrs)), 'float32')) };
    },
  };
}

const transposed = (x: T): T => {
  const axes = x.shape.map((_, i) => i);
  return tf.transpose(x, [...axes.slice(0, -2), x.rank - 1, x.rank - 2]);
};

/** Xᵀ Y summed over the batch: where the factor has rank 2, the batch is folded into the rows, so that one product sums over it too. */
function productOverRows(x: T, y: T, factor: T): T {
  if (factor.rank > 2 || x.rank === 2) return sumTo(tf.matMul(transposed(x), y), factor.shape);
  const rows = (z: T): T => tf.reshape(z, [-1, z.shape.at(-1)!]);
  return tf.matMul(transposed(rows(x)), rows(y));
}

export const LINEAR_GRADIENTS: readonly tf.GradConfig[] = [
  unary(tf.Sum, 'x', (dy, x, attrs) => tf.broadcastTo(keepAxes(dy, x, attrs), x.shape)),
  unary(tf.Mean, 'x', (dy, x, attrs) => tf.broadcastTo(tf.div(keepAxes(dy, x, attrs), x.size / tf.util.sizeFromShape(reducedShape(x, attrs))), x.shape)),
  extreme(tf.Max),
  extreme(tf.Min),
  unary(tf.Cumsum, 'x', (dy, _x, { axis, exclusive, reverse }) => tf.cumsum(dy, axis as number, exclusive as boolean, !(reverse as boolean))),
  unary(tf.Softmax, 'y', (dy, y) => {
    const dyy = tf.mul(dy, y);
    return tf.sub(dyy, tf.mul(y, tf.sum(dyy, -1, true)));
  }, 'logits'),
  unary(tf.LogSoftmax, 'y', (dy, y) => tf.sub(dy, tf.mul(tf.sum(dy, -1, true), tf.exp(y))), 'logits'),
  {
    kernelName: tf.BatchMatMul,
    inputsToSave: ['a', 'b'],
    gradFunc: (dyOrList, saved, attrs) => {
      const dy = dyOrList as T;
      const [a, b] = saved as [T, T];
      const { transposeA, transposeB } = attrs as { transposeA: boolean; transposeB: boolean };
      const a1 = (): T => (transposeA ? transposed(a) : a); // [.., M, K]
      const b1 = (): T => (transposeB ? transposed(b) : b); // [.., K, N]
      return {
        a: () => sumTo(transposeA ? tf.matMul(b1(), transposed(dy)) : tf.matMul(dy, transposed(b1())), a.shape), // dA' = dY B'ᵀ
        b: () => (transposeB ? productOverRows(dy, a1(), b) : productOverRows(a1(), dy, b)), // dB' = A'ᵀ dY
      };
    },
  },
  {
    kernelName: tf.GatherV2,
    inputsToSave: ['x', 'indices'],
    gradFunc: (dy, saved, attrs) => {
      const [x, indices] = saved as [T, T];
      const axis = tf.util.parseAxisParam(attrs['axis'] as number, x.shape)[0]!;
      return { x: () => gatherGradient(dy as T, x, indices, axis, (attrs['batchDims'] as number | undefined) ?? 0), indices: () => tf.zeros(indices.shape) };
    },
  },
  {
    kernelName: tf.UnsortedSegmentSum,
    inputsToSave: ['segmentIds'],
    gradFunc: (dy, [ids], { numSegments }) => ({
      x: () => {
        const inside = tf.logicalAnd(tf.greaterEqual(ids!, 0), tf.less(ids!, numSegments as number));
        const rows = tf.gather(dy as T, tf.mul(ids!, tf.cast(inside, 'int32')) as tf.Tensor1D);
        return tf.mul(rows, tf.reshape(tf.cast(inside, 'float32'), [...ids!.shape, ...Array<number>(rows.rank - ids!.rank).fill(1)]));
      },
      segmentIds: () => tf.zeros(ids!.shape),
    }),
  },
  flat(tf.OneHot, 'indices'),
];

/** Rows of dy go back to where they were taken from. */
function gatherGradient(dy: T, x: T, indices: T, axis: number, batchDims: number): T {
  if (batchDims > 0) {
    const picked = x.shape.slice(0, batchDims).concat(-1); // [batch.., K]: axis = batchDims = last, so every index picks one number
    const oneHot = tf.oneHot(tf.reshape(indices, picked), x.shape[axis]!, 1, 0, 'float32'); // [batch.., K, V]
    return tf.reshape(tf.sum(tf.mul(tf.expandDims(tf.reshape(dy, picked), -1), oneHot), batchDims), x.shape);
  }
  const flatIds = tf.reshape(indices, [-1]) as tf.Tensor1D;
  if (axis === 0) return tf.reshape(tf.unsortedSegmentSum(tf.reshape(dy, [flatIds.size, ...x.shape.slice(1)]), flatIds, x.shape[0]!), x.shape);
  const before = x.shape.slice(0, axis);
  const after = x.shape.slice(axis + 1);
  const rows = tf.reshape(dy, [tf.util.sizeFromShape(before), flatIds.size, tf.util.sizeFromShape(after)]);
  const sums = tf.unsortedSegmentSum(tf.transpose(rows, [1, 0, 2]), flatIds, x.shape[axis]!); // [V, before, after]
  return tf.reshape(tf.transpose(sums, [1, 0, 2]), x.shape);
}
