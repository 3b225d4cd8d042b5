/**
 * Variables of the engine `eager`, whose numbers lie in this thread. Each has two arrays by turns: a run reads one and writes the
 * other, and only a run that succeeds makes the written one current. So a failed run, or one that does not commit, changes nothing.
 */
import { ModelError } from '../errors.js';
import type { TensorData, TensorSpec, Variable } from './engine.js';
import { checkTensorData, zerosOf } from './tensor-data.js';
import type { Turns } from './turns.js';

export class HostVariable implements Variable {
  readonly shape: readonly number[];
  readonly dtype: TensorSpec['dtype'];
  readonly #turns: Turns;
  #current: TensorData;
  #spare: TensorData | null = null;
  #disposed = false;

  /** @throws MODEL_INPUT_MISMATCH */
  constructor(turns: Turns, spec: TensorSpec, values?: TensorData) {
    if (values) checkTensorData(values, spec, 'variable');
    this.shape = [...spec.shape];
    this.dtype = spec.dtype;
    this.#turns = turns;
    this.#current = values ? values.slice() : zerosOf(spec);
  }

  /** What runs read now. */
  get current(): TensorData {
    if (this.#disposed) throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one that was disposed of' } });
    return this.#current;
  }

  /** Whether it belongs to the engine that takes these turns. */
  isOf(turns: Turns): boolean {
    return turns === this.#turns;
  }

  /** Where a run may write; `swap` makes it current. */
  get spare(): TensorData {
    return (this.#spare ??= zerosOf(this));
  }

  swap(): void {
    [this.#current, this.#spare] = [this.spare, this.#current];
  }

  read(): Promise<TensorData> {
    return this.#turns.take(async () => this.current.slice());
  }

  async assign(values: TensorData): Promise<void> {
    checkTensorData(values, this, 'variable');
    const copy = values.slice();
    await this.#turns.take(async () => this.current.set(copy));
  }

  async dispose(): Promise<void> {
    await this.#turns.take(async () => {
      this.#disposed = true;
      this.#spare = null;
      this.#current = new Float32Array(0);
    });
  }
}

/** The variables as those of the engine with these turns. @throws MODEL_VARIABLE_INVALID for those of another engine */
export function hostVariables(variables: readonly Variable[], turns: Turns): readonly HostVariable[] {
  return variables.map((variable) => {
    if (variable instanceof HostVariable && variable.isOf(turns)) return variable;
    throw new ModelError('MODEL_VARIABLE_INVALID', { details: { got: 'one of another engine' } });
  });
}
