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

/** One arena's numbers with those of others added, such as arenas in threads that work for it; how long it has been up stays its own. */
export function statusWith(own: ArenaStatus, others: readonly ArenaStatus[]): ArenaStatus {
  return others.reduce((sum, other) => ({ ...added(sum, other), upMs: own.upMs }), own);
}

type Numbers = { readonly [key: string]: number | Numbers };

/** Sums of equal keys, at any depth. */
function added<T extends object>(left: T, right: T): T {
  const sum: { [key: string]: number | Numbers } = { ...(left as Numbers) };
  for (const [key, value] of Object.entries(right as Numbers)) {
    const before = sum[key];
    sum[key] = typeof value === 'number' ? value + ((before as number | undefined) ?? 0) : added((before as Numbers | undefined) ?? {}, value);
  }
  return sum as T;
}
