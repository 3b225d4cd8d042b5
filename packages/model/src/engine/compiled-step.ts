/**
 * What compiled steps of all engines have in common: the check of inputs at the door, and disposal that waits for runs on their way.
 * It runs nothing itself.
 */
import { ModelError } from '../errors.js';
import type { CompiledStep, EngineName, TensorData, TensorSpec } from './engine.js';
import { explain } from './explain.js';
import type { Graph } from './graph.js';
import type { RecordedStep } from './record.js';
import { checkTensorData } from './tensor-data.js';

export abstract class CheckedStep implements CompiledStep {
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  readonly #running = new Set<Promise<unknown>>();
  readonly #engine: EngineName;
  readonly #graph: Graph;
  #disposed = false;

  /** @param graph for `explain` */
  constructor(engine: EngineName, { inputs, outputs }: Pick<RecordedStep, 'inputs' | 'outputs'>, graph: Graph) {
    this.#engine = engine;
    this.#graph = graph;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  protected abstract execute(inputs: readonly TensorData[], gives: boolean): Promise<readonly TensorData[]>;
  protected abstract release(): Promise<void>;

  explain(): string {
    return explain(this.#graph);
  }

  async run(inputs: readonly TensorData[], { gives = false }: { readonly gives?: boolean } = {}): Promise<readonly TensorData[]> {
    if (this.#disposed) throw new ModelError('MODEL_STEP_DISPOSED');
    this.#check(inputs);
    const run = this.execute(inputs, gives);
    this.#running.add(run);
    try {
      return await run;
    } catch (cause) {
      throw cause instanceof ModelError ? cause : engineFailure(this.#engine, 'run', cause);
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
    this.inputs.forEach((spec, index) => checkTensorData(given[index], spec, index));
  }
}

/** An engine's own error as ours, with the original as its cause. */
export function engineFailure(engine: EngineName, action: 'compile' | 'run', cause: unknown): ModelError {
  return new ModelError('MODEL_ENGINE_FAILED', { details: { engine, action: `${action} the step`, reason: cause instanceof Error ? cause.message.trim() : String(cause) }, cause });
}
