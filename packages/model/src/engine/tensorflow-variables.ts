/**
 * Variables of the engine `tensorflow`. The value of each is in one place at a time: in a session, on its device, or waiting on the host for the next
 * session that needs it. `tensorflow-sessions.ts` says when it moves.
 */
import { ModelError } from '../errors.js';
import type { TensorData, TensorSpec, Variable } from './engine.js';
import { sizeOf } from './graph.js';
import type { Turns } from './turns.js';
import { checkTensorData, zerosOf } from './tensor-data.js';
import type { TensorFlowNode } from './tensorflow-proto.js';
import type { SessionCall, TensorFlowSession } from './tensorflow-session.js';
import { TensorFlowWriter } from './tensorflow-writer.js';

type Place = { readonly session: TensorFlowSession } | { readonly host: TensorData };

export class TensorFlowVariable implements Variable {
  readonly shape: readonly number[];
  readonly dtype: TensorSpec['dtype'];
  /** The node that holds it, and the runs that set it, give it and free its memory. */
  readonly handle: string;
  readonly nodes: readonly TensorFlowNode[];
  readonly calls: { readonly set: SessionCall; readonly get: SessionCall; readonly free: SessionCall };
  readonly #turns: Turns;
  /** Null: disposed of. */
  #place: Place | null;

  /**
   * @param name its own in the engine
   * @throws MODEL_INPUT_MISMATCH
   */
  constructor(name: string, turns: Turns, spec: TensorSpec, values?: TensorData) {
    if (values) checkTensorData(values, spec, 'variable');
    this.shape = [...spec.shape];
    this.dtype = spec.dtype;
    this.#turns = turns;
    this.#place = { host: values ? values.slice() : zerosOf(spec) };

    const { shape, dtype } = this;
    const to = new TensorFlowWriter(name);
    const sign = (after: string, own: string): string => to.add('Identity', [to.scalar(1, 'float32'), `^${after}`], { T: 'float32' }, own); // a run must fetch something
    this.handle = to.add('VarHandleOp', [], { dtype, shape, shared_name: { text: name } }, 'handle');
    const fed = to.add('Placeholder', [], { dtype, shape }, 'fed');
    const copy = to.add('DeepCopy', [fed], { T: dtype }); // the memory of what is fed is the caller's
    const set = sign(to.add('AssignVariableOp', [this.handle, copy], { dtype }), 'set');
    const get = to.add('Identity', [to.add('ReadVariableOp', [this.handle], { dtype })], { T: dtype }, 'get');
    const free = sign(to.add('DestroyResourceOp', [this.handle], { ignore_lookup_error: true }), 'free');
    this.nodes = to.nodes;
    this.calls = { set: { feeds: [{ node: fed, shape }], fetches: [set] }, get: { feeds: [], fetches: [get] }, free: { feeds: [], fetches: [free] } };
  }

  get disposed(): boolean {
    return this.#place === null;
  }

  get sizeBytes(): number {
    return 4 * sizeOf(this.shape);
  }

  /** @throws MODEL_VARIABLE_INVALID when disposed of */
  check(): void {
    if (!this.#place) throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one that was disposed of' } });
  }

  /** Only of one that was not disposed of. */
  get place(): Place {
    return this.#place!;
  }

  set place(place: Place) {
    this.#place = place;
  }

  read(): Promise<TensorData> {
    return this.#turns.take(async () => {
      this.check();
      return 'host' in this.place ? this.place.host.slice() : this.place.session.run(this.calls.get, [])[0]!;
    });
  }

  async assign(values: TensorData): Promise<void> {
    checkTensorData(values, this, 'variable');
    const host = values.slice();
    await this.#turns.take(async () => {
      this.check();
      this.#place = { host }; // what a session has of it is overwritten when it is needed there
    });
  }

  async dispose(): Promise<void> {
    await this.#turns.take(async () => {
      const place = this.#place;
      this.#place = null;
      if (place && 'session' in place) place.session.run(this.calls.free, []);
    });
  }

  /** The session ended with its value: with the engine. */
  end(): void {
    this.#place = null;
  }
}
