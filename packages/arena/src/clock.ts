/**
 * Time as the arena sees it: now, and timers. The system's clock never goes back; the manual one is moved by tests.
 * It knows no matches: limits of turns are `turn-timers.ts`.
 */

export interface ArenaClock {
  /** Whole milliseconds since 1970, never going back. */
  nowMs(): number;
  /** Calls `run` once, not before `delayMs` have passed. @returns cancels it */
  setTimer(delayMs: number, run: () => void): () => void;
}

/** The longest delay that setTimeout takes. */
const MOST_DELAY_MS = 2 ** 31 - 1;

export class SystemClock implements ArenaClock {
  nowMs(): number {
    return Math.floor(performance.timeOrigin + performance.now());
  }

  setTimer(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.min(delayMs, MOST_DELAY_MS));
    return () => clearTimeout(timer);
  }
}

/** A clock that stands still until it is moved. */
export class ManualClock implements ArenaClock {
  #nowMs: number;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(nowMs = 0) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  get timers(): number {
    return this.#timers.length;
  }

  setTimer(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves time on and runs the timers that fall due, in the order of their times. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const due = this.#timers.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = untilMs;
  }
}
