/**
 * Puts a trainer together: all registrations and the only calls to `resolve`, no logic of training. On a child container, so that two fit in one process.
 * The caller hands in games, a connection to an arena and time. What is made here is closed by `close`, in reverse order; the caller's things stay open.
 */
import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '@spiral-arena/client';
import { Making } from '@spiral-arena/core';
import type { GameRegistry } from '@spiral-arena/core/game';
import type { ClientMessage, ServerMessage } from '@spiral-arena/core/protocol';
import { Rng } from '@spiral-arena/core/random';
import { createEngine, createTraining, type EngineOptions, initialWeights, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import type { ThreadCalls } from '@spiral-arena/model/threads';
import { container as root, type DependencyContainer, instanceCachingFactory, type InjectionToken } from 'tsyringe';
import { BatchMaker } from './batch.js';
import { type Checkpoint, CheckpointStore } from './checkpoint.js';
import type { TrainConfig } from './config.js';
import { ExactPolicy } from './exact.js';
import { RoleBaseline } from './learn/role-baseline.js';
import { Learner } from './learn/update.js';
import { JsonlMetrics } from './metrics.js';
import { modelConfigOf } from './model-config.js';
import { checkResume } from './resume.js';
import { type PartPlayer, RolloutWorker } from './rollout.js';
import { type RolloutInit, RolloutThread } from './rollout-thread.js';
import { settleAll } from './settle-all.js';
import { SharedRollout } from './shared-rollout.js';
import { TOKENS } from './tokens.js';
import { type Clock, gameKey, Trainer, type WeightsHolder } from './train.js';
import { trainedGames, wordsOf } from './trained-game.js';

/** Where the matches of a run are played. What is handed in is closed with the trainer. */
export type PlayedIn =
  /** An arena, in process or remote, through this connection. */
  | { readonly transport: Transport<ClientMessage, ServerMessage>; readonly token?: string }
  /** These threads, whose modules call `serveRollouts`. */
  | { readonly threads: readonly ThreadCalls[] };

export interface TrainerSettings {
  readonly registry: GameRegistry;
  readonly playedIn: PlayedIn;
  readonly config: TrainConfig;
  readonly clock: Clock;
  readonly engine: EngineOptions;
  /** Where checkpoints and metrics go; `null`: nowhere. */
  readonly folder: string | null;
  /** To go on from; see `loadCheckpoint`. */
  readonly checkpoint?: Checkpoint;
}

export interface ComposedTrainer {
  readonly trainer: Trainer;
  /** For people: engine, threads, library. */
  readonly engine: string;
  readonly parameters: number;
  /** For agents that play with the newest weights. */
  readonly generator: WordGenerator;
  close(): Promise<void>;
}

/**
 * @throws what the games, the arena and the engine refuse; TRAINER_CHECKPOINT_MISMATCH
 */
export async function composeTrainer({ registry, playedIn, config, clock, engine: engineOptions, folder, checkpoint }: TrainerSettings): Promise<ComposedTrainer> {
  const state = checkpoint?.state ?? null;
  if (checkpoint) checkResume(config, checkpoint.state);
  const games = trainedGames(registry, config);
  const engine = await createEngine(engineOptions);
  if (folder) mkdirSync(folder, { recursive: true });

  const child = root.createChildContainer();
  const making = new Making();
  const policyVersion = state?.update ?? 0;
  const rng = state ? Rng.restore(state.rng) : Rng.fromSeed(config.seed);
  child.register(TOKENS.config, { useValue: config });
  child.register(TOKENS.clock, { useValue: clock });
  child.register(TOKENS.games, { useValue: games });
  child.register(TOKENS.engine, { useValue: engine });
  once(child, making, TOKENS.tokenizer, () => checkpoint?.tokenizer ?? new WordTokenizer(wordsOf(games), { spells: config.model.spelling, saysForced: config.model.forcedWords }));
  once(child, making, TOKENS.weights, (c) => checkpoint?.weights ?? initialWeights(modelConfigOf(config.model, c.resolve(TOKENS.tokenizer).vocabSize), rng.fork('weights')));
  once(child, making, TOKENS.generator, (c) => new WordGenerator({ engine, tokenizer: c.resolve(TOKENS.tokenizer), weights: c.resolve(TOKENS.weights), policyVersion }));
  const { beta1, beta2, weightDecay } = config;
  const training = await createTraining({ engine, weights: child.resolve(TOKENS.weights), adamW: { beta1, beta2, weightDecay }, ...(checkpoint ? { moments: checkpoint.moments } : {}) });
  child.register(TOKENS.learner, { useValue: new Learner(training, child.resolve(TOKENS.weights).config) });
  const crew = await open(playedIn, child, { config, engine: engineOptions, policyVersion });
  once(child, making, TOKENS.baseline, () => new RoleBaseline({ kind: config.baseline, order: config.baselineOrder, decay: config.baselineDecay }, state?.baselines));
  once(child, making, TOKENS.batches, (c) => {
    const lengths = state ? games.map((trained) => state.matchLengths[gameKey(trained)] ?? 1) : undefined;
    return new BatchMaker(games, config, new SharedRollout(crew.players), c.resolve(TOKENS.baseline), lengths);
  });
  once(child, making, TOKENS.exact, () => games.flatMap((trained) => ExactPolicy.of(trained, state?.averages[gameKey(trained)]) ?? []));
  once(child, making, TOKENS.store, () => (folder === null ? null : new CheckpointStore(folder)));
  once(child, making, TOKENS.metrics, () => (folder === null ? null : new JsonlMetrics(join(folder, 'metrics.jsonl'))));
  once(child, making, TOKENS.trainer, (c) => new Trainer({
    config, games, clock, rng, resumed: state,
    tokenizer: c.resolve(TOKENS.tokenizer), generator: c.resolve(TOKENS.generator), players: crew.holders, learner: c.resolve(TOKENS.learner), batches: c.resolve(TOKENS.batches),
    baseline: c.resolve(TOKENS.baseline), exact: c.resolve(TOKENS.exact), store: c.resolve(TOKENS.store), metrics: c.resolve(TOKENS.metrics),
  }));

  return {
    trainer: child.resolve(TOKENS.trainer),
    engine: engine.describe(),
    parameters: child.resolve(TOKENS.weights).parameterCount,
    generator: child.resolve(TOKENS.generator),
    close: async () => {
      await crew.close();
      await training.dispose();
      await child.resolve(TOKENS.generator).dispose();
      await engine.dispose();
    },
  };
}

/** Who plays, whom to give new weights, and how to end it. */
interface Crew {
  readonly players: readonly PartPlayer[];
  readonly holders: readonly WeightsHolder[];
  close(): Promise<void>;
}

async function open(playedIn: PlayedIn, container: DependencyContainer, { config, engine, policyVersion }: Pick<RolloutInit, 'config' | 'engine' | 'policyVersion'>): Promise<Crew> {
  if ('threads' in playedIn) {
    const weights = container.resolve(TOKENS.weights);
    const init: RolloutInit = {
      config, policyVersion, model: weights.config, weights: weights.named(), vocabulary: container.resolve(TOKENS.tokenizer).toJson(),
      engine: engine.name === 'onnx' ? { ...engine, threads: 1, ownThread: false } : engine,
    };
    const threads = await settleAll(playedIn.threads.map((calls) => RolloutThread.begin(calls, init)));
    return { players: threads, holders: threads, close: async () => void (await settleAll(threads.map((thread) => thread.close()))) };
  }
  const { transport, token } = playedIn;
  const generator = container.resolve(TOKENS.generator);
  const worker = await RolloutWorker.connect(transport, generator, config, token);
  return { players: [worker], holders: [generator], close: async () => worker.close() };
}

/** One instance per trainer, made when it is first needed. */
function once<T>(child: DependencyContainer, making: Making, token: InjectionToken<T>, make: (container: DependencyContainer) => T): void {
  child.register(token, { useFactory: instanceCachingFactory((container) => making.run(String(token), () => make(container))) });
}
