/**
 * The engine that records a step, lowers the graph to ONNX and runs it in ONNX Runtime, whose CPU library comes inside the npm package.
 * A run blocks the thread that it is in until it is done (that is how the runtime's Node binding works); by option that is a thread of its own.
 * Sessions and variables are in `onnx-host.ts`, beside the runtime, which reads and writes the variables in place.
 */
import { availableParallelism } from 'node:os';
import { ModelError } from '../errors.js';
import { fitsAdamW } from './adamw-kernel.js';
import { spellAdamW, takeAdamW } from './adamw-rule.js';
import { CheckedStep } from './compiled-step.js';
import type { CompiledStep, Engine, Step, TensorData, TensorSpec, Variable } from './engine.js';
import type { Graph, GraphValue } from './graph.js';
import { importRuntime, type Runtime } from './onnx-host.js';
import { lowerToOnnx } from './onnx-lowering.js';
import { encodeModel } from './onnx-proto.js';
import { openSession, planOf, sessionOptions } from './onnx-plan.js';
import { startReplicas } from './onnx-replicas.js';
import { otherThread, sameThread, type OnnxThread } from './onnx-thread.js';
import { viewVariables } from './onnx-views.js';
import { optimise } from './passes/optimise.js';
import { recordStep, type RecordedStep } from './record.js';
import { checkTensorData } from './tensor-data.js';

/** Where ONNX Runtime computes; all but `cpu` need a machine and a library that have it. */
export const ONNX_PROVIDERS = ['cpu', 'cuda', 'dml', 'coreml'] as const;
export type OnnxProvider = (typeof ONNX_PROVIDERS)[number];

export interface OnnxOptions {
  readonly threads?: number;
  readonly provider?: OnnxProvider;
  /** Run in a thread of its own, and leave a core to the calling thread unless variables are updated. Default false: a run blocks the calling thread. */
  readonly ownThread?: boolean;
}

const MOST_THREADS = 8; // by default: a server has other work for the rest of its cores

/**
 * @throws MODEL_RUNTIME_MISSING when the native library does not load on this machine
 * @throws MODEL_PROVIDER_UNAVAILABLE when the provider does not run a product of matrices by itself
 */
export async function createOnnxEngine({ threads = Math.min(availableParallelism(), MOST_THREADS), provider = 'cpu', ownThread = false }: OnnxOptions = {}): Promise<Engine> {
  const runtime = await loadRuntime();
  if (provider !== 'cpu') await tryProvider(runtime, provider, threads);
  const { node, common } = runtime.env.versions;
  const library = `ONNX Runtime ${node ?? common}`;
  const thread = ownThread ? otherThread() : sameThread(runtime);
  let count = 0;
  return {
    name: 'onnx',
    device: provider,
    library,
    describe: () => `onnx on ${library} ${provider}, ${threads} thread${threads === 1 ? '' : 's'}`,
    variable: async (spec, values) => {
      if (values) checkTensorData(values, spec, 'variable');
      const variable = new OnnxVariable(thread, count++, spec);
      await thread.call('variable', variable.id, { shape: variable.shape, dtype: variable.dtype }, values ?? null);
      return variable;
    },
    compile: async (step: Step, inputs: readonly TensorSpec[], variables: readonly Variable[] = []) => {
      const own = ownVariables(variables, thread);
      const recorded = recordStep(step, inputs, own);
      const graph = optimise(recorded.graph);
      const id = count++;
      const alone = !ownThread || recorded.updates.length > 0; // nothing goes on beside an update, games and sockets beside anything else
      const options = sessionOptions(alone ? threads : Math.max(1, threads - 1), provider, alone);
      const spelled = (): Promise<void> => openSession(thread, id, planOf(viewVariables(spellAdamW(graph), recorded), own, options));
      const rest = takeAdamW(graph, recorded, (size) => provider === 'cpu' && fitsAdamW(size));
      if (rest.taken.length === 0) await spelled();
      else await openSession(thread, id, planOf(viewVariables(spellAdamW(rest.graph), rest.recorded), own, options, rest.taken)).catch(spelled); // where the address space is limited, its memory may not be had
      return new OnnxStep(recorded, graph, thread, id, own);
    },
    ...(provider === 'cpu' ? { replicate: (spec) => startReplicas(spec, threads) } : {}),
    dispose: () => thread.close(),
  };
}

/**
 * A session for a graph just as it is, without passes.
 * @throws MODEL_ENGINE_FAILED when the runtime refuses the model
 */
export async function compileGraph(graph: Graph, threads: number): Promise<CompiledStep> {
  const thread = sameThread(await loadRuntime());
  const specs = { inputs: graph.inputs as readonly TensorSpec[], outputs: graph.outputs as readonly TensorSpec[] };
  const recorded: RecordedStep = { graph, ...specs, updates: [], commits: false };
  await openSession(thread, 0, planOf({ graph: spellAdamW(graph), reads: [], writes: [], commits: false }, [], sessionOptions(threads, 'cpu', true)));
  return new OnnxStep(recorded, graph, thread, 0, []);
}

async function loadRuntime(): Promise<Runtime> {
  return importRuntime().catch((cause: unknown) => {
    throw new ModelError('MODEL_RUNTIME_MISSING', { details: { library: 'onnxruntime-node', platform: `${process.platform}-${process.arch}`, reason: String(cause) }, cause });
  });
}

/** The runtime takes work that a provider refuses back to the processor without a word; here it may not. */
async function tryProvider(runtime: Runtime, provider: OnnxProvider, threads: number): Promise<void> {
  const [a, b, product] = ['a', 'b', 'product'].map((name): GraphValue => ({ name, shape: [2, 2], dtype: 'float32' })) as [GraphValue, GraphValue, GraphValue];
  const graph: Graph = { inputs: [a, b], nodes: [{ op: 'BatchMatMul', inputs: [a, b], outputs: [product], attrs: { transposeA: false, transposeB: false, scale: 1 } }], outputs: [product] };
  try {
    const session = await runtime.InferenceSession.create(encodeModel(lowerToOnnx(graph)), sessionOptions(threads, provider, false, { 'session.disable_cpu_ep_fallback': '1' }));
    const numbers = new runtime.Tensor('float32', Float32Array.of(1, 2, 3, 4), [2, 2]);
    const { out0 } = await session.run({ a: numbers, b: numbers });
    await session.release();
    const got = [...(out0!.data as Float32Array)].join();
    if (got !== '7,10,15,22') throw new Error(`it computed ${got} where 7,10,15,22 is right`);
  } catch (cause) {
    throw new ModelError('MODEL_PROVIDER_UNAVAILABLE', { details: { provider, platform: `${process.platform}-${process.arch}`, reason: cause instanceof Error ? cause.message.trim() : String(cause) }, cause });
  }
}

/** A variable that the host holds under a number. */
class OnnxVariable implements Variable {
  readonly shape: readonly number[];
  readonly dtype: TensorSpec['dtype'];
  readonly id: number;
  readonly thread: OnnxThread;
  disposed = false;

  constructor(thread: OnnxThread, id: number, { shape, dtype }: TensorSpec) {
    this.thread = thread;
    this.id = id;
    this.shape = [...shape];
    this.dtype = dtype;
  }

  async read(): Promise<TensorData> {
    this.#check();
    return this.thread.call('read', this.id);
  }

  async assign(values: TensorData): Promise<void> {
    this.#check();
    checkTensorData(values, this, 'variable');
    await this.thread.call('assign', this.id, values);
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    await this.thread.call('forget', this.id);
  }

  #check(): void {
    if (this.disposed) throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one that was disposed of' } });
  }
}

class OnnxStep extends CheckedStep {
  readonly #thread: OnnxThread;
  readonly #id: number;
  readonly #variables: readonly OnnxVariable[];

  constructor(recorded: RecordedStep, graph: Graph, thread: OnnxThread, id: number, variables: readonly OnnxVariable[]) {
    super('onnx', recorded, graph);
    this.#thread = thread;
    this.#id = id;
    this.#variables = variables;
  }

  protected async execute(inputs: readonly TensorData[], gives: boolean): Promise<readonly TensorData[]> {
    ownVariables(this.#variables, this.#thread);
    return this.#thread.run(this.#id, inputs, gives);
  }

  protected release(): Promise<void> {
    return this.#thread.call('close', this.#id);
  }
}

/** @throws MODEL_VARIABLE_INVALID for variables of another engine, or disposed of */
function ownVariables(variables: readonly Variable[], thread: OnnxThread): readonly OnnxVariable[] {
  return variables.map((variable) => {
    if (variable instanceof OnnxVariable && variable.thread === thread && !variable.disposed) return variable;
    throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one of another engine, or one that was disposed of' } });
  });
}
