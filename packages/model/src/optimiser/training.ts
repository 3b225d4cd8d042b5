/**
 * Chooses how a model is trained, by the engine: beside it in float64, or inside it.
 */
import { CompiledTraining } from './compiled-training.js';
import { HostTraining } from './host-training.js';
import type { Training, TrainingOptions } from './micro-batch.js';

/** On `eager` the optimiser works in float64 beside the engine, bit-reproducibly; on the others the whole update is compiled, and weights and moments stay with the engine. */
export async function createTraining(options: TrainingOptions): Promise<Training> {
  return options.engine.name === 'eager' ? new HostTraining(options) : CompiledTraining.create(options);
}
