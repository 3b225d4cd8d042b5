/**
 * The other thread of the onnx engine: a host that takes calls as messages, one after the other, and answers each. Arrays move, they are not copied.
 */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { importRuntime, OnnxHost, type HostCalls } from './onnx-host.js';
import type { TensorData } from './engine.js';

export interface HostCall {
  readonly call: number;
  readonly method: keyof HostCalls;
  readonly args: readonly unknown[];
}

export type HostAnswer = { readonly call: number } & ({ readonly result: unknown } | { readonly failure: string });

/** The memory of arrays in a value of a call or an answer, to be moved with it. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return Array.isArray(value) ? value.flatMap(buffersOf) : [];
}

const port = parentPort as MessagePort;
const host = importRuntime().then((runtime) => new OnnxHost(runtime));
let last: Promise<unknown> = Promise.resolve();
port.on('message', ({ call, method, args }: HostCall) => {
  last = last.then(async () => {
    try {
      const work = ((await host)[method] as (...given: readonly unknown[]) => unknown).bind(await host);
      const result = (await work(...args)) as TensorData | readonly TensorData[] | void;
      port.postMessage({ call, result } satisfies HostAnswer, buffersOf(result));
    } catch (error) {
      port.postMessage({ call, failure: error instanceof Error ? error.message : String(error) } satisfies HostAnswer);
    }
  });
});
