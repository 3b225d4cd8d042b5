/**
 * The loop of a run: warm-up, then play -> episodes -> advantages -> one update -> new weights play -> now and then evaluate and checkpoint.
 * It reads from top to bottom; each stage has a file of its own. Rollouts are strictly on-policy: no match is in flight at an update.
 * It has no clock of its own, no container and no screen: time comes in, what happened goes out as events.
 */
import type { Rng } from '@spiral-arena/core/random';
import type { ModelWeights, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import type { BatchMaker, GameBatch } from './batch.js';
import type { CheckpointStore, TrainerState } from './checkpoint.js';
import type { TrainConfig } from './config.js';
import { evaluate, type Evaluation, type EvaluationJob } from './evaluate.js';
import { AVERAGE_EVERY_UPDATES, type ExactMeasure, type ExactPolicy, type StoredPolicy } from './exact.js';
import type { RoleBaseline } from './learn/role-baseline.js';
import { RowCollector } from './learn/rows.js';
import type { Learner, UpdateResult } from './learn/update.js';
import type { MetricSink } from './metrics.js';
import { Progress } from './progress.js';
import { evaluationLine, updateLine } from './report.js';
import { geometric, linearDecay, ramp } from './schedule.js';
import { settleAll } from './settle-all.js';
import type { TrainedGame } from './trained-game.js';
import { imitationRows } from './warm-up.js';

export interface Clock {
  nowMs(): number;
}

export type Phase = 'warm-up' | 'self-play';

/** One update, as it is told to whoever watches. */
export interface UpdateEvent {
  readonly phase: Phase;
  /** Of all phases, this one included. */
  readonly update: number;
  readonly selfPlayUpdates: number;
  /** 0 to 1 over the whole run; `null` where it has no limit. */
  readonly progress: number | null;
  /** Training time so far and still to come, by the pace so far; `null` where the run has no limit. */
  readonly trainMs: number;
  readonly etaMs: number | null;
  readonly learningRate: number;
  readonly result: UpdateResult;
  /** Empty in the warm-up. */
  readonly games: readonly GameBatch[];
  readonly rolloutMs: number;
  readonly updateMs: number;
}

export interface EvaluationEvent {
  readonly update: number;
  readonly trainMs: number;
  readonly evaluations: readonly Evaluation[];
  /** Games that can be measured exactly. */
  readonly exact: readonly (ExactMeasure & { readonly game: string; readonly variant: string })[];
}

export interface TrainEvents {
  onUpdate?(event: UpdateEvent): void;
  onEvaluation?(event: EvaluationEvent): void;
  onCheckpoint?(folder: string): void;
}

/** What a run was when it stopped. */
export interface TrainResult {
  readonly updates: number;
  readonly selfPlayUpdates: number;
  readonly trainMs: number;
  readonly counters: { readonly [name: string]: number };
  readonly evaluation: EvaluationEvent;
  /** `null` where the run has no folder. */
  readonly checkpoint: string | null;
}

/** What plays with weights that it is given. */
export interface WeightsHolder {
  readonly policyVersion: number;
  setWeights(weights: ModelWeights, policyVersion: number): Promise<void>;
}

/** Everything a run needs, made by `compose.ts`. */
export interface TrainerParts {
  readonly config: TrainConfig;
  readonly games: readonly TrainedGame[];
  readonly tokenizer: WordTokenizer;
  /** Evaluates. */
  readonly generator: WordGenerator;
  /** Who play the matches of `batches`: the generator itself, or threads with generators of their own. */
  readonly players: readonly WeightsHolder[];
  readonly learner: Learner;
  readonly batches: BatchMaker;
  readonly baseline: RoleBaseline;
  readonly exact: readonly ExactPolicy[];
  readonly store: CheckpointStore | null;
  readonly metrics: MetricSink | null;
  readonly clock: Clock;
  /** The run's root generator; every use forks it by name and update, so that it never moves. */
  readonly rng: Rng;
  /** Where a resumed run goes on. */
  readonly resumed: TrainerState | null;
}

export class Trainer {
  readonly #parts: TrainerParts;
  readonly #progress: Progress;
  readonly #counters: Map<string, number>;

  constructor(parts: TrainerParts) {
    this.#parts = parts;
    this.#progress = new Progress(parts.config, parts.resumed);
    this.#counters = new Map(Object.entries(parts.resumed?.counters ?? {}));
  }

  /** Trains until a limit is reached or the signal aborts, then evaluates and writes the last checkpoint. */
  async run(events: TrainEvents = {}, signal?: AbortSignal): Promise<TrainResult> {
    const { config, learner } = this.#parts;
    const progress = this.#progress;
    for (let stopped = signal?.aborted ?? false; !progress.done && !stopped; stopped = signal?.aborted ?? false) {
      const phase: Phase = progress.update < config.warmUpUpdates ? 'warm-up' : 'self-play';
      if (phase === 'self-play' && progress.selfPlayUpdates === 0) await learner.training.resetMoments();
      const event = phase === 'warm-up' ? await this.#warmUp() : await this.#selfPlay();
      this.#parts.metrics?.write(updateLine(event, this.#parts));
      events.onUpdate?.(event);
      if (progress.evaluationDue()) await this.#evaluate(events);
      if (progress.checkpointDue()) await this.#checkpoint(events);
    }
    const evaluation = await this.#evaluate(events);
    const checkpoint = await this.#checkpoint(events);
    const { update, selfPlayUpdates, trainMs } = progress;
    return { updates: update, selfPlayUpdates, trainMs, counters: Object.fromEntries(this.#counters), evaluation, checkpoint };
  }

  async #warmUp(): Promise<UpdateEvent> {
    const { config, games, tokenizer, learner, batches, clock } = this.#parts;
    const start = clock.nowMs();
    const quotas = batches.turnQuotas();
    const rng = this.#parts.rng.fork('warm-up').fork(this.#progress.update);
    const rows = imitationRows(games.map((trained, index) => ({ trained, turns: quotas[index] as number })), tokenizer, rng, config.turnsPerUpdate);
    const learningRate = config.warmUpLearningRate * ramp(this.#progress.update, config.rampUpdates);
    const played = clock.nowMs();
    const result = await learner.update(rows.buckets(), rows.tokens, { temperature: 1, constrained: false, legality: 0, clipNorm: config.clipNorm, learningRate });
    return this.#finish({ phase: 'warm-up', learningRate, result, games: [], start, played });
  }

  async #selfPlay(): Promise<UpdateEvent> {
    const { config, batches, learner, tokenizer, clock, players } = this.#parts;
    const progress = this.#progress;
    const start = clock.nowMs();
    await this.#publish(players);
    const games = await batches.next(progress.update, this.#parts.rng.fork('rollout').fork(progress.update));
    const played = clock.nowMs();
    const rows = new RowCollector(tokenizer.vocabSize);
    for (const { trained, steps } of games) addRows(rows, steps, this.#entropy(trained), config);
    const learningRate = linearDecay(config.learningRate, config.learningRateEnd, progress.selfPlay) * ramp(progress.selfPlayUpdates, config.rampUpdates);
    const { temperature, constrained, clipNorm, legality, turnsPerUpdate } = config;
    const result = await learner.update(rows.buckets(), rows.tokens, { temperature, constrained, clipNorm, learningRate, legality: legality / turnsPerUpdate });
    for (const { trained, episodes, steps, counts } of games) {
      this.#count(`matches/${trained.game.id} ${trained.variant}`, episodes.length);
      this.#count(`turns/${trained.game.id} ${trained.variant}`, steps.length);
      this.#count('tokens', counts.tokens);
    }
    if (result.skipped) this.#count(`skipped/${result.skipped}`, 1);
    const event = this.#finish({ phase: 'self-play', learningRate, result, games, start, played });
    if (progress.selfPlayUpdates % AVERAGE_EVERY_UPDATES === 0 && this.#parts.exact.length > 0) {
      await this.#publish([this.#parts.generator]);
      for (const exact of this.#parts.exact) await exact.stepAverage(this.#parts.generator);
    }
    return event;
  }

  #entropy({ config }: TrainedGame): number {
    return geometric(config.entropyStart, config.entropyEnd, this.#progress.selfPlay);
  }

  #finish({ start, played, ...event }: Pick<UpdateEvent, 'phase' | 'learningRate' | 'result' | 'games'> & { readonly start: number; readonly played: number }): UpdateEvent {
    const end = this.#parts.clock.nowMs();
    const progress = this.#progress;
    progress.advance(event.phase, end - start);
    return {
      ...event, update: progress.update, selfPlayUpdates: progress.selfPlayUpdates, progress: progress.whole, trainMs: progress.trainMs, etaMs: progress.etaMs,
      rolloutMs: played - start, updateMs: end - played,
    };
  }

  /** From here on the newest weights answer. */
  async #publish(holders: readonly WeightsHolder[]): Promise<void> {
    const version = this.#progress.update;
    const behind = holders.filter(({ policyVersion }) => policyVersion !== version);
    if (behind.length === 0) return;
    const weights = await this.#parts.learner.training.weights();
    await settleAll(behind.map((holder) => holder.setWeights(weights, version)));
  }

  async #evaluate(events: TrainEvents): Promise<EvaluationEvent> {
    const { config, games, generator, exact, metrics } = this.#parts;
    await this.#publish([generator]);
    const jobs = games.flatMap((trained) => trained.config.opponents.flatMap((opponent): EvaluationJob[] => [
      { trained, opponent, temperature: 1 },
      { trained, opponent, temperature: 0 },
    ]));
    const evaluations = await evaluate(generator, jobs, { matches: config.evaluationMatches, seed: config.seed });
    const measures = [];
    for (const policy of exact) measures.push({ game: policy.trained.game.id, variant: policy.trained.variant, ...(await policy.measure(generator)) });
    const event = { update: this.#progress.update, trainMs: this.#progress.trainMs, evaluations, exact: measures };
    this.#progress.evaluated();
    metrics?.write(evaluationLine(event));
    events.onEvaluation?.(event);
    return event;
  }

  async #checkpoint(events: TrainEvents): Promise<string | null> {
    const { config, learner, tokenizer, store } = this.#parts;
    this.#progress.checkpointed();
    if (!store) return null;
    const folder = await store.save({ weights: await learner.training.weights(), tokenizer, moments: await learner.training.moments(), state: this.#state() }, config.keepCheckpoints);
    events.onCheckpoint?.(folder);
    return folder;
  }

  #state(): TrainerState {
    const { config, rng, baseline, batches, exact, games } = this.#parts;
    const averages: { [key: string]: StoredPolicy } = {};
    for (const policy of exact) {
      const average = policy.average();
      if (average) averages[gameKey(policy.trained)] = average;
    }
    return {
      config, ...this.#progress.state(), rng: rng.save(), baselines: baseline.entries(), averages,
      matchLengths: Object.fromEntries(games.map((trained, index) => [gameKey(trained), batches.lengths[index]?.mean ?? 0])),
      counters: Object.fromEntries(this.#counters),
    };
  }

  #count(name: string, by: number): void {
    this.#counters.set(name, (this.#counters.get(name) ?? 0) + by);
  }
}

/** Names one game of a run in its state. */
export function gameKey({ game, variant }: TrainedGame): string {
  return `${game.id} ${variant}`;
}

/** Every step's tokens with A/N, and c/N for the entropy where they were sampled. */
export function addRows(rows: RowCollector, steps: GameBatch['steps'], entropy: number, { turnsPerUpdate, dropZeroAdvantage, legality }: TrainConfig): void {
  for (const { step, advantage } of steps) {
    if (advantage === 0 && entropy === 0 && legality === 0 && dropZeroAdvantage) continue;
    rows.add(step.promptTokenIds, step.tokenIds, step.allowedTokenIds, advantage / turnsPerUpdate, entropy / turnsPerUpdate);
  }
}
