/**
 * What goes into a match and what comes back: an attempt of a seat, its refusal as data, and the reasons for which a host makes a seat fail.
 * Types only; `match.ts` judges.
 */
import type { Action } from '../game/game.js';
import type { EndReason, RefusalKind } from './events.js';

/** What a seat hands in: a structured action of unknown shape, or answer text for the game's parser. */
export type Submission = { readonly action: unknown } | { readonly text: string };

/** An expected refusal: data, not an exception. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  /** JSON pointer of the culprit in a structured action. */
  readonly pointer?: string;
  /** Retries this seat still has in this run of errors. */
  readonly retriesLeft: number;
  /** The seat has failed because of it: the match ended, or goes on without the seat. */
  readonly final: boolean;
}

export type SubmitResult = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly error: Refusal };

/** Reasons a seat can be made to fail with from outside. */
export type FailReason = Extract<EndReason, 'timeout' | 'resigned' | 'disconnected'>;
