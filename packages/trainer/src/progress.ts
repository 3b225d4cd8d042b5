/**
 * How far a run is: updates, training time, limits, and when the next evaluation and checkpoint are due. It reads no clock: durations are told.
 * With a limit of updates alone nothing here depends on time but what is due by minutes, so that a run repeats exactly.
 */
import type { TrainerState } from './checkpoint.js';
import type { TrainConfig } from './config.js';

const MINUTE_MS = 60_000;

export class Progress {
  readonly #config: TrainConfig;
  /** Updates of all phases. */
  update: number;
  selfPlayUpdates: number;
  trainMs: number;
  #warmUpMs: number;
  #evaluatedAt: { ms: number; update: number };
  #checkpointedAt: { ms: number; update: number };

  constructor(config: TrainConfig, resumed: Pick<TrainerState, 'update' | 'selfPlayUpdates' | 'trainMs' | 'warmUpMs'> | null) {
    this.#config = config;
    this.update = resumed?.update ?? 0;
    this.selfPlayUpdates = resumed?.selfPlayUpdates ?? 0;
    this.trainMs = resumed?.trainMs ?? 0;
    this.#warmUpMs = resumed?.warmUpMs ?? 0;
    this.#evaluatedAt = { ms: this.trainMs, update: this.update };
    this.#checkpointedAt = { ms: this.trainMs, update: this.update };
  }

  advance(phase: 'warm-up' | 'self-play', durationMs: number): void {
    this.update += 1;
    this.trainMs += durationMs;
    if (phase === 'self-play') this.selfPlayUpdates += 1;
    else this.#warmUpMs = this.trainMs;
  }

  get done(): boolean {
    const { updates, minutes } = this.#config;
    return (updates !== null && this.update >= this.#config.warmUpUpdates && this.selfPlayUpdates >= updates) || (minutes !== null && this.trainMs >= minutes * MINUTE_MS);
  }

  /** 0 to 1 over the self-play of the run: what the schedules run over. */
  get selfPlay(): number {
    const { updates, minutes, scheduleMinutes } = this.#config;
    if (updates !== null) return updates === 0 ? 1 : Math.min(1, this.selfPlayUpdates / updates);
    const whole = Math.max(minutes ?? 0, scheduleMinutes) * MINUTE_MS - this.#warmUpMs;
    return whole <= 0 ? 1 : Math.min(1, Math.max(0, (this.trainMs - this.#warmUpMs) / whole));
  }

  /** 0 to 1 over the whole run; `null` without a limit. */
  get whole(): number | null {
    const { updates, minutes, warmUpUpdates } = this.#config;
    const byUpdates = updates === null ? 0 : this.update / Math.max(1, updates + warmUpUpdates);
    const byTime = minutes === null ? 0 : this.trainMs / Math.max(1, minutes * MINUTE_MS);
    return updates === null && minutes === null ? null : Math.min(1, Math.max(byUpdates, byTime));
  }

  get etaMs(): number | null {
    const whole = this.whole;
    return whole === null || whole === 0 ? null : (this.trainMs / whole) * (1 - whole);
  }

  evaluationDue(): boolean {
    return !this.done && this.#due(this.#evaluatedAt, this.#config.evaluateEveryMinutes, this.#config.evaluateEveryUpdates);
  }

  checkpointDue(): boolean {
    return !this.done && this.#due(this.#checkpointedAt, this.#config.checkpointEveryMinutes, this.#config.checkpointEveryUpdates);
  }

  evaluated(): void {
    this.#evaluatedAt = { ms: this.trainMs, update: this.update };
  }

  checkpointed(): void {
    this.#checkpointedAt = { ms: this.trainMs, update: this.update };
  }

  /** For a checkpoint: time only where limits or schedules follow it, so that equal runs by updates make equal checkpoints. */
  state(): Pick<TrainerState, 'update' | 'selfPlayUpdates' | 'trainMs' | 'warmUpMs'> {
    const timed = this.#config.updates === null || this.#config.minutes !== null;
    return { update: this.update, selfPlayUpdates: this.selfPlayUpdates, trainMs: timed ? this.trainMs : 0, warmUpMs: timed ? this.#warmUpMs : 0 };
  }

  #due(last: { readonly ms: number; readonly update: number }, minutes: number | null, updates: number | null): boolean {
    return (minutes !== null && this.trainMs - last.ms >= minutes * MINUTE_MS) || (updates !== null && this.update - last.update >= updates);
  }
}
