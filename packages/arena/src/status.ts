/**
 * The arena in numbers, now and since it started: what the status page, `/api/status` and the command line show.
 */
import type { EndReason } from '@spiral-arena/core/match';
import type { GameCounts } from './counters.js';

export interface ArenaStatus {
  readonly upMs: number;
  readonly connections: { readonly sockets: number; readonly inProcess: number };
  readonly matches: { readonly live: number; readonly waiting: number; readonly ended: { readonly [reason in EndReason]: number } };
  readonly queued: number;
  readonly turns: number;
  readonly refused: number;
  readonly badMessages: number;
  readonly faults: number;
  readonly feed: { readonly subscriptions: number; readonly records: number };
  readonly games: { readonly [game: string]: GameCounts };
}
