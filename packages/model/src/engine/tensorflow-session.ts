/**
 * A TensorFlow session over one graph: arrays in, arrays out, by the names of nodes. Every call blocks until it is done.
 * The variables of a session live and die with it. It knows no steps; what its nodes are called is its maker's affair.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from '../errors.js';
import type { TensorFlowBinding } from '../tensorflow/binding.js';
import type { TensorData } from './engine.js';
import { encodeSavedModel, SERVE_TAG, type TensorFlowNode } from './tensorflow-proto.js';

/** A tensor of the graph: the node that makes it (its first output), and its shape. */
export interface SessionTensor {
  readonly node: string;
  readonly shape: readonly number[];
}

/** What a run is given and asked for. */
export interface SessionCall {
  readonly feeds: readonly SessionTensor[];
  readonly fetches: readonly string[];
}

export class TensorFlowSession {
  readonly #binding: TensorFlowBinding;
  readonly #id: number;

  /** @throws MODEL_ENGINE_FAILED, MODEL_ENGINE_MEMORY when TensorFlow refuses the graph */
  constructor(binding: TensorFlowBinding, nodes: readonly TensorFlowNode[]) {
    this.#binding = binding;
    const folder = mkdtempSync(join(tmpdir(), 'spiral-graph-'));
    try {
      writeFileSync(join(folder, 'saved_model.pb'), encodeSavedModel(nodes));
      this.#id = binding.loadSavedModel(folder, SERVE_TAG);
    } catch (cause) {
      throw tensorFlowFailure('compile', cause);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * @param arrays read where they lie, until the run ends
   * @returns new arrays, one for each name that is fetched
   * @throws MODEL_ENGINE_FAILED, MODEL_ENGINE_MEMORY
   */
  run({ feeds, fetches }: SessionCall, arrays: readonly TensorData[]): TensorData[] {
    const { TF_FLOAT, TF_INT32 } = this.#binding;
    const held: number[] = [];
    try {
      for (const [i, array] of arrays.entries()) held.push(this.#binding.createTensor([...feeds[i]!.shape], array instanceof Int32Array ? TF_INT32 : TF_FLOAT, array));
      const results = this.#binding.runSavedModel(this.#id, held, joined(feeds.map(({ node }) => node)), joined(fetches));
      held.push(...results.map(({ id }) => id));
      return results.map(({ id }) => this.#binding.tensorDataSync(id) as TensorData);
    } catch (cause) {
      throw tensorFlowFailure('run', cause);
    } finally {
      for (const id of held) this.#binding.deleteTensor(id);
    }
  }

  dispose(): void {
    this.#binding.deleteSavedModel(this.#id);
  }
}

/** The binding takes `node:index`, separated by commas. */
const joined = (nodes: readonly string[]): string => nodes.map((node) => `${node}:0`).join();

/** TensorFlow's error as ours, with the name of the op in front where it tells one. */
function tensorFlowFailure(action: 'compile' | 'run', cause: unknown): ModelError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const op = /\{\{node [^}/]*\/([^}]*)\}\}/.exec(text)?.[1];
  const what = text
    .replace(/^(Session fail to run with error|Failed to load SavedModel): /, '')
    .split(/\n|\[\[\{\{/)[0]!
    .trim();
  const reason = op === undefined ? what : `${op}: ${what}`;
  if (/\bOOM\b|out of memory|RESOURCE_EXHAUSTED|failed to allocate/i.test(text)) return new ModelError('MODEL_ENGINE_MEMORY', { details: { engine: 'tensorflow', action: `${action} the step`, reason }, cause });
  return new ModelError('MODEL_ENGINE_FAILED', { details: { engine: 'tensorflow', action: `${action} the step`, reason, ...(op === undefined ? {} : { op }) }, cause });
}
