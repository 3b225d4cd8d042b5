/** The other thread of the onnx engine: a host that takes calls as messages. Arrays move, they are not copied. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { answerCalls } from '../threads/thread-calls.js';
import { importRuntime } from './onnx-host.js';
import { ReplicaHost, type HostCalls } from './replica-host.js';

/** The memory of arrays in a value of an answer, to be moved with it. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return Array.isArray(value) ? value.flatMap(buffersOf) : [];
}

const host = importRuntime().then((runtime) => new ReplicaHost(runtime));
answerCalls(
  parentPort as MessagePort,
  async (method, args) => ((await host)[method as keyof HostCalls] as (...given: readonly unknown[]) => unknown).apply(await host, args as never),
  buffersOf,
);
