/**
 * An engine for tests whose next-token logits are a function of the row: it needs no model, and counts what it was asked. The keys and values of
 * a token are its id and the weights, so a row that was put together wrongly from its cache is another row here, and an old cache is an error.
 */
import type { CompiledStep, Engine, TensorData, TensorSpec, Variable } from '../engine/engine.js';
import { HostVariable } from '../engine/host-variable.js';
import { Turns } from '../engine/turns.js';

export class ScriptedEngine implements Engine {
  readonly name = 'eager';
  readonly device = 'cpu';
  readonly library = 'scripted';
  /** Rows that went through the network, in order, without padding rows. */
  readonly rows: number[][] = [];
  /** How many of them went through it by their last token alone. */
  decoded = 0;
  runs = 0;
  /** Set to make the next run fail. */
  failure: Error | null = null;
  /** The first value of the first variable, as the run saw it: which weights were in use. */
  readonly weightsSeen: number[] = [];
  readonly #vocabSize: number;
  readonly #cacheWidth: number;
  readonly #likely: (row: readonly number[]) => readonly number[];

  /** @param likely the tokens after a row that share all the probability, evenly */
  constructor(vocabSize: number, cacheWidth: number, likely: (row: readonly number[]) => readonly number[]) {
    this.#vocabSize = vocabSize;
    this.#cacheWidth = cacheWidth;
    this.#likely = likely;
  }

  describe(): string {
    return 'scripted';
  }

  async variable(spec: TensorSpec, values?: TensorData): Promise<Variable> {
    return new HostVariable(new Turns(), spec, values);
  }

  async compile(_: unknown, inputs: readonly TensorSpec[], [weight]: readonly Variable[] = []): Promise<CompiledStep> {
    const [{ shape: [size = 0, length = 0] }, , past] = inputs as [TensorSpec, TensorSpec, TensorSpec?];
    return {
      inputs, outputs: [], explain: () => '', dispose: async () => {},
      run: async (given) => {
        const weights = await (weight as Variable).read();
        return past ? this.#decode(size, past.shape[1] as number, [...given, weights]) : this.#wholeRows(size, length, [...given, weights]);
      },
    };
  }

  async dispose(): Promise<void> {}

  async #wholeRows(size: number, length: number, [ids, positions, weight]: readonly TensorData[]): Promise<TensorData[]> {
    const rows = Array.from({ length: size }, (_, index) => Array.from((ids as TensorData).subarray(index * length, index * length + (positions?.[index] as number) + 1)));
    return [await this.#logits(rows.map((row) => (row.length === 1 && row[0] === 0 ? null : row)), weight as TensorData), this.#cacheOf(ids as TensorData, weight as TensorData)];
  }

  async #decode(size: number, held: number, [ids, positions, past, weight]: readonly TensorData[]): Promise<TensorData[]> {
    const rows = Array.from({ length: size }, (_, index) => {
      const cached = Array.from({ length: held }, (_place, place) => past?.[(index * held + place + 1) * this.#cacheWidth - 1] as number);
      const known = positions?.[index] as number;
      if (cached.slice(known).some((id) => id !== 0)) throw new Error('the cache of another row was left behind');
      for (let place = 0; place < known; place++) {
        if (past?.[(index * held + place) * this.#cacheWidth] !== weight?.[0]) throw new Error('a cache of other weights');
      }
      return known === 0 ? null : [...cached.slice(0, known), ids?.[index] as number];
    });
    this.decoded += rows.filter(Boolean).length;
    return [await this.#logits(rows, weight as TensorData), this.#cacheOf(ids as TensorData, weight as TensorData)];
  }

  /** Of each token: which weights made it, then its id. */
  #cacheOf(ids: TensorData, weight: TensorData): Float32Array {
    const kvCache = new Float32Array(ids.length * this.#cacheWidth);
    ids.forEach((id, place) => kvCache.fill(id, place * this.#cacheWidth, (place + 1) * this.#cacheWidth).fill(weight[0] as number, place * this.#cacheWidth, place * this.#cacheWidth + 1));
    return kvCache;
  }

  /** @param rows null: padding */
  async #logits(rows: readonly (number[] | null)[], weight: TensorData): Promise<Float32Array> {
    if (this.failure) {
      const { failure } = this;
      this.failure = null;
      throw failure;
    }
    this.runs++;
    this.weightsSeen.push(weight[0] as number);
    await Promise.resolve();
    const logits = new Float32Array(rows.length * this.#vocabSize).fill(-1e9);
    for (const [index, row] of rows.entries()) {
      if (!row) continue;
      this.rows.push(row);
      for (const token of this.#likely(row)) logits[index * this.#vocabSize + token] = 0;
    }
    return logits;
  }
}
