/** The arena server: compose one, listen, connect in process. */
import 'reflect-metadata';

export type { Account, NewAccount } from './accounts.js';
export type { Arena, ConnectOptions } from './arena.js';
export { ManualClock, SystemClock } from './clock.js';
export type { ArenaClock } from './clock.js';
export { composeArena } from './compose.js';
export type { ComposeArenaOptions } from './compose.js';
export { DEFAULT_CONFIG, resolveConfig } from './config.js';
export type { ArenaConfig } from './config.js';
export type { GameCounts } from './counters.js';
export { ARENA_ERRORS, ArenaError } from './errors.js';
export type { ArenaErrorCode } from './errors.js';
export type { RandomSource } from './random-source.js';
export type { OpenPort } from './room-services.js';
export type { ListenAddress } from './server.js';
export type { ArenaStatus } from './status.js';
export { openSqliteStore } from './store/sqlite.js';
export type { SqliteOptions } from './store/sqlite.js';
export type { EndedQuery, FinishedMatch, StartedMatch, Store, StoreBatch, StoredAccount, StoredEvents, StoredMatch } from './store/store.js';
