/**
 * What passes between a contained plugin's thread and the host: a description of what it exports, calls, and their answers.
 * Types and the layout of the shared signal only; `contained-plugin.ts` is the host's side, `worker.ts` the other.
 */
import type { MessagePort } from 'node:worker_threads';

/** What a thread is started with. */
export interface WorkerInit {
  /** URL of the plugin's module. */
  readonly entry: string;
  readonly port: MessagePort;
  /** Two counters that either side sleeps on: requests sent, answers given. */
  readonly signal: Int32Array;
}

export const REQUESTS = 0;
export const ANSWERS = 1;

/** An exported value: data as it is, functions by where they are found. */
export type Described =
  | { readonly kind: 'data'; readonly value: unknown }
  | { readonly kind: 'function' }
  | { readonly kind: 'object'; readonly isList: boolean; readonly members: readonly (readonly [name: string, member: Described])[] };

/** A call of an exported function, or of a function that an earlier call gave (a scripted agent's policy). */
export interface Request {
  readonly target: readonly string[] | number;
  readonly args: readonly unknown[];
  /** Which argument is a generator; its place in `args` holds the saved state. */
  readonly rngAt: number | null;
  /** Functions that nobody on the host's side has any more. */
  readonly released: readonly number[];
}

/** `drawn`: how many words the call took from the generator that it, or the function it belongs to, was given. */
export type Answer =
  | { readonly ok: true; readonly value: unknown; readonly drawn: number }
  | { readonly ok: true; readonly given: number; readonly drawn: number }
  | { readonly ok: false; readonly explanation: string };
