/**
 * The feed: finished matches of an account in the order of their numbers, at least once, as fast as the subscriber gives credits.
 * A record waits for the matches of that account with lower numbers, so a subscriber can form batches by number alone.
 * Records come from memory when they are fresh and from the store otherwise; what retention has deleted is skipped.
 */
import { readRecord, type MatchRecord } from '@spiral-arena/core/match';
import type { FeedRecord } from '@spiral-arena/core/protocol';
import { errorMessage } from './answers.js';
import type { Counters } from './counters.js';
import type { RolesOf } from './dealt-roles.js';
import { ArenaError } from './errors.js';
import { feedRecord } from './feed-record.js';
import type { Logger } from './log.js';
import type { Peer } from './peer.js';
import type { Store } from './store/store.js';

/** Records read from the store at a time. */
const READ_AT_ONCE = 200;

/** What the feed works with. */
export interface FeedServices {
  readonly store: Store;
  readonly counters: Counters;
  readonly log: Logger;
  readonly rolesOf: RolesOf;
  /** Records kept in memory per subscription; what comes after them is read from the store again. */
  readonly bufferRecords: number;
}

export class Feed {
  readonly #services: FeedServices;
  readonly #lanes = new Map<Peer, Lane>();
  /** Lanes by account, for those who have a subscription. */
  readonly #byAccount = new Map<string, Set<Lane>>();
  /** Numbers by account, ascending, whose records are not stored yet. */
  readonly #open = new Map<string, Set<number>>();
  #lastNumber: number;

  /** @param lastNumber the highest match number given out before */
  constructor(services: FeedServices, lastNumber: number) {
    this.#services = services;
    this.#lastNumber = lastNumber;
  }

  get subscriptions(): number {
    return this.#lanes.size;
  }

  /** A match of these accounts has got its number; numbers come in ascending order. */
  opened(number: number, accounts: readonly string[]): void {
    this.#lastNumber = number;
    for (const account of accounts) {
      const open = this.#open.get(account);
      if (open) open.add(number);
      else this.#open.set(account, new Set([number]));
    }
    for (const lane of this.#of(accounts)) lane.open(number);
  }

  /** The record of this match is stored. */
  finished(number: number, accounts: readonly string[], record: MatchRecord): void {
    this.#close(number, accounts);
    for (const lane of this.#of(accounts)) lane.finish(number, record);
  }

  /** This match will have no record. */
  gone(number: number, accounts: readonly string[]): void {
    this.#close(number, accounts);
    for (const lane of this.#of(accounts)) lane.drop(number);
  }

  /**
   * Begins a subscription, in place of an older one of the same client.
   * @param cursor records with a higher number are sent; absent: those of matches that have not ended yet
   * @returns the cursor to start from, and what lets the records flow once the client has been told
   */
  async subscribe(peer: Peer, cursor: number | undefined, credits: number): Promise<{ readonly cursor: number; start(): void }> {
    this.leave(peer);
    const { id } = peer.account;
    const open = [...(this.#open.get(id) ?? [])];
    const from = cursor ?? (open[0] === undefined ? this.#lastNumber : open[0] - 1);
    const lane = new Lane(peer, credits, from, this.#services);
    this.#lanes.set(peer, lane);
    const lanes = this.#byAccount.get(id) ?? new Set();
    this.#byAccount.set(id, lanes.add(lane));
    for (const number of open) lane.open(number);
    // Meanwhile matches may end; the lane takes note of them and of these in either order.
    if (cursor !== undefined) lane.addStored(await this.#services.store.endedNumbers(id, cursor));
    return { cursor: from, start: () => lane.start() };
  }

  /** Everything up to the cursor was handled; so many more may be on their way. */
  ack(peer: Peer, cursor: number, credits: number): void {
    this.#lanes.get(peer)?.ack(cursor, credits);
  }

  /** The client is gone. */
  leave(peer: Peer): void {
    const lane = this.#lanes.get(peer);
    if (!lane) return;
    lane.stop();
    this.#lanes.delete(peer);
    const lanes = this.#byAccount.get(peer.account.id);
    lanes?.delete(lane);
    if (lanes?.size === 0) this.#byAccount.delete(peer.account.id);
  }

  #close(number: number, accounts: readonly string[]): void {
    for (const account of accounts) {
      const open = this.#open.get(account);
      open?.delete(number);
      if (open?.size === 0) this.#open.delete(account);
    }
  }

  *#of(accounts: readonly string[]): Generator<Lane> {
    if (this.#byAccount.size === 0) return;
    for (const account of accounts) {
      const lanes = this.#byAccount.get(account);
      if (lanes) yield* lanes;
    }
  }
}

/** One subscription: the numbers to deliver in order, and what is known of each. */
class Lane {
  readonly #peer: Peer;
  readonly #services: FeedServices;
  #credits: number;
  /** Highest number delivered or skipped. */
  #cursor: number;
  /** Ascending; those before `#head` are done. */
  #order: number[] = [];
  #head = 0;
  /** Absent: nothing will come of this number. */
  readonly #entries = new Map<number, FeedRecord | 'live' | 'stored'>();
  #inMemory = 0;
  readonly #unacknowledged: number[] = [];
  #started = false;
  #reading = false;
  #stopped = false;

  constructor(peer: Peer, credits: number, cursor: number, services: FeedServices) {
    this.#peer = peer;
    this.#credits = credits;
    this.#cursor = cursor;
    this.#services = services;
  }

  open(number: number): void {
    if (number <= this.#cursor || this.#entries.has(number)) return;
    this.#entries.set(number, 'live');
    this.#order.push(number);
  }

  /** Numbers that had ended before, ascending. */
  addStored(numbers: readonly number[]): void {
    const unknown = numbers.filter((number) => number > this.#cursor && !this.#entries.has(number));
    for (const number of unknown) this.#entries.set(number, 'stored');
    this.#order = [...this.#order.slice(this.#head), ...unknown].toSorted((a, b) => a - b);
    this.#head = 0;
  }

  start(): void {
    this.#started = true;
    this.#pump();
  }

  finish(number: number, record: MatchRecord): void {
    if (this.#entries.get(number) !== 'live') return;
    if (this.#inMemory >= this.#services.bufferRecords) {
      this.#entries.set(number, 'stored');
    } else {
      this.#entries.set(number, this.#made(record));
      this.#inMemory++;
    }
    if (this.#order[this.#head] === number) this.#pump();
  }

  drop(number: number): void {
    if (this.#entries.delete(number) && this.#order[this.#head] === number) this.#pump();
  }

  ack(cursor: number, credits: number): void {
    this.#credits = credits;
    const kept = this.#unacknowledged.findIndex((number) => number > cursor);
    this.#unacknowledged.splice(0, kept === -1 ? this.#unacknowledged.length : kept);
    this.#pump();
  }

  stop(): void {
    this.#stopped = true;
    this.#entries.clear();
  }

  #pump(): void {
    if (!this.#started || this.#reading || this.#stopped) return;
    while (this.#head < this.#order.length && this.#unacknowledged.length < this.#credits) {
      const number = this.#order[this.#head] as number;
      const entry = this.#entries.get(number);
      if (entry === 'live') break;
      if (entry === 'stored') {
        void this.#read();
        break;
      }
      this.#head++;
      this.#cursor = number;
      if (!entry) continue;
      this.#entries.delete(number);
      this.#inMemory--;
      this.#unacknowledged.push(number);
      this.#services.counters.feedRecords++;
      this.#peer.send({ type: 'feed.record', cursor: number, record: entry });
    }
    if (this.#head > 1024 && this.#head * 2 > this.#order.length) {
      this.#order = this.#order.slice(this.#head);
      this.#head = 0;
    }
  }

  #made(record: MatchRecord): FeedRecord {
    return feedRecord(record, this.#peer.account.id, this.#services.rolesOf(record));
  }

  /** Reads the next records that are in the store only. */
  async #read(): Promise<void> {
    this.#reading = true;
    const numbers: number[] = [];
    for (let index = this.#head; index < this.#order.length && numbers.length < READ_AT_ONCE; index++) {
      const number = this.#order[index] as number;
      if (this.#entries.get(number) === 'stored') numbers.push(number);
    }
    try {
      const found = await this.#services.store.records(numbers);
      for (const number of numbers) this.#entries.delete(number);
      for (const { number, record } of found) {
        this.#entries.set(number, this.#made(readRecord(record)));
        this.#inMemory++;
      }
      this.#reading = false;
      this.#pump();
    } catch (cause) {
      this.#reading = false;
      this.#services.log.error({ err: cause, account: this.#peer.account.id }, 'the feed could not be read from the store');
      this.#peer.send(errorMessage(new ArenaError('ARENA_FAULT', { details: { what: 'the feed; subscribe again' } })));
      this.stop();
    }
  }
}
