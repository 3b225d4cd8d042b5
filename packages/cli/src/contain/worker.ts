/**
 * The thread of one contained plugin: it imports the plugin, describes what it exports, and then answers one call after the other, asleep in between.
 * Arguments arrive as copies and are frozen, so a game that changes them throws, and one that replaces a built-in function throws too.
 * It holds no match and no state: it can be ended at any moment, and another one goes on.
 */
// oxlint-disable unicorn/require-post-message-target-origin -- ports between threads, no windows
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { deepFreeze, type Json } from '@spiral-arena/core';
import { Rng, type RngState } from '@spiral-arena/core/random';
import { describe } from './describe.js';
import { lockGlobals } from './lock-globals.js';
import { ANSWERS, REQUESTS, type Answer, type Request, type WorkerInit } from './messages.js';

type Fn = (...args: unknown[]) => unknown;

/** A function that a call gave, with the generator that it was made with. */
interface Given {
  readonly run: Fn;
  readonly rng: Rng | null;
}

const { entry, port, signal } = workerData as WorkerInit;
const given = new Map<number, Given>();
let lastGiven = 0;

process.stdout.write = process.stderr.write.bind(process.stderr); // what a plugin prints is no result of ours
lockGlobals();
const module = (await import(entry)) as { readonly default?: unknown };
const exported = module.default;
const described = describe(exported);
signalAnswer(); // first: whoever gets the description may call at once
parentPort?.postMessage(described);

for (let seen = 0; ; seen++) {
  Atomics.wait(signal, REQUESTS, seen);
  const request = receiveMessageOnPort(port)?.message as Request;
  send(port, answer(request));
}

function answer({ target, args, rngAt, released }: Request): Answer {
  for (const handle of released) given.delete(handle);
  try {
    const { owner, run, rng: own } = typeof target === 'number' ? functionGiven(target) : functionAt(target);
    const rng = rngAt === null ? own : Rng.restore(args[rngAt] as RngState);
    const before = rng?.save().position ?? 0;
    const value = run.apply(owner, args.map((arg, index) => (index === rngAt ? rng : deepFreeze(arg as Json))));
    const drawn = (rng?.save().position ?? 0) - before;
    if (typeof value !== 'function') return { ok: true, value, drawn };
    given.set(++lastGiven, { run: value as Fn, rng });
    return { ok: true, given: lastGiven, drawn };
  } catch (cause) {
    return { ok: false, explanation: wordsOf(cause) };
  }
}

function functionGiven(handle: number): { readonly owner: unknown; readonly run: Fn; readonly rng: Rng | null } {
  const { run, rng } = given.get(handle) as Given;
  return { owner: undefined, run, rng };
}

function functionAt(path: readonly string[]): { readonly owner: unknown; readonly run: Fn; readonly rng: null } {
  let owner: unknown;
  let value = exported;
  for (const name of path) {
    owner = value;
    value = (value as { readonly [name: string]: unknown })[name];
  }
  return { owner, run: value as Fn, rng: null };
}

function send(to: MessagePort, message: Answer): void {
  try {
    to.postMessage(message);
  } catch (cause) {
    to.postMessage({ ok: false, explanation: `its answer is no plain JSON: ${wordsOf(cause)}` } satisfies Answer);
  }
  signalAnswer();
}

function signalAnswer(): void {
  Atomics.add(signal, ANSWERS, 1);
  Atomics.notify(signal, ANSWERS);
}

function wordsOf(cause: unknown): string {
  try {
    return cause instanceof Error ? String(cause.message) : String(cause);
  } catch {
    return 'it threw something that has no words';
  }
}
