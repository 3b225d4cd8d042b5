/**
 * An engine runs a function of tensors that was written once in tfjs ops: op by op (`eager`), or recorded as a graph (`onnx`, `tensorflow`).
 * It knows no model, optimiser or game. All engines give equal results within stated tolerances; `eager` on the plain cpu backend is the reference.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { AdamWSettings } from './adamw-rule.js';

export const ENGINE_NAMES = ['onnx', 'tensorflow', 'eager'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface TensorSpec {
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32';
}

export type TensorData = Float32Array | Int32Array;

/** A tensor that stays with the engine from run to run: a weight, a moment, a cache. Steps read it, and may give it a new value. */
export interface Variable extends TensorSpec {
  /** Its numbers after the runs that were started so far, in an array of the caller's own. */
  read(): Promise<TensorData>;
  /**
   * Gives it other numbers, for the runs that are started from now on; they are copied at once.
   * @throws MODEL_INPUT_MISMATCH
   */
  assign(values: TensorData): Promise<void>;
  /** Steps that use it cannot run afterwards. */
  dispose(): Promise<void>;
}

/** What a step gives that changes variables. */
export interface StepResult {
  readonly outputs: readonly Tensor[];
  /** The new value of each variable, in their order and of their shapes; `null` where one stays what it is. */
  readonly updates: readonly (Tensor | null)[];
  /** A number `[]`: where it is 0, no variable changes (a gradient was not finite). Absent: they always change. */
  readonly commit?: Tensor;
}

/** A step: tensors in, tensors out; fixed shapes, no reads of data, no randomness, no control flow that depends on data. */
export type Step = (inputs: readonly Tensor[], variables: readonly Tensor[]) => readonly Tensor[] | StepResult;

/** A step made ready for one set of input shapes. */
export interface CompiledStep {
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  /**
   * Runs once: all of it, or (when it throws) nothing of it, variables included. The caller owns the arrays it gets, and those it gave, unless it
   * gives them away (`gives`): they must then be whole buffers, and may be empty afterwards.
   */
  run(inputs: readonly TensorData[], options?: { readonly gives?: boolean }): Promise<readonly TensorData[]>;
  /** The graph as text, with shapes, floating-point operations and bytes. */
  explain(): string;
  dispose(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** Where it computes: `cpu`, `gpu`, or the name of a provider. */
  readonly device: string;
  /** What computes, with its version. */
  readonly library: string;
  /** For people: engine, backend or provider, threads, library version. */
  describe(): string;
  /**
   * @param values copied; zeros if not given
   * @throws MODEL_INPUT_MISMATCH
   */
  variable(spec: TensorSpec, values?: TensorData): Promise<Variable>;
  /**
   * @param variables of this engine, those that the step is given and may change
   * @throws MODEL_OP_UNRECORDABLE, MODEL_STEP_READS_DATA, MODEL_STEP_TENSOR_LOST, MODEL_STEP_OUTPUT_INVALID, MODEL_SHAPE_MISMATCH, MODEL_VARIABLE_INVALID, MODEL_ENGINE_FAILED
   */
  compile(step: Step, inputs: readonly TensorSpec[], variables?: readonly Variable[]): Promise<CompiledStep>;
  /**
   * Replicas that have this engine's threads among them. They are disposed of by themselves. Absent where an engine cannot have any.
   * @returns `null` where one engine with all threads does better, or there is not memory enough
   * @throws MODEL_ENGINE_FAILED
   */
  replicate?(spec: ReplicaSpec): Promise<Replicas | null>;
  dispose(): Promise<void>;
}

/** What replicas hold: flat arrays of weights, and how AdamW updates each. */
export interface ReplicaSpec {
  /** Numbers of each array. */
  readonly sizes: readonly number[];
  readonly adamW: readonly AdamWSettings[];
}

/**
 * Copies of weights in threads of their own (data parallelism). Each computes gradients of some rows by itself; an update adds up what all have computed
 * since the last one. Each replica has the moments of some arrays only: it updates these and the others take over the result.
 */
export interface Replicas {
  readonly count: number;
  /** One for each array, all zero at first: what is assigned goes to all replicas. */
  readonly weights: readonly Variable[];
  readonly first: readonly Variable[];
  readonly second: readonly Variable[];
  /**
   * @param step is given inputs and weights; its updates are the gradients of the weights
   * @throws as `Engine.compile` does
   */
  compile(step: Step, inputs: readonly TensorSpec[]): Promise<ReplicatedStep>;
  /**
   * Adds up the gradients, scales them down together to `clipNorm`, updates the weights by AdamW and forgets the gradients. Where their norm is not
   * finite, the weights stay.
   * @param scalars `[3]`, those of `adamWScalars`
   * @returns the norm before clipping
   */
  update(scalars: Float32Array, clipNorm: number): Promise<number>;
  /** Forgets the gradients computed since the last update. */
  forget(): Promise<void>;
  dispose(): Promise<void>;
}

/** The same step on each replica. */
export interface ReplicatedStep {
  readonly replicas: readonly CompiledStep[];
  dispose(): Promise<void>;
}
