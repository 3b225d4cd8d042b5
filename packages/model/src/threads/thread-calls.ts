/**
 * Calls to another thread of this process and their answers, over the messages of a worker. Calls are answered one after the other, in their order.
 * What the methods are is for the two ends to say. An error crosses with its message and, where it has them, code, hint and details.
 */
// oxlint-disable unicorn/require-post-message-target-origin -- ports between threads, no windows
import type { MessagePort, Worker } from 'node:worker_threads';
import { isCodedError, type Json } from '@spiral-arena/core';

interface Call {
  readonly call: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Failure {
  readonly message: string;
  readonly coded: { readonly code: string; readonly hint: string; readonly details: { readonly [name: string]: Json } } | null;
}

type Answer = { readonly call: number } & ({ readonly result: unknown } | { readonly failure: Failure });

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** This end. The thread keeps the process alive only while a call is under way. */
export class ThreadCalls {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #gone: Error | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.unref();
    worker.on('message', (answer: Answer) => this.#receive(answer));
    worker.on('error', (error: Error) => this.#failAll(error));
    worker.on('exit', (status) => this.#failAll(new Error(`its thread ended with status ${status}`)));
  }

  /**
   * @param moved memory of arrays in the arguments that is given away instead of copied
   * @throws what the other end threw, or why it is gone
   */
  call(method: string, args: readonly unknown[], moved: readonly ArrayBuffer[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#gone) return reject(this.#gone);
      if (this.#waiting.size === 0) this.#worker.ref();
      const call = this.#count++;
      this.#waiting.set(call, { resolve, reject });
      this.#worker.postMessage({ call, method, args } satisfies Call, moved);
    });
  }

  /** Ends the thread; calls under way fail. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(answer: Answer): void {
    const { resolve, reject } = this.#waiting.get(answer.call) as Waiting;
    this.#waiting.delete(answer.call);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in answer) reject(errorOf(answer.failure));
    else resolve(answer.result);
  }

  #failAll(error: Error): void {
    this.#gone ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }
}

/**
 * The other end, in the thread.
 * @param answer what a call gives
 * @param moved  memory of arrays in what it gives that need not stay here
 */
export function answerCalls(port: MessagePort, answer: (method: string, args: readonly unknown[]) => unknown, moved: (result: unknown) => readonly ArrayBuffer[] = () => []): void {
  let last: Promise<void> = Promise.resolve();
  port.on('message', ({ call, method, args }: Call) => {
    last = last.then(async () => {
      try {
        const result = await answer(method, args);
        port.postMessage({ call, result } satisfies Answer, moved(result));
      } catch (error) {
        port.postMessage({ call, failure: failureOf(error) } satisfies Answer);
      }
    });
  });
}

function failureOf(error: unknown): Failure {
  if (!isCodedError(error)) return { message: error instanceof Error ? error.message : String(error), coded: null };
  const { message, code, hint, details } = error;
  return { message, coded: { code, hint, details } };
}

function errorOf({ message, coded }: Failure): Error {
  return Object.assign(new Error(message), coded ?? {});
}
