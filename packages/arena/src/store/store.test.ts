import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { MemoryStore } from './memory.js';
import { openSqliteStore } from './sqlite.js';
import type { FinishedMatch, Store } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'arena-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const freshPath = (): string => join(folder, `store-${++files}.db`);
const open = (path: string, keepBulkRecords = 10_000): Promise<Store> => openSqliteStore({ path, sync: 'normal', keepBulkRecords });

function finished(number: number, parts: Partial<FinishedMatch> = {}): FinishedMatch {
  return { number, matchId: `m${number}`, accounts: ['ann'], rated: false, public: false, durability: 'match', record: () => `{"record":1,"number":${number}}\n{"type":"ended"}\n`, ...parts };
}
/** Of durability `event`. */
const STARTED = { number: 1, matchId: 'm1', accounts: ['ann', 'bob'], rated: true, public: true, header: 'header\n' };
const batch = (...matches: FinishedMatch[]): { started: []; events: []; finished: FinishedMatch[] } => ({ started: [], events: [], finished: matches });

const KINDS: { readonly [kind: string]: (keepBulkRecords?: number) => Promise<Store> } = {
  embedded: (keepBulkRecords) => open(':memory:', keepBulkRecords),
  memory: async (keepBulkRecords = 10_000) => new MemoryStore({ keepBulkRecords }),
};

describe.each(Object.entries(KINDS))('the %s store', (_kind, make) => {
  test('keeps accounts and finds them by token hash', async () => {
    const store = await make();
    await store.addAccount({ id: 'ann', name: 'Ann', guest: false, tokenHash: 'ab', createdAtMs: 1_900_000_000_000 });
    expect(await store.account('ann')).toEqual({ id: 'ann', name: 'Ann', guest: false });
    expect(await store.accountByTokenHash('ab')).toEqual({ id: 'ann', name: 'Ann', guest: false });
    expect(await store.accountByTokenHash('a')).toBeNull();
    await expect(store.addAccount({ id: 'bob', name: 'Bob', guest: true, tokenHash: 'ab', createdAtMs: 0 })).rejects.toThrow();
    expect(await store.account('bob')).toBeNull();
    await store.close();
  });

  test('keeps a live match line by line and turns it into one record at the end', async () => {
    const store = await make();
    await store.write({ started: [STARTED], events: [{ number: 1, from: 1, lines: ['one\n', 'two\n'] }], finished: [] });
    await store.write({ started: [], events: [{ number: 1, from: 3, lines: ['three\n'] }], finished: [] });
    expect(await store.live()).toEqual([{ number: 1, matchId: 'm1', status: 'live', public: true, record: 'header\none\ntwo\nthree\n' }]);
    expect(await store.match('m1')).toEqual((await store.live())[0]);
    expect([await store.endedNumbers('ann', 0), await store.records([1]), await store.ended({ account: 'ann', before: 9, limit: 9 })]).toEqual([[], [], []]);
    await store.write(batch(finished(1, { durability: 'event', rated: true, public: true, accounts: ['ann', 'bob'], record: () => 'whole\n' })));
    expect(await store.live()).toEqual([]);
    expect(await store.match('m1')).toEqual({ number: 1, matchId: 'm1', status: 'ended', public: true, record: 'whole\n' });
    expect(await store.endedNumbers('bob', 0)).toEqual([1]);
    await store.close();
  });

  test('gives every record back as it was, whatever letters and lengths it has', async () => {
    const store = await make();
    const records = ['', 'plain\n', '\u{1F600}\u{10FFFF} and e\u0301\n', '{"text":"\\u0000\\ud800 \\" \'"}\n', 'x'.repeat(600_000), '\u2028\u2029\r\n'];
    await store.write(batch(...records.map((record, index) => finished(index + 1, { record: () => record }))));
    const back = await store.records([6, 1, 2, 3, 4, 5, 99]);
    expect(back.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    back.forEach(({ record }, index) => expect(record === records[index], `record ${index}`).toBe(true));
    await store.close();
  });

  test('lists ended matches that an account may see, newest first', async () => {
    const store = await make();
    await store.write(batch(finished(1), finished(2, { accounts: ['bob'] }), finished(3, { accounts: ['bob'], public: true }), finished(4)));
    expect((await store.ended({ account: 'ann', before: 10, limit: 10 })).map(({ number }) => number)).toEqual([4, 3, 1]);
    expect((await store.ended({ account: 'ann', before: 4, limit: 1 })).map(({ number }) => number)).toEqual([3]);
    expect(await store.lastNumber()).toBe(4);
    await store.close();
  });

  test('a batch is stored whole or not at all', async () => {
    const store = await make();
    await store.write(batch(finished(1)));
    await expect(store.write(batch(finished(2), finished(3, { matchId: 'm1' })))).rejects.toThrow();
    expect(await store.match('m2')).toBeNull();
    expect(await store.lastNumber()).toBe(1);
    await store.close();
  });

  test('keeps the newest bulk records only; rated and event records stay', async () => {
    const store = await make(100);
    await store.write(batch(finished(1, { durability: 'event' }), finished(2, { rated: true })));
    for (let first = 3; first < 3003; first += 250) await store.write(batch(...Array.from({ length: 250 }, (_, index) => finished(first + index))));
    const kept = await store.endedNumbers('ann', 0);
    expect(kept.slice(0, 2)).toEqual([1, 2]);
    expect(kept.length - 2).toBeGreaterThanOrEqual(100);
    expect(kept.length - 2).toBeLessThanOrEqual(1100);
    expect(kept.at(-1)).toBe(3002);
    expect(await store.records([3])).toEqual([]);
    expect((await store.records([1, 2])).length).toBe(2);
    expect(await store.lastNumber()).toBe(3002);
    await store.close();
  });

  test('another store keeps nothing of it', async () => {
    await (await make()).write(batch(finished(1)));
    const other = await make();
    expect([await other.lastNumber(), await other.match('m1')]).toEqual([0, null]);
    await other.close();
  });
});

describe('the embedded store, in a file', () => {
  test('keeps a live match over a restart', async () => {
    const path = freshPath();
    let store = await open(path);
    await store.write({ started: [STARTED], events: [{ number: 1, from: 1, lines: ['one\n'] }], finished: [] });
    await store.close();
    store = await open(path);
    expect(await store.live()).toEqual([{ number: 1, matchId: 'm1', status: 'live', public: true, record: 'header\none\n' }]);
    expect(await store.lastNumber()).toBe(1);
    await store.close();
  });

  test('a store of a newer version and a file that is no store are refused', async () => {
    const newer = freshPath();
    await (await open(newer)).close();
    const database = new Database(newer);
    database.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030')");
    database.close();
    await expect(open(newer)).rejects.toMatchObject({ code: 'ARENA_STORE_NEWER' });
    await expect(open(join(folder, 'no', 'such', 'folder.db'))).rejects.toMatchObject({ code: 'ARENA_STORE_FAILED' });
  });
});
