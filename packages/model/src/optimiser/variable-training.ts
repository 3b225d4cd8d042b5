/**
 * What all training has in common that keeps weights and moments in variables of an engine, or of its replicas: how they are read and stored. What an
 * update does with them is up to the class.
 */
import type { WeightVariables } from '../decoder/weight-variables.js';
import { ModelWeights } from '../decoder/weights.js';
import type { AdamWMoments } from './adamw.js';
import type { MicroBatch, Training, TrainingUpdate, UpdateOptions } from './micro-batch.js';

export interface TrainedVariables {
  readonly weights: WeightVariables;
  readonly first: WeightVariables;
  readonly second: WeightVariables;
}

export abstract class VariableTraining implements Training {
  protected readonly model: ModelWeights;
  protected readonly variables: TrainedVariables;
  /** Those that were applied. */
  protected updates: number;

  /** @param model of whose config and shapes the weights are */
  constructor(model: ModelWeights, variables: TrainedVariables, updates: number) {
    this.model = model;
    this.variables = variables;
    this.updates = updates;
  }

  abstract update(batches: readonly MicroBatch[], options: UpdateOptions): Promise<TrainingUpdate>;
  abstract dispose(): Promise<void>;

  async weights(): Promise<ModelWeights> {
    const { config, specs } = this.model;
    const arrays = await this.variables.weights.read();
    return ModelWeights.fromNamed(config, new Map(specs.map(({ name, shape }, index) => [name, { shape, values: arrays[index] as Float32Array }])));
  }

  async moments(): Promise<AdamWMoments> {
    const { first, second } = this.variables;
    return { updates: this.updates, first: await first.read(), second: await second.read() };
  }

  async resetMoments(): Promise<void> {
    const { first, second } = this.variables;
    this.updates = 0;
    await Promise.all([first.assignZeros(), second.assignZeros()]);
  }
}
