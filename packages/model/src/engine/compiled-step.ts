/**
 * What compiled steps of all engines have in common: the check of inputs at the door, and disposal that waits for runs on their way.
 * It runs nothing itself.
 */
import { ModelError } from '../errors.js';
import type { CompiledStep, EngineName, TensorData, TensorSpec } from './engine.js';
import { sizeOf, type Graph } from './graph.js';

export abstract class CheckedStep implements CompiledStep {
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  readonly #running = new Set<Promise<unknown>>();
  readonly #engine: EngineName;
  #disposed = false;

  constructor(engine: EngineName, graph: Graph) {
    this.#engine = engine;
    this.inputs = graph.inputs.map(specOf);
    this.outputs = graph.outputs.map(specOf);
  }

  protected abstract execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]>;
  protected abstract release(): Promise<void>;

  async run(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    if (this.#disposed) throw new ModelError('MODEL_STEP_DISPOSED');
    this.#check(inputs);
    const run = this.execute(inputs);
    this.#running.add(run);
    try {
      return await run;
    } catch (cause) {
      throw engineFailure(this.#engine, 'run', cause);
    } finally {
      this.#running.delete(run);
    }
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await Promise.allSettled(this.#running);
    await this.release();
  }

  #check(given: readonly TensorData[]): void {
    if (given.length !== this.inputs.length) {
      throw new ModelError('MODEL_INPUT_MISMATCH', { details: { index: 'list', expected: `${this.inputs.length} arrays`, got: `${given.length}` } });
    }
    this.inputs.forEach(({ shape, dtype }, index) => {
      const Type = dtype === 'int32' ? Int32Array : Float32Array;
      const array: unknown = given[index];
      if (array instanceof Type && array.length === sizeOf(shape)) return;
      const expected = `${Type.name} of ${sizeOf(shape)} for [${shape.join(', ')}]`;
      const got = ArrayBuffer.isView(array) ? `${array.constructor.name} of ${(array as Float32Array).length}` : typeof array;
      throw new ModelError('MODEL_INPUT_MISMATCH', { details: { index, expected, got } });
    });
  }
}

/** An engine's own error as ours, with the original as its cause. */
export function engineFailure(engine: EngineName, action: 'compile' | 'run', cause: unknown): ModelError {
  return new ModelError('MODEL_ENGINE_FAILED', { details: { engine, action: `${action} the step`, reason: cause instanceof Error ? cause.message.trim() : String(cause) }, cause });
}

/** Inputs and outputs are never boolean: `record` refuses them. */
function specOf({ shape, dtype }: { readonly shape: readonly number[]; readonly dtype: string }): TensorSpec {
  return { shape, dtype: dtype as TensorSpec['dtype'] };
}
