/**
 * What training on an engine is given and gives: gradients of one or more micro-batches, gathered, clipped and applied by AdamW. Three files keep this
 * contract: `host-training.ts`, `compiled-training.ts` and `replicated-training.ts`.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { ModelWeights } from '../decoder/weights.js';
import type { Engine, TensorData, TensorSpec } from '../engine/engine.js';
import type { AdamWMoments, AdamWOptions } from './adamw.js';

/** Compiled shapes that are kept, each with its working memory: about 20 MB in the demo, which uses four or five of them in an update. */
export const MOST_STEPS = 32;

/** A micro-batch as a function of tensors. */
export interface GradientSource {
  readonly inputs: readonly TensorSpec[];
  /**
   * @param weights in canonical order
   * @returns numbers `[]`, the loss first, and the gradient of the loss for each weight
   */
  readonly gradient: (weights: readonly Tensor[], inputs: readonly Tensor[]) => { readonly outputs: readonly Tensor[]; readonly gradients: readonly Tensor[] };
}

/**
 * One micro-batch of rows: its numbers, and its function under a key that tells apart everything it depends on but the number of rows. What it gives is a
 * sum over rows, so that some of them can be computed here and some there.
 */
export interface MicroBatch {
  readonly key: string;
  readonly rows: number;
  /** For so many of the rows. */
  readonly source: (rows: number) => GradientSource;
  /** The first axis of each is that of the rows; the first of them are the token ids. */
  readonly inputs: readonly TensorData[];
}

export interface UpdateOptions {
  readonly learningRate: number;
  /** Gradients are scaled down together to this L2 norm. */
  readonly clipNorm: number;
}

export interface TrainingUpdate {
  /** Sums over the micro-batches of what their functions gave. */
  readonly outputs: readonly number[];
  /** Before clipping. */
  readonly gradNorm: number;
  /** False: the loss or the norm is not finite, and neither weights nor moments changed. */
  readonly applied: boolean;
}

export interface Training {
  /** One update from the summed gradients of the micro-batches, of which there is at least one. */
  update(batches: readonly MicroBatch[], options: UpdateOptions): Promise<TrainingUpdate>;
  /** The weights as they are now; the caller must not write to them. */
  weights(): Promise<ModelWeights>;
  /** The optimiser's state as it is now. */
  moments(): Promise<AdamWMoments>;
  /** Forgets the moments: another phase follows other gradients. */
  resetMoments(): Promise<void>;
  /** Gives back compiled steps and variables; the engine stays with its owner. */
  dispose(): Promise<void>;
}

export interface TrainingOptions {
  readonly engine: Engine;
  /** Where training starts; copied. */
  readonly weights: ModelWeights;
  readonly adamW?: Partial<AdamWOptions>;
  /** To go on from; absent: a fresh optimiser. */
  readonly moments?: AdamWMoments;
}

/** Adds what one run gave, numbers `[]`, to what the runs before it gave. */
export function addOutputs(sums: number[], outputs: readonly TensorData[]): void {
  outputs.forEach((output, index) => (sums[index] = (sums[index] ?? 0) + (output[0] as number)));
}
