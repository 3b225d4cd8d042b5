/** Stands in for TensorFlow's binding where only tensors, sessions and variables are kept: it sets, gives and frees variables, and computes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TensorContent, TensorFlowBinding, TensorHandle } from '../tensorflow/binding.js';

export class FakeTensorFlow {
  readonly tensors = new Map<number, TensorContent>();
  readonly sessions = new Map<number, Map<string, TensorContent>>();
  /** Every run: the session and what was fetched. */
  readonly runs: { readonly session: number; readonly fetches: string }[] = [];
  readonly folders: string[] = [];
  readonly TF_FLOAT = 1;
  readonly TF_INT32 = 3;
  /** The message of the next failure of a load or a run. */
  failure: string | null = null;
  #count = 0;

  get binding(): TensorFlowBinding {
    return this as unknown as TensorFlowBinding;
  }

  createTensor(_shape: readonly number[], _dtype: number, content: TensorContent): number {
    this.tensors.set(++this.#count, content);
    return this.#count;
  }

  deleteTensor(id: number): void {
    if (!this.tensors.delete(id)) throw new Error(`no tensor ${id}`);
  }

  tensorDataSync(id: number): TensorContent {
    return (this.tensors.get(id) as Float32Array).slice();
  }

  loadSavedModel(folder: string): number {
    if (!existsSync(join(folder, 'saved_model.pb'))) throw new Error('no model');
    this.folders.push(folder);
    this.#fail();
    this.sessions.set(++this.#count, new Map());
    return this.#count;
  }

  deleteSavedModel(id: number): void {
    if (!this.sessions.delete(id)) throw new Error(`no session ${id}`);
  }

  runSavedModel(id: number, inputs: readonly number[], inputNames: string, outputNames: string): TensorHandle[] {
    const variables = this.sessions.get(id)!;
    this.runs.push({ session: id, fetches: outputNames });
    this.#fail();
    const feeds = new Map(inputNames.split(',').map((name, i) => [name, inputs[i]]));
    return outputNames.split(',').map((name) => {
      const [node, action] = name.split(/[/:]/) as [string, string];
      if (action === 'set') variables.set(node, (this.tensors.get(feeds.get(`${node}/fed:0`)!) as Float32Array).slice());
      if (action === 'free') variables.delete(node);
      const value = action === 'get' ? variables.get(node) : Float32Array.of(1);
      if (!value) throw new Error(`no value of ${node}`);
      return { id: this.createTensor([], 1, value), shape: [], dtype: 1 };
    });
  }

  #fail(): void {
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw new Error(failure);
  }
}
