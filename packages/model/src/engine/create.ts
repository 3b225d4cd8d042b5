/**
 * Makes an engine from its name. It decides nothing by itself: a missing runtime is an error with a hint, never a silent fallback.
 */
import { ModelError } from '../errors.js';
import { createEagerEngine } from './eager.js';
import { ENGINE_NAMES, type Engine, type EngineName } from './engine.js';
import { createOnnxEngine, ONNX_PROVIDERS, type OnnxProvider } from './onnx.js';
import { createTensorFlowEngine } from './tensorflow.js';
import { TENSORFLOW_COMPUTE, type TensorFlowCompute } from './tensorflow-lowering.js';

export const EAGER_BACKENDS = ['cpu', 'wasm'] as const;
export type EagerBackend = (typeof EAGER_BACKENDS)[number];

export interface EngineOptions {
  readonly name: EngineName;
  /** Of `eager` only. Default `cpu`, the bit-reproducible reference; `wasm` is faster. */
  readonly backend?: EagerBackend;
  /** Threads inside one op; not of `eager`. Default: of `onnx` the cores of the machine, at most 8; of `tensorflow` all cores (the first engine of a process decides). */
  readonly threads?: number;
  /** Of `onnx` only: where it computes. Default `cpu`. */
  readonly provider?: OnnxProvider;
  /** Of `onnx` only: run in a thread of its own, so that this one goes on meanwhile. Default false: a run blocks. */
  readonly ownThread?: boolean;
  /** Of `tensorflow` only: what products of matrices are computed in. Default `float32`; `bfloat16` is faster on GPUs, weights stay float32. */
  readonly dtype?: TensorFlowCompute;
  /** Of `tensorflow` only: compile with XLA, seconds for each new shape. Default false. */
  readonly xla?: boolean;
  /** Refuse an engine that would compute on the processor. Default false. */
  readonly requireGpu?: boolean;
}

/**
 * An engine that is ready to compile.
 * @throws MODEL_ENGINE_INVALID for an option that is not one, or not one of this engine
 * @throws MODEL_RUNTIME_MISSING, MODEL_PROVIDER_UNAVAILABLE when the native or wasm library does not load, or does not run there
 * @throws MODEL_TENSORFLOW_MISSING, MODEL_TENSORFLOW_UNLOADABLE, MODEL_TENSORFLOW_NO_GPU, MODEL_TENSORFLOW_WRONG
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  check(options);
  const { name, backend = 'cpu', threads, provider, ownThread, dtype, xla, requireGpu } = options;
  switch (name) {
    case 'onnx':
      return createOnnxEngine({ ...(threads === undefined ? {} : { threads }), ...(provider === undefined ? {} : { provider }), ...(ownThread === undefined ? {} : { ownThread }) });
    case 'tensorflow':
      return createTensorFlowEngine({ ...(threads === undefined ? {} : { threads }), ...(dtype === undefined ? {} : { dtype }), ...(xla === undefined ? {} : { xla }), ...(requireGpu === undefined ? {} : { requireGpu }) });
    case 'eager':
      return createEagerEngine(backend);
    default:
      return name satisfies never;
  }
}

function check({ name, backend = 'cpu', threads, provider = 'cpu', ownThread = false, dtype = 'float32', xla = false, requireGpu = false }: EngineOptions): void {
  oneOf('name', ENGINE_NAMES, name);
  oneOf('backend', EAGER_BACKENDS, backend);
  oneOf('provider', ONNX_PROVIDERS, provider);
  oneOf('dtype', TENSORFLOW_COMPUTE, dtype);
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) refuse('threads', 'a whole number from 1', threads);
  if (name !== 'onnx' && provider !== 'cpu') refuse('provider', 'the engine onnx', name);
  if (name !== 'onnx' && ownThread) refuse('ownThread', 'the engine onnx', name);
  if (name !== 'tensorflow' && dtype !== 'float32') refuse('dtype', `float32 with the engine ${name}`, dtype);
  if (name !== 'tensorflow' && xla) refuse('xla', 'the engine tensorflow', name);
  if (name === 'onnx' && requireGpu && provider === 'cpu') refuse('requireGpu', 'the provider cuda, dml or coreml', provider);
  if (name === 'eager' && requireGpu) refuse('requireGpu', 'the engine tensorflow or onnx', name);
}

function oneOf(option: string, known: readonly string[], got: string): void {
  if (!known.includes(got)) refuse(option, known.join(' or '), got);
}

function refuse(option: string, expected: string, got: unknown): never {
  throw new ModelError('MODEL_ENGINE_INVALID', { details: { option, expected, got: String(got) } });
}
