/**
 * Training that stays with the engine: weights, moments and gathered gradients are its variables, and an update is forward pass, loss, gradients, norm,
 * clipping, AdamW and metrics in compiled steps. One micro-batch is one run; several are gathered run by run, and one more run applies them.
 * Only token ids, weights of tokens and a few numbers cross. A loss or norm that is not finite commits nothing.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { WeightVariables, weightPacks, type WeightPack } from '../decoder/weight-variables.js';
import type { Engine, StepResult, TensorData, TensorSpec } from '../engine/engine.js';
import { StepCache } from '../engine/step-cache.js';
import { tf } from '../tf.js';
import { ADAMW_DEFAULTS, decays, optionsWhere, type AdamWOptions } from './adamw.js';
import { adamWScalars, adamWStep } from './adamw-step.js';
import { addOutputs, MOST_STEPS, type GradientSource, type MicroBatch, type TrainingOptions, type TrainingUpdate, type UpdateOptions } from './micro-batch.js';
import { VariableTraining, type TrainedVariables } from './variable-training.js';

const SCALARS: TensorSpec = { shape: [4], dtype: 'float32' }; // η, η / (1 − β₁ᵗ), √(1 − β₂ᵗ), clip norm

export class CompiledTraining extends VariableTraining {
  readonly #engine: Engine;
  readonly #steps: StepCache;
  readonly #options: AdamWOptions;
  readonly #packs: readonly WeightPack[];
  /** Made when an update first has more than one micro-batch. All zero between updates. */
  #gathered: WeightVariables | null = null;

  private constructor({ engine, weights, adamW, moments }: TrainingOptions, packs: readonly WeightPack[], variables: TrainedVariables) {
    super(weights, variables, moments?.updates ?? 0);
    this.#engine = engine;
    this.#steps = new StepCache(engine, MOST_STEPS);
    this.#options = { ...ADAMW_DEFAULTS, ...adamW };
    this.#packs = packs;
  }

  static async create(options: TrainingOptions): Promise<CompiledTraining> {
    const { engine, weights, moments } = options;
    const packs = weightPacks(weights.specs, decays);
    const make = (values?: readonly Float32Array[]): Promise<WeightVariables> => WeightVariables.create(engine, weights.specs, packs, values);
    return new CompiledTraining(options, packs, { weights: await make(weights.arrays), first: await make(moments?.first), second: await make(moments?.second) });
  }

  async update(batches: readonly MicroBatch[], options: UpdateOptions): Promise<TrainingUpdate> {
    const [only] = batches;
    const { outputs, gradNorm } = only && batches.length === 1 ? await this.#whole(only, options) : await this.#inParts(batches, options);
    const applied = Number.isFinite(outputs[0]) && Number.isFinite(gradNorm);
    if (applied) this.updates++;
    return { outputs, gradNorm, applied };
  }

  async dispose(): Promise<void> {
    await this.#steps.dispose();
    const { weights, first, second } = this.variables;
    for (const variables of [weights, first, second, this.#gathered]) await variables?.dispose();
  }

  /** Everything in one run. */
  async #whole({ key, rows, source, inputs }: MicroBatch, options: UpdateOptions): Promise<Pick<TrainingUpdate, 'outputs' | 'gradNorm'>> {
    const step = await this.#steps.get(`whole ${key} ${rows}`, () => {
      const { inputs: specs, gradient } = source(rows);
      return {
        inputs: [...specs, SCALARS],
        variables: [...this.variables.weights.variables, ...this.variables.first.variables, ...this.variables.second.variables],
        step: (given, variables) => {
          const [weights, first, second] = thirds(variables);
          const { outputs, gradients } = gradient(this.variables.weights.unpack(weights), given.slice(0, -1));
          return this.#applied(outputs, this.variables.weights.pack(gradients), weights, first, second, given.at(-1) as Tensor);
        },
      };
    });
    const results = numbersOf(await step.run([...inputs, this.#scalars(options)]));
    return { outputs: results.slice(0, -1), gradNorm: results.at(-1) as number };
  }

  /** Each micro-batch adds its gradient to what is gathered; then that is applied and forgotten. */
  async #inParts(batches: readonly MicroBatch[], options: UpdateOptions): Promise<Pick<TrainingUpdate, 'outputs' | 'gradNorm'>> {
    const gathered = (this.#gathered ??= await WeightVariables.create(this.#engine, this.model.specs, this.#packs));
    const sums: number[] = [];
    try {
      for (const { key, rows, source, inputs } of batches) {
        const step = await this.#steps.get(`gather ${key} ${rows}`, () => this.#gatherSource(source(rows), gathered));
        addOutputs(sums, await step.run(inputs));
      }
      if (!Number.isFinite(sums[0])) {
        await gathered.assignZeros();
        return { outputs: sums, gradNorm: 0 };
      }
      const apply = await this.#steps.get('apply', () => ({
        inputs: [SCALARS],
        variables: [...this.variables.weights.variables, ...this.variables.first.variables, ...this.variables.second.variables, ...gathered.variables],
        step: ([scalars], variables) => {
          const count = this.#packs.length;
          const [weights, first, second] = thirds(variables.slice(0, 3 * count));
          const sum = variables.slice(3 * count);
          const { updates, ...result } = this.#applied([], sum, weights, first, second, scalars as Tensor);
          return { ...result, updates: [...updates, ...sum.map((flat) => tf.zerosLike(flat))] };
        },
      }));
      const [gradNorm] = numbersOf(await apply.run([this.#scalars(options)])) as [number];
      if (!Number.isFinite(gradNorm)) await gathered.assignZeros();
      return { outputs: sums, gradNorm };
    } catch (error) {
      await gathered.assignZeros();
      throw error;
    }
  }

  #gatherSource({ inputs, gradient }: GradientSource, gathered: WeightVariables): { inputs: readonly TensorSpec[]; variables: WeightVariables['variables']; step: (given: readonly Tensor[], variables: readonly Tensor[]) => StepResult } {
    const count = this.#packs.length;
    return {
      inputs,
      variables: [...this.variables.weights.variables, ...gathered.variables],
      step: (given, variables) => {
        const { outputs, gradients } = gradient(this.variables.weights.unpack(variables.slice(0, count)), given);
        const sums = this.variables.weights.pack(gradients).map((flat, at) => tf.add(variables[count + at] as Tensor, flat));
        return { outputs, updates: [...Array<null>(count).fill(null), ...sums] };
      },
    };
  }

  /** Norm, clipping and AdamW on flat tensors. The norm comes last among the outputs. */
  #applied(outputs: readonly Tensor[], gradients: readonly Tensor[], weights: readonly Tensor[], first: readonly Tensor[], second: readonly Tensor[], scalars: Tensor): StepResult {
    const squares = gradients.map((flat) => tf.sum(tf.square(flat)));
    const gradNorm = tf.sqrt(tf.addN(squares)); // []
    const clipNorm = tf.reshape(tf.slice(scalars, [3], [1]), []);
    const factor = tf.minimum(1, tf.div(clipNorm, gradNorm)); // 1 where the norm is 0
    const settings = tf.concat([tf.slice(scalars, [0], [3]), tf.reshape(factor, [1])], 0); // [4]
    const next = this.#packs.map((pack, at) => adamWStep({ weights: weights[at] as Tensor, first: first[at] as Tensor, second: second[at] as Tensor }, gradients[at] as Tensor, settings, optionsWhere(pack.decays, this.#options)));
    const finite = [gradNorm, ...outputs.slice(0, 1)].map((x) => tf.isFinite(x)).reduce((a, b) => tf.logicalAnd(a, b));
    return {
      outputs: [...outputs, gradNorm],
      updates: [...next.map((each) => each.weights), ...next.map((each) => each.first), ...next.map((each) => each.second)],
      commit: tf.cast(finite, 'int32'),
    };
  }

  #scalars({ learningRate, clipNorm }: UpdateOptions): Float32Array {
    return Float32Array.of(...adamWScalars(this.#options, this.updates + 1, learningRate), clipNorm);
  }
}

function thirds(tensors: readonly Tensor[]): [readonly Tensor[], readonly Tensor[], readonly Tensor[]] {
  const count = tensors.length / 3;
  return [tensors.slice(0, count), tensors.slice(count, 2 * count), tensors.slice(2 * count)];
}

const numbersOf = (outputs: readonly TensorData[]): number[] => outputs.map((output) => output[0] as number);
