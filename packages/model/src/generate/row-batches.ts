/**
 * Runs the decoder over many rows of different lengths, in a few fixed shapes that are compiled once each.
 * A row's padded length depends on the row alone, so its logits do not depend on what else is in the batch.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { ModelConfig } from '../decoder/config.js';
import { decoderLogits } from '../decoder/decoder.js';
import { weightSpecs, type ModelWeights } from '../decoder/weights.js';
import type { Engine, TensorSpec } from '../engine/engine.js';
import { StepCache } from '../engine/step-cache.js';
import type { Row } from './row-memo.js';

const LENGTH_STEP = 4; // rows are padded to a multiple of it
const BATCH_SIZES = [512, 256, 128, 64, 32, 16, 8] as const; // 8 at least: products with fewer rows take other code paths and round otherwise
const FULL_ENOUGH = 0.75; // take the next larger shape when it is used to this share

export class RowBatches {
  readonly #config: ModelConfig;
  readonly #weightSpecs: readonly TensorSpec[];
  readonly #steps: StepCache;

  constructor(engine: Engine, config: ModelConfig) {
    this.#config = config;
    this.#weightSpecs = weightSpecs(config).map(({ shape }) => ({ shape, dtype: 'float32' }));
    this.#steps = new StepCache(engine, 64);
  }

  /** Fills in the logits of the rows. */
  async compute(rows: readonly Row[], weights: ModelWeights): Promise<void> {
    const byLength = new Map<number, Row[]>();
    for (const row of rows) {
      const length = Math.min(Math.ceil(row.tokenIds.length / LENGTH_STEP) * LENGTH_STEP, this.#config.contextLength);
      const group = byLength.get(length);
      if (group) group.push(row);
      else byLength.set(length, [row]);
    }
    for (const [length, group] of byLength) {
      for (let done = 0; done < group.length; ) {
        const size = batchSize(group.length - done);
        await this.#run(group.slice(done, done + size), size, length, weights);
        done += size;
      }
    }
  }

  async dispose(): Promise<void> {
    await this.#steps.dispose();
  }

  /** @param rows at most `size`; the places left over hold rows of padding */
  async #run(rows: readonly Row[], size: number, length: number, weights: ModelWeights): Promise<void> {
    const tokenIds = new Int32Array(size * length);
    const lastPositions = new Int32Array(size);
    rows.forEach((row, index) => {
      tokenIds.set(row.tokenIds, index * length);
      lastPositions[index] = row.tokenIds.length - 1;
    });
    const step = await this.#steps.get(`${size}x${length}`, () => ({
      step: ([tokens, positions, ...tensors]) => [decoderLogits(this.#config, tensors, tokens as Tensor, positions as Tensor)],
      inputs: [{ shape: [size, length], dtype: 'int32' }, { shape: [size, 1], dtype: 'int32' }, ...this.#weightSpecs],
    }));
    const [logits] = (await step.run([tokenIds, lastPositions, ...weights.arrays])) as [Float32Array];
    const width = this.#config.vocabSize;
    rows.forEach((row, index) => (row.logits = logits.subarray(index * width, (index + 1) * width)));
  }
}

/** The largest shape that rows fill, or the next larger one when they nearly fill it. */
function batchSize(rows: number): number {
  let larger: number = BATCH_SIZES[0];
  for (const size of BATCH_SIZES) {
    if (rows >= size) return rows < larger && rows >= larger * FULL_ENOUGH ? larger : size;
    larger = size;
  }
  return larger;
}
