/**
 * Answers as messages: an error with its code, and an answer under the id of the request that it answers.
 * What goes over the wire of an error is its code, message and hint, never a stack or the words of a game that threw.
 */
import { isCodedError, type CodedError } from '@spiral-arena/core';
import type { ErrorMessage } from '@spiral-arena/core/protocol';
import { ArenaError } from './errors.js';

export function errorMessage({ code, message, hint }: CodedError, id?: string): ErrorMessage {
  return id === undefined ? { type: 'error', code, message, hint } : { type: 'error', id, code, message, hint };
}

/** The same answer, to the request that asked for it now. */
export function withId<T extends { readonly id?: string }>(answer: T, id: string | undefined): T {
  return id === undefined ? answer : { ...answer, id };
}

/** What a client is told of something that was thrown: coded errors as they are, all else as a fault of the arena. */
export function publicError(cause: unknown, what: string): CodedError {
  if (!isCodedError(cause)) return new ArenaError('ARENA_FAULT', { cause, details: { what } });
  if (cause.code === 'CORE_GAME_FAULT') return new ArenaError('ARENA_GAME_FAULT', { cause, details: { game: cause.details.game ?? 'of this match' } });
  return cause;
}
