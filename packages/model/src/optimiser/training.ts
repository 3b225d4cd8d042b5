/**
 * Chooses how a model is trained, by the engine: beside it in float64, in replicas, or inside it.
 */
import { CompiledTraining } from './compiled-training.js';
import { HostTraining } from './host-training.js';
import type { Training, TrainingOptions } from './micro-batch.js';
import { ReplicatedTraining } from './replicated-training.js';

/**
 * On `eager` the optimiser works in float64 beside the engine, bit-reproducibly. On the others weights and moments stay with the engine: in replicas, each of
 * which trains on a part of the rows, where it can have them; else the whole update is one step that all its threads compute.
 */
export async function createTraining(options: TrainingOptions): Promise<Training> {
  if (options.engine.name === 'eager') return new HostTraining(options);
  return (await ReplicatedTraining.create(options)) ?? CompiledTraining.create(options);
}
