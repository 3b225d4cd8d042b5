/**
 * What of one match is kept: for durability `event` every event before it is told, and for all the whole record at the end,
 * from which the feed is served. It decides nothing about the match.
 */
import { writeRecord, type MatchEvent, type MatchHeader, type MatchRecord } from '@spiral-arena/core/match';
import type { RoomServices } from './room-services.js';
import type { FinishedMatch } from './store/store.js';

/** What the store knows a match by; its record comes at the end. */
export type LedgerInit = Omit<FinishedMatch, 'record'>;

export class MatchLedger {
  readonly #init: LedgerInit;
  readonly #services: Pick<RoomServices, 'journal' | 'feed' | 'log'>;
  /** Lines of the record that were handed to the store. */
  #lines = 0;

  constructor(init: LedgerInit, services: Pick<RoomServices, 'journal' | 'feed' | 'log'>) {
    this.#init = init;
    this.#services = services;
  }

  /** Whether events have to be stored before they are told. */
  get storesEvents(): boolean {
    return this.#init.durability === 'event';
  }

  /** The match begins. @throws what the store threw */
  async start(header: MatchHeader, events: readonly MatchEvent[]): Promise<void> {
    this.#lines = 1;
    await Promise.all([this.#services.journal.start({ ...this.#init, header: `${JSON.stringify(header)}\n` }), this.append(events)]);
  }

  /** New events; the last ones of a match go with the whole record. @throws what the store threw */
  async append(events: readonly MatchEvent[]): Promise<void> {
    if (events.length === 0 || events.at(-1)?.type === 'ended') return;
    const from = this.#lines;
    this.#lines += events.length;
    await this.#services.journal.append({ number: this.#init.number, from, lines: events.map((event) => `${JSON.stringify(event)}\n`) });
  }

  /** The match is over: stores its record, then feeds it. @returns resolves when that is done, with whether it was stored; never rejects */
  finish(record: MatchRecord): Promise<boolean> {
    const { number, accounts } = this.#init;
    return this.#services.journal.finish({ ...this.#init, record: () => writeRecord(record) }).then(
      () => {
        this.#services.feed.finished(number, accounts, record);
        return true;
      },
      (cause: unknown) => this.lost(cause),
    );
  }

  /** There will be no record. */
  lost(cause: unknown): false {
    const { number, accounts, matchId } = this.#init;
    this.#services.log.error({ err: cause, match: matchId }, 'a match was not stored');
    this.#services.feed.gone(number, accounts);
    return false;
  }
}
