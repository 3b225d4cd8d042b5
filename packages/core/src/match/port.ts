/**
 * The asynchronous door to a match: a room calls it and never holds the match, so that a match can live in another thread.
 * Each call answers with everything that follows from it in one piece: who is to act with what they see, what readers are told,
 * the new events for the store, and the end. `LocalMatchPort` keeps the match in this thread.
 */
import type { Action, Game, Observation, Reader, Role, Seat } from '../game/game.js';
import type { Attempt, MatchEnd, MatchEvent } from './events.js';
import type { MatchInit } from './header.js';
import { Match } from './match.js';
import type { FailReason, Submission, SubmitResult } from './submission.js';
import { ReaderCursor, toldEvents, type ToldEvent } from './reader.js';
import { recordOf, resume, type MatchRecord } from './record.js';

/** A seat that is to act, with what it may know. The observation is frozen to its leaves: in process it is handed on as it is. */
export interface PendingTurn {
  readonly seat: Seat;
  readonly role: Role;
  readonly observation: Observation;
  readonly legalActions: readonly Action[] | null;
  readonly retriesLeft: number;
}

export interface MatchUpdate {
  readonly ply: number;
  readonly turnId: string;
  /** All seats that are to act now; empty at the end. */
  readonly turns: readonly PendingTurn[];
  /** Events since the last update, for the store. Private. */
  readonly events: readonly MatchEvent[];
  /** What each watched reader was told since the last update; readers without news are left out. */
  readonly told: readonly { readonly reader: Reader; readonly events: readonly ToldEvent[] }[];
  readonly end: MatchEnd | null;
}

export interface ReaderView {
  readonly observation: Observation;
  readonly events: readonly ToldEvent[];
}

export interface MatchPort {
  /** The first update. @throws as Match.start */
  start(): Promise<MatchUpdate>;
  submit(seat: Seat, submission: Submission, by?: Attempt): Promise<MatchUpdate & { readonly result: SubmitResult }>;
  fail(seats: readonly Seat[], reason: FailReason, cause?: string): Promise<MatchUpdate>;
  abort(cause: string): Promise<MatchUpdate>;
  /** From now on updates say what this reader is told. */
  watch(reader: Reader): Promise<ReaderView>;
  unwatch(reader: Reader): void;
  view(reader: Reader): Promise<ReaderView>;
  record(): Promise<MatchRecord>;
  /** Role by seat, as known now. */
  roles(): Promise<readonly Role[]>;
}

/** A match in this thread, new or resumed from a record. */
export class LocalMatchPort implements MatchPort {
  readonly #open: () => Match;
  readonly #cursors = new Map<Reader, ReaderCursor>();
  #match: Match | null = null;
  #seen = 0;

  private constructor(open: () => Match) {
    this.#open = open;
  }

  static create(init: MatchInit): LocalMatchPort {
    return new LocalMatchPort(() => Match.start(init));
  }

  static resume(record: MatchRecord, game: Game): LocalMatchPort {
    return new LocalMatchPort(() => resume(record, game));
  }

  async start(): Promise<MatchUpdate> {
    return this.#update(this.#live());
  }

  async submit(seat: Seat, submission: Submission, by?: Attempt): Promise<MatchUpdate & { readonly result: SubmitResult }> {
    const match = this.#live();
    const result = match.submit(seat, submission, by);
    return this.#update(match, result);
  }

  async fail(seats: readonly Seat[], reason: FailReason, cause?: string): Promise<MatchUpdate> {
    const match = this.#live();
    match.fail(seats, reason, cause);
    return this.#update(match);
  }

  async abort(cause: string): Promise<MatchUpdate> {
    const match = this.#live();
    match.abort(cause);
    return this.#update(match);
  }

  async watch(reader: Reader): Promise<ReaderView> {
    const match = this.#live();
    const cursor = new ReaderCursor(match, reader);
    const events = cursor.next();
    this.#cursors.set(reader, cursor);
    return { observation: match.observe(reader), events };
  }

  unwatch(reader: Reader): void {
    this.#cursors.delete(reader);
  }

  async view(reader: Reader): Promise<ReaderView> {
    const match = this.#live();
    return { observation: match.observe(reader), events: toldEvents(match, reader) };
  }

  async record(): Promise<MatchRecord> {
    return recordOf(this.#live());
  }

  async roles(): Promise<readonly Role[]> {
    const match = this.#live();
    return match.header.seats.map((_, seat) => match.roleOf(seat));
  }

  #live(): Match {
    return (this.#match ??= this.#open());
  }

  #update(match: Match): MatchUpdate;
  #update(match: Match, result: SubmitResult): MatchUpdate & { readonly result: SubmitResult };
  #update(match: Match, result?: SubmitResult): MatchUpdate & { readonly result?: SubmitResult } {
    const pending = match.pending();
    const turns = pending.length === 0 ? NO_TURNS : pending.map((seat) => ({ seat, role: match.roleOf(seat), observation: match.observe(seat), legalActions: match.legalActions(seat), retriesLeft: match.retriesLeft(seat) }));
    const told = this.#cursors.size === 0 ? NOTHING_TOLD : this.#told();
    const events = match.events.length === this.#seen ? NO_EVENTS : match.events.slice(this.#seen);
    this.#seen = match.events.length;
    const { ply, turnId, end } = match;
    return result ? { ply, turnId, turns, events, told, end, result } : { ply, turnId, turns, events, told, end };
  }

  #told(): MatchUpdate['told'] {
    const told: { reader: Reader; events: readonly ToldEvent[] }[] = [];
    for (const cursor of this.#cursors.values()) {
      const events = cursor.next();
      if (events.length > 0) told.push({ reader: cursor.reader, events });
    }
    return told;
  }
}

const NO_TURNS: readonly PendingTurn[] = Object.freeze([]);
const NOTHING_TOLD: MatchUpdate['told'] = Object.freeze([]);
const NO_EVENTS: readonly MatchEvent[] = Object.freeze([]);
