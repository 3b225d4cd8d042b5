/**
 * Makes an engine from its name. It decides nothing by itself: a missing runtime is an error with a hint, never a silent fallback.
 */
import { ModelError } from '../errors.js';
import { createEagerEngine } from './eager.js';
import { ENGINE_NAMES, type Engine, type EngineName } from './engine.js';
import { createOnnxEngine } from './onnx.js';

export const EAGER_BACKENDS = ['cpu', 'wasm'] as const;
export type EagerBackend = (typeof EAGER_BACKENDS)[number];

export interface EngineOptions {
  readonly name: EngineName;
  /** Of `eager` only. Default `cpu`, the bit-reproducible reference; `wasm` is faster. */
  readonly backend?: EagerBackend;
  /** Of `onnx` only: threads inside one op. Default: the cores of the machine, at most 8. */
  readonly threads?: number;
}

/**
 * An engine that is ready to compile.
 * @throws MODEL_ENGINE_INVALID for a name, backend or number of threads that is not one
 * @throws MODEL_RUNTIME_MISSING when the native or wasm library does not load
 */
export async function createEngine({ name, backend = 'cpu', threads }: EngineOptions): Promise<Engine> {
  if (!ENGINE_NAMES.includes(name)) refuse('name', ENGINE_NAMES.join(' or '), name);
  if (!EAGER_BACKENDS.includes(backend)) refuse('backend', EAGER_BACKENDS.join(' or '), backend);
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) refuse('threads', 'a whole number from 1', threads);
  switch (name) {
    case 'onnx':
      return createOnnxEngine(threads);
    case 'eager':
      return createEagerEngine(backend);
    default:
      return name satisfies never;
  }
}

function refuse(option: string, expected: string, got: unknown): never {
  throw new ModelError('MODEL_ENGINE_INVALID', { details: { option, expected, got: String(got) } });
}
