/**
 * The log of the arena: pino's interface, and where it is made. Silent unless the configuration says otherwise.
 * Never logged: tokens, seeds of live matches, observations, what agents wrote.
 */
import { pino, type Logger } from 'pino';
import type { ArenaConfig } from './config.js';

export type { Logger };

export function openLog(level: ArenaConfig['logLevel']): Logger {
  return pino({ level, name: 'arena' });
}
