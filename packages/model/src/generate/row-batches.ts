/**
 * Runs the decoder over many rows of different lengths, in a few fixed shapes that are compiled once each: whole rows, with or without keeping
 * their keys and values, and rows that add one token to another row, whose keys and values are copied together here.
 * How a row is run, and its padded length, depend on the row alone, so its logits do not depend on what else is in the batch.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { ModelConfig } from '../decoder/config.js';
import { cacheWidth, decode, decoderLogits, prefill } from '../decoder/decoder.js';
import { WeightVariables, weightPacks } from '../decoder/weight-variables.js';
import type { ModelWeights } from '../decoder/weights.js';
import type { Engine, TensorData, TensorSpec } from '../engine/engine.js';
import { StepCache, type StepSource } from '../engine/step-cache.js';
import type { Row } from './row-memo.js';

const LENGTH_STEP = 2; // whole rows are padded to a multiple of it
const PAST_STEP = 16; // and the past of an added token to a multiple of this: copying is cheap, compiled shapes are not
const BATCH_SIZES = [512, 256, 128, 64, 32, 16, 8] as const; // 8 at least: products with fewer rows take other code paths and round otherwise
// Rows of padding that take as long as one more run would (measured for the nano model: 0.2 ms a run).
const DECODED_ROWS_A_RUN = 16;
const TOKENS_A_RUN = 96; // of whole rows

/** Rows that are run alike. */
interface Group {
  readonly kind: 'logits' | 'prefill' | 'decode';
  /** Tokens a row, padding included; of `decode`: past tokens. */
  readonly length: number;
  readonly rows: Row[];
}

/** Rows that go through the network together. */
export interface BatchRun {
  readonly rows: readonly Row[];
  readonly done: Promise<void>;
}

export class RowBatches {
  readonly #config: ModelConfig;
  readonly #engine: Engine;
  readonly #steps: StepCache;
  #weights: WeightVariables | null = null;
  constructor(engine: Engine, config: ModelConfig) {
    this.#config = config;
    this.#engine = engine;
    this.#steps = new StepCache(engine, 64);
  }

  /** Must be called before `start`, and never while a run is under way. */
  async setWeights({ specs, arrays }: ModelWeights): Promise<void> {
    if (this.#weights) await this.#weights.assign(arrays);
    else this.#weights = await WeightVariables.create(this.#engine, specs, weightPacks(specs), arrays);
  }

  /** Begins to fill in logits and caches of the rows, run by run; parents must have theirs, of the same weights. */
  start(rows: readonly Row[]): readonly BatchRun[] {
    const groups = new Map<string, Group>();
    for (const row of rows) {
      const kind = row.parent ? 'decode' : row.continued ? 'prefill' : 'logits';
      const length = row.parent ? roundUp(row.tokenIds.length - 1, PAST_STEP) : Math.min(roundUp(row.tokenIds.length, LENGTH_STEP), this.#config.contextLength);
      const key = `${kind} ${length}`;
      const group = groups.get(key);
      if (group) group.rows.push(row);
      else groups.set(key, { kind, length, rows: [row] });
    }
    const runs: BatchRun[] = [];
    for (const group of groups.values()) {
      const spare = group.kind === 'decode' ? DECODED_ROWS_A_RUN : TOKENS_A_RUN / group.length;
      for (let taken = 0; taken < group.rows.length; ) {
        const size = batchSize(group.rows.length - taken, spare);
        const some = group.rows.slice(taken, taken + size);
        runs.push({ rows: some, done: this.#run(group, some, size) });
        taken += size;
      }
    }
    return runs;
  }

  async dispose(): Promise<void> {
    await this.#steps.dispose();
    await this.#weights?.dispose();
  }

  /** @param rows at most `size`, of the group; the places left over hold rows of padding */
  async #run({ kind, length }: Group, rows: readonly Row[], size: number): Promise<void> {
    const inputs = kind === 'decode' ? this.#decodeInputs(rows, size, length) : wholeInputs(rows, size, length);
    const step = await this.#steps.get(`${kind} ${size}x${length}`, () => this.#source(kind, size, length));
    const [logits, kvCache] = (await step.run(inputs, { gives: true })) as [Float32Array, Float32Array?];
    const { vocabSize } = this.#config;
    const width = cacheWidth(this.#config);
    const places = kind === 'decode' ? 1 : length;
    rows.forEach((row, index) => {
      row.logits = logits.subarray(index * vocabSize, (index + 1) * vocabSize);
      if (!row.continued || !kvCache) return;
      const start = index * places * width;
      row.kvCache = kvCache.subarray(start, start + (row.parent ? 1 : row.tokenIds.length) * width);
    });
  }

  /** The last token of each row, where it stands, and the cache of the tokens before it; unused places are 0. */
  #decodeInputs(rows: readonly Row[], size: number, length: number): readonly TensorData[] {
    const width = cacheWidth(this.#config);
    const stride = length * width;
    const past = new Float32Array(size * stride);
    const tokenIds = new Int32Array(size);
    const positions = new Int32Array(size);
    rows.forEach((row, index) => {
      const known = row.tokenIds.length - 1;
      tokenIds[index] = row.tokenIds[known] as number;
      positions[index] = known;
      for (let part = row.parent; part; part = part.parent) past.set(part.kvCache as Float32Array, index * stride + (part.parent?.tokenIds.length ?? 0) * width);
    });
    return [tokenIds, positions, past];
  }

  #source(kind: Group['kind'], size: number, length: number): StepSource {
    const config = this.#config;
    const weights = this.#weights as WeightVariables;
    const { variables } = weights;
    switch (kind) {
      case 'logits':
        return { variables, inputs: [ids(size, length), ids(size, 1)], step: ([tokens, last], flat) => [decoderLogits(config, weights.unpack(flat), tokens as Tensor, last as Tensor)] };
      case 'prefill':
        return { variables, inputs: [ids(size, length), ids(size, 1)], step: ([tokens, last], flat) => both(prefill(config, weights.unpack(flat), tokens as Tensor, last as Tensor)) };
      case 'decode':
        return {
          variables, inputs: [ids(size, 1), ids(size, 1), { shape: [size, length, cacheWidth(config)], dtype: 'float32' }],
          step: ([token, position, past], flat) => both(decode(config, weights.unpack(flat), token as Tensor, position as Tensor, past as Tensor)),
        };
      default:
        return kind satisfies never;
    }
  }
}

/** The tokens of each row, and where its last one stands. */
function wholeInputs(rows: readonly Row[], size: number, length: number): readonly TensorData[] {
  const tokenIds = new Int32Array(size * length);
  const lastPositions = new Int32Array(size);
  rows.forEach((row, index) => {
    tokenIds.set(row.tokenIds, index * length);
    lastPositions[index] = row.tokenIds.length - 1;
  });
  return [tokenIds, lastPositions];
}

const ids = (...shape: number[]): TensorSpec => ({ shape, dtype: 'int32' });
const both = ({ logits, kvCache }: { readonly logits: Tensor; readonly kvCache: Tensor }): readonly Tensor[] => [logits, kvCache];
const roundUp = (length: number, step: number): number => Math.ceil(length / step) * step;

/** The largest shape that rows fill, or the next larger one when its further padding takes no longer than the runs that it saves (`spare` rows each). */
function batchSize(rows: number, spare: number): number {
  let larger: number = BATCH_SIZES[0];
  for (const size of BATCH_SIZES) {
    if (rows >= size) {
      const eights = Math.ceil(rows / 8); // each binary digit 1 of it is a run, if the rows are split
      return rows < larger && larger - eights * 8 <= spare * (onesIn(eights) - 1) ? larger : size;
    }
    larger = size;
  }
  return larger;
}

function onesIn(number: number): number {
  let ones = 0;
  for (let left = number; left > 0; left >>= 1) ones += left & 1;
  return ones;
}
