/** The store of an arena that leaves no files: everything is gone with the process. Records are written when somebody reads them. */
import type { Account } from '../accounts.js';
import { ArenaError } from '../errors.js';
import type { EndedQuery, FinishedMatch, StartedMatch, Store, StoreBatch, StoredAccount, StoredMatch } from './store.js';

export interface MemoryOptions {
  /** Unrated records of durability `match` that are kept. */
  readonly keepBulkRecords: number;
}

/** Bulk records that may come on top of the limit before the oldest are forgotten. */
const PRUNE_EVERY = 1000;

interface HeldMatch {
  readonly number: number;
  readonly matchId: string;
  readonly accounts: readonly string[];
  readonly public: boolean;
  /** Null while the match is live. */
  readonly record: (() => string) | null;
  /** Of a live match: the header, then what was added. */
  readonly lines: string[];
}

export class MemoryStore implements Store {
  readonly #keepBulkRecords: number;
  readonly #accounts = new Map<string, StoredAccount>();
  readonly #accountsByTokenHash = new Map<string, StoredAccount>();
  readonly #matches = new Map<number, HeldMatch>();
  readonly #numbers = new Map<string, number>();
  /** Numbers of the unrated matches of durability `match`. */
  #bulk: number[] = [];
  #lastNumber = 0;

  constructor({ keepBulkRecords }: MemoryOptions) {
    this.#keepBulkRecords = keepBulkRecords;
  }

  async addAccount(account: StoredAccount): Promise<void> {
    if (this.#accounts.has(account.id) || this.#accountsByTokenHash.has(account.tokenHash)) throw twice(`account ${account.id}`);
    this.#accounts.set(account.id, account);
    this.#accountsByTokenHash.set(account.tokenHash, account);
  }

  async account(id: string): Promise<Account | null> {
    return asAccount(this.#accounts.get(id));
  }

  async accountByTokenHash(tokenHash: string): Promise<Account | null> {
    return asAccount(this.#accountsByTokenHash.get(tokenHash));
  }

  async write({ started, events, finished }: StoreBatch): Promise<void> {
    this.#check([...started, ...finished]);
    for (const { header, ...match } of started) this.#put({ ...match, record: null, lines: [header] });
    for (const { number, from, lines } of events) this.#matches.get(number)?.lines.splice(from, lines.length, ...lines);
    for (const { record, rated, durability, ...match } of finished) {
      const accounts = [...(this.#matches.get(match.number)?.accounts ?? []), ...match.accounts];
      this.#put({ ...match, accounts, record, lines: [] });
      if (durability === 'match' && !rated) this.#bulk.push(match.number);
    }
    if (this.#bulk.length >= this.#keepBulkRecords + PRUNE_EVERY) this.#prune();
  }

  async match(matchId: string): Promise<StoredMatch | null> {
    const held = this.#matches.get(this.#numbers.get(matchId) ?? Number.NaN);
    return held ? asStored(held) : null;
  }

  async ended({ account, before, limit }: EndedQuery): Promise<readonly StoredMatch[]> {
    const seen = [...this.#matches.values()].filter((held) => held.record && held.number < before && (held.public || held.accounts.includes(account)));
    return seen.toSorted((a, b) => b.number - a.number).slice(0, limit).map(asStored);
  }

  async live(): Promise<readonly StoredMatch[]> {
    return [...this.#matches.values()].filter(({ record }) => !record).toSorted((a, b) => a.number - b.number).map(asStored);
  }

  async endedNumbers(account: string, cursor: number): Promise<readonly number[]> {
    const numbers: number[] = [];
    for (const { number, record, accounts } of this.#matches.values()) if (record && number > cursor && accounts.includes(account)) numbers.push(number);
    return numbers.toSorted((a, b) => a - b);
  }

  async records(numbers: readonly number[]): Promise<readonly { readonly number: number; readonly record: string }[]> {
    const held = [...new Set(numbers)].toSorted((a, b) => a - b).map((number) => this.#matches.get(number));
    return held.flatMap((match) => (match?.record ? [{ number: match.number, record: match.record() }] : []));
  }

  async lastNumber(): Promise<number> {
    return this.#lastNumber;
  }

  async close(): Promise<void> {
    this.#matches.clear();
    this.#numbers.clear();
  }

  /** Before anything is written, so that a batch is stored whole or not at all. @throws ARENA_STORE_FAILED */
  #check(matches: readonly (StartedMatch | FinishedMatch)[]): void {
    const own = new Map<string, number>();
    for (const { matchId, number } of matches) {
      if ((own.get(matchId) ?? this.#numbers.get(matchId) ?? number) !== number) throw twice(`match ${matchId}`);
      own.set(matchId, number);
    }
  }

  #put(match: HeldMatch): void {
    this.#matches.set(match.number, match);
    this.#numbers.set(match.matchId, match.number);
    this.#lastNumber = Math.max(this.#lastNumber, match.number);
  }

  #prune(): void {
    const newestLast = this.#bulk.toSorted((a, b) => a - b);
    for (const number of newestLast.slice(0, -this.#keepBulkRecords)) {
      this.#numbers.delete(this.#matches.get(number)?.matchId ?? '');
      this.#matches.delete(number);
    }
    this.#bulk = newestLast.slice(-this.#keepBulkRecords);
  }
}

function asAccount(stored: StoredAccount | undefined): Account | null {
  return stored ? { id: stored.id, name: stored.name, guest: stored.guest } : null;
}

function asStored({ number, matchId, public: open, record, lines }: HeldMatch): StoredMatch {
  return { number, matchId, status: record ? 'ended' : 'live', public: open, record: record ? record() : lines.join('') };
}

function twice(what: string): ArenaError {
  return new ArenaError('ARENA_STORE_FAILED', { details: { path: ':memory:', got: `${what} a second time` } });
}
