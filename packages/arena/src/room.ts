/**
 * One match as clients meet it: they take its seats, act, resign, come back, look on and go. Everything is done one at a time, in the
 * order of arrival. How the match goes is `match-course.ts`'s business, what an act is worth before the rules `act-verdict.ts`'s,
 * and which matches exist the lobby's.
 */
import type { Seat } from '@spiral-arena/core/game';
import type { MatchUpdate } from '@spiral-arena/core/match';
import type { ActMessage, MatchSummary, RefusedMessage, SeatRequest, SyncedSeat } from '@spiral-arena/core/protocol';
import { seedCommitment, type Seed } from '@spiral-arena/core/random';
import { actVerdict, refusalWords } from './act-verdict.js';
import { errorMessage, withId } from './answers.js';
import { Audience } from './audience.js';
import { ArenaError } from './errors.js';
import { MatchCourse } from './match-course.js';
import type { MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import type { RoomSeat } from './room-seat.js';
import type { RoomServices } from './room-services.js';
import { SerialQueue } from './serial-queue.js';
import { summaryOf } from './summary.js';
import { Table } from './table.js';

export interface RoomInit {
  readonly matchId: string;
  /** The how many-th match made in this process. */
  readonly ordinal: number;
  readonly plan: MatchPlan;
  readonly seed: Seed;
  readonly seats: readonly SeatRequest[];
}

export class Room {
  readonly matchId: string;
  readonly ordinal: number;
  readonly plan: MatchPlan;
  readonly table: Table;
  readonly #seed: Seed;
  readonly #services: RoomServices;
  readonly #audience: Audience;
  readonly #queue: SerialQueue;
  /** Null while the match waits for players. */
  #course: MatchCourse | null = null;
  #commitment: string | null = null;
  #summary: MatchSummary | null = null;

  constructor({ matchId, ordinal, plan, seed, seats }: RoomInit, services: RoomServices) {
    this.matchId = matchId;
    this.ordinal = ordinal;
    this.plan = plan;
    this.#seed = seed;
    this.#services = services;
    this.table = new Table(plan, seats);
    this.#audience = new Audience(matchId, plan, this.table.seats);
    this.#queue = new SerialQueue(async (cause) => this.#course?.fault(cause));
  }

  get status(): MatchSummary['status'] {
    if (!this.#course) return 'waiting';
    return this.#course.end ? 'ended' : 'live';
  }

  /** Its place in the order of starts; 0 while it waits for players. */
  get number(): number {
    return this.#course?.number ?? 0;
  }

  summary(): MatchSummary {
    this.#commitment ??= seedCommitment(this.#seed);
    return (this.#summary ??= Object.freeze(summaryOf({
      matchId: this.matchId, number: this.number, plan: this.plan, names: this.table.names(), status: this.status, commitment: this.#commitment, end: this.#course?.end ?? null,
    })));
  }

  // ---- before the match

  /** Gives a free seat to a client. @throws ARENA_SEAT_TAKEN, ARENA_WRONG_CREDENTIAL */
  take(peer: Peer, wanted?: Seat): RoomSeat {
    if (this.status !== 'waiting') throw new ArenaError('ARENA_SEAT_TAKEN', { details: { match: this.matchId } });
    const seat = this.table.take(this.matchId, peer, wanted);
    this.#seated(peer);
    return seat;
  }

  /** Gives a seat to whoever made the match. */
  seatPeer(seat: RoomSeat, peer: Peer): void {
    seat.take(peer);
    this.#seated(peer);
  }

  /** Frees a client's seats before the start. */
  vacate(peer: Peer): void {
    for (const seat of this.table.seats) if (seat.peer === peer) seat.free();
    peer.rooms.delete(this);
    this.#summary = null;
  }

  /**
   * Starts the match and stores its beginning, without telling anybody yet.
   * @throws CORE_GAME_FAULT, CORE_PROFILE_REFUSED, and what the store threw; then call `stop`
   */
  async open(number: number): Promise<MatchUpdate> {
    this.#summary = null;
    this.#course = new MatchCourse({
      matchId: this.matchId, number, plan: this.plan, seed: this.#seed, table: this.table, audience: this.#audience,
      onLate: () => this.#queue.run(() => this.#course?.timeOut(this.#services.clock.nowMs())),
      onEnd: (stored) => this.#ended(stored),
    }, this.#services);
    const course = this.#course;
    // In turn with everything else: who asks meanwhile sees nothing that is not stored, and nothing ends before it has begun.
    return new Promise((resolve, reject) => this.#queue.run(() => course.open().then(resolve, reject)));
  }

  /** Tells everybody that the opened match has begun. */
  begin(update: MatchUpdate): void {
    this.#queue.run(() => (this.#course?.end ? undefined : this.#course?.begin(update))); // it has ended if everybody left meanwhile
  }

  // ---- during the match

  act(peer: Peer, act: ActMessage, receivedMs: number): void {
    this.#queue.run(() => {
      const seat = this.table.seats[act.seat];
      const course = this.#course;
      if (!course || !this.#mayPlay(peer, seat)) {
        peer.send(errorMessage(wrongCredential('play this seat'), act.id));
        return;
      }
      const late = course.timeOut(receivedMs);
      return late ? late.then(() => this.#answer(course, peer, seat, act, receivedMs)) : this.#answer(course, peer, seat, act, receivedMs);
    });
  }

  resign(peer: Peer, seat: Seat, id: string | undefined): void {
    this.#queue.run(async () => {
      if (!this.#mayPlay(peer, this.table.seats[seat])) peer.send(errorMessage(wrongCredential('play this seat'), id));
      else if (this.#course && this.status === 'live') await this.#course.fail([seat], 'resigned');
      else peer.send(withId<RefusedMessage>({ type: 'refused', matchId: this.matchId, turnId: this.#course?.turnId ?? '', seat, actionId: '', kind: 'match-over', message: 'the match is not on', retriesLeft: 0 }, id));
    });
  }

  /** Answers with everything the account may know, and lets this client play its account's seats. */
  sync(peer: Peer, id: string): void {
    this.#queue.run(async () => {
      if (!peer.isOpen) return; // a client that went while it waited its turn must not hold a seat
      for (const seat of this.table.of(peer.account.id)) await this.#attach(seat, peer);
      await this.#sendSync(peer, id);
    });
  }

  spectate(peer: Peer, id: string): void {
    this.#queue.run(async () => {
      if (!peer.isOpen) return;
      const { spectators } = this.#audience;
      const view = await (spectators.size === 0 ? this.#course?.watch('spectator') : this.#course?.view('spectator'));
      if (this.status !== 'ended' && peer.isOpen) {
        spectators.add(peer);
        peer.rooms.add(this);
      }
      peer.send({ type: 'spectate.joined', id, match: this.summary(), observation: view?.observation ?? {}, events: view?.events ?? [] });
    });
  }

  stopSpectating(peer: Peer): void {
    const { spectators } = this.#audience;
    if (spectators.delete(peer) && spectators.size === 0) this.#course?.unwatch('spectator');
    if (!this.table.isPlayedBy(peer)) peer.rooms.delete(this);
  }

  /** A client is gone: its seats wait for the grace time. Bulk matches that nobody plays any more are stopped at once. */
  leave(peer: Peer): void {
    this.stopSpectating(peer);
    if (this.status !== 'live') return;
    const left = this.table.detach(peer);
    if (left.length === 0) return;
    if (this.plan.durability === 'match' && this.table.seats.every((seat) => !seat.peer)) {
      void this.stop('client left');
      return;
    }
    this.table.waitFor(left, this.#services.graceMs, this.#services.clock, (away) => this.#queue.run(async () => {
      const gone = away.filter((seat) => !this.table.seats[seat]?.peer);
      if (gone.length > 0) await this.#course?.fail(gone, 'disconnected', 'connection lost');
    }));
  }

  /** Ends the match without a result. @returns when that is done */
  stop(cause: string): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.run(() => this.#course?.abort(cause));
      this.#queue.run(resolve);
    });
  }

  #answer(course: MatchCourse, peer: Peer, seat: RoomSeat, act: ActMessage, receivedMs: number): Promise<void> | void {
    const { turnId, ply, end } = course;
    const earlier = seat.attempts.get(act.actionId);
    const verdict = actVerdict(act, { matchId: this.matchId, turnId, ply, over: end !== null, pending: seat.turn !== null, earlier });
    switch (verdict) {
      case 'attempt':
        return course.attempt(peer, seat, act, receivedMs);
      case 'repeated':
        peer.send(withId(seat.answerTo(earlier ?? act), act.id));
        return;
      case 'other-match':
        peer.send(errorMessage(wrongCredential('act in another match with this turn id'), act.id));
        return;
      case 'no-such-turn':
        peer.send(errorMessage(new ArenaError('ARENA_BAD_FRAME', { details: { explanation: `expected the turn id ${turnId}, got one that was never given out` } }), act.id));
        return;
      case 'duplicate-id':
      case 'match-over':
      case 'not-your-turn':
      case 'stale-turn':
        peer.send(withId<RefusedMessage>({
          type: 'refused', matchId: this.matchId, turnId, seat: act.seat, actionId: act.actionId, kind: verdict,
          message: refusalWords(verdict, act, turnId, end), retriesLeft: seat.turn?.retriesLeft ?? 0,
        }, act.id));
        return verdict === 'stale-turn' ? this.#sendSync(peer, act.id ?? act.actionId) : undefined;
      default:
        return verdict satisfies never;
    }
  }

  async #sendSync(peer: Peer, id: string): Promise<void> {
    const seats: SyncedSeat[] = [];
    const course = this.#course;
    if (course) {
      const own = this.table.of(peer.account.id);
      for (const seat of own) {
        const { observation, events } = await course.view(seat.seat);
        const turn = course.turnFor(peer, seat);
        seats.push({ seat: seat.seat, observation, events, ...(turn ? { turn } : {}) });
      }
      if (own.length === 0 && this.plan.public) seats.push(await course.view('spectator'));
    }
    peer.send({ type: 'synced', id, match: this.summary(), seats });
  }

  /** The account's newest client plays the seat from now on. */
  async #attach(seat: RoomSeat, peer: Peer): Promise<void> {
    if (seat.peer === peer || !peer.isOpen) return;
    const before = seat.peer;
    seat.attach(peer);
    if (before && !this.table.isPlayedBy(before)) before.rooms.delete(this);
    if (this.status === 'ended') return;
    peer.rooms.add(this);
    if (peer.events && !before?.events) await this.#course?.watch(seat.seat);
  }

  /** The client that plays the seat; one that comes back to a seat which nobody plays takes it over. What a client sent before it went still counts. */
  #mayPlay(peer: Peer, seat: RoomSeat | undefined): seat is RoomSeat {
    if (!seat || seat.account?.id !== peer.account.id) return false;
    if (seat.peer === null && this.status === 'live') {
      if (!peer.isOpen) return true;
      seat.attach(peer);
      peer.rooms.add(this);
    }
    return seat.peer === peer || this.status === 'ended';
  }

  #seated(peer: Peer): void {
    peer.rooms.add(this);
    this.#summary = null;
  }

  #ended(stored: Promise<unknown> | null): void {
    this.#summary = null;
    this.table.stopWaiting();
    for (const { peer } of this.table.seats) peer?.rooms.delete(this);
    for (const peer of this.#audience.spectators) peer.rooms.delete(this);
    this.#audience.spectators.clear();
    this.#services.onEnded(this, stored);
  }
}

function wrongCredential(what: string): ArenaError {
  return new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what } });
}
