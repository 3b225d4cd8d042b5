/**
 * What the arena keeps: accounts, matches and their records. An interface with batches as its unit of writing, so that a thousand finished
 * matches cost one transaction. Records are opaque JSONL text here; reading them is core's business. Adapters: `sqlite.ts`, and `memory.ts` for an arena without a file.
 */
import type { Durability } from '@spiral-arena/core/match';
import type { Account } from '../accounts.js';

export interface StoredAccount extends Account {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly createdAtMs: number;
}

/** A match of durability `event` that begins: from here on it survives the process. */
export interface StartedMatch {
  readonly number: number;
  readonly matchId: string;
  readonly accounts: readonly string[];
  readonly rated: boolean;
  readonly public: boolean;
  /** The header line of its record. */
  readonly header: string;
}

/** New lines of a live record. */
export interface StoredEvents {
  readonly number: number;
  /** Index of the first line in the record, the header being 0. Lines end in a line feed. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** A match that ended, with its whole record. */
export interface FinishedMatch {
  readonly number: number;
  readonly matchId: string;
  readonly accounts: readonly string[];
  readonly rated: boolean;
  readonly public: boolean;
  readonly durability: Durability;
  /** Its text, written when it is asked for: most bulk records of a store without a file are forgotten unread. */
  record(): string;
}

/** What one transaction writes, in this order. */
export interface StoreBatch {
  readonly started: readonly StartedMatch[];
  readonly events: readonly StoredEvents[];
  readonly finished: readonly FinishedMatch[];
}

export interface StoredMatch {
  readonly number: number;
  readonly matchId: string;
  readonly status: 'live' | 'ended';
  readonly public: boolean;
  /** JSONL text: complete when ended, as far as it was stored when live. */
  readonly record: string;
}

export interface EndedQuery {
  /** Matches of this account and public ones. */
  readonly account: string;
  /** Numbers below it. */
  readonly before: number;
  readonly limit: number;
}

export interface Store {
  addAccount(account: StoredAccount): Promise<void>;
  account(id: string): Promise<Account | null>;
  accountByTokenHash(tokenHash: string): Promise<Account | null>;

  /** All of it or nothing. */
  write(batch: StoreBatch): Promise<void>;
  match(matchId: string): Promise<StoredMatch | null>;
  /** Ended matches, highest number first. */
  ended(query: EndedQuery): Promise<readonly StoredMatch[]>;
  /** Numbers of the ended matches of an account above the cursor, ascending. */
  endedNumbers(account: string, cursor: number): Promise<readonly number[]>;
  /** Those of the numbers that are still kept, ascending. */
  records(numbers: readonly number[]): Promise<readonly { readonly number: number; readonly record: string }[]>;
  /** Matches that were live when the process before this one ended, ascending. */
  live(): Promise<readonly StoredMatch[]>;
  /** The highest number ever given out and stored; 0 when there is none. */
  lastNumber(): Promise<number>;
  close(): Promise<void>;
}
