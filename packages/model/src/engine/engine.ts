/**
 * An engine runs a function of tensors that was written once in tfjs ops: op by op (`eager`), or recorded as a graph (`onnx`).
 * It knows no model, optimiser or game. All engines give equal results within stated tolerances; `eager` on the plain cpu backend is the reference.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

export const ENGINE_NAMES = ['onnx', 'eager'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface TensorSpec {
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32';
}

export type TensorData = Float32Array | Int32Array;

/** A step: tensors in, tensors out; fixed shapes, no reads of data, no randomness, no control flow that depends on data. */
export type Step = (inputs: readonly Tensor[]) => readonly Tensor[];

/** A step made ready for one set of input shapes. */
export interface CompiledStep {
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  /** Runs once. The caller owns the arrays it gave and the arrays it gets. */
  run(inputs: readonly TensorData[]): Promise<readonly TensorData[]>;
  dispose(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** For people: engine, backend or provider, threads, library version. */
  describe(): string;
  compile(step: Step, inputs: readonly TensorSpec[]): Promise<CompiledStep>;
  dispose(): Promise<void>;
}
