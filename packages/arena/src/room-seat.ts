/**
 * One seat of a room: who holds it, through which client, what it was asked last, and the answers it was given.
 * It sends nothing by itself.
 */
import type { Role, Seat } from '@spiral-arena/core/game';
import type { PendingTurn } from '@spiral-arena/core/match';
import type { ActedMessage, ActMessage, RefusedMessage, SeatRequest } from '@spiral-arena/core/protocol';
import type { Account } from './accounts.js';
import type { Peer } from './peer.js';

export class RoomSeat {
  readonly seat: Seat;
  readonly role: Role;
  /** `open` to anybody, kept for one account, or whoever made the match. */
  readonly request: SeatRequest;
  account: Account | null = null;
  /** The client that plays it now; null while it is away. */
  peer: Peer | null = null;
  /** The turn that it is asked, null when it is not to act. */
  turn: PendingTurn | null = null;
  /** The turn id and the retries that its client was asked with last: the same is not asked twice. */
  askedTurnId = '';
  askedRetries = 0;
  /** What runs when its client is back in time. */
  onReturn: (() => void) | null = null;
  /** Acts that counted as attempts, by action id: repeating one repeats its answer. */
  readonly attempts = new Map<string, ActMessage>();
  /** The answers of those that were refused; the others were accepted. */
  refusals: Map<string, RefusedMessage> | null = null;

  constructor(seat: Seat, role: Role, request: SeatRequest) {
    this.seat = seat;
    this.role = role;
    this.request = request;
  }

  /** Keeps an attempt and how it was answered. */
  remember(act: ActMessage, answer: ActedMessage | RefusedMessage): void {
    this.attempts.set(act.actionId, act);
    if (answer.type === 'refused') (this.refusals ??= new Map()).set(act.actionId, answer);
  }

  /** What an attempt was answered. */
  answerTo({ matchId, turnId, seat, actionId }: ActMessage): ActedMessage | RefusedMessage {
    return this.refusals?.get(actionId) ?? { type: 'acted', matchId, turnId, seat, actionId };
  }

  /** Whether this account may take the seat while it is free. */
  admits(account: Account): boolean {
    return this.request === 'open' || (typeof this.request === 'object' && this.request.account === account.id);
  }

  take(peer: Peer): void {
    this.account = peer.account;
    this.peer = peer;
  }

  /** The account's newest client plays from now on. */
  attach(peer: Peer): void {
    this.peer = peer;
    this.onReturn?.();
    this.onReturn = null;
  }

  free(): void {
    this.account = null;
    this.peer = null;
  }
}
