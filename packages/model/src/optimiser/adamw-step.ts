/**
 * AdamW in tensor ops, recordable, for engines whose weights stay on a device. The same update as `adamw.ts`, whose numbers it must match.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { WeightSpec } from '../decoder/weights.js';
import { tf } from '../tf.js';
import { decays, type AdamWOptions } from './adamw.js';

export interface AdamWTensors {
  readonly weights: readonly Tensor[];
  readonly first: readonly Tensor[];
  readonly second: readonly Tensor[];
}

/**
 * What changes from update to update, as one tensor: η, η / (1 − β₁ᵗ), √(1 − β₂ᵗ).
 * @param updates t, this update included
 */
export function adamWScalars(options: AdamWOptions, updates: number, learningRate: number): Float32Array {
  return Float32Array.of(learningRate, learningRate / (1 - options.beta1 ** updates), Math.sqrt(1 - options.beta2 ** updates));
}

/**
 * One update of every parameter; formula in `AdamW.update`.
 * @param state   tensors of the shapes of `specs`, in their order
 * @param scalars `[3]` float32, from `adamWScalars`
 * @returns new tensors of the same shapes; the caller disposes them
 */
export function adamWStep(specs: readonly WeightSpec[], state: AdamWTensors, gradients: readonly Tensor[], scalars: Tensor, options: AdamWOptions): AdamWTensors {
  const { beta1, beta2, eps, weightDecay } = options;
  const weights: Tensor[] = [];
  const first: Tensor[] = [];
  const second: Tensor[] = [];
  specs.forEach((spec, index) => {
    const [w, m, v] = tf.tidy(() => {
      const [rate, step, rootCorrection2] = tf.split(scalars, 3) as [Tensor, Tensor, Tensor]; // 3 × [1]
      const g = gradients[index] as Tensor;
      const newM = tf.add(tf.mul(state.first[index] as Tensor, beta1), tf.mul(g, 1 - beta1));
      const newV = tf.add(tf.mul(state.second[index] as Tensor, beta2), tf.mul(tf.square(g), 1 - beta2));
      const change = tf.div(tf.mul(newM, step), tf.add(tf.div(tf.sqrt(newV), rootCorrection2), eps));
      const old = state.weights[index] as Tensor;
      const kept = decays(spec) && weightDecay > 0 ? tf.mul(old, tf.sub(1, tf.mul(rate, weightDecay))) : old;
      return [tf.sub(kept, change), newM, newV];
    }) as [Tensor, Tensor, Tensor];
    weights.push(w);
    first.push(m);
    second.push(v);
  });
  return { weights, first, second };
}
