/**
 * What a crash left behind: matches of durability `event` that were live. Each is marked aborted, once, at the next start.
 * Going on with them comes later; bulk matches (durability `match`) were never stored and are gone by design.
 */
import { endOf, readRecord, writeRecord, type MatchEnd, type MatchRecord } from '@spiral-arena/core/match';
import type { Logger } from './log.js';
import type { FinishedMatch, Store, StoredMatch } from './store/store.js';

/** @returns how many matches were marked */
export async function abortInterrupted(store: Store, log: Logger): Promise<number> {
  const finished = (await store.live()).flatMap((match) => {
    try {
      return [aborted(match)];
    } catch (cause) {
      log.error({ err: cause, match: match.matchId }, 'an interrupted match could not be read');
      return [];
    }
  });
  if (finished.length > 0) await store.write({ started: [], events: [], finished });
  return finished.length;
}

function aborted({ number, matchId, public: open, record }: StoredMatch): FinishedMatch {
  const { header, events } = readRecord(record);
  const plies = events.filter(({ type }) => type === 'actions').length;
  const end: MatchEnd = { reason: 'aborted', offenders: [], returns: null, zeroSum: true, ply: plies, cause: 'arena stopped' };
  const whole: MatchRecord = endOf({ header, events }) ? { header, events } : { header, events: [...events, { type: 'ended', end }] };
  return {
    number, matchId, accounts: header.seats.flatMap(({ account }) => account ?? []), rated: header.rated, public: open, durability: 'event', record: () => writeRecord(whole),
  };
}
