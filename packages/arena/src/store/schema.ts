/**
 * The tables of the embedded store as kysely sees them. How they come to be is `migrations.ts`.
 * Booleans are 0 or 1.
 */
import type { Generated } from 'kysely';

export interface AccountsTable {
  readonly id: string;
  readonly name: string;
  readonly token_hash: string;
  readonly guest: number;
  readonly created_at_ms: number;
}

/** One row a match that is stored; its record is a piece of a block once it has ended. */
export interface MatchesTable {
  readonly number: number;
  readonly match_id: string;
  readonly status: 'live' | 'ended';
  readonly durability: 'event' | 'match';
  readonly rated: number;
  readonly public: number;
  /** The block that holds the record, and where in it, in UTF-16 units; null while live. */
  readonly block: number | null;
  readonly start: number | null;
  readonly length: number | null;
}

/** Who sat in a match. */
export interface MatchAccountsTable {
  readonly account: string;
  readonly number: number;
}

/** Lines of live records: 0 is the header. */
export interface LiveLinesTable {
  readonly number: number;
  readonly line: number;
  readonly text: string;
}

/** Records of the matches that ended in one flush, one after the other. */
export interface BlocksTable {
  readonly block: Generated<number>;
  readonly last_number: number;
  readonly text: string;
}

export interface ArenaTables {
  readonly accounts: AccountsTable;
  readonly matches: MatchesTable;
  readonly match_accounts: MatchAccountsTable;
  readonly live_lines: LiveLinesTable;
  readonly blocks: BlocksTable;
}
