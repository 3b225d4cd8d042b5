/**
 * One optimiser update from rows: every bucket is a micro-batch of `Training`, which sums gradients, clips their norm and applies AdamW.
 * A loss or gradient that is not finite, or nothing to learn from, skips the update: weights, moments and the optimiser's step count stay bit-equal.
 * Gradients are sums over buckets, so how rows are split into buckets changes nothing beyond rounding.
 */
import type { MicroBatch, ModelConfig, Training } from '@spiral-arena/model';
import { lossInputs, lossSource, type LossSettings } from './loss.js';
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

export class Learner {
  readonly training: Training;
  readonly #config: ModelConfig;

  constructor(training: Training, config: ModelConfig) {
    this.training = training;
    this.#config = config;
  }

  async update(buckets: readonly RowBucket[], tokens: number, settings: UpdateSettings): Promise<UpdateResult> {
    const rows = buckets.reduce((sum, bucket) => sum + bucket.rows, 0);
    const nothing = { loss: 0, gradNorm: 0, entropy: 0, rows, tokens };
    if (tokens === 0) return { ...nothing, skipped: 'empty' };
    if (settings.legality === 0 && buckets.every((bucket) => isZero(bucket.weights) && isZero(bucket.entropyWeights))) return { ...nothing, skipped: 'zero-weight' };
    const { outputs, gradNorm, applied } = await this.training.update(buckets.map((bucket) => this.#microBatch(bucket, settings)), settings);
    const [loss, entropies] = outputs as [number, number];
    const measured = { ...nothing, loss, entropy: entropies / tokens };
    if (!Number.isFinite(loss)) return { ...measured, loss: 0, skipped: 'loss-not-finite' };
    return applied ? { ...measured, gradNorm, skipped: null } : { ...measured, skipped: 'gradient-not-finite' };
  }

  #microBatch(bucket: RowBucket, { temperature, constrained, legality }: LossSettings): MicroBatch {
    const { rows, tokens, places } = bucket;
    return {
      key: `loss/${tokens}/${places}/${temperature}/${constrained}/${legality}`,
      rows,
      source: (some) => lossSource(this.#config, { temperature, constrained, legality }, { rows: some, tokens, places }),
      inputs: lossInputs(bucket),
    };
  }
}

function isZero(array: Float32Array): boolean {
  for (const value of array) if (value !== 0) return false;
  return true;
}
