/**
 * The numbers of a run: their names in one place, one JSON object a line in the order they were made.
 * A name is `area/name`, with `/<game>` and `/<role>` behind it where it is measured apart. It computes nothing and reads no clock.
 */
import { appendFileSync } from 'node:fs';

export const METRICS = {
  update: 'run/update',
  phase: 'run/phase',
  trainMinutes: 'run/train_minutes',
  progress: 'run/progress',
  loss: 'train/policy_loss',
  gradNorm: 'train/grad_norm',
  entropy: 'train/entropy',
  learningRate: 'train/learning_rate',
  rows: 'train/rows',
  tokens: 'train/tokens',
  skipped: 'train/skipped',
  turns: 'rollout/turns',
  turnsUnused: 'rollout/turns_unused',
  zeroAdvantage: 'rollout/zero_advantage',
  matches: 'rollout/matches',
  matchesUsed: 'rollout/matches_used',
  matchesUnused: 'rollout/matches_unused',
  stepsDropped: 'rollout/steps_dropped',
  illegalRate: 'rollout/illegal_rate',
  returnMean: 'rollout/return_mean',
  drawRate: 'rollout/draw_rate',
  turnsPerMatch: 'rollout/turns_per_match',
  turnShare: 'rollout/turn_share',
  advantageShare: 'rollout/advantage_share',
  baseline: 'rollout/baseline',
  rolloutSeconds: 'time/rollout_seconds',
  updateSeconds: 'time/update_seconds',
  tokensPerSecond: 'time/tokens_per_second',
  evaluation: 'eval',
} as const;

/** One line: numbers (and a few words, such as the phase) by name. */
export type MetricLine = { readonly [name: string]: number | string };

export interface MetricSink {
  write(line: MetricLine): void;
}

/** Collects one line: `set` once, `add` to a running sum. */
export class MetricRow {
  readonly #values = new Map<string, number | string>();

  set(name: string, value: number | string, ...path: readonly string[]): this {
    this.#values.set([name, ...path].join('/'), value);
    return this;
  }

  add(name: string, value: number, ...path: readonly string[]): this {
    const key = [name, ...path].join('/');
    const before = this.#values.get(key);
    this.#values.set(key, (typeof before === 'number' ? before : 0) + value);
    return this;
  }

  line(): MetricLine {
    return Object.fromEntries(this.#values);
  }
}

/** Appends JSON lines to a file; numbers keep six digits, which is more than any of them deserves. */
export class JsonlMetrics implements MetricSink {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  write(line: MetricLine): void {
    const rounded = Object.entries(line).map(([name, value]) => [name, typeof value === 'number' ? Number(value.toPrecision(6)) : value]);
    appendFileSync(this.#file, `${JSON.stringify(Object.fromEntries(rounded))}\n`);
  }
}
