/**
 * What every room shares and is given: time, the journal, the feed, counters, the log, and how a match is opened.
 */
import type { MatchInit, MatchPort } from '@spiral-arena/core/match';
import type { ArenaClock } from './clock.js';
import type { Counters } from './counters.js';
import type { Feed } from './feed.js';
import type { Journal } from './journal.js';
import type { Logger } from './log.js';
import type { Room } from './room.js';

/** Makes the port of a new match: in this thread, or wherever the host wants its games to run. */
export type OpenPort = (init: MatchInit) => MatchPort;

export interface RoomServices {
  readonly clock: ArenaClock;
  readonly journal: Journal;
  readonly feed: Feed;
  readonly counters: Counters;
  readonly log: Logger;
  readonly graceMs: number;
  readonly openPort: OpenPort;
  /** Called once, at the end; `stored` resolves when the store knows the match, null where it never will. */
  readonly onEnded: (room: Room, stored: Promise<unknown> | null) => void;
}
