/**
 * AdamW (Loshchilov and Hutter 2019, arXiv:1711.05101) over plain arrays, in place. A hundred thousand parameters take about a millisecond,
 * less than handing them to an engine. `adamw-step.ts` has the same update in tensor ops, for weights that live on a device.
 */
import { ModelError } from '../errors.js';
import type { WeightSpec } from '../decoder/weights.js';

export interface AdamWOptions {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  /** Decoupled, per unit of learning rate, on matrices only: norms and biases are not decayed. */
  readonly weightDecay: number;
}

/** β₂ is lower than the customary 0.999 because self-play moves its own target: the last hundred updates matter. */
export const ADAMW_DEFAULTS: AdamWOptions = { beta1: 0.9, beta2: 0.99, eps: 1e-8, weightDecay: 0 };

/** The running state: updates done, and the two moments of each parameter in the order of the weights. Part of a checkpoint. */
export interface AdamWMoments {
  readonly updates: number;
  readonly first: readonly Float32Array[];
  readonly second: readonly Float32Array[];
}

export class AdamW {
  readonly options: AdamWOptions;
  readonly #specs: readonly WeightSpec[];
  readonly #first: readonly Float32Array[];
  readonly #second: readonly Float32Array[];
  #updates = 0;

  constructor(specs: readonly WeightSpec[], options: Partial<AdamWOptions> = {}) {
    this.options = { ...ADAMW_DEFAULTS, ...options };
    this.#specs = specs;
    const zeros = (): Float32Array[] => specs.map(({ shape }) => new Float32Array(shape.reduce((size, dimension) => size * dimension, 1)));
    this.#first = zeros();
    this.#second = zeros();
  }

  /**
   * One update, with g the gradient, η the learning rate and t the number of updates so far, this one included:
   * m ← β₁ m + (1 − β₁) g, v ← β₂ v + (1 − β₂) g², w ← (1 − η λ) w − η (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
   * @param weights written to, in canonical order
   * @param gradients of the same lengths; only read
   * @throws MODEL_SHAPE_MISMATCH before anything is written
   */
  update(weights: readonly Float32Array[], gradients: readonly Float32Array[], learningRate: number): void {
    const { beta1, beta2, eps, weightDecay } = this.options;
    this.#check('weights', weights);
    this.#check('gradients', gradients);
    this.#updates++;
    const perRootCorrection2 = 1 / Math.sqrt(1 - beta2 ** this.#updates);
    const step = learningRate / (1 - beta1 ** this.#updates);
    for (let index = 0; index < weights.length; index++) {
      const w = weights[index] as Float32Array;
      const g = gradients[index] as Float32Array;
      const m = this.#first[index] as Float32Array;
      const v = this.#second[index] as Float32Array;
      const keep = decays(this.#specs[index] as WeightSpec) ? 1 - learningRate * weightDecay : 1;
      for (let at = 0; at < w.length; at++) {
        const gradient = g[at] as number;
        const first = beta1 * (m[at] as number) + (1 - beta1) * gradient;
        const second = beta2 * (v[at] as number) + (1 - beta2) * gradient * gradient;
        m[at] = first;
        v[at] = second;
        w[at] = keep * (w[at] as number) - (step * first) / (Math.sqrt(second) * perRootCorrection2 + eps);
      }
    }
  }

  /** The arrays themselves, not copies: store them before the next update. */
  get moments(): AdamWMoments {
    return { updates: this.#updates, first: this.#first, second: this.#second };
  }

  /**
   * Goes on from stored moments, which are copied.
   * @throws MODEL_SHAPE_MISMATCH
   */
  restore(moments: AdamWMoments): void {
    this.#check('first moments', moments.first);
    this.#check('second moments', moments.second);
    moments.first.forEach((values, index) => (this.#first[index] as Float32Array).set(values));
    moments.second.forEach((values, index) => (this.#second[index] as Float32Array).set(values));
    this.#updates = moments.updates;
  }

  #check(what: string, arrays: readonly Float32Array[]): void {
    const expected = this.#first.map((array) => array.length);
    if (arrays.length !== expected.length || arrays.some((array, index) => array.length !== expected[index])) {
      throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what, expected: `${expected.length} arrays of the lengths of the weights`, got: `${arrays.length} arrays` } });
    }
  }
}

/** Options for what decays, or for what does not. */
export function optionsWhere(decays: boolean, options: AdamWOptions): AdamWOptions {
  return decays ? options : { ...options, weightDecay: 0 };
}

/** Whether weight decay applies: to matrices. */
export function decays(spec: WeightSpec): boolean {
  return spec.shape.length > 1;
}

/**
 * Scales gradients down together so that their common L2 norm is at most `most`; summed in float64.
 * @param gradients written to when the norm is larger; untouched when it is not finite
 * @returns the norm before scaling
 */
export function clipByGlobalNorm(gradients: readonly Float32Array[], most: number): number {
  let squares = 0;
  for (const array of gradients) for (let at = 0; at < array.length; at++) squares += (array[at] as number) * (array[at] as number);
  const norm = Math.sqrt(squares);
  if (norm > most && norm < Infinity) {
    const scale = most / norm;
    for (const array of gradients) for (let at = 0; at < array.length; at++) array[at] = (array[at] as number) * scale;
  }
  return norm;
}
