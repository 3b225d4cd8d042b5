/**
 * Every setting of an arena, with its unit in its name and the reason for its default. Nothing is read from files or the
 * environment here: the command line does that and passes the result to `composeArena`.
 */
import type { GameRegistry } from '@spiral-arena/core/game';
import { ArenaError } from './errors.js';

export interface ArenaConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Path of the SQLite file; `:memory:`: none, everything is gone with the process. */
  readonly storePath: string;
  /** `normal`: a commit survives the end of the process; `full`: also the loss of power. */
  readonly storeSync: 'normal' | 'full';
  /** Unrated records of durability `match` that are kept, newest first; at least 1. Ratings and counts do not depend on them. */
  readonly keepBulkRecords: number;
  /** Ended matches whose last answers stay in memory, so that late and repeated messages get the right one. */
  readonly keepEndedMatches: number;
  readonly guests: boolean;
  readonly maxFrameBytes: number;
  readonly maxBufferedBytes: number;
  readonly maxConnections: number;
  readonly badMessagesAllowed: number;
  readonly helloTimeoutMs: number;
  /** How long a seat waits for its client to come back. */
  readonly graceMs: number;
  readonly maxLiveMatches: number;
  readonly maxLiveMatchesPerAccount: number;
  /** Finished matches kept in memory for one feed; what comes after them is read from the store again. */
  readonly feedBufferRecords: number;
  /** The arena opens with built-in games and contained plugins only: a faulty plugin then ends its own match and nothing else. */
  readonly contain: boolean;
  readonly logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
}

export const DEFAULT_CONFIG: ArenaConfig = {
  host: '127.0.0.1', // nobody outside this machine until the host says so
  port: 4455, // not a registered service's
  storePath: ':memory:', // an arena in a test or a notebook leaves no files
  storeSync: 'normal', // a killed process is common, power loss is not, and `full` costs an fsync for every move
  keepBulkRecords: 10_000, // ten seconds of full-speed training: enough to catch up after a pause, about 100 MB with traces
  keepEndedMatches: 256, // late messages come within a round trip
  guests: true, // trying it out takes no registration
  maxFrameBytes: 1024 * 1024, // the trace of a reply of 16,000 tokens
  maxBufferedBytes: 8 * 1024 * 1024, // what a slow but honest client can be behind
  maxConnections: 2000, // below the usual limit of open files
  badMessagesAllowed: 20, // a buggy client under development, not a flood
  helloTimeoutMs: 10_000, // the slowest mobile network
  graceMs: 15_000, // a lost network or a page reload
  maxLiveMatches: 20_000, // about 10 kB each
  maxLiveMatchesPerAccount: 8192, // two bulk requests of the largest size
  feedBufferRecords: 4096, // one bulk request of the largest size
  contain: false, // a step of a contained game costs 0.2 to 0.5 ms more, and most hosts run plugins that they have checked
  logLevel: 'silent', // a library does not write unless asked
};

/** The complete configuration. @throws ARENA_CONFIG_INVALID for a key or value that is not one */
export function resolveConfig(given: Partial<ArenaConfig> = {}): ArenaConfig {
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_CONFIG, key)) throw invalid(key, `one of ${Object.keys(DEFAULT_CONFIG).join(', ')}`, key, 'Check the spelling of the setting.');
    const standard = DEFAULT_CONFIG[key as keyof ArenaConfig];
    if (typeof value !== typeof standard) throw invalid(key, `a ${typeof standard}`, value, `The default is ${JSON.stringify(standard)}.`);
    if (typeof value === 'number' && (!Number.isSafeInteger(value) || value < 0)) throw invalid(key, 'a whole number that is not negative', value, `The default is ${standard}.`);
  }
  const config = { ...DEFAULT_CONFIG, ...given };
  if (config.port > 65_535) throw invalid('port', 'a port from 0 to 65535', config.port, 'Port 0 takes any free one.');
  if (config.keepBulkRecords < 1) throw invalid('keepBulkRecords', 'at least 1', config.keepBulkRecords, 'The newest record also tells the next match number.');
  if (!(['normal', 'full'] as const).includes(config.storeSync)) throw invalid('storeSync', '"normal" or "full"', config.storeSync, 'Use "full" to survive power loss.');
  return config;
}

/** Holds the games to the setting `contain`. @throws ARENA_CONFIG_INVALID naming a package whose games run in this thread */
export function checkContained({ contain }: ArenaConfig, registry: GameRegistry): void {
  const loose = contain ? registry.entries().find((entry) => !entry.builtIn && !entry.contained) : undefined;
  if (loose) throw invalid('contain', 'built-in games and contained plugins only', loose.package ?? loose.game.id, 'Load the plugins contained (`spiral arena serve --contain` does), or leave the setting out.');
}

function invalid(key: string, expected: string, got: unknown, fix: string): ArenaError {
  return new ArenaError('ARENA_CONFIG_INVALID', { details: { key, expected, got: JSON.stringify(got) ?? String(got), fix } });
}
