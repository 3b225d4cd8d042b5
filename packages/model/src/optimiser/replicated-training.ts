/**
 * Data-parallel training: the rows of an update are dealt out to replicas of the weights, which compute their gradients side by side and then update
 * together. Only token ids, weights of tokens and a few numbers cross. A loss or norm that is not finite changes nothing.
 */
import { WeightVariables, weightPacks } from '../decoder/weight-variables.js';
import type { ReplicatedStep, Replicas, TensorData, Variable } from '../engine/engine.js';
import { shareOut } from '../engine/share-out.js';
import { StepCache } from '../engine/step-cache.js';
import { ADAMW_DEFAULTS, decays, optionsWhere, type AdamWOptions } from './adamw.js';
import { adamWScalars } from './adamw-step.js';
import { addOutputs, MOST_STEPS, type MicroBatch, type TrainingOptions, type TrainingUpdate, type UpdateOptions } from './micro-batch.js';
import { VariableTraining, type TrainedVariables } from './variable-training.js';

const LEAST_TOKENS = 64; // of a part: what a run costs by itself is as much as about fifty tokens of the nano model
const TOKENS_A_RUN = 50;

export class ReplicatedTraining extends VariableTraining {
  readonly #replicas: Replicas;
  readonly #steps: StepCache<ReplicatedStep>;
  readonly #options: AdamWOptions;

  private constructor({ weights, moments }: TrainingOptions, replicas: Replicas, variables: TrainedVariables, options: AdamWOptions) {
    super(weights, variables, moments?.updates ?? 0);
    this.#replicas = replicas;
    this.#steps = new StepCache(replicas, MOST_STEPS);
    this.#options = options;
  }

  /** @returns `null` where the engine has no replicas of such weights */
  static async create(given: TrainingOptions): Promise<ReplicatedTraining | null> {
    const { engine, weights, adamW, moments } = given;
    const options = { ...ADAMW_DEFAULTS, ...adamW };
    const packs = weightPacks(weights.specs, decays);
    const replicas = await engine.replicate?.({
      sizes: packs.map(({ size }) => size),
      adamW: packs.map((pack) => optionsWhere(pack.decays, options)),
    });
    if (!replicas) return null;
    const over = (held: readonly Variable[]): WeightVariables => new WeightVariables(weights.specs, packs, held);
    const variables: TrainedVariables = { weights: over(replicas.weights), first: over(replicas.first), second: over(replicas.second) };
    await variables.weights.assign(weights.arrays);
    if (moments) await Promise.all([variables.first.assign(moments.first), variables.second.assign(moments.second)]);
    return new ReplicatedTraining(given, replicas, variables, options);
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
    const gradNorm = await this.#replicas.update(adamWScalars(this.#options, this.updates + 1, learningRate), clipNorm);
    const applied = Number.isFinite(gradNorm);
    if (applied) this.updates++;
    return { outputs, gradNorm, applied };
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
              const { outputs, gradients } = gradient(this.variables.weights.unpack(flat), given);
              return { outputs, updates: this.variables.weights.pack(gradients) };
            },
          };
        });
        runs.push(step.replicas[takers[at]!]!.run(inputs));
      }
    } finally {
      await Promise.allSettled(runs);
    }
    const sums: number[] = [];
    for (const outputs of await Promise.all(runs)) addOutputs(sums, outputs);
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
