/** The flags that choose what runs a model, and what they mean. Nothing is loaded here. */
import { Flags } from '@oclif/core';
import { ENGINE_NAMES, ONNX_PROVIDERS, TENSORFLOW_COMPUTE, type EngineOptions } from '@spiral-arena/model';

export const engineFlags = {
  engine: Flags.string({ description: 'what runs the model', options: ENGINE_NAMES, default: 'onnx' }),
  provider: Flags.string({ description: 'where the engine onnx computes', options: ONNX_PROVIDERS, helpGroup: 'ENGINE' }),
  dtype: Flags.string({ description: 'what the engine tensorflow multiplies matrices in; weights stay float32', options: TENSORFLOW_COMPUTE, helpGroup: 'ENGINE' }),
  xla: Flags.boolean({ description: 'let the engine tensorflow compile with XLA: seconds for each new shape', helpGroup: 'ENGINE' }),
  threads: Flags.integer({ description: 'threads inside one op; default: the cores, at most 8', min: 1, helpGroup: 'ENGINE' }),
  'require-gpu': Flags.boolean({ description: 'stop where the engine would compute on the processor', helpGroup: 'ENGINE' }),
};

export const rolloutThreadsFlag = {
  'rollout-threads': Flags.integer({ description: 'threads that play the matches of training, each with an arena of its own; default: the cores, at most 8; 1 with a remote arena', min: 1, max: 64, helpGroup: 'ENGINE' }),
};

interface EngineFlags {
  readonly engine: string;
  readonly provider?: string | undefined;
  readonly dtype?: string | undefined;
  readonly xla?: boolean | undefined;
  readonly threads?: number | undefined;
  readonly 'require-gpu'?: boolean | undefined;
}

/** What `createEngine` is given; it refuses what does not fit together. The network runs in a thread of its own, so that matches go on beside it. */
export function engineOptions(flags: EngineFlags): EngineOptions {
  const { engine, provider, dtype, xla, threads } = flags;
  const chosen = { name: engine, ownThread: engine === 'onnx' ? true : undefined, provider, dtype, xla, threads, requireGpu: flags['require-gpu'] };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as unknown as EngineOptions;
}
