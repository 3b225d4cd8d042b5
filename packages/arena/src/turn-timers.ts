/**
 * Limits of turns: when each seat's time is over, by the time of receipt and inclusive. One timer a match, none without a clock.
 * It only says who is late; that the match is told is the room's business.
 */
import type { Seat } from '@spiral-arena/core/game';
import type { ArenaClock } from './clock.js';

export class TurnTimers {
  readonly #clock: ArenaClock;
  readonly #moveMs: number;
  readonly #onLate: () => void;
  /** The last millisecond in which an answer counts. */
  readonly #deadlines = new Map<Seat, number>();
  #cancel: (() => void) | null = null;

  /** @param onLate called when somebody may be late; ask `late` then */
  constructor(clock: ArenaClock, moveMs: number, onLate: () => void) {
    this.#clock = clock;
    this.#moveMs = moveMs;
    this.#onLate = onLate;
  }

  /** The seat's turn begins now. */
  start(seat: Seat): void {
    this.#deadlines.set(seat, this.#clock.nowMs() + this.#moveMs);
    this.#arm();
  }

  stop(seat: Seat): void {
    if (this.#deadlines.delete(seat)) this.#arm();
  }

  stopAll(): void {
    this.#deadlines.clear();
    this.#arm();
  }

  leftMs(seat: Seat): number | null {
    const deadline = this.#deadlines.get(seat);
    return deadline === undefined ? null : Math.max(0, deadline - this.#clock.nowMs());
  }

  /** Seats whose time was over at this moment: a deadline itself is still in time. */
  late(atMs: number): readonly Seat[] {
    return [...this.#deadlines].filter(([, deadline]) => atMs > deadline).map(([seat]) => seat);
  }

  /** Goes off in the first millisecond that is too late, and again if the timer was early. */
  #arm(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#deadlines.size === 0) return;
    const first = Math.min(...this.#deadlines.values());
    this.#cancel = this.#clock.setTimer(first + 1 - this.#clock.nowMs(), () => {
      this.#cancel = null;
      if (this.#clock.nowMs() > first) this.#onLate();
      else this.#arm();
    });
  }
}
