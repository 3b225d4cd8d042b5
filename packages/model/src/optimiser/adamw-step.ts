/**
 * AdamW as a tensor op, recordable, for engines whose weights stay on a device. The same update as `adamw.ts`, whose numbers it must match.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import type { AdamWOptions } from './adamw.js';

/** Flat tensors of equal size. */
export interface AdamWTensors {
  readonly weights: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

/**
 * What changes from update to update: η, η / (1 − β₁ᵗ), √(1 − β₂ᵗ).
 * @param updates t, this update included
 */
export function adamWScalars(options: AdamWOptions, updates: number, learningRate: number): Float32Array {
  return Float32Array.of(learningRate, learningRate / (1 - options.beta1 ** updates), Math.sqrt(1 - options.beta2 ** updates));
}

/**
 * One update; formula in `AdamW.update`.
 * @param state    `[P]` float32 each
 * @param gradient `[P]` float32
 * @param scalars  `[4]` float32: those of `adamWScalars`, then the factor of the gradient
 * @param options  its weight decay applies to all P numbers
 * @returns new tensors of the same shapes; the caller disposes them
 */
export function adamWStep(state: AdamWTensors, gradient: Tensor, scalars: Tensor, { beta1, beta2, eps, weightDecay }: AdamWOptions): AdamWTensors {
  const [weights, first, second] = tf.engine().runKernel('AdamW', { w: state.weights, m: state.first, v: state.second, g: gradient, scalars }, { beta1, beta2, eps, weightDecay }) as unknown as [Tensor, Tensor, Tensor];
  return { weights, first, second };
}
