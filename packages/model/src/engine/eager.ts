/**
 * The engine that runs a step op by op on a tfjs backend: `cpu`, the bit-reproducible reference of all others, or `wasm`.
 * A step is recorded once at compile time, only to know its outputs and to refuse what other engines could not run.
 */
import { ModelError } from '../errors.js';
import { loadWasm, tf, withBackend } from '../tf.js';
import { CheckedStep } from './compiled-step.js';
import type { Engine, Step, TensorData, TensorSpec, Variable } from './engine.js';
import { HostVariable, hostVariables } from './host-variable.js';
import { recordStep, type RecordedStep } from './record.js';
import { stepResult } from './step-result.js';
import { Turns } from './turns.js';

/** @throws MODEL_RUNTIME_MISSING when wasm does not load */
export async function createEagerEngine(backend: 'cpu' | 'wasm'): Promise<Engine> {
  if (backend === 'wasm') {
    await loadWasm().catch((cause: unknown) => {
      throw new ModelError('MODEL_RUNTIME_MISSING', { details: { library: '@tensorflow/tfjs-backend-wasm', platform: `${process.platform}-${process.arch}`, reason: String(cause) }, cause });
    });
  }
  const turns = new Turns();
  return {
    name: 'eager',
    device: 'cpu',
    library: `tfjs ${tf.version_core}`,
    describe: () => `eager on tfjs ${tf.version_core} ${backend}, 1 thread`,
    variable: async (spec, values) => new HostVariable(turns, spec, values),
    compile: async (step: Step, inputs: readonly TensorSpec[], variables: readonly Variable[] = []) => {
      const own = hostVariables(variables, turns);
      return new EagerStep(step, recordStep(step, inputs, own), own, backend, turns);
    },
    dispose: async () => undefined,
  };
}

class EagerStep extends CheckedStep {
  readonly #step: Step;
  readonly #variables: readonly HostVariable[];
  readonly #backend: string;
  readonly #turns: Turns;

  constructor(step: Step, recorded: RecordedStep, variables: readonly HostVariable[], backend: string, turns: Turns) {
    super('eager', recorded, recorded.graph);
    this.#step = step;
    this.#variables = variables;
    this.#backend = backend;
    this.#turns = turns;
  }

  protected execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    return this.#variables.length === 0 ? Promise.resolve().then(() => this.#run(inputs)) : this.#turns.take(async () => this.#run(inputs));
  }

  #run(inputs: readonly TensorData[]): readonly TensorData[] {
    const outputs: TensorData[] = [];
    const changed: HostVariable[] = [];
    withBackend(this.#backend, () =>
      tf.tidy(() => {
        const result = stepResult(this.#step(tensorsOf(inputs, this.inputs), tensorsOf(this.#variables.map(({ current }) => current), this.#variables)), this.#variables);
        for (const output of result.outputs) outputs.push(ownArray(output)); // cpu shares memory with its inputs
        if (result.commit && result.commit.dataSync()[0] === 0) return;
        for (const { variable, tensor } of result.updates) {
          this.#variables[variable]!.spare.set(tensor.dataSync());
          changed.push(this.#variables[variable]!);
        }
      }),
    );
    for (const variable of changed) variable.swap();
    return outputs;
  }

  protected async release(): Promise<void> {}
}

function tensorsOf(arrays: readonly TensorData[], specs: readonly TensorSpec[]): tf.Tensor[] {
  return arrays.map((array, i) => tf.tensor(array, [...specs[i]!.shape], specs[i]!.dtype));
}

/** The numbers of a tensor in an array of its own type, whatever array the backend keeps them in. */
function ownArray(tensor: tf.Tensor): TensorData {
  const numbers = tensor.dataSync();
  return tensor.dtype === 'int32' ? Int32Array.from(numbers) : Float32Array.from(numbers);
}
