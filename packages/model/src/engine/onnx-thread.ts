/**
 * Two ways to a `ReplicaHost`: in this thread, where a run blocks, or in a thread of its own, so that games and sockets go on while the network runs.
 * Either way calls are taken in order, and the arrays of a call are copied at once; a run in this thread reads its inputs where they lie.
 */
import { Worker } from 'node:worker_threads';
import type { TensorData } from './engine.js';
import { Turns } from './turns.js';
import { ThreadCalls } from '../threads/thread-calls.js';
import type { Runtime } from './onnx-host.js';
import { ReplicaHost, type HostCalls } from './replica-host.js';

/** A host that answers later. */
export interface OnnxThread {
  call<M extends keyof HostCalls>(method: M, ...args: Parameters<HostCalls[M]>): Promise<Awaited<ReturnType<HostCalls[M]>>>;
  /** @param gives whether the arrays may be moved instead of copied */
  run(id: number, inputs: readonly TensorData[], gives: boolean): Promise<readonly TensorData[]>;
  close(): Promise<void>;
}

/** In this thread. */
export function sameThread(runtime: Runtime): OnnxThread {
  const host = new ReplicaHost(runtime);
  const turns = new Turns();
  return {
    call: (method, ...args) => {
      const [copies] = copied(args) as [typeof args, unknown];
      return turns.take(async () => (host[method] as (...given: typeof args) => ReturnType<HostCalls[typeof method]>).apply(host, copies)) as never;
    },
    run: (id, inputs) => turns.take(() => host.run(id, inputs)),
    close: async () => undefined,
  };
}

/** In a thread of its own. It keeps the process alive only while a call is under way. */
export function otherThread(): OnnxThread {
  // From the sources (in tests) the built file next door is taken.
  const worker = new Worker(new URL(import.meta.url.endsWith('.ts') ? '../../dist/engine/onnx-worker.js' : './onnx-worker.js', import.meta.url), { execArgv: [] }); // flags of the program, such as --input-type, are not for it
  const calls = new ThreadCalls(worker);
  return {
    call: (method, ...args) => {
      const [copies, buffers] = copied(args);
      return calls.call(method, copies as readonly unknown[], buffers) as never;
    },
    run: (id, inputs, gives) => {
      const [given, buffers] = gives ? [inputs, inputs.map(({ buffer }) => buffer as ArrayBuffer)] : copied(inputs);
      return calls.call('run', [id, given], buffers) as Promise<readonly TensorData[]>;
    },
    close: () => calls.close(),
  };
}

/** A value whose arrays are copies, with their memory, to be moved. */
function copied(value: unknown): [unknown, ArrayBuffer[]] {
  if (value instanceof Float32Array || value instanceof Int32Array) {
    const copy = value.slice();
    return [copy, [copy.buffer]];
  }
  if (!Array.isArray(value)) return [value, []];
  const parts = value.map(copied);
  return [parts.map(([part]) => part), parts.flatMap(([, buffers]) => buffers)];
}
