/**
 * What the arena's tests share: arenas and clients that are closed after each test, and waiting for things that are to happen.
 * Not published.
 */
import { onTestFinished } from 'vitest';
import { ArenaClient, type HelloOptions, type Transport } from '@spiral-arena/client';
import { connectWebSocket } from '@spiral-arena/client/node';
import type { ClientMessage, ServerMessage } from '@spiral-arena/core/protocol';
import type { Arena, ConnectOptions } from './arena.js';
import { composeArena, type ComposeArenaOptions } from './compose.js';
import { fixtureRegistry } from './fixture.test.games.js';

export type Wire = Transport<ClientMessage, ServerMessage>;

/** An arena with the fixture games on a free port of its own. */
export async function openArena(options: Partial<ComposeArenaOptions> = {}): Promise<Arena> {
  const arena = await composeArena({ registry: fixtureRegistry(), ...options, config: { port: 0, ...options.config } });
  onTestFinished(() => arena.close());
  return arena;
}

/** A client in the arena's process. */
export function join(arena: Arena, options: ConnectOptions & HelloOptions = {}): Promise<ArenaClient> {
  const { account, ...hello } = options;
  return ArenaClient.connect(arena.connect(account === undefined ? {} : { account }), hello);
}

/** A client over a real socket. */
export async function dial(socketUrl: string, hello: HelloOptions = {}): Promise<ArenaClient> {
  const client = await ArenaClient.connect(await connectWebSocket(socketUrl), hello);
  onTestFinished(() => client.close());
  return client;
}

/** A connection without a client: sends any message, keeps everything that arrives. */
export class RawPeer {
  /** What has arrived and was not taken yet. */
  readonly got: ServerMessage[] = [];
  /** Everything that has arrived, in order. */
  readonly log: ServerMessage[] = [];
  closed: number | null = null;
  readonly #transport: Wire;
  #wake: (() => void)[] = [];

  constructor(transport: Wire) {
    this.#transport = transport;
    const notify = (): void => {
      const wake = this.#wake;
      this.#wake = [];
      for (const run of wake) run();
    };
    transport.onMessage((message) => {
      this.got.push(message);
      this.log.push(message);
      notify();
    });
    transport.onClose(({ code }) => {
      this.closed = code;
      notify();
    });
  }

  static async hello(transport: Wire, hello: HelloOptions = {}): Promise<RawPeer> {
    const peer = new RawPeer(transport);
    peer.send({ type: 'hello', version: 1, ...hello });
    await peer.next('welcome');
    return peer;
  }

  send(message: ClientMessage): void {
    this.#transport.send(message);
  }

  close(): void {
    this.#transport.close();
  }

  /** Takes the first message of a type out of what has arrived, waiting for it. */
  async next<T extends ServerMessage['type']>(type: T, where: (message: Extract<ServerMessage, { type: T }>) => boolean = () => true): Promise<Extract<ServerMessage, { type: T }>> {
    for (;;) {
      const index = this.got.findIndex((message) => message.type === type && where(message as Extract<ServerMessage, { type: T }>));
      if (index !== -1) return this.got.splice(index, 1)[0] as Extract<ServerMessage, { type: T }>;
      if (this.closed !== null) throw new Error(`closed (${this.closed}) before ${type}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Takes the first message of these types that any of the clients gets; of the others nothing is taken. */
  static async first<T extends ServerMessage['type']>(peers: readonly RawPeer[], ...types: readonly T[]): Promise<Extract<ServerMessage, { type: T }>> {
    for (;;) {
      for (const { got } of peers) {
        const index = got.findIndex(({ type }) => (types as readonly string[]).includes(type));
        if (index !== -1) return got.splice(index, 1)[0] as Extract<ServerMessage, { type: T }>;
      }
      await new Promise<void>((resolve) => {
        for (const peer of peers) peer.#wake.push(resolve);
      });
    }
  }

  async untilClosed(): Promise<number> {
    while (this.closed === null) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.closed;
  }
}

/** Lets everything that is on its way in this process happen: no timers, no sockets. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
}
