/**
 * A running arena as its host sees it: listening, connecting from the same process, the numbers, closing.
 * Everything inside was put together by `compose.ts`.
 */
import { inProcessPair, type Transport } from '@spiral-arena/client';
import { CLOSE_CODES, type ClientMessage, type ServerMessage } from '@spiral-arena/core/protocol';
import type { Accounts, NewAccount } from './accounts.js';
import { Connection, type ConnectionServices } from './connection.js';
import type { Counters } from './counters.js';
import type { Feed } from './feed.js';
import type { Lobby } from './lobby.js';
import type { Matchmaker } from './matchmaker.js';
import type { ArenaServer, ListenAddress } from './server.js';
import { statusWith, type ArenaStatus } from './status.js';

export interface ConnectOptions {
  /** Speaks for this account without a token; it is made when it does not exist. Default: as hello says, a guest without a token. */
  readonly account?: string;
}

export interface Arena {
  /** Opens the port. @throws ARENA_PORT_IN_USE, ARENA_LISTEN_FAILED */
  listen(): Promise<ListenAddress>;
  /** A connection without a socket: the client's end, for `ArenaClient.connect`. */
  connect(options?: ConnectOptions): Transport<ClientMessage, ServerMessage>;
  /** A new account and its token, which is shown once. */
  createAccount(name: string): Promise<NewAccount>;
  status(): ArenaStatus;
  /** Stops live matches as aborted, stores what has ended, closes connections, port and store. */
  close(): Promise<void>;
}

export interface ArenaParts {
  readonly server: ArenaServer;
  readonly lobby: Lobby;
  readonly matchmaker: Matchmaker;
  readonly feed: Feed;
  readonly accounts: Accounts;
  readonly counters: Counters;
  readonly connections: ConnectionServices;
  /** Numbers of arenas that count as part of this one. */
  readonly others: () => readonly ArenaStatus[];
  /** Closed in this order, after the matches have been stopped. */
  readonly closers: readonly (() => Promise<void> | void)[];
}

export class LocalArena implements Arena {
  readonly #parts: ArenaParts;
  readonly #startedMs: number;
  readonly #inProcess: Set<Connection>;
  #closing: Promise<void> | null = null;

  constructor(parts: ArenaParts) {
    this.#parts = parts;
    this.#startedMs = parts.connections.clock.nowMs();
    this.#inProcess = new Set();
  }

  listen(): Promise<ListenAddress> {
    return this.#parts.server.listen();
  }

  connect({ account }: ConnectOptions = {}): Transport<ClientMessage, ServerMessage> {
    const [client, server] = inProcessPair<ClientMessage, ServerMessage>();
    const outlet = { send: (message: ServerMessage): void => server.send(message), close: (code: number, reason: string): void => server.close(code, reason) };
    const connection = new Connection(outlet, this.#parts.connections, account === undefined ? null : this.#parts.accounts.ensure(account));
    this.#inProcess.add(connection);
    server.onMessage((message) => connection.receiveLocal(message));
    server.onClose(() => {
      this.#inProcess.delete(connection);
      connection.closed();
    });
    return client;
  }

  createAccount(name: string): Promise<NewAccount> {
    return this.#parts.accounts.create(name);
  }

  status(): ArenaStatus {
    const { server, lobby, matchmaker, feed, counters, connections, others } = this.#parts;
    const own: ArenaStatus = {
      upMs: connections.clock.nowMs() - this.#startedMs,
      connections: { sockets: server.connections, inProcess: this.#inProcess.size },
      matches: { live: lobby.live, waiting: lobby.waiting, ended: counters.ended() },
      queued: matchmaker.waiting,
      turns: counters.turns, refused: counters.refused, badMessages: counters.badMessages, faults: counters.faults,
      feed: { subscriptions: feed.subscriptions, records: counters.feedRecords },
      games: counters.games(),
    };
    return statusWith(own, others());
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { lobby, closers } = this.#parts;
    await lobby.close();
    for (const connection of this.#inProcess) connection.close(CLOSE_CODES.goingAway, 'arena closing');
    for (const close of closers) await close();
  }
}
