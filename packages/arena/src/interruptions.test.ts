/** What comes in between: clients that go, or an arena that closes, while the store is still writing. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SUBPROTOCOL } from '@spiral-arena/core/protocol';
import { join, openArena, RawPeer, settle } from './arena.test.support.js';
import { ManualClock } from './clock.js';
import { openLog } from './log.js';
import { openSqliteStore } from './store/sqlite.js';
import type { Store, StoreBatch } from './store/store.js';

/** A store that can be made to wait, or to fail, before it writes. */
async function slowStore(): Promise<{ readonly store: Store; hold(which?: (batch: StoreBatch) => boolean): void; release(cause?: Error): void }> {
  const inner = await openSqliteStore({ path: ':memory:', sync: 'normal', keepBulkRecords: 100 });
  let gate: { readonly which: (batch: StoreBatch) => boolean; readonly open: Promise<void>; go(cause?: Error): void } | null = null;
  const store: Store = new Proxy(inner, {
    get: (target, key) => {
      if (key !== 'write') return (Reflect.get(target, key) as (...values: unknown[]) => unknown).bind(target);
      return async (batch: StoreBatch) => {
        if (gate?.which(batch)) await gate.open;
        return inner.write(batch);
      };
    },
  });
  return {
    store,
    hold: (which = () => true) => {
      let go!: (cause?: Error) => void;
      const open = new Promise<void>((resolve, reject) => (go = (cause) => (cause ? reject(cause) : resolve())));
      open.catch(() => {});
      gate = { which, open, go };
    },
    release: (cause) => {
      gate?.go(cause);
      if (!cause) gate = null;
    },
  };
}

describe('durability event: nothing is told before it is stored', () => {
  test.each(['stored', 'lost'])('the last action of a match is acknowledged and told when its record is %s', async (fate) => {
    const { store, hold, release } = await slowStore();
    const arena = await openArena({ store });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'faulty', seats: ['self', 'self'] });
    let last = '';
    for (let ply = 0; ply < 4; ply++) {
      const { matchId, turnId, seat } = await ann.next('turn');
      last = `a${ply}`;
      if (ply === 3) hold();
      ann.send({ type: 'act', id: last, matchId, turnId, seat, actionId: last, action: { pass: true } });
      if (ply < 3) await ann.next('acted');
    }
    ann.got.length = 0;
    await settle();
    expect(ann.got).toEqual([]);
    release(fate === 'lost' ? new Error('disk full') : undefined);
    const { end } = await ann.next('match.ended');
    if (fate === 'stored') {
      expect(end.reason).toBe('completed');
      expect(ann.got.map(({ type }) => type).slice(0, 2)).toEqual(['acted', 'match.event']);
    } else {
      expect(end).toMatchObject({ reason: 'aborted', cause: 'record not stored' });
      expect(await ann.next('error')).toMatchObject({ id: last, code: 'ARENA_FAULT' });
      expect(ann.log.filter((message) => message.type === 'acted' && message.actionId === last)).toEqual([]);
      release();
    }
  });

  test('who asks while the beginning is being stored is answered afterwards', async () => {
    const { store, hold, release } = await slowStore();
    const arena = await openArena({ store });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig' });
    const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
    hold();
    bob.send({ type: 'match.join', id: 'j', matchId });
    await settle();
    ann.send({ type: 'sync', id: 's', matchId });
    await settle();
    expect(ann.got.filter(({ type }) => type === 'synced')).toEqual([]);
    release();
    expect((await ann.next('synced')).match.status).toBe('live');
  });

  test('an act whose events cannot be stored is answered with a code', async () => {
    const { store, hold, release } = await slowStore();
    const arena = await openArena({ store });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    const { matchId, turnId, seat } = await ann.next('turn');
    hold(({ events }) => events.length > 0);
    ann.send({ type: 'act', id: 'x', matchId, turnId, seat, actionId: 'x', action: { move: 'roll' } });
    await settle();
    release(new Error('disk full'));
    expect(await ann.next('error')).toMatchObject({ id: 'x', code: 'ARENA_FAULT' });
    expect((await ann.next('match.ended')).end).toMatchObject({ reason: 'aborted', cause: 'arena failed' });
    release();
  });
});

describe('clients that go while their message waits', () => {
  test.each(['sync', 'act'] as const)('a connection that sends %s and closes does not keep the seat of its account', async (type) => {
    const clock = new ManualClock();
    const { store, hold, release } = await slowStore();
    const arena = await openArena({ store, clock, config: { graceMs: 1000 } });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', options: { target: 1000 } });
    const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
    bob.send({ type: 'match.join', id: 'j', matchId });
    const { turnId } = await ann.next('turn');
    const again = await RawPeer.hello(arena.connect({ account: 'bob' }));
    hold();
    ann.send({ type: 'act', matchId, turnId, seat: 0, actionId: '1', action: { move: 'roll' } });
    await settle();
    if (type === 'act') bob.close();
    again.send(type === 'sync' ? { type, id: 's', matchId } : { type, matchId, turnId, seat: 1, actionId: '2', action: { move: 'roll' } });
    await settle();
    again.close();
    await settle();
    release();
    await settle();
    bob.close();
    await settle();
    clock.advance(1001);
    expect((await ann.next('match.ended')).end).toMatchObject({ reason: 'disconnected', offenders: [1] });
  });

  test('a client that asks for many matches and goes leaves none behind', async () => {
    const arena = await openArena();
    const peer = await RawPeer.hello(arena.connect({ account: 'ann' }));
    peer.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], durability: 'match', count: 300 });
    peer.close();
    await settle();
    expect(arena.status().matches).toMatchObject({ live: 0, waiting: 0 });
  });
});

test('who was put back in line and joined again waits once, and is not paired with itself', async () => {
  const arena = await openArena();
  const ann = await join(arena, { account: 'ann' });
  const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
  ann.onEnded(() => void ann.queue({ game: 'pig' }).catch(() => {}));
  await ann.queue({ game: 'pig' });
  bob.send({ type: 'queue.join', id: 'q', game: 'pig' });
  await bob.next('queue.joined');
  bob.close();
  await settle();
  expect(arena.status()).toMatchObject({ queued: 1, matches: { live: 0, ended: { aborted: 1 } } });
});

test('a feed that cannot be read from the store tells its subscriber', async () => {
  const inner = await openSqliteStore({ path: ':memory:', sync: 'normal', keepBulkRecords: 100 });
  const store: Store = new Proxy(inner, {
    get: (target, key) => (key === 'records' ? () => Promise.reject(new Error('secret of the disk')) : (Reflect.get(target, key) as (...values: unknown[]) => unknown).bind(target)),
  });
  const arena = await openArena({ store });
  const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
  ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
  const { matchId } = await ann.next('turn');
  ann.send({ type: 'resign', matchId, seat: 0 });
  await ann.next('match.ended');
  ann.send({ type: 'feed.subscribe', id: 'f', cursor: 0, credits: 1 });
  await ann.next('feed.subscribed');
  const error = await ann.next('error');
  expect(error.code).toBe('ARENA_FAULT');
  expect(JSON.stringify(error)).not.toContain('secret');
});

describe('closing', () => {
  test('no match begins while the arena closes: not from a queue, and not the rest of a bulk request', async () => {
    const { store, hold, release } = await slowStore();
    const arena = await openArena({ store });
    const peers = await Promise.all(['ann', 'bob', 'bulk', 'host'].map((account) => RawPeer.hello(arena.connect({ account }))));
    const [ann, bob, bulk, host] = peers as [RawPeer, RawPeer, RawPeer, RawPeer];
    host.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    await host.next('turn');
    bulk.send({ type: 'match.create', id: 'b', game: 'pig', seats: ['self', 'self'], count: 300, durability: 'match' });
    await Promise.resolve().then(() => {}); // the first part of the request is under way
    hold();
    const closing = arena.close();
    for (const peer of [ann, bob]) peer.send({ type: 'queue.join', id: 'q', game: 'pig' });
    for (const peer of [ann, bob]) expect((await peer.next('error')).code).toBe('ARENA_CLOSING');
    expect(await bulk.next('error')).toMatchObject({ id: 'b', code: 'ARENA_CLOSING' });
    release();
    await closing;
    expect(arena.status().matches).toMatchObject({ live: 0 });
  });

  test('a client that connects again at once does not keep the arena open', async () => {
    const arena = await openArena();
    const { port, socketUrl } = await arena.listen();
    // A peer that answers nothing, so that closing takes its time.
    const mute = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    mute.on('error', () => {});
    mute.write(`GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${SUBPROTOCOL}\r\n\r\n`);
    await new Promise((resolve) => mute.once('data', resolve));
    const closing = arena.close();
    await settle();
    const late = new WebSocket(socketUrl, SUBPROTOCOL);
    const body = await new Promise<string>((resolve) => {
      late.on('unexpected-response', (_request, response) => response.on('data', (data: Buffer) => resolve(data.toString('utf8'))));
      late.on('open', () => resolve('{}'));
    });
    expect(JSON.parse(body)).toMatchObject({ code: 'ARENA_CLOSING' });
    await closing;
    mute.destroy();
  });
});

test('the log goes to standard error: standard output belongs to results', () => {
  const log = openLog('silent') as unknown as { readonly [key: symbol]: { readonly fd?: number } };
  expect(Object.getOwnPropertySymbols(log).map((symbol) => log[symbol]?.fd).filter((fd) => fd !== undefined)).toEqual([2]);
});

test('an address that cannot be decoded is refused with a code of the arena', async () => {
  const arena = await openArena();
  const { url } = await arena.listen();
  for (const path of ['/%', '/%c3%28', '/api/%2', '/%00']) {
    const response = await fetch(url + path);
    expect([400, 404], path).toContain(response.status);
    expect(await response.json(), path).toMatchObject({ code: 'ARENA_BAD_FRAME', hint: expect.any(String) as string });
  }
});
