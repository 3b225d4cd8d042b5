/**
 * One optimiser update from rows: every bucket through the engine, gradients summed, norm clipped, AdamW.
 * A loss or gradient that is not finite, or nothing to learn from, skips the update: weights, moments and the optimiser's step count stay bit-equal.
 * Gradients are sums over buckets, so how rows are split into buckets changes nothing beyond rounding.
 */
import { AdamW, type AdamWMoments, type AdamWOptions, clipByGlobalNorm, type ModelWeights, type StepCache } from '@spiral-arena/model';
import { LOSS_OUTPUTS, lossInputs, type LossSettings, lossSpecs, lossStep } from './loss.js';
import type { RowBucket } from './rows.js';

/** Why an update was skipped. */
export const SKIP_REASONS = ['empty', 'zero-weight', 'loss-not-finite', 'gradient-not-finite'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface UpdateSettings extends LossSettings {
  readonly learningRate: number;
  readonly clipNorm: number;
}

export interface UpdateResult {
  /** `null`: the weights changed. */
  readonly skipped: SkipReason | null;
  /** 0 where there was nothing. */
  readonly loss: number;
  /** Before clipping. */
  readonly gradNorm: number;
  /** Mean over sampled tokens of the entropy over allowed tokens, in nats. */
  readonly entropy: number;
  /** Rows that went through the network, and tokens that were learnt from. */
  readonly rows: number;
  readonly tokens: number;
}

/** Where compiled steps are kept; the learner disposes of it. */
export type CompiledSteps = Pick<StepCache, 'get' | 'dispose'>;

export class Learner {
  readonly weights: ModelWeights;
  readonly #options: Partial<AdamWOptions>;
  readonly #steps: CompiledSteps;
  #optimiser: AdamW;

  /**
   * @param weights written to by every update
   * @param moments to go on from; absent: a fresh optimiser
   */
  constructor(weights: ModelWeights, steps: CompiledSteps, options: Partial<AdamWOptions>, moments?: AdamWMoments) {
    this.weights = weights;
    this.#steps = steps;
    this.#options = options;
    this.#optimiser = new AdamW(weights.specs, options);
    if (moments) this.#optimiser.restore(moments);
  }

  /** For a checkpoint: the arrays themselves. */
  get moments(): AdamWMoments {
    return this.#optimiser.moments;
  }

  /** Forgets the moments: another phase follows other gradients. */
  resetMoments(): void {
    this.#optimiser = new AdamW(this.weights.specs, this.#options);
  }

  /** Gives back the compiled steps. */
  dispose(): Promise<void> {
    return this.#steps.dispose();
  }

  async update(buckets: readonly RowBucket[], tokens: number, settings: UpdateSettings): Promise<UpdateResult> {
    const rows = buckets.reduce((sum, bucket) => sum + bucket.rows, 0);
    const nothing = { loss: 0, gradNorm: 0, entropy: 0, rows, tokens };
    if (tokens === 0) return { ...nothing, skipped: 'empty' };
    if (settings.legality === 0 && buckets.every((bucket) => isZero(bucket.weights) && isZero(bucket.entropyWeights))) return { ...nothing, skipped: 'zero-weight' };
    const gradients = this.weights.arrays.map((array) => new Float32Array(array.length));
    let loss = 0;
    let entropies = 0;
    for (const bucket of buckets) {
      const outputs = await this.#run(bucket, settings);
      loss += first(outputs[0]);
      entropies += first(outputs[1]);
      gradients.forEach((sum, index) => addInto(sum, outputs[index + LOSS_OUTPUTS] as Float32Array));
    }
    const measured = { ...nothing, loss, entropy: entropies / tokens };
    if (!Number.isFinite(loss)) return { ...measured, loss: 0, skipped: 'loss-not-finite' };
    const gradNorm = clipByGlobalNorm(gradients, settings.clipNorm);
    if (!Number.isFinite(gradNorm)) return { ...measured, skipped: 'gradient-not-finite' };
    this.#optimiser.update(this.weights.arrays, gradients, settings.learningRate);
    return { ...measured, gradNorm, skipped: null };
  }

  async #run(bucket: RowBucket, settings: LossSettings): Promise<readonly (Float32Array | Int32Array)[]> {
    const { config } = this.weights;
    const { rows, tokens, places } = bucket;
    const key = `loss/${rows}/${tokens}/${places}/${settings.temperature}/${settings.constrained}/${settings.legality}`;
    const step = await this.#steps.get(key, () => ({ step: lossStep(config, settings), inputs: lossSpecs(config, bucket) }));
    return step.run([...this.weights.arrays, ...lossInputs(bucket)]);
  }
}

function first(array: Float32Array | Int32Array | undefined): number {
  return (array as Float32Array)[0] as number;
}

function addInto(sum: Float32Array, part: Float32Array): void {
  for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] as number) + (part[index] as number);
}

function isZero(array: Float32Array): boolean {
  for (const value of array) if (value !== 0) return false;
  return true;
}
