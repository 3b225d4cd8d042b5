/**
 * The errors of core: a table from stable code to message template and hint, and the one class that carries them.
 * Other packages have a table and a subclass of their own on the same base. Expected refusals are returned, not thrown.
 * Errors are recognised by `code`, never by `instanceof`: a plugin may bring its own copy of this package.
 */
import type { Json } from './json.js';

/** One row of an error table: what happened, with `{name}` for details, and what to do next. */
export interface ErrorEntry {
  readonly message: string;
  readonly hint: string;
}

export type ErrorTable = { readonly [code: string]: ErrorEntry };

export interface CodedErrorInit {
  /** Values for the `{name}` places of message and hint; kept for programs. */
  readonly details?: { readonly [name: string]: Json };
  readonly cause?: unknown;
}

/** An error with a stable code, a hint that says what to do next, and details for programs. */
export class CodedError extends Error {
  override readonly name: string = 'CodedError';
  readonly code: string;
  readonly hint: string;
  readonly details: { readonly [name: string]: Json };

  constructor(table: ErrorTable, code: string, { details = {}, cause }: CodedErrorInit = {}) {
    const entry = table[code];
    if (!entry) throw new TypeError(`no error ${code} in its table`);
    super(fill(entry.message, details), cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = fill(entry.hint, details);
    this.details = details;
  }
}

/** Whether a caught value carries a code and a hint, whichever copy of core made it. */
export function isCodedError(value: unknown): value is CodedError {
  return value instanceof Error && typeof (value as Partial<CodedError>).code === 'string' && typeof (value as Partial<CodedError>).hint === 'string';
}

/** The words of something that was thrown, of whatever make; never throws itself. */
export function messageOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'object' && cause !== null ? 'something that is no Error' : String(cause);
}

function fill(template: string, details: { readonly [name: string]: Json }): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(details, name) ? details[name] : undefined;
    if (value === undefined) return place;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

export const CORE_ERRORS = {
  CORE_GAME_UNKNOWN: { message: 'expected an installed game, got "{game}"', hint: 'Installed games: {installed}.{suggestion}' },
  CORE_GAME_DUPLICATE: { message: 'the game id "{game}" is already registered', hint: 'Give the game another id, or remove one of the two packages.' },
  CORE_VARIANT_UNKNOWN: { message: 'expected a variant of {game}, got "{variant}"', hint: 'Variants: {variants}.{suggestion}' },
  CORE_OPTION_UNKNOWN: { message: '{game} has no option "{option}"', hint: 'Options: {options}.{suggestion}' },
  CORE_OPTION_INVALID: { message: 'option {path} of {game}: {expected}, got {got}', hint: 'See `spiral games show {game}` for every option and its bounds.' },
  CORE_SEED_INVALID: { message: 'expected a seed of 32 hex digits or an integer from 0 to 2^53-1, got {got}', hint: 'Leave the seed out to draw one.' },
  CORE_RNG_STATE_INVALID: { message: 'expected a saved generator state { key, position }, got {got}', hint: 'The state must come from Rng.save() of the same version.' },
  CORE_ROLES_INVALID: { message: 'expected a permutation of the roles {expected}, got {got}', hint: 'Give every seat one role, and every role one seat.' },
  CORE_PROFILE_REFUSED: { message: 'the profile "{profile}" is refused here: {reason}', hint: 'Use "strict", "textarena" or "spiral-train".' },
  CORE_RECORD_INVALID: { message: 'line {line} of the record: expected {expected}, got {got}', hint: 'The record is damaged or not a record; restore it from its source.' },
  CORE_RECORD_VERSION: { message: 'expected a record of version 1, got {got}', hint: 'Update Spiral Arena to read this record.' },
  CORE_REPLAY_DIVERGED: { message: 'replay of {game} differs at event {event}: expected {expected}, got {got}', hint: 'The record was changed, or it was made with another version of the game ({version}).' },
  CORE_STATE_INVALID: { message: 'expected a stored state of {game} {version}, got {got}', hint: 'Load the state with the game and version that stored it.' },
  CORE_MESSAGE_INVALID: { message: 'not a message of the protocol at {path}: {explanation}', hint: 'See docs/protocol.md for every message.' },
  CORE_GAME_FAULT: { message: 'game {game} broke its contract: {explanation}', hint: 'Run `spiral games check {game}` and report it to the author of the game.' },
  CORE_CIRCLE: { message: 'these need each other to be made: {circle}', hint: 'Let one of them take what it needs later, in a call.' },
  CORE_SCHEMA_INVALID: { message: 'the {what} schema of {game} does not compile: {explanation}', hint: 'Schemas are JSON Schema 2020-12 without remote references.' },
} as const satisfies ErrorTable;

export type CoreErrorCode = keyof typeof CORE_ERRORS;

/** An error of core. */
export class CoreError extends CodedError {
  override readonly name = 'CoreError';
  constructor(code: CoreErrorCode, init: CodedErrorInit = {}) {
    super(CORE_ERRORS, code, init);
  }
}
