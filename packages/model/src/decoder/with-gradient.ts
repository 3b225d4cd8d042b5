/**
 * tfjs's customGrad with types: a function of tensors together with its own gradient. Used where the gradient that tfjs would build
 * keeps or computes more than it needs. What the gradient reads must be saved, since tensors of the forward pass are gone by then.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';

export interface Forward {
  readonly value: Tensor;
  /** Gradient for each input, in order, given that of the value and the tensors that were saved. */
  readonly gradient: (dy: Tensor, saved: readonly Tensor[]) => Tensor[];
}

/** @returns the value of `forward` at `inputs`; tfjs calls its gradient in a backward pass */
export function withGradient(inputs: readonly Tensor[], forward: (save: (tensors: Tensor[]) => void) => Forward): Tensor {
  const op = tf.customGrad((...given: (Tensor | ((tensors: Tensor[]) => void))[]) => {
    const { value, gradient } = forward(given.at(-1) as (tensors: Tensor[]) => void);
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => gradient(dy, saved) };
  });
  return op(...inputs);
}
