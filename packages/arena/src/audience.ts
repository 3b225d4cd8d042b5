/**
 * Who is told what of one match: news to the seats that want them and to spectators, turns to the seats that are asked, the end to all.
 * Everything it sends was made by the game's `observe`, `told` and texts for exactly this reader.
 */
import type { Reader } from '@spiral-arena/core/game';
import type { MatchEnd, PendingTurn, ToldEvent } from '@spiral-arena/core/match';
import type { Seed } from '@spiral-arena/core/random';
import type { MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import type { RoomSeat } from './room-seat.js';
import { turnMessage } from './turn-message.js';

export class Audience {
  readonly spectators = new Set<Peer>();
  readonly #matchId: string;
  readonly #plan: MatchPlan;
  readonly #seats: readonly RoomSeat[];

  constructor(matchId: string, plan: MatchPlan, seats: readonly RoomSeat[]) {
    this.#matchId = matchId;
    this.#plan = plan;
    this.#seats = seats;
  }

  /** What a reader was told by moves. */
  tell(reader: Reader, events: readonly ToldEvent[]): void {
    if (reader === 'spectator') {
      for (const { seq, told } of events) for (const peer of this.spectators) peer.send({ type: 'match.event', matchId: this.#matchId, seq, told });
      return;
    }
    const peer = this.#seats[reader]?.peer;
    if (!peer?.events) return;
    for (const { seq, told } of events) peer.send({ type: 'match.event', matchId: this.#matchId, seat: reader, seq, told });
  }

  /** Asks a seat to act; while its client is away only the memory of it is kept. */
  ask(seat: RoomSeat, turnId: string, turn: PendingTurn, clockMs: number | null): void {
    seat.askedTurnId = turnId;
    seat.askedRetries = turn.retriesLeft;
    if (seat.peer) seat.peer.send(turnMessage(this.#matchId, turnId, this.#plan, turn, seat.peer.parts, clockMs));
  }

  /** The end, with the seed that lets anybody check the deal. */
  tellEnd(end: MatchEnd, seed: Seed): void {
    for (const { seat, peer } of this.#seats) if (peer?.events) peer.send({ type: 'match.ended', matchId: this.#matchId, seat, end, seed });
    for (const peer of this.spectators) peer.send({ type: 'match.ended', matchId: this.#matchId, end, seed });
  }
}
