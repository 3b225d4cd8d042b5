/**
 * The names of the arena's services for injection: one typed symbol each. Only `compose.ts` resolves them.
 */
import type { GameRegistry } from '@spiral-arena/core/game';
import type { Accounts } from './accounts.js';
import type { Archive } from './archive.js';
import type { ArenaClock } from './clock.js';
import type { ArenaConfig } from './config.js';
import type { ConnectionServices } from './connection.js';
import type { Counters } from './counters.js';
import type { Dispatcher } from './dispatcher.js';
import type { Feed } from './feed.js';
import type { Journal } from './journal.js';
import type { Lobby } from './lobby.js';
import type { Logger } from './log.js';
import type { Matchmaker } from './matchmaker.js';
import type { RandomSource } from './random-source.js';
import type { OpenPort } from './room-services.js';
import type { ArenaServer } from './server.js';
import type { Store } from './store/store.js';

/** A symbol that stands for a service of type T. */
export type Token<T> = symbol & { readonly service?: T };

function token<T>(name: string): Token<T> {
  return Symbol(`arena.${name}`);
}

export const TOKENS = {
  config: token<ArenaConfig>('config'),
  registry: token<GameRegistry>('registry'),
  clock: token<ArenaClock>('clock'),
  random: token<RandomSource>('random'),
  log: token<Logger>('log'),
  store: token<Store>('store'),
  openPort: token<OpenPort>('openPort'),
  lastNumber: token<number>('lastNumber'),
  counters: token<Counters>('counters'),
  journal: token<Journal>('journal'),
  accounts: token<Accounts>('accounts'),
  feed: token<Feed>('feed'),
  lobby: token<Lobby>('lobby'),
  matchmaker: token<Matchmaker>('matchmaker'),
  archive: token<Archive>('archive'),
  dispatcher: token<Dispatcher>('dispatcher'),
  connections: token<ConnectionServices>('connections'),
  server: token<ArenaServer>('server'),
} as const;
