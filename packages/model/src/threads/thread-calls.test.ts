/** Calls between two ends of a channel in one thread: order, moved memory, errors with their codes, and what happens when the other end is gone. */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ModelError } from '../errors.js';
import { answerCalls, ThreadCalls } from './thread-calls.js';

/** A worker as the caller sees it, whose thread is this one. */
class FakeWorker extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (message) => this.emit('message', message));
  }
  postMessage(message: unknown, moved: readonly ArrayBuffer[]): void {
    this.#port.postMessage(message, moved);
  }
  ref(): void {
    this.#port.ref();
  }
  unref(): void {
    this.#port.unref();
  }
  async terminate(): Promise<void> {
    this.#port.close();
    this.emit('exit', 1);
  }
}

function ends(answer: (method: string, args: readonly unknown[]) => unknown, moved?: (result: unknown) => readonly ArrayBuffer[]): ThreadCalls {
  const { port1, port2 } = new MessageChannel();
  answerCalls(port2, answer, moved);
  onTestFinished(() => (port1.close(), port2.close()));
  return new ThreadCalls(new FakeWorker(port1) as unknown as Worker);
}

describe('ThreadCalls', () => {
  it('answers one after the other, each call with its own result', async () => {
    const begun: number[] = [];
    let underWay = 0;
    const calls = ends(async (method, [value]) => {
      begun.push(value as number);
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5 - (value as number)));
      underWay--;
      return `${method} ${value as number}`;
    });
    expect(await Promise.all([1, 2, 3, 4].map((value) => calls.call('double', [value])))).toEqual(['double 1', 'double 2', 'double 3', 'double 4']);
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('moves memory there and back where told, and copies the rest', async () => {
    const calls = ends((_, args) => args[0], (result) => [(result as Float32Array).buffer as ArrayBuffer]);
    const [given, kept] = [Float32Array.of(1, 2), Float32Array.of(3)];
    expect(await calls.call('echo', [given], [given.buffer])).toEqual(Float32Array.of(1, 2));
    expect(await calls.call('echo', [kept])).toEqual(Float32Array.of(3));
    expect([given.length, kept.length]).toEqual([0, 1]);
  });

  it('carries an error with its code, hint and details, and any other thrown thing by its words', async () => {
    const thrown: unknown[] = [new ModelError('MODEL_LOGITS_INVALID', { details: { got: 'NaN' } }), new Error('no room'), 'a text'];
    const calls = ends((_, [index]) => {
      throw thrown[index as number];
    });
    await expect(calls.call('fail', [0])).rejects.toMatchObject({ code: 'MODEL_LOGITS_INVALID', hint: expect.any(String), details: { got: 'NaN' } });
    await expect(calls.call('fail', [1])).rejects.toThrow('no room');
    await expect(calls.call('fail', [2])).rejects.toThrow('a text');
  });

  it('fails what is under way and what comes later when the thread is gone', async () => {
    const calls = ends(() => new Promise(() => undefined));
    const waiting = calls.call('never', []);
    await calls.close();
    await expect(waiting).rejects.toThrow('its thread ended with status 1');
    await expect(calls.call('later', [])).rejects.toThrow('its thread ended with status 1');
  });
});
