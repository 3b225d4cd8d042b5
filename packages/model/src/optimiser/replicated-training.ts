/**
 * Data-parallel training: the rows of an update are dealt out to replicas of the weights, which compute their gradients side by side and then update
 * together. Only token ids, weights of tokens and a few numbers cross. A loss or norm that is not finite changes nothing.
 */
import { WeightVariables, weightPacks } from '../decoder/weight-variables.js';
import { ModelWeights } from '../decoder/weights.js';
import type { ReplicatedStep, Replicas, TensorData } from '../engine/engine.js';
import { shareOut } from '../engine/share-out.js';
import { StepCache } from '../engine/step-cache.js';
import { ADAMW_DEFAULTS, decays, type AdamWMoments, type AdamWOptions } from './adamw.js';
import { adamWScalars } from './adamw-step.js';
import { MOST_STEPS, type MicroBatch, type Training, type TrainingOptions, type TrainingUpdate, type UpdateOptions } from './micro-batch.js';

const LEAST_TOKENS = 64; // of a part: what a run costs by itself is as much as about fifty tokens of the nano model
const TOKENS_A_RUN = 50;

interface Variables {
  readonly weights: WeightVariables;
  readonly first: WeightVariables;
  readonly second: WeightVariables;
}

export class ReplicatedTraining implements Training {
  readonly #model: ModelWeights;
  readonly #replicas: Replicas;
  readonly #variables: Variables;
  readonly #steps: StepCache<ReplicatedStep>;
  readonly #options: AdamWOptions;
  #updates: number;

  private constructor(model: ModelWeights, replicas: Replicas, variables: Variables, options: AdamWOptions, updates: number) {
    this.#model = model;
    this.#replicas = replicas;
    this.#variables = variables;
    this.#steps = new StepCache(replicas, MOST_STEPS);
    this.#options = options;
    this.#updates = updates;
  }

  /** @returns `null` where the engine has no replicas of such weights */
  static async create({ engine, weights, adamW, moments }: TrainingOptions): Promise<ReplicatedTraining | null> {
    const options = { ...ADAMW_DEFAULTS, ...adamW };
    const packs = weightPacks(weights.specs, decays);
    const replicas = await engine.replicate?.({
      sizes: packs.map(({ size }) => size),
      adamW: packs.map((pack) => ({ ...options, weightDecay: pack.decays ? options.weightDecay : 0 })),
    });
    if (!replicas) return null;
    const [own, first, second] = [replicas.weights, replicas.first, replicas.second].map((variables) => WeightVariables.of(weights.specs, packs, variables)) as [WeightVariables, WeightVariables, WeightVariables];
    await own.assign(weights.arrays);
    if (moments) await Promise.all([first.assign(moments.first), second.assign(moments.second)]);
    return new ReplicatedTraining(weights, replicas, { weights: own, first, second }, options, moments?.updates ?? 0);
  }

  async update(batches: readonly MicroBatch[], { learningRate, clipNorm }: UpdateOptions): Promise<TrainingUpdate> {
    const outputs = await this.#gradients(batches).catch(async (error: unknown) => {
      await this.#replicas.forget().catch(() => undefined); // what failed first is what is told
      throw error;
    });
    if (!Number.isFinite(outputs[0])) {
      await this.#replicas.forget();
      return { outputs, gradNorm: 0, applied: false };
    }
    const gradNorm = await this.#replicas.update(adamWScalars(this.#options, this.#updates + 1, learningRate), clipNorm);
    const applied = Number.isFinite(gradNorm);
    if (applied) this.#updates++;
    return { outputs, gradNorm, applied };
  }

  async weights(): Promise<ModelWeights> {
    const { config, specs } = this.#model;
    const arrays = await this.#variables.weights.read();
    return ModelWeights.fromNamed(config, new Map(specs.map(({ name, shape }, index) => [name, { shape, values: arrays[index] as Float32Array }])));
  }

  async moments(): Promise<AdamWMoments> {
    const { first, second } = this.#variables;
    return { updates: this.#updates, first: await first.read(), second: await second.read() };
  }

  async resetMoments(): Promise<void> {
    const { first, second } = this.#variables;
    this.#updates = 0;
    await Promise.all([first.assignZeros(), second.assignZeros()]);
  }

  dispose(): Promise<void> {
    return this.#replicas.dispose();
  }

  /** Sums of what the functions gave; the gradients stay where they are. */
  async #gradients(batches: readonly MicroBatch[]): Promise<number[]> {
    const parts = batches.flatMap((batch) => partsOf(batch, this.#replicas.count));
    const takers = shareOut(parts.map(({ inputs }) => inputs[0]!.length + TOKENS_A_RUN), this.#replicas.count);
    const runs: Promise<readonly TensorData[]>[] = [];
    try {
      for (const [at, { key, rows, source, inputs }] of parts.entries()) {
        const step = await this.#steps.get(`${key} ${rows}`, () => {
          const { inputs: specs, gradient } = source(rows);
          return {
            inputs: specs,
            step: (given, flat) => {
              const { outputs, gradients } = gradient(this.#variables.weights.unpack(flat), given);
              return { outputs, updates: this.#variables.weights.pack(gradients) };
            },
          };
        });
        runs.push(step.replicas[takers[at]!]!.run(inputs));
      }
    } finally {
      await Promise.allSettled(runs);
    }
    const sums: number[] = [];
    for (const outputs of await Promise.all(runs)) outputs.forEach((output, index) => (sums[index] = (sums[index] ?? 0) + (output[0] as number)));
    return sums;
  }
}

/** A micro-batch in as many equal parts as there are replicas, or fewer, where its rows do not divide or are too few to be worth it. */
export function partsOf(batch: MicroBatch, replicas: number): readonly MicroBatch[] {
  const { rows, inputs } = batch;
  let count = replicas;
  while (count > 1 && (rows % count !== 0 || inputs[0]!.length < count * LEAST_TOKENS)) count--;
  return Array.from({ length: count }, (_, part) => ({
    ...batch,
    rows: rows / count,
    inputs: inputs.map((array) => array.subarray((part * array.length) / count, ((part + 1) * array.length) / count)),
  }));
}
