import { describe, expect, test } from 'vitest';
import type { ClientMessage, ServerMessage, TurnMessage } from '@spiral-arena/core/protocol';
import { ArenaClient } from './client.js';
import { CLIENT_ERRORS, ClientError } from './errors.js';
import { subscribeFeed } from './feed.js';
import { inProcessPair } from './in-process.js';
import type { Transport } from './transport.js';
import { openSocket, type SocketLike } from './websocket.js';

type Server = Transport<ServerMessage, ClientMessage> & { readonly got: ClientMessage[] };
const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A client and a server that the test plays. */
async function connected(answer: (message: ClientMessage, server: Server) => void = () => {}): Promise<{ readonly client: ArenaClient; readonly server: Server }> {
  const [near, far] = inProcessPair<ClientMessage, ServerMessage>();
  const got: ClientMessage[] = [];
  const server: Server = Object.assign(far, { got });
  far.onMessage((message) => {
    got.push(message);
    if (message.type === 'hello') far.send({ type: 'welcome', id: message.id as string, version: 1, account: 'p-1', name: 'Ann', token: 'sa_x', games: ['pig'] });
    else answer(message, server);
  });
  return { client: await ArenaClient.connect(near, { name: 'Ann' }), server };
}

const turn = (parts: Partial<TurnMessage> = {}): TurnMessage => ({ type: 'turn', matchId: 'm1', turnId: 'm1/3', seat: 1, game: 'pig', variant: 'default', role: 'second', observation: {}, retriesLeft: 1, ...parts });

describe('ArenaClient', () => {
  test('says hello and knows who it is', async () => {
    const { client, server } = await connected();
    expect(server.got[0]).toMatchObject({ type: 'hello', version: 1, name: 'Ann' });
    expect([client.account, client.name, client.token, client.games]).toEqual(['p-1', 'Ann', 'sa_x', ['pig']]);
  });

  test('gives each answer to its request, whatever order they come in', async () => {
    const held: ClientMessage[] = [];
    const { client, server } = await connected((message) => held.push(message));
    const pings = [client.request({ type: 'ping' }), client.request({ type: 'ping' })];
    await soon();
    for (const { id } of held.toReversed() as { id: string }[]) server.send({ type: 'pong', id });
    expect((await Promise.all(pings)).map(({ id }) => id)).toEqual(held.map(({ id }) => id));
    expect(new Set(held.map(({ id }) => id)).size).toBe(2);
  });

  test('an error carries the code, message and hint of the arena', async () => {
    const { client } = await connected((message, server) => server.send({ type: 'error', id: message.id as string, code: 'ARENA_SEAT_TAKEN', message: 'expected {a} free seat', hint: 'List matches.' }));
    const error = await client.join('m1').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: 'ARENA_SEAT_TAKEN', message: 'expected {a} free seat', hint: 'List matches.' });
  });

  test('a closed connection rejects what waits and what comes later', async () => {
    const { client, server } = await connected();
    const closes: number[] = [];
    client.onClosed(({ code }) => closes.push(code));
    const waiting = client.sync('m1').catch((cause: { code: string }) => cause.code);
    server.close(4003, 'token refused');
    expect(await waiting).toBe('CLIENT_CLOSED');
    await expect(client.request({ type: 'ping' })).rejects.toMatchObject({ code: 'CLIENT_CLOSED', details: { code: 4003, reason: 'token refused' } });
    expect(closes).toEqual([4003]);
  });

  test('an arena that hangs up at hello makes connect fail', async () => {
    const [near, far] = inProcessPair<ClientMessage, ServerMessage>();
    far.onMessage(() => far.close(4001, 'no'));
    await expect(ArenaClient.connect(near)).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
  });

  test('an answer of the wrong type does not pass for one', async () => {
    const { client, server } = await connected((message, peer) => peer.send({ type: 'pong', id: message.id as string }));
    const answer = client.leave('m1').catch((cause: { code: string }) => cause.code);
    await soon();
    server.close();
    expect(await answer).toBe('CLIENT_ANSWER_UNEXPECTED');
  });

  test('serve answers turns with action ids made from the turn, and is told why it is asked again', async () => {
    const { client, server } = await connected();
    const refusals: unknown[] = [];
    const stop = client.serve(async (asked, refusal) => {
      refusals.push(refusal);
      return asked.retriesLeft === 1 ? { text: 'no idea' } : { action: { move: 'roll' } };
    });
    server.send(turn());
    await soon();
    server.send({ type: 'refused', matchId: 'm1', turnId: 'm1/3', seat: 1, actionId: '3.1.1', kind: 'no-action', message: 'no token', retriesLeft: 1 });
    server.send({ type: 'refused', matchId: 'm1', turnId: 'm1/3', seat: 1, actionId: 'old', kind: 'stale-turn', message: 'stale', retriesLeft: 1 });
    server.send(turn({ retriesLeft: 0 }));
    await soon();
    expect(server.got.slice(1)).toEqual([
      { type: 'act', matchId: 'm1', turnId: 'm1/3', seat: 1, actionId: '3.1.1', text: 'no idea' },
      { type: 'act', matchId: 'm1', turnId: 'm1/3', seat: 1, actionId: '3.1.0', action: { move: 'roll' } },
    ]);
    expect(refusals).toEqual([undefined, { kind: 'no-action', message: 'no token' }]);
    stop();
    server.send(turn({ turnId: 'm1/4' }));
    await soon();
    expect(server.got.length).toBe(3);
  });

  test('an agent that throws resigns its seat, or is handled by the caller', async () => {
    const { client, server } = await connected();
    const stop = client.serve(() => {
      throw new Error('sync');
    });
    server.send(turn());
    await soon();
    expect(server.got.at(-1)).toEqual({ type: 'resign', matchId: 'm1', seat: 1 });
    stop();
    const faults: unknown[] = [];
    client.serve(() => Promise.reject(new Error('async')), (cause) => faults.push(cause));
    server.send(turn());
    await soon();
    expect(faults).toEqual([new Error('async')]);
    expect(server.got.filter(({ type }) => type === 'resign').length).toBe(1);
  });
});

describe('subscribeFeed', () => {
  test('handles one record after the other and acknowledges behind itself', async () => {
    const { client, server } = await connected((message, peer) => message.type === 'feed.subscribe' && peer.send({ type: 'feed.subscribed', id: message.id, cursor: 4 }));
    const log: string[] = [];
    let release = (): void => {};
    const feed = await subscribeFeed(client, { cursor: 4, credits: 2 }, async ({ number }) => {
      log.push(`begin ${number}`);
      if (number === 5) await new Promise<void>((resolve) => (release = resolve));
      log.push(`end ${number}`);
    });
    expect(feed.cursor).toBe(4);
    for (const number of [5, 6, 7]) server.send({ type: 'feed.record', cursor: number, record: { number } as never });
    await soon();
    expect(log).toEqual(['begin 5']);
    expect(server.got.some(({ type }) => type === 'feed.ack')).toBe(false);
    release();
    await soon();
    expect(log).toEqual([5, 6, 7].flatMap((number) => [`begin ${number}`, `end ${number}`]));
    expect(server.got.filter(({ type }) => type === 'feed.ack').at(-1)).toMatchObject({ cursor: 7, credits: 2 });
    feed.stop();
    await feed.done;
    await soon();
    expect(server.got.at(-1)).toMatchObject({ type: 'feed.ack', cursor: 7, credits: 0 });
  });
});

describe('openSocket', () => {
  /** A socket that never connects to anything. */
  class DeadSocket implements SocketLike {
    readonly #listeners = new Map<string, (event: never) => void>();
    constructor() {
      queueMicrotask(() => {
        this.#listeners.get('error')?.({ message: 'connection refused' } as never);
        this.#listeners.get('close')?.({ code: 1006, reason: '' } as never);
      });
    }
    send(): void {}
    close(): void {}
    addEventListener(type: string, listener: (event: never) => void): void {
      this.#listeners.set(type, listener);
    }
  }

  test('an arena that cannot be reached is an error with the address', async () => {
    await expect(openSocket(DeadSocket, 'ws://nowhere:1/ws')).rejects.toMatchObject({ code: 'CLIENT_UNREACHABLE', details: { url: 'ws://nowhere:1/ws', got: 'connection refused (close code 1006)' } });
  });
});

test('every error of the client has a code, words and a hint', () => {
  for (const [code, { message, hint }] of Object.entries(CLIENT_ERRORS)) {
    expect(code).toMatch(/^CLIENT_[A-Z_]+$/);
    expect(message).toContain('expected');
    expect(hint.length).toBeGreaterThan(10);
  }
});
