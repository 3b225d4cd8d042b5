/**
 * A plugin whose code runs in a worker thread of its own, under a time and a memory limit; here it looks like the module itself.
 * Games are pure functions over plain JSON, so every call is carried to the thread and back while this thread waits (`Atomics.wait`): a `Match`, an
 * agent or a replay need not know. A call that takes too long ends the thread; the next call starts another. The host stands still meanwhile.
 * This contains faulty plugins, not hostile ones: a thread can still read files and open sockets. It lives here because finding and importing packages
 * is the command line's; core stays free of Node, and the arena gets a registry whose games are contained already.
 */
// oxlint-disable unicorn/require-post-message-target-origin -- ports between threads, no windows
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { Rng } from '@spiral-arena/core/random';
import { rebuild } from './describe.js';
import { ANSWERS, REQUESTS, type Answer, type Described, type Request, type WorkerInit } from './messages.js';

export interface ContainLimits {
  /** How long one call of a game may take: a step of a match is about ten calls. */
  readonly stepMs: number;
  /** JavaScript heap of one plugin's thread. */
  readonly memoryMb: number;
}

export const DEFAULT_LIMITS: ContainLimits = {
  stepMs: 1000, // a slow game is not a loop, and the host waits no longer than this
  memoryMb: 256, // core and a plugin take about 20
};

/**
 * The module of a plugin, as importing it would give it, with every function running in a thread of its own.
 * @param entry URL of the module
 * @throws an Error that says why it does not load
 */
export async function containPlugin(entry: string, importLimitMs: number, limits: ContainLimits): Promise<unknown> {
  const host = new PluginHost(entry, importLimitMs, limits);
  const described = await host.open();
  return { default: rebuild(described, (path, args) => host.call(path, args)) };
}

/** A thread and the way to it. */
interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signal: Int32Array;
  requests: number;
}

/** A function that the plugin gave: where it is now, and how to get it again from another thread. */
interface Given {
  thread: Thread;
  handle: number;
}

class PluginHost {
  readonly #entry: string;
  readonly #importLimitMs: number;
  readonly #limits: ContainLimits;
  readonly #unused = new FinalizationRegistry<Given>((given) => {
    if (given.thread === this.#thread) this.#released.push(given.handle);
  });
  #released: number[] = [];
  #thread: Thread | null = null;

  constructor(entry: string, importLimitMs: number, limits: ContainLimits) {
    this.#entry = entry;
    this.#importLimitMs = importLimitMs;
    this.#limits = limits;
  }

  /** The first thread: what the plugin exports. */
  async open(): Promise<Described> {
    const thread = this.#start();
    const { worker } = thread;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Described>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', (cause) => reject(cause));
        worker.once('exit', () => reject(new Error('it ended its thread when it was imported')));
        timer = setTimeout(() => reject(new Error(`its import did not finish within ${this.#importLimitMs / 1000} s`)), this.#importLimitMs);
      });
    } catch (cause) {
      this.#stop(thread);
      throw cause;
    } finally {
      clearTimeout(timer);
      worker.unref(); // a plugin keeps no program alive
    }
  }

  /** Runs an exported function. @throws an Error with the plugin's own words, or with what it did wrong */
  call(path: readonly string[], args: readonly unknown[]): unknown {
    const rng = args.find(isRng) ?? null;
    const answer = this.#ask(this.#live(), path, path, args);
    advance(rng, answer.drawn);
    return 'given' in answer ? this.#give(path, args, rng, answer.given) : answer.value;
  }

  /** A function of the plugin's making (a policy). Should its thread be ended, it is made again where its generator was. */
  #give(path: readonly string[], args: readonly unknown[], rng: Rng | null, handle: number): (...args: unknown[]) => unknown {
    const given: Given = { thread: this.#thread as Thread, handle };
    const run = (...own: unknown[]): unknown => {
      const thread = this.#live();
      if (given.thread !== thread) {
        const again = this.#ask(thread, path, path, args);
        if (!('given' in again)) throw new Error(`${path.join('.')} gave no function`);
        Object.assign(given, { thread, handle: again.given } satisfies Given);
      }
      const answer = this.#ask(thread, path, given.handle, own);
      advance(rng, answer.drawn);
      return 'value' in answer ? answer.value : undefined;
    };
    this.#unused.register(run, given);
    return run;
  }

  /** One call and its answer; this thread sleeps in between. */
  #ask(thread: Thread, path: readonly string[], target: Request['target'], args: readonly unknown[]): Extract<Answer, { ok: true }> {
    const rngAt = args.findIndex(isRng);
    const sent = rngAt === -1 ? args : args.with(rngAt, (args[rngAt] as Rng).save());
    thread.port.postMessage({ target, args: sent, rngAt: rngAt === -1 ? null : rngAt, released: this.#released } satisfies Request);
    if (this.#released.length > 0) this.#released = [];
    const answered = ++thread.requests;
    Atomics.store(thread.signal, REQUESTS, thread.requests);
    Atomics.notify(thread.signal, REQUESTS);
    if (Atomics.wait(thread.signal, ANSWERS, answered, this.#limits.stepMs) === 'timed-out') {
      this.#stop(thread);
      const { stepMs, memoryMb } = this.#limits;
      throw new Error(`${path.at(-1)} gave no answer within ${stepMs} ms: it takes too long, needs more than ${memoryMb} MiB, or ended its thread`);
    }
    const answer = receiveMessageOnPort(thread.port)?.message as Answer;
    if (answer.ok) return answer;
    throw new Error(answer.explanation);
  }

  /** The thread, or a new one in place of one that was ended. */
  #live(): Thread {
    if (this.#thread) return this.#thread;
    const thread = this.#start();
    thread.worker.unref();
    if (Atomics.wait(thread.signal, ANSWERS, 0, this.#importLimitMs) === 'timed-out') {
      this.#stop(thread);
      throw new Error('its thread was ended, and importing it again failed');
    }
    return thread;
  }

  #start(): Thread {
    const { port1, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { entry: this.#entry, port: port2, signal } satisfies WorkerInit,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
      execArgv: [],
    });
    const thread: Thread = { worker, port: port1, signal, requests: 0 };
    worker.on('error', () => this.#forget(thread)); // what it did wrong is told by the call that got no answer
    worker.on('exit', () => this.#forget(thread));
    this.#thread = thread;
    return thread;
  }

  #stop(thread: Thread): void {
    this.#forget(thread);
    void thread.worker.terminate();
  }

  #forget(thread: Thread): void {
    thread.port.close();
    if (this.#thread === thread) {
      this.#thread = null;
      this.#released = [];
    }
  }
}

/** A generator, whichever copy of core made it. */
function isRng(value: unknown): value is Rng {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Rng>).fork === 'function' && typeof (value as Partial<Rng>).save === 'function';
}

/** Draws what the other side has drawn, so that a generator is where it would be without a thread. */
function advance(rng: Rng | null, words: number): void {
  for (let word = 0; word < words; word++) rng?.uint32();
}
