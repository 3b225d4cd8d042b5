/**
 * Replicas of the onnx engine: threads that each have a session of every step and compute alone, so that no op waits for another thread. Here is what tells
 * them what to do and deals out the arrays; what each does is in `replica-host.ts`.
 */
import { allocated } from './allocated.js';
import { CheckedStep, engineFailure } from './compiled-step.js';
import type { Replicas, ReplicaSpec, ReplicatedStep, Step, TensorData, TensorSpec, Variable } from './engine.js';
import type { Graph } from './graph.js';
import { openSession, planOf, sessionOptions } from './onnx-plan.js';
import { otherThread, type OnnxThread } from './onnx-thread.js';
import { viewVariables } from './onnx-views.js';
import { optimise } from './passes/optimise.js';
import { recordStep, type RecordedStep } from './record.js';
import { meetingBytes, replicaVariables, type ReplicaPlan } from './replica-host.js';
import { shareOut } from './share-out.js';
import { checkTensorData } from './tensor-data.js';

const MOST_BYTES = 2 ** 31; // for weights, gradients, moments and what is shown, in all replicas

/**
 * As many replicas as there are threads, fewer where the weights are so large that these would take more than 2 GiB.
 * @param numbers of the weights
 */
export function replicaCount(threads: number, numbers: number): number {
  return Math.max(1, Math.min(threads, Math.floor((MOST_BYTES / (4 * numbers) - 2) / 3))); // three arrays in each, both moments in one
}

/**
 * @returns `null` for fewer than two, or where their memory cannot be had
 * @throws MODEL_ENGINE_FAILED when a thread cannot be had
 */
export async function startReplicas(spec: ReplicaSpec, threads: number): Promise<Replicas | null> {
  const numbers = spec.sizes.reduce((sum, size) => sum + size, 0);
  const count = replicaCount(threads, numbers);
  if (count < 2) return null;
  const stages = allocated(() => Array.from({ length: count }, () => new SharedArrayBuffer(4 * numbers))); // where each shows what it has
  if (!stages) return null;
  const replicas = new OnnxReplicas(spec, count, Math.floor(threads / count));
  if (await replicas.join(stages)) return replicas;
  await replicas.dispose();
  return null;
}

class OnnxReplicas implements Replicas {
  readonly weights: readonly ReplicaVariable[];
  readonly first: readonly ReplicaVariable[];
  readonly second: readonly ReplicaVariable[];
  readonly #spec: ReplicaSpec;
  readonly #owners: readonly number[];
  readonly #threads: readonly OnnxThread[];
  readonly #threadsEach: number;
  #sessions = 0;

  constructor(spec: ReplicaSpec, count: number, threadsEach: number) {
    this.#spec = spec;
    this.#owners = shareOut(spec.sizes, count);
    this.#threads = Array.from({ length: count }, otherThread);
    this.#threadsEach = threadsEach;
    const variables = (kind: 'weights' | 'first' | 'second', threadsOf: (owner: number) => readonly OnnxThread[]): readonly ReplicaVariable[] =>
      spec.sizes.map((size, at) => new ReplicaVariable(replicaVariables(at)[kind], size, threadsOf(this.#owners[at]!)));
    this.weights = variables('weights', () => this.#threads);
    this.first = variables('first', (owner) => [this.#threads[owner]!]);
    this.second = variables('second', (owner) => [this.#threads[owner]!]);
  }

  get count(): number {
    return this.#threads.length;
  }

  /** @returns whether all could have their memory */
  async join(stages: readonly SharedArrayBuffer[]): Promise<boolean> {
    const whole: Omit<ReplicaPlan, 'rank'> = { ...this.#spec, owners: this.#owners, stages, meeting: new SharedArrayBuffer(meetingBytes(this.count)) };
    const joined = await this.#together((thread, rank) => thread.call('join', { ...whole, rank }));
    return joined.every(Boolean);
  }

  async compile(step: Step, inputs: readonly TensorSpec[]): Promise<ReplicatedStep> {
    const count = this.weights.length;
    const recorded = recordStep((given, variables) => {
      const result = step(given, variables.slice(0, count));
      const { outputs, updates } = 'updates' in result ? result : { outputs: result, updates: [] };
      return { outputs, updates: [...Array<null>(count).fill(null), ...updates] };
    }, inputs, [...this.weights, ...this.weights]);
    const graph = optimise(recorded.graph);
    const ids = [...this.weights.keys()].map(replicaVariables);
    const variables = [...ids.map(({ weights }) => ({ id: weights })), ...ids.map(({ gradient }) => ({ id: gradient }))];
    const plan = planOf(viewVariables(graph, recorded), variables, sessionOptions(this.#threadsEach, 'cpu', true));
    const id = this.#sessions++;
    const steps = this.#threads.map((thread) => new ReplicaStep(recorded, graph, thread, id));
    const dispose = async (): Promise<void> => void (await Promise.all(steps.map((each) => each.dispose())));
    try {
      await Promise.all(this.#threads.map((thread) => openSession(thread, id, plan)));
    } catch (cause) {
      await dispose();
      throw cause;
    }
    return { replicas: steps, dispose };
  }

  async update(scalars: Float32Array, clipNorm: number): Promise<number> {
    const [norm] = await this.#together((thread) => thread.call('update', scalars, clipNorm));
    return norm as number;
  }

  async forget(): Promise<void> {
    await this.#together((thread) => thread.call('restart'));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Where one fails all end: they would wait for it, and no longer have the same weights. */
  async #together<T>(call: (thread: OnnxThread, rank: number) => Promise<T>): Promise<readonly T[]> {
    try {
      return await Promise.all(this.#threads.map(call));
    } catch (cause) {
      await this.dispose();
      throw engineFailure('onnx', 'run', cause);
    }
  }
}

/** An array that one or more replicas have. */
class ReplicaVariable implements Variable {
  readonly shape: readonly number[];
  readonly dtype = 'float32';
  readonly #id: number;
  readonly #threads: readonly OnnxThread[];

  constructor(id: number, size: number, threads: readonly OnnxThread[]) {
    this.#id = id;
    this.shape = [size];
    this.#threads = threads;
  }

  read(): Promise<TensorData> {
    return this.#threads[0]!.call('read', this.#id);
  }

  async assign(values: TensorData): Promise<void> {
    checkTensorData(values, this, 'variable');
    await Promise.all(this.#threads.map((thread) => thread.call('assign', this.#id, values)));
  }

  async dispose(): Promise<void> {
    // Its memory is the replica's.
  }
}

class ReplicaStep extends CheckedStep {
  readonly #thread: OnnxThread;
  readonly #id: number;

  constructor(recorded: RecordedStep, graph: Graph, thread: OnnxThread, id: number) {
    super('onnx', recorded, graph);
    this.#thread = thread;
    this.#id = id;
  }

  protected execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    return this.#thread.call('gradient', this.#id, inputs);
  }

  protected release(): Promise<void> {
    return this.#thread.call('close', this.#id);
  }
}
