/**
 * The course of one match, from its opening to its end: it talks to the match through the asynchronous port only, keeps its clock,
 * stores before it tells (durability `event`), and turns whatever a game or the store throws into an aborted end.
 * One call at a time: the room sees to that. Who may do what is not asked here.
 */
import { isCodedError } from '@spiral-arena/core';
import type { Reader, Seat } from '@spiral-arena/core/game';
import type { Attempt, FailReason, MatchEnd, MatchPort, MatchUpdate, ReaderView, SubmitResult } from '@spiral-arena/core/match';
import type { ActedMessage, ActMessage, RefusedMessage, TurnMessage } from '@spiral-arena/core/protocol';
import type { Seed } from '@spiral-arena/core/random';
import { errorMessage, publicError, withId } from './answers.js';
import type { Audience } from './audience.js';
import { ArenaError } from './errors.js';
import { MatchLedger } from './match-ledger.js';
import type { MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import type { RoomSeat } from './room-seat.js';
import type { RoomServices } from './room-services.js';
import type { Table } from './table.js';
import { turnMessage } from './turn-message.js';
import { TurnTimers } from './turn-timers.js';

export interface CourseInit {
  readonly matchId: string;
  readonly number: number;
  readonly plan: MatchPlan;
  readonly seed: Seed;
  readonly table: Table;
  readonly audience: Audience;
  /** Called when a turn's time may be over: call `timeOut` then, in turn with everything else. */
  readonly onLate: () => void;
  /** Called once, when everybody has been told; `stored` resolves when the store knows the match, null where it never will. */
  readonly onEnd: (stored: Promise<unknown> | null) => void;
}

export class MatchCourse {
  readonly #init: CourseInit;
  readonly #services: RoomServices;
  readonly #port: MatchPort;
  readonly #ledger: MatchLedger;
  readonly #timers: TurnTimers | null;
  readonly #startedMs: number;
  #ply = 0;
  #turnId = '';
  #end: MatchEnd | null = null;
  /** Set when the record was handed in; `stored` as in `onEnd`, with whether it worked. */
  #record: { readonly stored: Promise<boolean> | null } | null = null;

  constructor(init: CourseInit, services: RoomServices) {
    const { matchId, number, plan, seed, table, onLate } = init;
    const { game, options, variant, roles, profile, penalty, rated, durability, clock, public: open } = plan;
    this.#init = init;
    this.#services = services;
    this.#startedMs = services.clock.nowMs();
    this.#timers = clock ? new TurnTimers(services.clock, clock.moveMs, onLate) : null;
    this.#ledger = new MatchLedger({ number, matchId, accounts: table.accounts(), rated, public: open, durability }, services);
    this.#port = services.openPort({
      game, matchId, seed, options, variant, roles, profile, ...(penalty === undefined ? {} : { penalty }), rated, number, durability, clock,
      names: table.seats.map(({ account }) => account?.name ?? ''), accounts: table.seats.map(({ account }) => account?.id ?? ''), startedAt: new Date(this.#startedMs).toISOString(),
    });
  }

  get number(): number {
    return this.#init.number;
  }

  get ply(): number {
    return this.#ply;
  }

  get turnId(): string {
    return this.#turnId;
  }

  get end(): MatchEnd | null {
    return this.#end;
  }

  /** Opens the match and stores its beginning, without telling anybody yet. @throws CORE_GAME_FAULT, CORE_PROFILE_REFUSED, and what the store threw; then call `abort` */
  async open(): Promise<MatchUpdate> {
    const update = await this.#port.start();
    if (this.#ledger.storesEvents) await this.#ledger.start((await this.#port.record()).header, update.events);
    return update;
  }

  /** Tells everybody that the opened match has begun. */
  async begin(update: MatchUpdate): Promise<void> {
    const { audience, table } = this.#init;
    if (update.end && !(await this.#store(update))) return this.#conclude(update.end);
    if (audience.spectators.size > 0) audience.tell('spectator', (await this.#port.watch('spectator')).events);
    for (const { seat, peer } of table.seats) if (peer?.events) audience.tell(seat, (await this.#port.watch(seat)).events);
    await this.#follow(update);
  }

  /** An attempt at the current turn: judged, stored, answered, and followed by what it causes. */
  attempt(peer: Peer, seat: RoomSeat, act: ActMessage, receivedMs: number): Promise<void> {
    const { actionId, text, trace } = act;
    const atMs = receivedMs - this.#startedMs;
    const by: Attempt = text === undefined ? (trace ? { actionId, atMs, trace } : { actionId, atMs }) : trace ? { actionId, atMs, text, trace } : { actionId, atMs, text };
    let judged = this.#port.submit(seat.seat, text === undefined ? { action: act.action } : { text }, by);
    let stands = true;
    if (this.#ledger.storesEvents) {
      judged = judged.then(async (update) => {
        stands = await this.#store(update);
        return update;
      });
    }
    return judged.then(
      (update) => this.#answer(peer, seat, act, update, stands),
      (cause: unknown) => {
        peer.send(errorMessage(publicError(cause, 'the act'), act.id)); // the end of the match is told by whoever handles the fault
        throw cause;
      },
    );
  }

  /** Tells the sender of an attempt what became of it, and everybody what follows. @param stands false: its end was not stored */
  #answer(peer: Peer, seat: RoomSeat, act: ActMessage, update: MatchUpdate & { readonly result: SubmitResult }, stands: boolean): Promise<void> | void {
    const { id, matchId, turnId, actionId } = act;
    if (!stands) {
      peer.send(errorMessage(new ArenaError('ARENA_FAULT', { details: { what: 'the act' } }), id));
      return this.#conclude(update.end as MatchEnd); // only an end is answered with `false`
    }
    const { result } = update;
    this.#services.counters.attempt(this.#init.plan.game.id, result.ok);
    const answer: ActedMessage | RefusedMessage = result.ok
      ? { type: 'acted', matchId, turnId, seat: seat.seat, actionId }
      : { type: 'refused', matchId, turnId: update.turnId, seat: seat.seat, actionId, ...refusalParts(result.error) };
    seat.remember(act, answer);
    peer.send(withId(answer, id));
    return this.#follow(update);
  }

  /** Fails the seats whose time was over at this moment; nothing to wait for when there is none. */
  timeOut(atMs: number): Promise<void> | void {
    if (!this.#timers || this.#end) return;
    const late = this.#timers.late(atMs);
    return late.length > 0 ? this.fail(late, 'timeout') : undefined;
  }

  async fail(seats: readonly Seat[], reason: FailReason, cause?: string): Promise<void> {
    if (this.#end) return;
    const update = await this.#port.fail(seats, reason, cause);
    if (this.#ledger.storesEvents && !(await this.#store(update))) await this.#conclude(update.end as MatchEnd);
    else await this.#follow(update);
  }

  async abort(cause: string): Promise<void> {
    if (!this.#end) await this.#follow(await this.#port.abort(cause));
  }

  /** Something threw: this match is over, nothing else is. */
  async fault(cause: unknown): Promise<void> {
    const { counters, log } = this.#services;
    counters.faults++;
    log.error({ err: cause, match: this.#init.matchId, game: this.#init.plan.game.id }, 'a match was stopped by a fault');
    if (this.#end) return;
    const words = isCodedError(cause) && cause.code === 'CORE_GAME_FAULT' ? 'game failed' : 'arena failed';
    const end = await this.#port.abort(words).then((update) => update.end, () => null); // a game that throws may throw again
    await this.#conclude(end ?? this.#aborted(words));
  }

  /** Everything a reader may know now. */
  view(reader: Reader): Promise<ReaderView> {
    return this.#port.view(reader);
  }

  /** As `view`, and from now on this reader is told what happens. */
  watch(reader: Reader): Promise<ReaderView> {
    return this.#port.watch(reader);
  }

  unwatch(reader: Reader): void {
    this.#port.unwatch(reader);
  }

  /** The turn that a seat is asked, as this client gets it; null when it is not to act. */
  turnFor(peer: Peer, { seat, turn }: RoomSeat): TurnMessage | null {
    return turn && turnMessage(this.#init.matchId, this.#turnId, this.#init.plan, turn, peer.parts, this.#timers?.leftMs(seat) ?? null);
  }

  /** Tells what follows from a change: news to readers, turns to seats, the end to all. A turn is asked once, and once more per refused attempt. */
  #follow(update: MatchUpdate): Promise<void> | void {
    const { audience, table } = this.#init;
    const { turnId, turns } = update;
    this.#ply = update.ply;
    this.#turnId = turnId;
    for (const { reader, events } of update.told) audience.tell(reader, events);
    if (update.end) return this.#conclude(update.end);
    for (const seat of table.seats) {
      const turn = turns.find((one) => one.seat === seat.seat) ?? null;
      seat.turn = turn;
      if (!turn) this.#timers?.stop(seat.seat);
      else if (seat.askedTurnId !== turnId || seat.askedRetries !== turn.retriesLeft) {
        if (seat.askedTurnId !== turnId) this.#timers?.start(seat.seat);
        audience.ask(seat, turnId, turn, this.#timers?.leftMs(seat.seat) ?? null);
      }
    }
  }

  /** The match is over: its record is stored (before anybody is told, unless it is a bulk match), then everybody is told. */
  async #conclude(end: MatchEnd): Promise<void> {
    const { audience, table, plan, seed, onEnd } = this.#init;
    const { stored } = await this.#handIn();
    // What should have been stored and was not has not happened: the next start finds the match unfinished.
    const stands = !this.#ledger.storesEvents || stored === null || (await stored);
    this.#end = stands ? end : this.#aborted('record not stored');
    this.#services.counters.end(plan.game.id, this.#end.reason);
    this.#timers?.stopAll();
    for (const seat of table.seats) seat.turn = null;
    audience.tellEnd(this.#end, seed);
    onEnd(stored);
  }

  /**
   * Durability `event`: stores what an update brought, before anything of it is told. The last events of a match go with its whole record.
   * @returns false when the end was not stored: then it has not happened
   * @throws what the store threw for events in between
   */
  async #store(update: MatchUpdate): Promise<boolean> {
    if (!this.#ledger.storesEvents) return true;
    if (update.end) {
      const { stored } = await this.#handIn();
      return stored === null || stored;
    }
    await this.#ledger.append(update.events);
    return true;
  }

  /** Hands the whole record to the store, once. */
  async #handIn(): Promise<{ readonly stored: Promise<boolean> | null }> {
    if (this.#record) return this.#record;
    try {
      return (this.#record = { stored: this.#ledger.finish(await this.#port.record()) });
    } catch (cause) {
      this.#ledger.lost(cause); // the match never came to be: there is no record
      return (this.#record = { stored: null });
    }
  }

  #aborted(cause: string): MatchEnd {
    return { reason: 'aborted', offenders: [], returns: null, zeroSum: true, ply: this.#ply, cause };
  }
}

function refusalParts({ kind, message, pointer, retriesLeft }: Pick<RefusedMessage, 'kind' | 'message' | 'pointer' | 'retriesLeft'>): Pick<RefusedMessage, 'kind' | 'message' | 'pointer' | 'retriesLeft'> {
  return { kind, message, retriesLeft, ...(pointer === undefined ? {} : { pointer }) };
}
