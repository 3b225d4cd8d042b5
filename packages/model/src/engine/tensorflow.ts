/**
 * The engine that records a step, lowers the graph to TensorFlow and runs it in a session, on the GPU where TensorFlow sees one. Variables live in
 * sessions as resources, so that weights, moments and caches stay on the device. It uses the native binding directly: no tfjs backend of the vendor.
 * A run blocks this JavaScript thread until it is done.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ModelError } from '../errors.js';
import { loadTensorFlow } from '../tensorflow/load.js';
import { spellAdamW } from './adamw-rule.js';
import { CheckedStep } from './compiled-step.js';
import type { CompiledStep, Engine, Step, TensorData, TensorSpec, Variable } from './engine.js';
import type { Graph } from './graph.js';
import { Turns } from './turns.js';
import { simplifyGraph } from './passes/optimise.js';
import { recordStep, type RecordedStep } from './record.js';
import { checkLibrary } from './tensorflow-check.js';
import { stepNodes, type StepNodes } from './tensorflow-graph.js';
import { checkIndices, indexRanges, type IndexRange } from './tensorflow-indices.js';
import type { TensorFlowCompute } from './tensorflow-lowering.js';
import { BYTES_PER_STEP, TensorFlowSessions, type SessionStep } from './tensorflow-sessions.js';
import { TensorFlowVariable } from './tensorflow-variables.js';

export interface TensorFlowOptions {
  /** `bfloat16`: products of matrices are computed in it; all else, and every variable, stays float32. Default float32. */
  readonly dtype?: TensorFlowCompute;
  /** Compile graphs with XLA: seconds for each new shape, then faster runs. Default false. */
  readonly xla?: boolean;
  /** Refuse to run without a GPU. Default false. */
  readonly requireGpu?: boolean;
  /** Inside one op. Default: TensorFlow's own choice, all cores. Only the first engine of a process can set it. */
  readonly threads?: number;
  /** When steps are joined in one session, see there. Default: what was measured. */
  readonly bytesPerStep?: number;
}

/** XLA is asked for op by op, not by TensorFlow's switch for the whole process: engines with and without it may live side by side. */
const XLA = { _XlaCompile: true } as const;

/** Numbers in a piece of AdamW on the processor: three times as fast as whole arrays. Smaller ones are no faster, and take TensorFlow long to make ready. */
const ADAMW_PIECE = 1 << 20;

/** @throws MODEL_TENSORFLOW_MISSING, MODEL_TENSORFLOW_UNLOADABLE, MODEL_TENSORFLOW_NO_GPU, MODEL_TENSORFLOW_WRONG */
export async function createTensorFlowEngine({ dtype = 'float32', xla = false, requireGpu = false, threads, bytesPerStep = xla ? BYTES_PER_STEP.xla : BYTES_PER_STEP.plain }: TensorFlowOptions = {}): Promise<Engine> {
  const { binding, version, gpu } = loadTensorFlow({ requireGpu, ...(threads === undefined ? {} : { threads }) });
  const sessions = new TensorFlowSessions(binding, bytesPerStep);
  const turns = new Turns();
  const words = [`tensorflow on TensorFlow ${version} ${gpu ? 'gpu' : 'cpu'}`, threads === undefined ? '' : `${threads} thread${threads === 1 ? '' : 's'}`, dtype === 'bfloat16' ? 'products in bfloat16' : '', xla ? 'XLA' : ''];
  let count = 0;

  const ownVariable = (variable: Variable): TensorFlowVariable => {
    if (variable instanceof TensorFlowVariable && sessions.holds(variable)) return variable;
    throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one of another engine, or one that was disposed of' } });
  };

  const engine: Engine = {
    name: 'tensorflow',
    device: gpu ? 'gpu' : 'cpu',
    library: `TensorFlow ${version}`,
    describe: () => words.filter((word) => word !== '').join(', '),
    variable: async (spec, values) => {
      const variable = new TensorFlowVariable(`v${count++}`, turns, spec, values);
      sessions.hold(variable);
      return variable;
    },
    compile: async (step: Step, inputs: readonly TensorSpec[], variables: readonly Variable[] = []): Promise<CompiledStep> => {
      const own = variables.map(ownVariable);
      const recorded = recordStep(step, inputs, own);
      const graph = simplifyGraph(recorded.graph);
      const nodes = stepNodes(spellAdamW(graph, gpu || xla ? Infinity : ADAMW_PIECE), recorded, `s${count++}`, own.map(({ handle }) => handle), dtype, xla ? XLA : {});
      const compiled = new TensorFlowStep(recorded, graph, nodes, own, sessions, turns);
      sessions.add(compiled);
      return compiled;
    },
    dispose: () => turns.take(async () => sessions.dispose()),
  };
  await checkLibrary(binding, engine);
  return engine;
}

class TensorFlowStep extends CheckedStep implements SessionStep {
  readonly nodes: StepNodes;
  readonly variables: readonly TensorFlowVariable[];
  readonly #ranges: readonly IndexRange[];
  readonly #sessions: TensorFlowSessions;
  readonly #turns: Turns;

  constructor(recorded: RecordedStep, graph: Graph, nodes: StepNodes, variables: readonly TensorFlowVariable[], sessions: TensorFlowSessions, turns: Turns) {
    super('tensorflow', recorded, graph);
    this.nodes = nodes;
    this.variables = variables;
    this.#ranges = indexRanges(graph);
    this.#sessions = sessions;
    this.#turns = turns;
  }

  protected execute(inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    return this.#turns.take(async () => {
      await nextTurn(); // a chain of runs must let timers and sockets have their turn
      checkIndices(this.#ranges, inputs);
      const session = this.#sessions.prepare(this);
      return this.nodes.fetches.length === 0 ? [] : session.run(this.nodes, inputs).slice(0, this.outputs.length);
    });
  }

  protected release(): Promise<void> {
    return this.#turns.take(async () => this.#sessions.remove(this));
  }
}
