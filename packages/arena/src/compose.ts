/**
 * Puts an arena together: all registrations, the only calls to `resolve`, no logic. Each arena has a container of its own,
 * so several fit in one process. What is opened here is closed in reverse order.
 */
import 'reflect-metadata';
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import { Making } from '@spiral-arena/core';
import type { GameRegistry } from '@spiral-arena/core/game';
import { Accounts } from './accounts.js';
import { Archive } from './archive.js';
import { LocalArena, type Arena } from './arena.js';
import { SystemClock, type ArenaClock } from './clock.js';
import { checkContained, resolveConfig, type ArenaConfig } from './config.js';
import type { ConnectionServices } from './connection.js';
import { Counters } from './counters.js';
import { abortInterrupted } from './crash-recovery.js';
import { dealtRoles } from './dealt-roles.js';
import { Dispatcher } from './dispatcher.js';
import { Feed } from './feed.js';
import { Journal } from './journal.js';
import { Lobby, openLocalPort } from './lobby.js';
import { openLog, type Logger } from './log.js';
import { Matchmaker } from './matchmaker.js';
import { systemRandom, type RandomSource } from './random-source.js';
import type { OpenPort } from './room-services.js';
import { ArenaServer } from './server.js';
import type { ArenaStatus } from './status.js';
import { MemoryStore } from './store/memory.js';
import { openSqliteStore } from './store/sqlite.js';
import type { Store } from './store/store.js';
import { TOKENS, type Token } from './tokens.js';

export interface ComposeArenaOptions {
  /** The games; whoever composes fills it. */
  readonly registry: GameRegistry;
  readonly config?: Partial<ArenaConfig>;
  /** Default: the system's. */
  readonly clock?: ArenaClock;
  /** Default: the operating system's. */
  readonly random?: RandomSource;
  /** Default: the SQLite file of the configuration. It is closed with the arena. */
  readonly store?: Store;
  /** Default: matches in this thread. */
  readonly openPort?: OpenPort;
  readonly log?: Logger;
  /** Numbers of arenas in other threads that work for this one: its own status counts them in. Default: none. */
  readonly others?: () => readonly ArenaStatus[];
}

/**
 * An arena that is ready to be connected to; `listen` opens its port.
 * @throws ARENA_CONFIG_INVALID, ARENA_STORE_FAILED, ARENA_STORE_NEWER
 */
export async function composeArena(options: ComposeArenaOptions): Promise<Arena> {
  const config = resolveConfig(options.config);
  checkContained(config, options.registry);
  const log = options.log ?? openLog(config.logLevel);
  const { storePath: path, storeSync: sync, keepBulkRecords } = config;
  const store = options.store ?? (path === ':memory:' ? new MemoryStore({ keepBulkRecords }) : await openSqliteStore({ path, sync, keepBulkRecords }));
  const interrupted = await abortInterrupted(store, log);
  if (interrupted > 0) log.warn({ matches: interrupted }, 'matches that a crash interrupted were marked aborted');

  const container = root.createChildContainer();
  const making = new Making();
  value(container, TOKENS.config, config);
  value(container, TOKENS.registry, options.registry);
  value(container, TOKENS.clock, options.clock ?? new SystemClock());
  value(container, TOKENS.random, options.random ?? systemRandom());
  value(container, TOKENS.log, log);
  value(container, TOKENS.store, store);
  value(container, TOKENS.openPort, options.openPort ?? openLocalPort);
  value(container, TOKENS.lastNumber, await store.lastNumber());
  factory(container, making, TOKENS.counters, () => new Counters());
  factory(container, making, TOKENS.journal, (get) => new Journal(get(TOKENS.store), get(TOKENS.log)));
  factory(container, making, TOKENS.accounts, (get) => new Accounts(get(TOKENS.store), get(TOKENS.random), get(TOKENS.clock)));
  factory(container, making, TOKENS.feed, (get) => new Feed(
    { store: get(TOKENS.store), counters: get(TOKENS.counters), log: get(TOKENS.log), rolesOf: dealtRoles(get(TOKENS.registry)), bufferRecords: config.feedBufferRecords },
    get(TOKENS.lastNumber),
  ));
  factory(container, making, TOKENS.lobby, (get) => new Lobby(
    get(TOKENS.registry), config, get(TOKENS.random),
    { clock: get(TOKENS.clock), journal: get(TOKENS.journal), feed: get(TOKENS.feed), counters: get(TOKENS.counters), log: get(TOKENS.log), openPort: get(TOKENS.openPort) },
    get(TOKENS.lastNumber),
  ));
  factory(container, making, TOKENS.matchmaker, (get) => new Matchmaker(get(TOKENS.registry), get(TOKENS.lobby), get(TOKENS.random), get(TOKENS.log)));
  factory(container, making, TOKENS.archive, (get) => new Archive(get(TOKENS.store), get(TOKENS.lobby)));
  factory(container, making, TOKENS.dispatcher, (get) => new Dispatcher(get(TOKENS.lobby), get(TOKENS.matchmaker), get(TOKENS.feed), get(TOKENS.archive), get(TOKENS.counters), get(TOKENS.log)));
  factory(container, making, TOKENS.connections, (get): ConnectionServices => ({
    accounts: get(TOKENS.accounts), dispatcher: get(TOKENS.dispatcher), clock: get(TOKENS.clock), counters: get(TOKENS.counters), config, log: get(TOKENS.log),
    games: () => get(TOKENS.registry).list().map(({ id }) => id),
  }));
  factory(container, making, TOKENS.server, (get) => new ArenaServer(config, get(TOKENS.connections), () => arena.status(), () => store.lastNumber().then(() => true, () => false)));

  const get: Get = (token) => container.resolve(token);
  const journal = get(TOKENS.journal);
  const server = get(TOKENS.server);
  const arena = new LocalArena({
    server, lobby: get(TOKENS.lobby), matchmaker: get(TOKENS.matchmaker), feed: get(TOKENS.feed), accounts: get(TOKENS.accounts), counters: get(TOKENS.counters), connections: get(TOKENS.connections),
    others: options.others ?? (() => []),
    closers: [() => server.close(), () => journal.drain(), () => store.close()],
  });
  return arena;
}

type Get = <T>(token: Token<T>) => T;

function value<T>(container: DependencyContainer, token: Token<T>, instance: T): void {
  container.register<T>(token, { useValue: instance });
}

/** One instance per arena, made when it is first needed. */
function factory<T>(container: DependencyContainer, making: Making, token: Token<T>, make: (get: Get) => T): void {
  container.register<T>(token, { useFactory: instanceCachingFactory((scope) => making.run(token.description ?? '', () => make((dependency) => scope.resolve(dependency)))) });
}
