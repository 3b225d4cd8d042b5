/**
 * Derivatives of kernels that move, repeat, cut or join elements without changing them: each undoes the move.
 */
import * as tf from '@tensorflow/tfjs-core';
import { unary } from './derivative.js';

type T = tf.Tensor;

/** The gradients of a list of inputs come as a map from their position. */
const byPosition = (gradients: readonly T[]): { [position: string]: () => T } => Object.fromEntries(gradients.map((gradient, i) => [i, () => gradient]));

export const SHAPE_GRADIENTS: readonly tf.GradConfig[] = [
  unary(tf.Reshape, 'x', (dy, x) => tf.reshape(dy, x.shape)),
  unary(tf.ExpandDims, 'x', (dy, x) => tf.reshape(dy, x.shape), 'input'),
  { kernelName: tf.Transpose, gradFunc: (dy, _saved, { perm }) => ({ x: () => tf.transpose(dy as T, tf.backend_util.getUndoAxesPermutation(perm as number[])) }) },
  {
    kernelName: tf.Concat,
    saveAllInputs: true,
    gradFunc: (dy, saved, attrs) => {
      const axis = tf.util.parseAxisParam(attrs['axis'] as number, saved[0]!.shape)[0]!;
      return byPosition(tf.split(dy as T, saved.map((x) => x.shape[axis]!), axis));
    },
  },
  { kernelName: tf.SplitV, gradFunc: (dy, _saved, { axis }) => ({ x: () => tf.concat(dy as unknown as T[], axis as number) }) },
  { kernelName: tf.Pack, gradFunc: (dy, _saved, { axis }) => byPosition(tf.unstack(dy as T, axis as number)) },
  { kernelName: tf.Unpack, gradFunc: (dy, _saved, { axis }) => ({ value: () => tf.stack(dy as unknown as T[], axis as number) }) },
  unary(tf.Tile, 'x', (dy, x, { reps }) => {
    const split = x.shape.flatMap((size, i) => [(reps as number[])[i]!, size]); // [r0, d0, r1, d1, ..]
    const copies = x.shape.map((_, i) => 2 * i).filter((i) => split[i]! > 1);
    return tf.reshape(copies.length > 0 ? tf.sum(tf.reshape(dy, split), copies) : dy, x.shape);
  }),
  unary(tf.Slice, 'x', (dy, x, { begin, size }) => {
    const [starts, sizes] = tf.slice_util.parseSliceParams(x, begin as number[], size as number[]) as [number[], number[]];
    return tf.pad(dy, starts.map((start, i): [number, number] => [start, x.shape[i]! - start - sizes[i]!]));
  }),
  unary(tf.PadV2, 'x', (dy, x, { paddings }) => tf.slice(dy, (paddings as [number, number][]).map(([before]) => before), x.shape)),
];
