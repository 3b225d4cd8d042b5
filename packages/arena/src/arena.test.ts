import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readRecord } from '@spiral-arena/core/match';
import { connectWebSocket } from '@spiral-arena/client/node';
import type { Arena } from './arena.js';
import { dial, join, openArena, RawPeer, settle, type Wire } from './arena.test.support.js';
import { ManualClock } from './clock.js';
import { composeArena } from './compose.js';
import { fixtureRegistry } from './fixture.test.games.js';
import { openSqliteStore } from './store/sqlite.js';

const folder = mkdtempSync(joinPath(tmpdir(), 'arena-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const freshPath = (): string => joinPath(folder, `arena-${++files}.db`);

/** A source of bytes that is the same in every arena. */
function countingRandom(): (sizeBytes: number) => Uint8Array {
  let next = 0;
  return (sizeBytes) => Uint8Array.from({ length: sizeBytes }, () => (next = (next * 167 + 13) % 251));
}

/** One scripted meeting of two clients: everything each of them got, in order. */
async function meeting(connect: (arena: Arena) => Promise<Wire>): Promise<{ readonly ann: unknown[]; readonly bob: unknown[] }> {
  const arena = await openArena({ clock: new ManualClock(1_700_000_000_000), random: countingRandom() });
  const ann = new RawPeer(await connect(arena));
  ann.send({ type: 'hello', id: 'h', version: 1, name: 'Ann' });
  await ann.next('welcome');
  const bob = new RawPeer(await connect(arena));
  bob.send({ type: 'hello', id: 'h', version: 1, name: 'Bob', include: ['legalActions', 'brief'] });
  await bob.next('welcome');
  ann.send({ type: 'match.create', id: 'c', game: 'pig', options: { target: 12 }, profile: 'textarena', seed: 11 });
  const created = await ann.next('match.created');
  await ann.next('match.joined');
  bob.send({ type: 'match.join', id: 'j', matchId: created.matches[0]?.matchId as string });
  await bob.next('match.joined');
  const peers = [ann, bob];
  let attempts = 0;
  for (;;) {
    const result = await RawPeer.first(peers, 'turn', 'match.ended');
    if (result.type === 'match.ended') break;
    const { matchId, turnId, seat, observation, retriesLeft } = result;
    const peer = peers[seat] as RawPeer;
    const { total } = observation as { total: number };
    const wrong = attempts++ % 4 === 3 && retriesLeft > 0;
    peer.send({ type: 'act', id: `a${attempts}`, matchId, turnId, seat, actionId: `${attempts}`, ...(wrong ? { text: 'no token' } : { action: { move: total >= 5 ? 'hold' : 'roll' } }) });
    await peer.next(wrong ? 'refused' : 'acted');
  }
  await RawPeer.first(peers, 'match.ended');
  ann.send({ type: 'replay.get', id: 'r', matchId: created.matches[0]?.matchId as string });
  await ann.next('replay');
  const asJson = ({ log }: RawPeer): unknown[] => JSON.parse(JSON.stringify(log)) as unknown[];
  return { ann: asJson(ann), bob: asJson(bob) };
}

describe('one protocol over two transports', () => {
  test('in process and over a socket every message is the same', async () => {
    const local = await meeting(async (arena) => arena.connect());
    let url: Promise<string> | null = null;
    const remote = await meeting(async (arena) => {
      url ??= arena.listen().then(({ socketUrl }) => socketUrl);
      return connectWebSocket(await url);
    });
    expect(remote.ann).toEqual(local.ann);
    expect(remote.bob).toEqual(local.bob);
    expect(local.ann.length).toBeGreaterThan(20);
  });

  test('messages in process are frozen', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    expect(Object.isFrozen(await ann.next('turn'))).toBe(true);
  });
});

describe('durability', () => {
  test('event: what was told is stored; a crash leaves the match aborted once, with every event', async () => {
    const path = freshPath();
    const arena = await openArena({ config: { storePath: path } });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], options: { target: 1000 }, seed: 5 });
    let turn = await ann.next('turn');
    for (let count = 0; count < 6; count++) {
      ann.send({ type: 'act', matchId: turn.matchId, turnId: turn.turnId, seat: turn.seat, actionId: `${count}`, action: { move: 'roll' } });
      await ann.next('acted');
      turn = await ann.next('turn');
    }
    // The crash: another process opens the same file while this one is in the middle of the match.
    const second = await composeArena({ registry: fixtureRegistry(), config: { storePath: path } });
    const back = await RawPeer.hello(second.connect({ account: 'ann' }));
    back.send({ type: 'match.list', id: 'l' });
    const [match] = (await back.next('match.listed')).matches;
    expect(match).toMatchObject({ matchId: turn.matchId, number: 1, status: 'ended', end: { reason: 'aborted', cause: 'arena stopped', returns: null, ply: 6 } });
    back.send({ type: 'replay.get', id: 'r', matchId: turn.matchId });
    const { events } = readRecord((await back.next('replay')).record);
    expect(events.filter(({ type }) => type === 'actions').length).toBe(6);
    expect(events.filter(({ type }) => type === 'ended').length).toBe(1);
    back.send({ type: 'act', id: 'x', matchId: turn.matchId, turnId: turn.turnId, seat: turn.seat, actionId: 'late', action: { move: 'roll' } });
    expect(await back.next('refused')).toMatchObject({ kind: 'match-over' });
    back.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    expect((await back.next('match.created')).matches[0]?.number).toBe(2);
    await second.close();
    const third = await openSqliteStore({ path, sync: 'normal', keepBulkRecords: 100 });
    expect(await third.live()).toEqual([]);
    expect((await third.ended({ account: 'ann', before: 100, limit: 10 })).map(({ number }) => number)).toEqual([2, 1]);
    await third.close();
  });

  test('match: a finished bulk match is stored before it is fed, a live one leaves nothing behind', async () => {
    const path = freshPath();
    const arena = await openArena({ config: { storePath: path } });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const store = await openSqliteStore({ path, sync: 'normal', keepBulkRecords: 100 });
    ann.send({ type: 'feed.subscribe', id: 'f', credits: 10 });
    ann.send({ type: 'match.create', id: 'c', game: 'pennies', seats: ['self', 'self'], durability: 'match', count: 2 });
    const { matches } = await ann.next('match.created');
    expect(await store.lastNumber()).toBe(0);
    ann.send({ type: 'resign', matchId: matches[0]?.matchId as string, seat: 0 });
    const { record } = await ann.next('feed.record');
    expect((await store.match(record.matchId))?.status).toBe('ended');
    expect(await store.lastNumber()).toBe(1);
    await store.close();
  });

  test('accounts, tokens and the feed survive a restart', async () => {
    const path = freshPath();
    const first = await composeArena({ registry: fixtureRegistry(), config: { storePath: path } });
    const { token, account } = await first.createAccount('Ann');
    const ann = await join(first, { token });
    ann.serve(({ seat }) => ({ action: { side: seat === 0 ? 'heads' : 'tails' } }));
    await ann.createMatches({ game: 'pennies', seats: ['self', 'self'], durability: 'match', count: 3 });
    await settle();
    await first.close();
    const second = await openArena({ config: { storePath: path } });
    const again = await RawPeer.hello(second.connect(), { token });
    again.send({ type: 'feed.subscribe', id: 'f', cursor: 1, credits: 10 });
    expect([(await again.next('feed.record')).cursor, (await again.next('feed.record')).cursor]).toEqual([2, 3]);
    expect(account.name).toBe('Ann');
  });
});

describe('an arena among others', () => {
  test('two arenas in one process share nothing', async () => {
    const one = await openArena();
    const two = await openArena();
    const [{ socketUrl }] = await Promise.all([one.listen(), two.listen()]);
    const ann = await dial(socketUrl);
    await ann.createMatches({ game: 'pig', seats: ['self', 'self'] });
    expect(one.status().matches.live).toBe(1);
    expect(two.status()).toMatchObject({ matches: { live: 0 }, connections: { sockets: 0, inProcess: 0 } });
    await one.close();
    const bob = await join(two);
    expect(bob.games).toEqual(['pig', 'pennies', 'faulty']);
  });

  test('a port in use is refused with a code and a hint, and the arena can still be closed', async () => {
    const one = await openArena();
    const { port } = await one.listen();
    const two = await openArena({ config: { port } });
    await expect(two.listen()).rejects.toMatchObject({ code: 'ARENA_PORT_IN_USE', hint: expect.stringContaining('another port') as string });
    const nowhere = await openArena({ config: { host: '203.0.113.7' } });
    await expect(nowhere.listen()).rejects.toMatchObject({ code: 'ARENA_LISTEN_FAILED' });
  });

  test('a wrong setting is refused with the setting', async () => {
    for (const config of [{ prot: 1 }, { port: '80' }, { port: 70_000 }, { keepBulkRecords: 0 }, { storeSync: 'off' }, { graceMs: -1 }]) {
      await expect(composeArena({ registry: fixtureRegistry(), config: config as never }), JSON.stringify(config)).rejects.toMatchObject({ code: 'ARENA_CONFIG_INVALID', details: { key: Object.keys(config)[0] } });
    }
  });

  test('closing stops live matches, tells their players, and refuses what comes after', async () => {
    const path = freshPath();
    const arena = await openArena({ config: { storePath: path } });
    const { socketUrl } = await arena.listen();
    const ann = await RawPeer.hello(await connectWebSocket(socketUrl));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    await ann.next('turn');
    const late = await RawPeer.hello(arena.connect({ account: 'late' }));
    const closing = arena.close();
    late.send({ type: 'match.create', id: 'c', game: 'pig' });
    late.send({ type: 'match.join', id: 'j', matchId: 'm1-0' });
    for (const id of ['c', 'j']) expect(await late.next('error')).toMatchObject({ id, code: 'ARENA_CLOSING' });
    await closing;
    expect((await ann.next('match.ended')).end).toMatchObject({ reason: 'aborted', cause: 'server closing' });
    expect(await ann.untilClosed()).toBe(1001);
    const store = await openSqliteStore({ path, sync: 'normal', keepBulkRecords: 10 });
    expect(await store.live()).toEqual([]);
    expect(await store.lastNumber()).toBe(1);
    await store.close();
  });
});

describe('many at once', () => {
  test('500 live matches in one process are played to their ends', async () => {
    const arena = await openArena();
    const ann = await join(arena, { account: 'ann', include: ['legalActions'] });
    const bob = await join(arena, { account: 'bob', include: ['legalActions'] });
    const matches = await ann.createMatches({ game: 'pig', options: { target: 6 }, count: 500, durability: 'match' });
    await Promise.all(matches.map(({ matchId }) => bob.join(matchId)));
    expect(arena.status().matches.live).toBe(500);
    const ended = new Set<string>();
    bob.onEnded(({ matchId }) => ended.add(matchId));
    for (const client of [ann, bob]) client.serve(({ observation }) => ({ action: { move: (observation as { total: number }).total >= 3 ? 'hold' : 'roll' } }));
    for (const client of [ann, bob]) {
      for (const { matchId } of matches) {
        const [seat] = (await client.sync(matchId)).seats;
        if (seat?.turn) void client.act(seat.turn, { action: { move: 'roll' } });
      }
    }
    while (ended.size < 500) await settle();
    expect(arena.status()).toMatchObject({ matches: { live: 0, ended: { completed: 500 } }, faults: 0 });
  });

  test('a long game does not keep timers and other connections waiting', async () => {
    const arena = await openArena();
    const busy = await join(arena, { account: 'ann', include: [], events: false });
    busy.serve(() => ({ action: { move: 'roll' } }));
    await busy.createMatches({ game: 'pig', options: { target: 1000 }, seats: ['self', 'self'], durability: 'match', count: 16 });
    const { turns } = arena.status();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(arena.status().turns).toBeGreaterThanOrEqual(turns);
    expect(arena.status().matches.live).toBe(16);
  });
});

describe('HTTP', () => {
  test('health, readiness, numbers and a page without anything of users', async () => {
    const arena = await openArena();
    const { url } = await arena.listen();
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
    const ann = await join(arena, { name: '<script>alert(1)</script>', events: false });
    ann.serve(({ seat }) => ({ action: { side: seat === 0 ? 'heads' : 'edge' } }));
    await ann.createMatches({ game: 'pennies', seats: ['self', 'self'], durability: 'match', count: 2 });
    await settle();
    expect(await (await fetch(`${url}/api/status`)).json()).toMatchObject({ matches: { live: 0, ended: { illegal: 2 } }, turns: 2, refused: 2, games: { pennies: { matches: 2, turns: 2, refused: 2 } }, connections: { inProcess: 1 } });
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toContain('alert(1)');
    expect((await fetch(`${url}/no/such`)).status).toBe(404);
  });
});

test('match.list: waiting ones of all, live and ended ones of own, in pages', async () => {
  const arena = await openArena();
  const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
  const eve = await RawPeer.hello(arena.connect({ account: 'eve' }));
  ann.send({ type: 'match.create', id: 'a', game: 'pig', seats: ['self', 'self'], count: 7 });
  const { matches } = await ann.next('match.created');
  for (const { matchId } of matches.slice(0, 3)) ann.send({ type: 'resign', matchId, seat: 0 });
  ann.send({ type: 'match.create', id: 'b', game: 'pig' });
  ann.send({ type: 'match.create', id: 'p', game: 'pig', seats: ['self', 'self'], public: true });
  await settle();
  const walk = async (peer: RawPeer, limit: number): Promise<number[]> => {
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      peer.send({ type: 'match.list', id: 'l', limit, ...(cursor === undefined ? {} : { cursor }) });
      const page = await peer.next('match.listed');
      numbers.push(...page.matches.map(({ number }) => number));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return numbers;
  };
  for (const limit of [1, 2, 3, 100]) {
    expect(await walk(ann, limit), `${limit}`).toEqual([0, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await walk(eve, limit), `${limit}`).toEqual([0, 8]);
  }
  eve.send({ type: 'match.list', id: 'l', status: 'live' });
  expect((await eve.next('match.listed')).matches.map(({ status }) => status)).toEqual(['live']);
  ann.send({ type: 'match.list', id: 'l', status: 'ended', limit: 2 });
  expect((await ann.next('match.listed')).matches.map(({ number }) => number)).toEqual([3, 2]);
  ann.send({ type: 'match.list', id: 'l', cursor: 'abc' });
  expect((await ann.next('error')).code).toBe('ARENA_BAD_FRAME');
});
