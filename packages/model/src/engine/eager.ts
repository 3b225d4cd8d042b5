/**
 * The engine that runs a step op by op on a tfjs backend: `cpu`, the bit-reproducible reference of all others, or `wasm`.
 * A step is recorded once at compile time, only to know its outputs and to refuse what other engines could not run.
 */
import { ModelError } from '../errors.js';
import { loadWasm, tf, withBackend } from '../tf.js';
import { CheckedStep } from './compiled-step.js';
import type { Engine, Step, TensorData, TensorSpec } from './engine.js';
import type { Graph } from './graph.js';
import { record } from './record.js';

/** @throws MODEL_RUNTIME_MISSING when wasm does not load */
export async function createEagerEngine(backend: 'cpu' | 'wasm'): Promise<Engine> {
  if (backend === 'wasm') {
    await loadWasm().catch((cause: unknown) => {
      throw new ModelError('MODEL_RUNTIME_MISSING', { details: { library: '@tensorflow/tfjs-backend-wasm', platform: `${process.platform}-${process.arch}`, reason: String(cause) }, cause });
    });
  }
  return {
    name: 'eager',
    describe: () => `eager on tfjs ${tf.version_core} ${backend}, 1 thread`,
    compile: async (step: Step, inputs: readonly TensorSpec[]) => new EagerStep(step, record(step, inputs), backend),
    dispose: async () => undefined,
  };
}

class EagerStep extends CheckedStep {
  readonly #step: Step;
  readonly #backend: string;

  constructor(step: Step, graph: Graph, backend: string) {
    super('eager', graph);
    this.#step = step;
    this.#backend = backend;
  }

  protected async execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    const outputs: TensorData[] = [];
    withBackend(this.#backend, () =>
      tf.tidy(() => {
        const tensors = inputs.map((array, i) => tf.tensor(array, [...this.inputs[i]!.shape], this.inputs[i]!.dtype));
        for (const output of this.#step(tensors)) {
          const data = output.dataSync() as TensorData;
          outputs.push(output.dtype === 'int32' ? new Int32Array(data) : new Float32Array(data)); // a copy: cpu shares memory with its inputs
        }
      }),
    );
    return outputs;
  }

  protected async release(): Promise<void> {}
}
