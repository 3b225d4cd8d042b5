import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SUBPROTOCOL } from '@spiral-arena/core/protocol';
import type { Arena } from './arena.js';
import { dial, join, openArena, RawPeer, settle } from './arena.test.support.js';
import { openSqliteStore } from './store/sqlite.js';
import type { Store } from './store/store.js';

/** A socket that sends anything and keeps what it gets. */
async function rawSocket(url: string): Promise<{ readonly socket: WebSocket; readonly got: { type: string; code?: string; id?: string }[]; answer(): Promise<string> }> {
  const socket = new WebSocket(url, SUBPROTOCOL);
  const got: { type: string; code?: string }[] = [];
  let wake = (): void => {};
  socket.on('message', (data: Buffer) => {
    got.push(JSON.parse(data.toString('utf8')) as { type: string });
    wake();
  });
  socket.on('close', () => wake());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  /** The code of the next error, or `closed`. */
  const answer = async (): Promise<string> => {
    for (;;) {
      const index = got.findIndex(({ type }) => type === 'error');
      if (index !== -1) return got.splice(index, 1)[0]?.code as string;
      if (socket.readyState === WebSocket.CLOSED) return 'closed';
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { socket, got, answer };
}

const FRAMES: readonly string[] = [
  '{"type":', '', '[]', '[{"type":"act"}]', 'null', '123', '"hi"', '{}', '{"type":"no-such"}', '{"type":"__proto__"}', '{"type":1}', '{"type":"act"}', '['.repeat(64),
  `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '{"type":"act","turn":1e999}', '{"type":"ping","type":"ping"}', '{"type":"constructor"}',
];

describe('SERVER-06 One bad message is one player\'s problem', () => {
  test('SERVER-06 each bad frame is refused before hello, after hello and after the match, while another match goes on', async () => {
    const arena = await openArena({ config: { badMessagesAllowed: 1000 } });
    const { socketUrl, url } = await arena.listen();
    const players = [await dial(socketUrl), await dial(socketUrl)];
    let turns = 0;
    for (const player of players) player.serve(() => (turns++, { action: { move: 'roll' } }));
    const [match] = await (players[0] as (typeof players)[0]).createMatches({ game: 'pig', options: { target: 1000 } });
    await players[1]?.join(match?.matchId as string);

    const stages: readonly ((raw: Awaited<ReturnType<typeof rawSocket>>) => Promise<void>)[] = [
      async () => {},
      async ({ socket, got }) => {
        socket.send('{"type":"hello","version":1}');
        await vi.waitFor(() => expect(got.some(({ type }) => type === 'welcome')).toBe(true));
      },
      async ({ socket, got }) => {
        socket.send('{"type":"hello","version":1}');
        socket.send('{"type":"match.create","id":"c","game":"pig","seats":["self","self"]}');
        await vi.waitFor(() => expect(got.some(({ type }) => type === 'turn')).toBe(true));
        const { matchId } = got.find(({ type }) => type === 'turn') as unknown as { matchId: string };
        socket.send(JSON.stringify({ type: 'resign', matchId, seat: 0 }));
        await vi.waitFor(() => expect(got.some(({ type }) => type === 'match.ended')).toBe(true));
      },
    ];
    for (const stage of stages) {
      const raw = await rawSocket(socketUrl);
      await stage(raw);
      for (const frame of FRAMES) {
        raw.socket.send(frame);
        expect(await raw.answer(), frame.slice(0, 40)).toBe('ARENA_BAD_FRAME');
      }
      for (const frame of [Buffer.from([0, 1, 2]), Buffer.from('{"type":"ping"}')]) {
        raw.socket.send(frame);
        expect(await raw.answer(), 'binary').toBe('ARENA_BAD_FRAME');
      }
      raw.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
      expect(await raw.answer()).toBe('closed');
    }
    for (const path of ['/', '/health', '/ready', '/api/status', '/no/such']) {
      for (const body of FRAMES) {
        const { status } = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        expect([400, 404, 413], `${path} ${body.slice(0, 20)}`).toContain(status);
      }
    }
    const before = turns;
    await vi.waitFor(() => expect(turns).toBeGreaterThan(before + 10));
    expect(arena.status()).toMatchObject({ faults: 0, matches: { live: 1 } });
  });

  test('a frame over the limit closes its socket, too many bad ones too, and a silent connection is let go', async () => {
    const arena = await openArena({ config: { maxFrameBytes: 2000, badMessagesAllowed: 3, helloTimeoutMs: 50 } });
    const { socketUrl } = await arena.listen();
    const big = await rawSocket(socketUrl);
    const codes: number[] = [];
    big.socket.on('close', (code) => codes.push(code));
    big.socket.send(`{"type":"ping","id":"${'x'.repeat(3000)}"}`);
    expect(await big.answer()).toBe('closed');
    expect(codes).toEqual([1009]);
    const wrong = await rawSocket(socketUrl);
    wrong.socket.on('close', (code) => codes.push(code));
    for (let count = 0; count < 4; count++) wrong.socket.send('{}');
    for (let count = 0; count < 4; count++) expect(await wrong.answer()).toBe('ARENA_BAD_FRAME');
    expect(await wrong.answer()).toBe('closed');
    expect(codes).toEqual([1009, 4008]);
    const silent = await rawSocket(socketUrl);
    silent.socket.on('close', (code) => codes.push(code));
    expect(await silent.answer()).toBe('closed');
    expect(codes).toEqual([1009, 4008, 4001]);
    await vi.waitFor(() => expect(arena.status().connections.sockets).toBe(0));
  });

  test('a socket without the subprotocol or at another path is refused', async () => {
    const arena = await openArena();
    const { socketUrl, port } = await arena.listen();
    for (const [address, protocol] of [[socketUrl, 'other.v1'], [`ws://127.0.0.1:${port}/admin`, SUBPROTOCOL]] as const) {
      const socket = new WebSocket(address, protocol);
      const failure = await new Promise<Error>((resolve) => socket.on('error', resolve));
      expect(failure.message).toMatch(/4\d\d/);
    }
    const full = await openArena({ config: { maxConnections: 1 } });
    const { socketUrl: fullUrl } = await full.listen();
    await dial(fullUrl);
    const refused = new WebSocket(fullUrl, SUBPROTOCOL);
    const body = await new Promise<string>((resolve) => refused.on('unexpected-response', (_request, response) => response.on('data', (data: Buffer) => resolve(data.toString('utf8')))));
    expect(JSON.parse(body)).toMatchObject({ code: 'ARENA_FULL' });
    // A broken handshake, and one that is cut off.
    const plain = connect(port, '127.0.0.1');
    plain.end('GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    await new Promise((resolve) => plain.on('close', resolve).resume());
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });
});

/** Plays the faulty game to its end and gives the ends of the matches that two clients saw. */
async function playFaulty(arena: Arena, where: string, name: string): Promise<{ readonly reason: string; readonly cause: string | undefined; readonly text: string }> {
  const ann = await join(arena, { account: `ann-${name}` });
  const bob = await join(arena, { account: `bob-${name}` });
  const seen: string[] = [];
  for (const client of [ann, bob]) {
    client.serve(() => ({ action: { pass: true } }));
    client.onTurn((message) => seen.push(JSON.stringify(message)));
    client.onEvent((message) => seen.push(JSON.stringify(message)));
    client.onError((message) => seen.push(JSON.stringify(message)));
  }
  const ended = new Promise<{ reason: string; cause?: string }>((resolve) => bob.onEnded(({ end }) => resolve(end)));
  const [match] = await ann.createMatches({ game: 'faulty', options: { where } });
  await bob.join(match?.matchId as string).catch((error: { code: string }) => seen.push(error.code, String(error)));
  const { reason, cause } = await ended;
  return { reason, cause, text: seen.join('\n') };
}

describe('SERVER-08 A throwing handler', () => {
  test('SERVER-08 a game that throws ends its own match as aborted, and nothing else', async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', note);
    const arena = await openArena();
    const other = await join(arena);
    other.serve(() => ({ action: { move: 'roll' } }));
    await other.createMatches({ game: 'pig', options: { target: 1000 }, seats: ['self', 'self'] });
    for (const where of ['apply', 'observe', 'told', 'text', 'start']) {
      const { reason, cause, text } = await playFaulty(arena, where, where);
      expect(reason, where).toBe('aborted');
      expect(cause, where).toBe(where === 'start' ? 'game failed' : cause);
      expect(text, 'the words of the game stay inside').not.toContain('secret');
      if (where === 'start') expect(text).toContain('ARENA_GAME_FAULT');
      expect((await playFaulty(arena, 'nowhere', `after-${where}`)).reason, 'the next match of the plugin').toBe('completed');
    }
    const { turns } = arena.status();
    await settle();
    expect(arena.status().turns, 'the other match goes on').toBeGreaterThan(turns);
    expect(arena.status().matches.live).toBe(1);
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
  });

  test('SERVER-08 a store that rejects writes of one match stops that match only', async () => {
    const inner = await openSqliteStore({ path: ':memory:', sync: 'normal', keepBulkRecords: 100 });
    let poisoned = -1;
    const store: Store = new Proxy(inner, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as (...values: unknown[]) => unknown;
        if (key !== 'write') return value.bind(target);
        return async (batch: Parameters<Store['write']>[0]) => {
          if (batch.events.some(({ number, from }) => number === poisoned && from > 2)) throw new Error('disk full');
          return inner.write(batch);
        };
      },
    });
    const arena = await openArena({ store });
    const client = await join(arena, { account: 'ann' });
    const ends: [string, string, string | undefined][] = [];
    client.onEnded(({ matchId, seat, end }) => seat === 0 && ends.push([matchId, end.reason, end.cause]));
    const matches = await client.createMatches({ game: 'faulty', seats: ['self', 'self'], count: 3 });
    poisoned = matches[1]?.number as number;
    client.serve(() => ({ action: { pass: true } }));
    for (const { matchId } of matches) {
      const { seats } = await client.sync(matchId);
      const turn = seats.find((seat) => seat.turn)?.turn;
      if (turn) await client.act(turn, { action: { pass: true } });
    }
    await vi.waitFor(() => expect(ends.length).toBe(3));
    expect(Object.fromEntries(ends.map(([matchId, reason]) => [matchId, reason]))).toEqual({ [matches[0]?.matchId as string]: 'completed', [matches[1]?.matchId as string]: 'aborted', [matches[2]?.matchId as string]: 'completed' });
  });

  test('a store that cannot be read: the asker gets a code, and nothing else changes', async () => {
    const inner = await openSqliteStore({ path: ':memory:', sync: 'normal', keepBulkRecords: 100 });
    const store: Store = new Proxy(inner, {
      get: (target, key) => (key === 'match' ? () => Promise.reject(new Error('secret of the disk')) : (Reflect.get(target, key) as (...values: unknown[]) => unknown).bind(target)),
    });
    const arena = await openArena({ store });
    const peer = await RawPeer.hello(arena.connect({ account: 'ann' }));
    peer.send({ type: 'replay.get', id: 'r', matchId: 'm1-0' });
    const error = await peer.next('error');
    expect(error).toMatchObject({ id: 'r', code: 'ARENA_FAULT' });
    expect(JSON.stringify(error)).not.toContain('secret');
    peer.send({ type: 'ping', id: 'p' });
    await peer.next('pong');
    expect(arena.status().faults).toBe(1);
  });

  test('a store that fails altogether: the match is aborted with a reason, the feed skips it', async () => {
    const inner = await openSqliteStore({ path: ':memory:', sync: 'normal', keepBulkRecords: 100 });
    let broken = false;
    const store: Store = new Proxy(inner, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as (...values: unknown[]) => unknown;
        return key === 'write' ? (async (batch: never) => (broken ? Promise.reject(new Error('gone')) : inner.write(batch))) : value.bind(target);
      },
    });
    const arena = await openArena({ store });
    const peer = await RawPeer.hello(arena.connect({ account: 'ann' }));
    peer.send({ type: 'feed.subscribe', id: 'f', credits: 10 });
    await peer.next('feed.subscribed');
    for (const durability of ['event', 'match'] as const) {
      broken = false;
      peer.send({ type: 'match.create', id: durability, game: 'pig', seats: ['self', 'self'], durability });
      const { matchId } = await peer.next('turn');
      broken = true;
      peer.send({ type: 'resign', matchId, seat: 0 });
      const { end } = await peer.next('match.ended', (ended) => ended.matchId === matchId);
      expect(end).toMatchObject(durability === 'event' ? { reason: 'aborted', cause: 'record not stored' } : { reason: 'resigned' });
      await settle();
    }
    broken = false;
    peer.send({ type: 'match.create', id: 'last', game: 'pig', seats: ['self', 'self'] });
    const turn = await peer.next('turn', ({ matchId }) => matchId.startsWith('m3-'));
    peer.send({ type: 'resign', matchId: turn.matchId, seat: 0 });
    expect((await peer.next('feed.record')).cursor).toBe(3);
    expect(arena.status().faults).toBe(0);
  });
});
