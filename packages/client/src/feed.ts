/**
 * The feed of finished matches as a loop body: records come in match-number order, one at a time, and are acknowledged after they were
 * handled, so that nothing is lost when the handler fails. Where to go on from (the cursor) is the caller's to keep.
 */
import type { FeedRecord } from '@spiral-arena/core/protocol';
import type { ArenaClient } from './client.js';

export interface FeedOptions {
  /** Records with a number above it are sent; default: those of matches that end from now on. */
  readonly cursor?: number;
  /** How many records may be on their way or waiting to be handled. */
  readonly credits: number;
}

export interface FeedSubscription {
  /** Number of the last record that was handled. */
  readonly cursor: number;
  /** Ends when the handler threw (rejected with what it threw) or `stop` was called. */
  readonly done: Promise<void>;
  stop(): void;
}

/**
 * @param onRecord called for one record after the other; the next one waits for its promise
 * @throws ClientError with the arena's code
 */
export async function subscribeFeed(client: ArenaClient, { cursor, credits }: FeedOptions, onRecord: (record: FeedRecord, cursor: number) => void | Promise<void>): Promise<FeedSubscription> {
  const feed = new Feed(client, credits, onRecord);
  try {
    const { cursor: start } = await client.request({ type: 'feed.subscribe', credits, ...(cursor === undefined ? {} : { cursor }) });
    feed.open(start);
  } catch (cause) {
    feed.stop();
    throw cause;
  }
  return feed;
}

class Feed implements FeedSubscription {
  readonly done: Promise<void>;
  readonly #client: ArenaClient;
  readonly #credits: number;
  readonly #onRecord: (record: FeedRecord, cursor: number) => void | Promise<void>;
  readonly #waiting: { readonly cursor: number; readonly record: FeedRecord }[] = [];
  readonly #unsubscribe: () => void;
  #finish!: { resolve(): void; reject(cause: unknown): void };
  #cursor = 0;
  #unacknowledged = 0;
  #busy = false;
  #stopped = false;

  constructor(client: ArenaClient, credits: number, onRecord: (record: FeedRecord, cursor: number) => void | Promise<void>) {
    this.#client = client;
    this.#credits = credits;
    this.#onRecord = onRecord;
    this.done = new Promise((resolve, reject) => {
      this.#finish = { resolve, reject };
    });
    this.done.catch(() => {}); // whoever awaits `done` is told; nobody has to
    this.#unsubscribe = client.onRecord(({ cursor, record }) => {
      this.#waiting.push({ cursor, record });
      if (!this.#busy) void this.#work();
    });
  }

  get cursor(): number {
    return this.#cursor;
  }

  open(cursor: number): void {
    this.#cursor = Math.max(this.#cursor, cursor);
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#unsubscribe();
    this.#client.ackFeed(this.#cursor, 0);
    this.#finish.resolve();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next && !this.#stopped; next = this.#waiting.shift()) {
        const handled = this.#onRecord(next.record, next.cursor);
        if (handled instanceof Promise) await handled;
        this.#cursor = next.cursor;
        // Half a window at a time keeps the arena busy without a message for every record.
        if (++this.#unacknowledged >= Math.max(1, this.#credits >> 1) || this.#waiting.length === 0) {
          this.#unacknowledged = 0;
          this.#client.ackFeed(this.#cursor, this.#credits);
        }
      }
    } catch (cause) {
      this.#finish.reject(cause);
      this.stop();
    } finally {
      this.#busy = false;
    }
  }
}
