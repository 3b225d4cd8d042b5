/** An engine for tests whose next-token logits are a function of the row: it needs no model, and counts what it was asked. */
import type { CompiledStep, Engine, TensorData, TensorSpec } from '../engine/engine.js';

export class ScriptedEngine implements Engine {
  readonly name = 'eager';
  /** Rows that went through the network, in order, without padding rows. */
  readonly rows: number[][] = [];
  runs = 0;
  /** Set to make the next run fail. */
  failure: Error | null = null;
  /** The first value of the first weight array, as the run saw it: which weights were in use. */
  readonly weightsSeen: number[] = [];
  readonly #vocabSize: number;
  readonly #likely: (row: readonly number[]) => readonly number[];

  /** @param likely the tokens after a row that share all the probability, evenly */
  constructor(vocabSize: number, likely: (row: readonly number[]) => readonly number[]) {
    this.#vocabSize = vocabSize;
    this.#likely = likely;
  }

  describe(): string {
    return 'scripted';
  }

  async compile(_: unknown, inputs: readonly TensorSpec[]): Promise<CompiledStep> {
    const [size, length] = (inputs[0] as TensorSpec).shape as [number, number];
    return { inputs, outputs: [], dispose: async () => {}, run: async ([ids, positions, weight]) => this.#run(size, length, ids as TensorData, positions as TensorData, weight as TensorData) };
  }

  async dispose(): Promise<void> {}

  async #run(size: number, length: number, ids: TensorData, positions: TensorData, weight: TensorData): Promise<TensorData[]> {
    if (this.failure) {
      const { failure } = this;
      this.failure = null;
      throw failure;
    }
    this.runs++;
    this.weightsSeen.push(weight[0] as number);
    await Promise.resolve();
    const logits = new Float32Array(size * this.#vocabSize).fill(-1e9);
    for (let index = 0; index < size; index++) {
      const row = Array.from(ids.subarray(index * length, index * length + (positions[index] as number) + 1));
      if (row.length === 1 && row[0] === 0) continue; // padding
      this.rows.push(row);
      for (const token of this.#likely(row)) logits[index * this.#vocabSize + token] = 0;
    }
    return [logits];
  }
}
