/**
 * The errors of the arena: everything that a request can be refused with, and what can be wrong with the host's own set-up.
 * Refused attempts at a turn are not here: they are `refused` messages with the kinds of core. Each kind of refusal has one code.
 */
import { CodedError, type CodedErrorInit, type ErrorTable } from '@spiral-arena/core';

export const ARENA_ERRORS = {
  // ---- credentials (no-credential, wrong-credential)
  ARENA_NO_CREDENTIAL: { message: 'expected a hello with a valid token, got {got}', hint: 'Send hello first, with the token that the arena gave to this account; leave the token out to play as a guest.' },
  ARENA_WRONG_CREDENTIAL: { message: 'this account may not {what}', hint: 'Use the account that holds the seat, or ask for a match that is public or yours.' },
  // ---- frames (bad-frame)
  ARENA_BAD_FRAME: { message: 'not a message of the protocol: {explanation}', hint: 'See docs/protocol.md for every message.' },
  // ---- matches and queues
  ARENA_SEAT_TAKEN: { message: 'expected a free seat in {match}, got none', hint: 'List matches with status "waiting", or join a queue.' },
  ARENA_MATCH_UNKNOWN: { message: 'expected a match that can be joined, got "{match}"', hint: 'List matches with status "waiting".' },
  ARENA_MATCH_STARTED: { message: 'the match {match} has started and cannot be left', hint: 'Resign the seat instead.' },
  ARENA_MATCH_NOT_OVER: { message: 'the record of {match} is secret until the match is over', hint: 'Wait for match.ended, or spectate.' },
  ARENA_SEATS_INVALID: { message: 'expected {expected}, got {got}', hint: 'Give one seat request per role of the game.' },
  ARENA_RATED_REFUSED: { message: 'the match cannot be rated: {reason}', hint: 'Leave "rated" out, or change what stands against it.' },
  ARENA_TOO_MANY_MATCHES: { message: 'expected at most {most} live matches of {whose}, got {got}', hint: 'Let some matches end first, or raise the limit in the arena\'s configuration.' },
  ARENA_ALREADY_QUEUED: { message: 'this account already waits in this queue', hint: 'Wait for match.joined, or send queue.leave.' },
  // ---- the arena itself
  ARENA_CLOSING: { message: 'the arena is closing', hint: 'Connect again in a while.' },
  ARENA_FULL: { message: 'expected at most {most} connections, got one more', hint: 'Connect again later.' },
  ARENA_GAME_FAULT: { message: 'the game {game} failed and the match was stopped', hint: 'Choose another game; the host finds the cause in its log.' },
  ARENA_FAULT: { message: 'the arena failed to handle {what}', hint: 'Try again; the host finds the cause in its log.' },
  ARENA_PORT_IN_USE: { message: 'expected a free port, but {port} on {host} is in use', hint: 'Stop the other program, or choose another port (0 takes any free one).' },
  ARENA_LISTEN_FAILED: { message: 'expected to listen on {host}:{port}, got {got}', hint: 'Choose an address of this machine and a port that this user may open.' },
  ARENA_CONFIG_INVALID: { message: 'arena setting {key}: expected {expected}, got {got}', hint: '{fix}' },
  ARENA_STORE_FAILED: { message: 'expected a usable store at {path}, got {got}', hint: 'Check that the folder exists, can be written, and holds a store of Spiral Arena.' },
  ARENA_STORE_NEWER: { message: 'the store at {path} was written by a newer version ({got})', hint: 'Update Spiral Arena, or start with another store.' },
} as const satisfies ErrorTable;

export type ArenaErrorCode = keyof typeof ARENA_ERRORS;

/** An error of the arena; over the wire its code, message and hint, never its stack. */
export class ArenaError extends CodedError {
  override readonly name = 'ArenaError';
  constructor(code: ArenaErrorCode, init: CodedErrorInit = {}) {
    super(ARENA_ERRORS, code, init);
  }
}
