/**
 * Training whose gradients come from the engine and whose optimiser works on plain arrays: the reference that repeats bit for bit.
 * Gradients are sums over micro-batches in their order, the norm is summed in float64.
 */
import type { ModelWeights } from '../decoder/weights.js';
import type { TensorSpec } from '../engine/engine.js';
import { StepCache } from '../engine/step-cache.js';
import { AdamW, clipByGlobalNorm, type AdamWMoments, type AdamWOptions } from './adamw.js';
import { addOutputs, MOST_STEPS, type MicroBatch, type Training, type TrainingOptions, type TrainingUpdate, type UpdateOptions } from './micro-batch.js';

export class HostTraining implements Training {
  readonly #weights: ModelWeights;
  readonly #steps: StepCache;
  readonly #options: Partial<AdamWOptions>;
  #optimiser: AdamW;

  constructor({ engine, weights, adamW = {}, moments }: TrainingOptions) {
    this.#weights = weights.clone();
    this.#steps = new StepCache(engine, MOST_STEPS);
    this.#options = adamW;
    this.#optimiser = new AdamW(weights.specs, adamW);
    if (moments) this.#optimiser.restore(moments);
  }

  async update(batches: readonly MicroBatch[], { learningRate, clipNorm }: UpdateOptions): Promise<TrainingUpdate> {
    const gradients = this.#weights.arrays.map((array) => new Float32Array(array.length));
    const sums: number[] = [];
    for (const batch of batches) {
      const results = await this.#run(batch);
      const count = results.length - gradients.length;
      addOutputs(sums, results.slice(0, count));
      gradients.forEach((sum, index) => addInto(sum, results[count + index] as Float32Array));
    }
    if (!Number.isFinite(sums[0])) return { outputs: sums, gradNorm: 0, applied: false };
    const gradNorm = clipByGlobalNorm(gradients, clipNorm);
    const applied = Number.isFinite(gradNorm);
    if (applied) this.#optimiser.update(this.#weights.arrays, gradients, learningRate);
    return { outputs: sums, gradNorm, applied };
  }

  async weights(): Promise<ModelWeights> {
    return this.#weights;
  }

  async moments(): Promise<AdamWMoments> {
    return this.#optimiser.moments;
  }

  async resetMoments(): Promise<void> {
    this.#optimiser = new AdamW(this.#weights.specs, this.#options);
  }

  dispose(): Promise<void> {
    return this.#steps.dispose();
  }

  async #run({ key, rows, source, inputs }: MicroBatch): Promise<readonly (Float32Array | Int32Array)[]> {
    const { arrays, specs } = this.#weights;
    const step = await this.#steps.get(`${key} ${rows}`, () => {
      const { inputs: ownSpecs, gradient } = source(rows);
      return {
        step: (given) => {
          const { outputs, gradients } = gradient(given.slice(0, specs.length), given.slice(specs.length));
          return [...outputs, ...gradients];
        },
        inputs: [...specs.map(({ shape }): TensorSpec => ({ shape, dtype: 'float32' })), ...ownSpecs],
      };
    });
    return step.run([...arrays, ...inputs]);
  }
}

function addInto(sum: Float32Array, part: Float32Array): void {
  for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] as number) + (part[index] as number);
}
