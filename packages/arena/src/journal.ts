/**
 * Writes behind the rooms: what they hand in during one round of the event loop becomes one transaction. A room that must not tell
 * before it has stored awaits the promise. If a batch fails, its matches are tried one by one, so that a bad one harms only itself.
 */
import type { Logger } from './log.js';
import type { FinishedMatch, StartedMatch, Store, StoreBatch, StoredEvents } from './store/store.js';

type Entries = { started: StartedMatch[]; events: StoredEvents[]; finished: FinishedMatch[] };

export class Journal {
  readonly #store: Store;
  readonly #log: Logger;
  #batch: Entries = { started: [], events: [], finished: [] };
  /** Resolves with the matches whose entries were not stored. */
  #flush: Promise<ReadonlyMap<number, unknown>> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** @throws what the store threw for this match */
  start(match: StartedMatch): Promise<void> {
    this.#batch.started.push(match);
    return this.#stored(match.number);
  }

  append(events: StoredEvents): Promise<void> {
    this.#batch.events.push(events);
    return this.#stored(events.number);
  }

  finish(match: FinishedMatch): Promise<void> {
    this.#batch.finished.push(match);
    return this.#stored(match.number);
  }

  /** Resolves when everything handed in so far is stored or has failed. */
  async drain(): Promise<void> {
    while (this.#flush) await this.#flush;
    await this.#last;
  }

  async #stored(number: number): Promise<void> {
    this.#flush ??= this.#schedule();
    const failed = await this.#flush;
    if (failed.size > 0 && failed.has(number)) throw failed.get(number);
  }

  /** After this round of the event loop and after the flush before it. */
  #schedule(): Promise<ReadonlyMap<number, unknown>> {
    const turn = new Promise<void>((resolve) => void setImmediate(resolve));
    const flush = Promise.all([turn, this.#last]).then(() => {
      const batch = this.#batch;
      this.#batch = { started: [], events: [], finished: [] };
      this.#flush = null;
      return this.#write(batch);
    });
    this.#last = flush;
    return flush;
  }

  async #write(batch: StoreBatch): Promise<ReadonlyMap<number, unknown>> {
    const failed = new Map<number, unknown>();
    try {
      await this.#store.write(batch);
    } catch (cause) {
      this.#log.error({ err: cause }, 'a batch was not stored; its matches are tried one by one');
      const numbers = new Set([...batch.started, ...batch.events, ...batch.finished].map(({ number }) => number));
      for (const number of numbers) {
        const own = (entry: { readonly number: number }): boolean => entry.number === number;
        try {
          await this.#store.write({ started: batch.started.filter(own), events: batch.events.filter(own), finished: batch.finished.filter(own) });
        } catch (reason) {
          failed.set(number, reason);
        }
      }
    }
    return failed;
  }
}
