/**
 * The embedded store: one SQLite file (or memory) through libsql and kysely. Batches go in as JSON arrays that SQLite unfolds itself,
 * so a batch of a thousand matches is five statements. Write-ahead log; what a commit survives is `storeSync` of the configuration.
 * libsql has the programming interface of better-sqlite3, which is what kysely's dialect expects.
 */
import Database from 'libsql';
import { Kysely, Migrator, sql, SqliteDialect, type RawBuilder, type Selectable, type SqliteDatabase, type Transaction } from 'kysely';
import type { Account } from '../accounts.js';
import { ArenaError } from '../errors.js';
import { MIGRATIONS } from './migrations.js';
import type { ArenaTables, MatchesTable } from './schema.js';
import type { EndedQuery, FinishedMatch, Store, StoreBatch, StoredAccount, StoredMatch } from './store.js';

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly path: string;
  readonly sync: 'normal' | 'full';
  /** Unrated records of durability `match` that are kept. */
  readonly keepBulkRecords: number;
}

/** Bulk records that may come on top of the limit before the oldest are deleted: deletion works on many at once. */
const PRUNE_EVERY = 1000;

/** Characters after which a new block begins: small enough to read for one record, large enough to be one write for hundreds. */
const BLOCK_LENGTH = 256 * 1024;

/**
 * Opens the store and brings its tables up to date.
 * @throws ARENA_STORE_FAILED, ARENA_STORE_NEWER
 */
export async function openSqliteStore({ path, sync, keepBulkRecords }: SqliteOptions): Promise<Store> {
  let database: Database.Database;
  try {
    database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${sync}`);
  } catch (cause) {
    throw new ArenaError('ARENA_STORE_FAILED', { cause, details: { path, got: cause instanceof Error ? cause.message : String(cause) } });
  }
  // The two types describe the same interface; libsql's promises less about the results.
  const db = new Kysely<ArenaTables>({ dialect: new SqliteDialect({ database: database as unknown as SqliteDatabase }) });
  try {
    await migrate(db, path);
  } catch (cause) {
    await db.destroy();
    throw cause;
  }
  return new SqliteStore(db, keepBulkRecords);
}

async function migrate(db: Kysely<ArenaTables>, path: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } });
  const known = new Set(Object.keys(MIGRATIONS));
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db).then(({ rows }) => rows, () => []);
  const newer = done.find(({ name }) => !known.has(name));
  if (newer) throw new ArenaError('ARENA_STORE_NEWER', { cause: error, details: { path, got: newer.name } });
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'opening';
  throw new ArenaError('ARENA_STORE_FAILED', { cause: error, details: { path, got: `${error instanceof Error ? error.message : 'an error'} (${failed})` } });
}

class SqliteStore implements Store {
  readonly #db: Kysely<ArenaTables>;
  readonly #keepBulkRecords: number;
  #bulkSincePrune = 0;

  constructor(db: Kysely<ArenaTables>, keepBulkRecords: number) {
    this.#db = db;
    this.#keepBulkRecords = keepBulkRecords;
  }

  async addAccount({ id, name, tokenHash, guest, createdAtMs }: StoredAccount): Promise<void> {
    await this.#db.insertInto('accounts').values({ id, name, token_hash: tokenHash, guest: guest ? 1 : 0, created_at_ms: createdAtMs }).execute();
  }

  async account(id: string): Promise<Account | null> {
    return toAccount(await this.#db.selectFrom('accounts').select(['id', 'name', 'guest']).where('id', '=', id).executeTakeFirst());
  }

  async accountByTokenHash(tokenHash: string): Promise<Account | null> {
    return toAccount(await this.#db.selectFrom('accounts').select(['id', 'name', 'guest']).where('token_hash', '=', tokenHash).executeTakeFirst());
  }

  async write({ started, events, finished }: StoreBatch): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      if (started.length > 0) {
        await addMatches(tx, started.map(({ number, matchId, rated, public: open }) => [number, matchId, 'live', 'event', Number(rated), Number(open), null, null]), null);
        await addAccounts(tx, started);
      }
      const lines = [
        ...started.map(({ number, header }) => [number, 0, header]),
        ...events.flatMap(({ number, from, lines: added }) => added.map((line, index) => [number, from + index, line])),
      ];
      if (lines.length > 0) {
        await sql`insert into live_lines (number, line, text) select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(lines)})`.execute(tx);
      }
      if (finished.length > 0) await addFinished(tx, finished);
      this.#bulkSincePrune += finished.filter(({ durability }) => durability === 'match').length;
      if (this.#bulkSincePrune >= PRUNE_EVERY) await this.#prune(tx);
    });
  }

  async match(matchId: string): Promise<StoredMatch | null> {
    return (await this.#matches(sql`match_id = ${matchId}`, 1))[0] ?? null;
  }

  async ended({ account, before, limit }: EndedQuery): Promise<readonly StoredMatch[]> {
    return this.#matches(sql`status = 'ended' and number < ${before} and (public = 1 or exists (select 1 from match_accounts a where a.account = ${account} and a.number = matches.number))`, limit);
  }

  async live(): Promise<readonly StoredMatch[]> {
    return (await this.#matches(sql`status = 'live'`, -1)).toReversed();
  }

  async endedNumbers(account: string, cursor: number): Promise<readonly number[]> {
    const { rows } = await sql<{ number: number }>`select a.number as number from match_accounts a join matches m on m.number = a.number
      where a.account = ${account} and a.number > ${cursor} and m.status = 'ended' order by a.number`.execute(this.#db);
    return rows.map(({ number }) => number);
  }

  async records(numbers: readonly number[]): Promise<readonly { readonly number: number; readonly record: string }[]> {
    const found = await this.#matches(sql`status = 'ended' and number in (select value from json_each(${JSON.stringify(numbers)}))`, -1);
    return found.toReversed().map(({ number, record }) => ({ number, record }));
  }

  async lastNumber(): Promise<number> {
    const { rows } = await sql<{ last: number | null }>`select max(number) as last from matches`.execute(this.#db);
    return rows[0]?.last ?? 0;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  /** Matches by a condition on their rows, highest number first, with their records. Every block is read once. */
  async #matches(where: RawBuilder<unknown>, limit: number): Promise<StoredMatch[]> {
    const { rows } = await sql<Selectable<MatchesTable>>`select * from matches where ${where} order by number desc limit ${limit}`.execute(this.#db);
    const blocks = new Map<number, string>();
    const lines = new Map<number, string>();
    const needed = [...new Set(rows.flatMap(({ block }) => block ?? []))];
    if (needed.length > 0) for (const { block, text } of await this.#db.selectFrom('blocks').select(['block', 'text']).where('block', 'in', needed).execute()) blocks.set(block, text);
    const live = rows.filter(({ status }) => status === 'live').map(({ number }) => number);
    if (live.length > 0) {
      const found = await this.#db.selectFrom('live_lines').select(['number', 'text']).where('number', 'in', live).orderBy('number').orderBy('line').execute();
      for (const { number, text } of found) lines.set(number, `${lines.get(number) ?? ''}${text}`);
    }
    return rows.map(({ number, match_id: matchId, status, public: open, block, start, length }) => ({
      number, matchId, status, public: open === 1,
      record: block === null ? (lines.get(number) ?? '') : (blocks.get(block) ?? '').slice(start ?? 0, (start ?? 0) + (length ?? 0)),
    }));
  }

  /** Deletes the oldest unrated bulk records over the limit, and blocks that hold nothing else. Rated and `event` matches stay. */
  async #prune(tx: Transaction<ArenaTables>): Promise<void> {
    this.#bulkSincePrune = 0;
    const oldest = sql<{ number: number }>`select number from matches where durability = 'match' and rated = 0 order by number desc limit 1 offset ${this.#keepBulkRecords}`;
    const last = (await oldest.execute(tx)).rows[0]?.number;
    if (last === undefined) return;
    await sql`delete from match_accounts where number <= ${last} and number in (select number from matches where number <= ${last} and durability = 'match' and rated = 0)`.execute(tx);
    await sql`delete from matches where number <= ${last} and durability = 'match' and rated = 0`.execute(tx);
    await sql`delete from blocks where last_number <= ${last} and not exists (select 1 from matches m where m.block = blocks.block)`.execute(tx);
  }
}

type MatchRow = readonly [number: number, matchId: string, status: string, durability: string, rated: number, open: number, start: number | null, length: number | null];

async function addMatches(tx: Transaction<ArenaTables>, rows: readonly MatchRow[], block: number | null): Promise<void> {
  await sql`insert into matches (number, match_id, status, durability, rated, public, block, start, length)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ${block}, value ->> 6, value ->> 7 from json_each(${JSON.stringify(rows)}) where true
    on conflict (number) do update set status = excluded.status, block = excluded.block, start = excluded.start, length = excluded.length`.execute(tx);
}

async function addAccounts(tx: Transaction<ArenaTables>, matches: readonly { readonly number: number; readonly accounts: readonly string[] }[]): Promise<void> {
  const pairs = matches.flatMap(({ number, accounts }) => [...new Set(accounts)].map((account) => [account, number]));
  await sql`insert into match_accounts (account, number) select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)}) where true on conflict do nothing`.execute(tx);
}

/** Records one after the other in blocks; each match remembers its piece. */
async function addFinished(tx: Transaction<ArenaTables>, finished: readonly FinishedMatch[]): Promise<void> {
  for (let next = 0; next < finished.length;) {
    const rows: MatchRow[] = [];
    let text = '';
    let last = 0;
    for (; next < finished.length && text.length < BLOCK_LENGTH; next++) {
      const { number, matchId, durability, rated, public: open, record: write } = finished[next] as FinishedMatch;
      const record = write();
      rows.push([number, matchId, 'ended', durability, Number(rated), Number(open), text.length, record.length]);
      text += record;
      last = Math.max(last, number);
    }
    const { insertId } = await tx.insertInto('blocks').values({ last_number: last, text }).executeTakeFirstOrThrow();
    await addMatches(tx, rows, Number(insertId));
  }
  await addAccounts(tx, finished);
  const stored = finished.filter(({ durability }) => durability === 'event').map(({ number }) => number);
  if (stored.length > 0) await sql`delete from live_lines where number in (select value from json_each(${JSON.stringify(stored)}))`.execute(tx);
}

function toAccount(row: { readonly id: string; readonly name: string; readonly guest: number } | undefined): Account | null {
  return row ? { id: row.id, name: row.name, guest: row.guest === 1 } : null;
}
