/**
 * The `record` backend of tfjs: its kernels compute shapes and types only, so that running a step on it writes down a graph.
 * It is registered once and is current only while a step is recorded, in one synchronous go: eager work elsewhere never meets it.
 * Tensors from outside that a step uses become constants of the graph, with the values they have at that moment.
 */
import { ModelError } from '../errors.js';
import { tf, withBackend } from '../tf.js';
import type { Step, TensorSpec } from './engine.js';
import { stepResult } from './step-result.js';
import { GRAPH_DTYPES, sameShape, type Graph, type GraphAttrs, type GraphDtype, type GraphNode, type GraphValue } from './graph.js';
import { KERNEL_RULES, type Emitter, type ValueType } from './kernel-rules.js';

const BACKEND = 'record';

/** What the backend keeps for a tensor: numbers if it is a constant, else its place in the graph that is being recorded. */
interface Entry {
  refs: number;
  readonly numbers?: tf.BackendValues;
  readonly value?: GraphValue;
}

/** The nodes written so far and the constants met so far. */
class Recording implements Emitter {
  readonly nodes: GraphNode[] = [];
  readonly #made = new Set<GraphValue>();
  readonly #constants = new Map<string, GraphValue>();
  readonly #ofData = new Map<tf.DataId, GraphValue[]>();
  readonly #backend: RecordBackend;
  #count = 0;

  constructor(backend: RecordBackend) {
    this.#backend = backend;
  }

  input({ shape, dtype }: TensorSpec, index: number): { value: GraphValue; tensor: tf.Tensor } {
    const value = this.#value(`in${index}`, { shape, dtype });
    return { value, tensor: tf.engine().makeTensorFromTensorInfo(this.#backend.hold(value)) };
  }

  emit(op: string, inputs: readonly tf.TensorInfo[], output: ValueType, attrs: GraphAttrs = {}): tf.TensorInfo {
    return this.emitAll(op, inputs, [output], attrs)[0]!;
  }

  emitAll(op: string, inputs: readonly tf.TensorInfo[], outputs: readonly ValueType[], attrs: GraphAttrs = {}): tf.TensorInfo[] {
    const values = outputs.map((type) => this.#value(`${op}_${this.#count++}`, type));
    this.nodes.push({ op, inputs: inputs.map((x) => this.read(x, op)), outputs: values, attrs });
    return values.map((value) => this.#backend.hold(value));
  }

  constant(numbers: Float32Array | Int32Array, { shape, dtype }: ValueType): tf.TensorInfo {
    return { dataId: this.#backend.write(numbers, [...shape], dtype), shape: [...shape], dtype };
  }

  same(x: tf.TensorInfo): tf.TensorInfo {
    this.#backend.incRef(x.dataId);
    return { dataId: x.dataId, shape: x.shape, dtype: x.dtype };
  }

  /** The value that stands for a tensor in this graph; a constant enters the graph when it is first read. */
  read(x: tf.TensorInfo, reader = 'return'): GraphValue {
    if (!tf.engine().state.tensorInfo.has(x.dataId) && this.#backend.refCount(x.dataId) === 0) throw new ModelError('MODEL_STEP_TENSOR_LOST', { details: { op: reader } });
    const { value, numbers } = this.#backend.data.get(x.dataId);
    if (value && this.#made.has(value)) return value;
    if (!numbers) throw readsData(value?.name ?? 'a tensor'); // a tensor kept from another recording
    const known = this.#ofData.get(x.dataId) ?? [];
    const found = known.find((constant) => sameShape(constant.shape, x.shape));
    if (found) return found;
    const made = this.#constantValue(numbers, { shape: x.shape, dtype: graphDtype(x.dtype) });
    this.#ofData.set(x.dataId, [...known, made]);
    return made;
  }

  /** Small constants with equal content are one value; large ones of one repeated number become a Fill. */
  #constantValue(numbers: tf.BackendValues, type: ValueType): GraphValue {
    const data = type.dtype === 'float32' ? new Float32Array(numbers as Float32Array) : new Int32Array(numbers as Int32Array); // a copy: the caller may change his
    if (data.length > 1 && data.every((number) => number === data[0])) return this.read(this.emit('Fill', [], type, { value: data[0]! }));
    const key = data.length <= 16 ? `${type.dtype}[${type.shape.join()}]${data.join()}` : `#${this.#count}`;
    let value = this.#constants.get(key);
    if (!value) {
      value = { ...this.#value(`const_${this.#count++}`, type), data };
      this.#constants.set(key, value);
    }
    return value;
  }

  #value(name: string, { shape, dtype }: ValueType): GraphValue {
    const value: GraphValue = { name, shape: [...shape], dtype };
    this.#made.add(value);
    return value;
  }
}

class RecordBackend extends tf.KernelBackend {
  readonly data: tf.DataStorage<Entry> = new tf.DataStorage<Entry>(this, tf.engine());
  recording: Recording | undefined;

  /** A new tensor that stands for a value of the graph. */
  hold(value: GraphValue): tf.TensorInfo {
    const dataId = {};
    this.data.set(dataId, { refs: 1, value });
    return { dataId, shape: [...value.shape], dtype: value.dtype };
  }

  override write(values: tf.BackendValues, _shape: number[], _dtype: tf.DataType): tf.DataId {
    const dataId = {};
    this.data.set(dataId, { refs: 1, numbers: values });
    return dataId;
  }
  override move(dataId: tf.DataId, values: tf.BackendValues, _shape: number[], _dtype: tf.DataType, refs: number): void {
    this.data.set(dataId, { refs, numbers: values });
  }
  /** Constants can be read (tfjs does so when a tensor goes back to the backend it came from); what a kernel made has no numbers. */
  override readSync(dataId: object): tf.BackendValues {
    const { numbers, value } = this.data.get(dataId);
    if (!numbers) throw readsData(value?.name ?? 'a tensor');
    return numbers;
  }
  override async read(dataId: object): Promise<tf.BackendValues> {
    return this.readSync(dataId);
  }

  override numDataIds(): number {
    return this.data.numDataIds();
  }
  override refCount(dataId: tf.DataId): number {
    return this.data.has(dataId) ? this.data.get(dataId).refs : 0;
  }
  override incRef(dataId: tf.DataId): void {
    this.data.get(dataId).refs++;
  }
  override disposeData(dataId: object, force = false): boolean {
    if (!this.data.has(dataId)) return true;
    if (--this.data.get(dataId).refs > 0 && !force) return false;
    return this.data.delete(dataId);
  }
  override memory(): { unreliable: boolean } {
    return { unreliable: true };
  }
  override floatPrecision(): 16 | 32 {
    return 32;
  }
  override dispose(): void {}
}

let registered: RecordBackend | undefined;

/** Registers backend and kernels on first use. Kernels of tfjs without a rule say so instead of being unknown. */
function recordBackend(): RecordBackend {
  if (registered) return registered;
  const backend = new RecordBackend();
  tf.registerBackend(BACKEND, () => backend, 0);
  const kernels = new Set([...Object.keys(KERNEL_RULES), ...tf.getKernelsForBackend('cpu').map(({ kernelName }) => kernelName)]);
  for (const kernelName of kernels) {
    tf.registerKernel({
      kernelName,
      backendName: BACKEND,
      kernelFunc: ({ inputs, attrs }) => {
        const rule = KERNEL_RULES[kernelName];
        if (!rule) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: kernelName, reason: 'it has no shape rule' } });
        return rule(backend.recording!, inputs, attrs ?? {});
      },
    });
  }
  registered = backend;
  return backend;
}

/** A recorded step: a graph without state, and what its inputs and outputs stand for. */
export interface RecordedStep {
  /** Its inputs are those of the step, then the variables; its outputs those of the step, then the updates, then the number that commits them, if there is one. */
  readonly graph: Graph;
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  /** The variable (its place among them) that each update is for. */
  readonly updates: readonly number[];
  readonly commits: boolean;
}

/**
 * The graph of a step for inputs and variables of the given shapes. Nothing is computed, no tensor is left behind, and the current backend stays what it was.
 * @throws MODEL_OP_UNRECORDABLE when the step uses a kernel, type or setting without a rule
 * @throws MODEL_SHAPE_MISMATCH (or tfjs's own error) when shapes do not fit an op, or an update its variable
 * @throws MODEL_STEP_READS_DATA when the step looks at numbers
 * @throws MODEL_STEP_TENSOR_LOST when it uses a tensor that was disposed of
 * @throws MODEL_STEP_OUTPUT_INVALID when it returns something else than float32 or int32 tensors
 */
export function recordStep(step: Step, inputs: readonly TensorSpec[], variables: readonly TensorSpec[]): RecordedStep {
  const backend = recordBackend();
  const outer = backend.recording;
  const recording = new Recording(backend);
  backend.recording = recording;
  try {
    return withBackend(BACKEND, () => {
      let recorded: RecordedStep | undefined;
      tf.tidy(() => {
        const args = [...inputs, ...variables].map((spec, index) => recording.input(spec, index));
        const tensors = args.map(({ tensor }) => tensor);
        const result = stepResult(step(tensors.slice(0, inputs.length), tensors.slice(inputs.length)), variables);
        const given = [...result.outputs, ...result.updates.map(({ tensor }) => tensor), ...(result.commit ? [result.commit] : [])];
        const values = given.map((tensor, index) => recording.read(checkedOutput(tensor, index)));
        recorded = {
          graph: { inputs: args.map(({ value }) => value), nodes: recording.nodes, outputs: values },
          inputs: inputs.map(({ shape, dtype }) => ({ shape, dtype })),
          outputs: values.slice(0, result.outputs.length).map(({ shape, dtype }) => ({ shape, dtype: dtype as TensorSpec['dtype'] })),
          updates: result.updates.map(({ variable }) => variable),
          commits: result.commit !== undefined,
        };
      });
      return recorded!;
    });
  } finally {
    backend.recording = outer;
  }
}

/** The graph of a step without variables. */
export function record(step: Step, inputs: readonly TensorSpec[]): Graph {
  return recordStep(step, inputs, []).graph;
}

function checkedOutput(output: unknown, index: number): tf.Tensor {
  if (output instanceof tf.Tensor && (output.dtype === 'float32' || output.dtype === 'int32')) return output;
  throw new ModelError('MODEL_STEP_OUTPUT_INVALID', { details: { index, got: output instanceof tf.Tensor ? output.dtype : typeof output } });
}

function readsData(value: string): ModelError {
  return new ModelError('MODEL_STEP_READS_DATA', { details: { value } });
}

/** @throws MODEL_OP_UNRECORDABLE for strings and complex numbers */
function graphDtype(dtype: tf.DataType): GraphDtype {
  const found = GRAPH_DTYPES.find((name) => name === dtype);
  if (!found) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: `a ${dtype} tensor`, reason: 'only float32, int32 and bool are recorded' } });
  return found;
}
