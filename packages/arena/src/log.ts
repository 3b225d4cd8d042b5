/**
 * The log of the arena: pino's interface, and where it is made. Silent unless the configuration says otherwise; on standard error,
 * since standard output belongs to results.
 * Never logged: tokens, seeds of live matches, observations, what agents wrote.
 */
import { destination, pino, type Logger } from 'pino';
import type { ArenaConfig } from './config.js';

export type { Logger };

export function openLog(level: ArenaConfig['logLevel']): Logger {
  return pino({ level, name: 'arena' }, destination(2));
}
