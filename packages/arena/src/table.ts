/**
 * The seats of one match: who holds them, who may take one, which client plays them now, and how long an absent one is waited for.
 * What a seat that was waited for in vain means for the match is the room's business.
 */
import type { Seat } from '@spiral-arena/core/game';
import type { SeatRequest } from '@spiral-arena/core/protocol';
import type { ArenaClock } from './clock.js';
import { ArenaError } from './errors.js';
import type { MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import { RoomSeat } from './room-seat.js';

export class Table {
  readonly seats: readonly RoomSeat[];
  #graceTimers: Set<() => void> | null = null;

  constructor(plan: MatchPlan, requests: readonly SeatRequest[]) {
    this.seats = plan.roles.map((role, seat) => new RoomSeat(seat, role, requests[seat] ?? 'open'));
  }

  /** Accounts that hold a seat, each once. */
  accounts(): readonly string[] {
    const ids: string[] = [];
    for (const { account } of this.seats) if (account && !ids.includes(account.id)) ids.push(account.id);
    return ids;
  }

  names(): readonly (string | null)[] {
    return this.seats.map(({ account }) => account?.name ?? null);
  }

  /** Seats of an account. */
  of(accountId: string): readonly RoomSeat[] {
    return this.seats.filter(({ account }) => account?.id === accountId);
  }

  isFull(): boolean {
    return this.seats.every(({ account }) => account !== null);
  }

  isEmpty(): boolean {
    return this.seats.every(({ account }) => account === null);
  }

  isPlayedBy(peer: Peer): boolean {
    return this.seats.some((seat) => seat.peer === peer);
  }

  /** Gives a free seat to a client; the check and the taking are one step. @throws ARENA_SEAT_TAKEN, ARENA_WRONG_CREDENTIAL */
  take(matchId: string, peer: Peer, wanted?: Seat): RoomSeat {
    const free = this.seats.filter(({ account, seat }) => !account && (wanted === undefined || wanted === seat));
    if (free.length === 0) throw new ArenaError('ARENA_SEAT_TAKEN', { details: { match: matchId } });
    const seat = free.find((one) => one.admits(peer.account));
    if (!seat) throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what: 'take this seat' } });
    seat.take(peer);
    return seat;
  }

  /** The seats that this client played are without one from now on. */
  detach(peer: Peer): readonly RoomSeat[] {
    const left = this.seats.filter((seat) => seat.peer === peer);
    for (const seat of left) seat.peer = null;
    return left;
  }

  /**
   * Waits for the clients of these seats to come back.
   * @param onAway called once with the seats that are still without a client; seats that were left together come together
   */
  waitFor(left: readonly RoomSeat[], graceMs: number, clock: ArenaClock, onAway: (seats: readonly Seat[]) => void): void {
    const stop = clock.setTimer(graceMs, () => {
      this.#graceTimers?.delete(stop);
      onAway(left.filter((seat) => !seat.peer).map(({ seat }) => seat));
    });
    (this.#graceTimers ??= new Set()).add(stop);
    const onReturn = (): void => {
      if (!left.every((seat) => seat.peer)) return;
      this.#graceTimers?.delete(stop);
      stop();
    };
    for (const seat of left) seat.onReturn = onReturn;
  }

  /** Nobody is waited for any more. */
  stopWaiting(): void {
    for (const stop of this.#graceTimers ?? []) stop();
    this.#graceTimers = null;
  }
}
