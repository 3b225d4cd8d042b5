/**
 * A client that has said hello, as rooms, queues and feeds see it: who it is, what it wants to get, and a way to tell it.
 * The connection behind it (socket or in process, limits, decoding) is `connection.ts`.
 */
import type { ServerMessage, TurnPart } from '@spiral-arena/core/protocol';
import type { Account } from './accounts.js';
import type { Room } from './room.js';

export interface Peer {
  readonly account: Account;
  /** Parts of a turn that it asked for. */
  readonly parts: ReadonlySet<TurnPart>;
  /** Whether it wants `match.event` and `match.ended` of its own seats. */
  readonly events: boolean;
  readonly isOpen: boolean;
  /** Where it holds a seat or looks on. */
  readonly rooms: Set<Room>;
  /** Does nothing once the connection is closed. */
  send(message: ServerMessage): void;
}
