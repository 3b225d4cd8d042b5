/**
 * How a derivative is written down: one row per kernel, saying what it keeps from the forward pass and the gradient of each input.
 * Each function is given dy, the gradient of the output, and returns the gradient of one input, of that input's shape, float32.
 */
import * as tf from '@tensorflow/tfjs-core';

type T = tf.Tensor;
export type Attrs = { readonly [name: string]: unknown };

/** y = f(x): `keep` says whether the formula is written in x or in y. */
export function unary(kernelName: string, keep: 'x' | 'y', dx: (dy: T, kept: T, attrs: Attrs) => T, input = 'x'): tf.GradConfig {
  return {
    kernelName,
    ...(keep === 'x' ? { inputsToSave: [input] } : { outputsToSave: [true] }),
    gradFunc: (dy, saved, attrs) => ({ [input]: () => dx(dy as T, saved[0]!, attrs) }),
  };
}

/** y = f(a, b), with broadcasting: the gradients are summed back to the shapes of a and b. */
export function binary(kernelName: string, da: (dy: T, a: T, b: T) => T, db: (dy: T, a: T, b: T) => T): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: ['a', 'b'],
    gradFunc: (dy, saved) => {
      const [a, b] = saved as [T, T];
      return { a: () => sumTo(da(dy as T, a, b), a.shape), b: () => sumTo(db(dy as T, a, b), b.shape) };
    },
  };
}

/** Zero for every input: kernels whose output does not move with a small change of the input. */
export function flat(kernelName: string, ...inputs: readonly string[]): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: [...inputs],
    gradFunc: (_dy, saved) => Object.fromEntries(inputs.map((name, i) => [name, () => tf.zeros(saved[i]!.shape)])),
  };
}

/** Sums over the axes along which a value of `shape` was broadcast. */
export function sumTo(dy: T, shape: number[]): T {
  if (tf.util.arraysEqual(dy.shape, shape)) return tf.clone(dy); // the tape disposes of what it adds up, so nobody may share
  const axes = tf.broadcast_util.getReductionAxes(shape, dy.shape);
  return tf.reshape(axes.length > 0 ? tf.sum(dy, axes) : dy, shape);
}
