/**
 * The errors of the client: its own table, and the one class that also carries what an arena refused.
 * Refusals of an act are messages (`refused`), not errors: an agent's illegal action is data.
 */
import { CodedError, type CodedErrorInit, type ErrorTable } from '@spiral-arena/core';
import type { ErrorMessage } from '@spiral-arena/core/protocol';

export const CLIENT_ERRORS = {
  CLIENT_CLOSED: { message: 'expected an open connection to the arena, but it was closed ({code}: {reason})', hint: 'Connect again; seats and feed go on from the account and the cursor.' },
  CLIENT_UNREACHABLE: { message: 'expected an arena at {url}, got {got}', hint: 'Start one with `spiral arena serve`, or check the address.' },
  CLIENT_ANSWER_UNEXPECTED: { message: 'expected an answer to {asked}, got {got}', hint: 'Client and arena speak different versions; update the older one.' },
} as const satisfies ErrorTable;

export type ClientErrorCode = keyof typeof CLIENT_ERRORS;

/** An error of the client, or an arena's `error` message with the arena's own code, message and hint. */
export class ClientError extends CodedError {
  override readonly name = 'ClientError';

  private constructor(table: ErrorTable, code: string, init: CodedErrorInit) {
    super(table, code, init);
  }

  static of(code: ClientErrorCode, init: CodedErrorInit = {}): ClientError {
    return new ClientError(CLIENT_ERRORS, code, init);
  }

  /** What the arena said, unchanged. */
  static refused({ code, message, hint }: ErrorMessage): ClientError {
    return new ClientError({ [code]: { message, hint } }, code, {});
  }
}
