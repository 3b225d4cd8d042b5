/**
 * The engine that records a step, lowers the graph to ONNX and runs it in ONNX Runtime's CPU library, which comes inside the npm package.
 * A run blocks this JavaScript thread until it is done (that is how the runtime's Node binding works); only the ops use more threads.
 */
import { availableParallelism } from 'node:os';
import type * as Ort from 'onnxruntime-node';
import { ModelError } from '../errors.js';
import { CheckedStep, engineFailure } from './compiled-step.js';
import type { CompiledStep, Engine, Step, TensorData, TensorSpec } from './engine.js';
import type { Graph } from './graph.js';
import { lowerToOnnx } from './onnx-lowering.js';
import { encodeModel } from './onnx-proto.js';
import { optimise } from './passes.js';
import { record } from './record.js';

type Runtime = typeof Ort;

const MOST_THREADS = 8; // by default: a server has other work for the rest of its cores

/** @throws MODEL_RUNTIME_MISSING when the native library does not load on this machine */
export async function createOnnxEngine(threads = Math.min(availableParallelism(), MOST_THREADS)): Promise<Engine> {
  const runtime = await loadRuntime();
  return {
    name: 'onnx',
    describe: () => `onnx on ONNX Runtime ${runtime.env.versions.node ?? runtime.env.versions.common} cpu, ${threads} thread${threads === 1 ? '' : 's'}`,
    compile: async (step: Step, inputs: readonly TensorSpec[]) => compileGraph(optimise(record(step, inputs)), threads),
    dispose: async () => undefined,
  };
}

/**
 * A session for a graph just as it is, without passes.
 * @throws MODEL_ENGINE_FAILED when the runtime refuses the model
 */
export async function compileGraph(graph: Graph, threads: number): Promise<CompiledStep> {
  const runtime = await loadRuntime();
  const model = encodeModel(lowerToOnnx(graph));
  const session = await runtime.InferenceSession.create(model, sessionOptions(threads)).catch((cause: unknown) => {
    throw engineFailure('onnx', 'compile', cause);
  });
  return new OnnxStep(graph, session, runtime);
}

async function loadRuntime(): Promise<Runtime> {
  try {
    const loaded = await import('onnxruntime-node');
    const runtime = 'default' in loaded ? (loaded.default as Runtime) : loaded; // a CommonJS package
    runtime.env.logLevel = 'fatal';
    return runtime;
  } catch (cause) {
    throw new ModelError('MODEL_RUNTIME_MISSING', { details: { library: 'onnxruntime-node', platform: `${process.platform}-${process.arch}`, reason: String(cause) }, cause });
  }
}

function sessionOptions(threads: number): Ort.InferenceSession.SessionOptions {
  return {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Each session keeps what its arena once took, and a process has a session for each shape. Planning all of a run as one block as well (the pattern)
    // saves no time and takes much more: a training run with 40 sessions held 1350 MB with it, 910 MB without. Without the arena it is 480 MB,
    // but updates take 20 % longer, since memory that is given back must be cleared again.
    enableCpuMemArena: true,
    enableMemPattern: false,
    logSeverityLevel: 4, // errors come as exceptions; the library would print them too
    // Waiting threads sleep: spinning doubled the processor time of small steps and slowed whatever else ran (games, clocks, other sessions).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
}

class OnnxStep extends CheckedStep {
  readonly #graph: Graph;
  readonly #session: Ort.InferenceSession;
  readonly #runtime: Runtime;

  constructor(graph: Graph, session: Ort.InferenceSession, runtime: Runtime) {
    super('onnx', graph);
    this.#graph = graph;
    this.#session = session;
    this.#runtime = runtime;
  }

  /** Inputs are read where they lie; outputs are new memory. */
  protected async execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    const feeds: { [name: string]: Ort.Tensor } = {};
    this.#graph.inputs.forEach(({ name, shape, dtype }, i) => {
      feeds[name] = new this.#runtime.Tensor(dtype, inputs[i] as Float32Array & Int32Array, shape);
    });
    const results = await this.#session.run(feeds);
    return this.outputs.map((_, i) => results[`out${i}`]!.data as TensorData);
  }

  protected release(): Promise<void> {
    return this.#session.release();
  }
}
