/**
 * Sessions and variables of the onnx engine, where ONNX Runtime is: in this thread, or behind `onnx-worker.ts` in another. It is told what to do by
 * number and knows no graphs. Each variable has two arrays by turns: a run reads one and writes the other, and only a run that succeeds, and commits,
 * makes the written one current. AdamW is done here, after the run, on the gradients that it wrote beside the weights. Calls must come one after the other.
 */
import type * as Ort from 'onnxruntime-node';
import { adamWArrays, applyAdamW, areAdamWArrays } from './adamw-kernel.js';
import { adamWFactors, type AdamWSettings } from './adamw-rule.js';
import type { TensorData, TensorSpec } from './engine.js';
import { zerosOf } from './tensor-data.js';

export type Runtime = typeof Ort;

/** A tensor of a session. */
export interface SessionTensor extends TensorSpec {
  readonly name: string;
  /** The part of a variable that it is, by the variable's number. Absent: it comes from, or goes to, the caller. */
  readonly part?: { readonly variable: number; readonly offset: number; readonly length: number };
}

export interface SessionPlan {
  readonly model: Uint8Array;
  readonly options: Ort.InferenceSession.SessionOptions;
  readonly inputs: readonly SessionTensor[];
  /** What goes to variables, and what AdamW or `commit` names, does not go to the caller. */
  readonly outputs: readonly SessionTensor[];
  /** Variables by number. What the session writes for the weights is their gradient. */
  readonly adamW: readonly { readonly weights: number; readonly first: number; readonly second: number; readonly scalars: string; readonly settings: AdamWSettings }[];
  /** The output whose 0 keeps the variables as they are. */
  readonly commit?: string;
}

/** What can be asked of a host; each call is one message to a worker. */
export interface SessionCalls {
  variable(id: number, spec: TensorSpec, values: TensorData | null): void;
  read(id: number): TensorData;
  assign(id: number, values: TensorData): void;
  forget(id: number): void;
  open(id: number, plan: SessionPlan): Promise<void>;
  run(id: number, inputs: readonly TensorData[]): Promise<readonly TensorData[]>;
  close(id: number): Promise<void>;
}

interface HeldVariable {
  readonly spec: TensorSpec;
  current: TensorData;
  spare: TensorData | null;
}

interface HeldSession {
  readonly session: Ort.InferenceSession;
  readonly plan: SessionPlan;
  /** Tensors over parts of the variables' arrays, made once: each variable has two arrays. */
  readonly parts: WeakMap<TensorData, Map<string, Ort.Tensor>>;
}

export class OnnxHost implements SessionCalls {
  readonly #runtime: Runtime;
  readonly #variables = new Map<number, HeldVariable>();
  readonly #sessions = new Map<number, HeldSession>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** @param values kept, not copied */
  variable(id: number, spec: TensorSpec, values: TensorData | null): void {
    this.#variables.set(id, { spec, current: values ?? zerosOf(spec), spare: null });
  }

  /** A variable that runs write where it is: what it was is lost when one fails. No session may read it. */
  protected hold(id: number, array: Float32Array): void {
    this.#variables.set(id, { spec: { shape: [array.length], dtype: 'float32' }, current: array, spare: array });
  }

  /** A copy. */
  read(id: number): TensorData {
    return this.#variable(id).current.slice();
  }

  assign(id: number, values: TensorData): void {
    this.#variable(id).current.set(values);
  }

  forget(id: number): void {
    this.#variables.delete(id);
  }

  async open(id: number, plan: SessionPlan): Promise<void> {
    for (const op of plan.adamW) this.#adamWArrays(op);
    const session = await this.#runtime.InferenceSession.create(plan.model, plan.options);
    this.#sessions.set(id, { session, plan: { ...plan, model: new Uint8Array(0) }, parts: new WeakMap() });
  }

  /** Inputs are read where they lie; outputs are new memory, updates go to the spare arrays of their variables. */
  async run(id: number, inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    const held = this.#sessions.get(id) as HeldSession;
    const { plan, session } = held;
    const arrays = plan.adamW.map((op) => this.#adamWArrays(op));
    const feeds: { [name: string]: Ort.Tensor } = {};
    plan.inputs.forEach((input, at) => {
      feeds[input.name] = input.part ? this.#part(held, input, this.#variable(input.part.variable).current) : this.#tensor(inputs[at] as TensorData, input.shape);
    });
    const fetches: { [name: string]: Ort.Tensor } = {};
    for (const output of plan.outputs) {
      fetches[output.name] = output.part ? this.#part(held, output, this.#spare(output.part.variable)) : this.#tensor(zerosOf(output), output.shape);
    }
    const results = await session.run(feeds, fetches);
    if (plan.commit === undefined || results[plan.commit]!.data[0] !== 0) {
      this.#swap(plan);
      plan.adamW.forEach(({ scalars, settings }, at) => applyAdamW(...arrays[at]!, adamWFactors(settings, results[scalars]!.data as Float32Array)));
    }
    const own = new Set([plan.commit, ...plan.adamW.map(({ scalars }) => scalars)]);
    return plan.outputs.filter(({ part, name }) => !part && !own.has(name)).map(({ name }) => results[name]!.data as TensorData);
  }

  async close(id: number): Promise<void> {
    const held = this.#sessions.get(id);
    this.#sessions.delete(id);
    await held?.session.release();
  }

  #swap({ outputs, adamW }: SessionPlan): void {
    const inPlace = new Set(adamW.map(({ weights }) => weights));
    for (const id of new Set(outputs.flatMap(({ part }) => (part && !inPlace.has(part.variable) ? [part.variable] : [])))) {
      const variable = this.#variable(id);
      [variable.current, variable.spare] = [variable.spare as TensorData, variable.current];
    }
  }

  /** Weights, moments and the array that takes the gradient, moved into one memory if they are not there yet. */
  #adamWArrays(op: SessionPlan['adamW'][number]): [Float32Array, Float32Array, Float32Array, Float32Array] {
    const [weights, first, second] = [op.weights, op.first, op.second].map((id) => this.#variable(id)) as [HeldVariable, HeldVariable, HeldVariable];
    const held = [weights.current, first.current, second.current];
    if (!weights.spare || !areAdamWArrays([...held, weights.spare])) {
      const moved = adamWArrays(weights.current.length);
      held.forEach((array, at) => moved[at]!.set(array));
      [weights.current, first.current, second.current, weights.spare] = moved;
      [first.spare, second.spare] = [null, null];
    }
    return [weights.current, first.current, second.current, weights.spare] as [Float32Array, Float32Array, Float32Array, Float32Array];
  }

  #variable(id: number): HeldVariable {
    return this.#variables.get(id) as HeldVariable;
  }

  #spare(id: number): TensorData {
    const variable = this.#variable(id);
    return (variable.spare ??= zerosOf(variable.spec));
  }

  #tensor(numbers: TensorData, shape: readonly number[]): Ort.Tensor {
    return new this.#runtime.Tensor(numbers instanceof Int32Array ? 'int32' : 'float32', numbers as Float32Array & Int32Array, shape);
  }

  #part({ parts }: HeldSession, { name, part, shape }: SessionTensor, array: TensorData): Ort.Tensor {
    let known = parts.get(array);
    if (!known) parts.set(array, (known = new Map()));
    let tensor = known.get(name);
    if (!tensor) known.set(name, (tensor = this.#tensor(array.subarray(part!.offset, part!.offset + part!.length), shape)));
    return tensor;
  }
}

/** The library, quiet. @throws what loading throws */
export async function importRuntime(): Promise<Runtime> {
  const loaded = await import('onnxruntime-node');
  const runtime = 'default' in loaded ? (loaded.default as Runtime) : loaded; // a CommonJS package
  runtime.env.logLevel = 'fatal';
  return runtime;
}
