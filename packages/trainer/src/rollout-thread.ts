/**
 * Rollouts in threads of their own, on machines with several cores: each has an arena, a generator and the games, and plays its parts of a rollout with
 * one core, so that nothing but orders, weights and finished matches crosses. Both ends are here; whoever opens the thread brings its games and arena.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Transport } from '@spiral-arena/client';
import { isCodedError } from '@spiral-arena/core';
import type { GameRegistry } from '@spiral-arena/core/game';
import type { ClientMessage, ServerMessage } from '@spiral-arena/core/protocol';
import { Rng, type RngState } from '@spiral-arena/core/random';
import { createEngine, type EngineOptions, type ModelConfig, ModelWeights, type SavedVocabulary, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import { answerCalls, type ThreadCalls } from '@spiral-arena/model/threads';
import type { TrainConfig } from './config.js';
import { TrainerError } from './errors.js';
import { type PackedRecords, packRecords, unpackRecords } from './played-records.js';
import { type MatchPart, type PartPile, type PartPlayer, type PlayedParts, RolloutWorker } from './rollout.js';
import { type TrainedGame, trainedGames } from './trained-game.js';

/** The weights of a network by name, as they cross. */
type SentWeights = ReturnType<ModelWeights['named']>;

/** What a thread needs to know before it plays. */
export interface RolloutInit {
  readonly config: TrainConfig;
  readonly engine: EngineOptions;
  readonly vocabulary: SavedVocabulary;
  readonly model: ModelConfig;
  readonly weights: SentWeights;
  readonly policyVersion: number;
}

/** A part of a rollout as it crosses: its game by its place in the configuration. */
interface SentPart {
  readonly game: number;
  readonly matches: number;
  readonly rng: RngState;
}

type SentPile = Pick<PartPile, 'asked'> & { readonly parts: readonly SentPart[] };

interface ThreadMethods {
  begin(init: RolloutInit): Promise<void>;
  setWeights(weights: SentWeights, policyVersion: number): Promise<void>;
  play(parts: readonly SentPart[], pile: SentPile): Promise<{ readonly records: PackedRecords; readonly taken: readonly number[] }>;
}

/** The trainer's end. */
export class RolloutThread implements PartPlayer {
  readonly #calls: ThreadCalls;
  readonly #config: TrainConfig;
  #policyVersion: number;

  private constructor(calls: ThreadCalls, { config, policyVersion }: RolloutInit) {
    this.#calls = calls;
    this.#config = config;
    this.#policyVersion = policyVersion;
  }

  /** @param calls to a thread whose module calls `serveRollouts`; `close` ends it @throws TRAINER_THREAD_LOST, what the games, the arena and the engine refuse */
  static async begin(calls: ThreadCalls, init: RolloutInit): Promise<RolloutThread> {
    const thread = new RolloutThread(calls, init);
    await thread.#call('begin', init);
    return thread;
  }

  get policyVersion(): number {
    return this.#policyVersion;
  }

  async setWeights(weights: ModelWeights, policyVersion: number): Promise<void> {
    await this.#call('setWeights', weights.named(), policyVersion);
    this.#policyVersion = policyVersion;
  }

  async play(parts: readonly MatchPart[], { parts: piled, asked }: PartPile): Promise<PlayedParts> {
    const sent = ({ trained, matches, rng }: MatchPart): SentPart => ({ game: this.#config.games.indexOf(trained.config), matches, rng: rng.save() });
    const { records, taken } = await this.#call('play', parts.map(sent), { parts: piled.map(sent), asked });
    return { records: unpackRecords(records), taken };
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  async #call<M extends keyof ThreadMethods>(method: M, ...args: Parameters<ThreadMethods[M]>): Promise<Awaited<ReturnType<ThreadMethods[M]>>> {
    try {
      return (await this.#calls.call(method, args)) as Awaited<ReturnType<ThreadMethods[M]>>;
    } catch (cause) {
      throw isCodedError(cause) ? cause : new TrainerError('TRAINER_THREAD_LOST', { details: { reason: (cause as Error).message }, cause });
    }
  }
}

/**
 * The thread's end: plays for its trainer from now on, until the thread is ended.
 * @param transport a connection to the thread's own arena
 */
export function serveRollouts(port: MessagePort, registry: GameRegistry, transport: Transport<ClientMessage, ServerMessage>): void {
  let begun: { readonly model: ModelConfig; readonly games: readonly TrainedGame[]; readonly generator: WordGenerator; readonly rollout: RolloutWorker };
  const methods: ThreadMethods = {
    async begin({ config, engine, vocabulary, model, weights, policyVersion }) {
      const tokenizer = WordTokenizer.fromJson(vocabulary);
      const generator = new WordGenerator({ engine: await createEngine(engine), tokenizer, weights: ModelWeights.fromNamed(model, weights), policyVersion });
      begun = { model, games: trainedGames(registry, config), generator, rollout: await RolloutWorker.connect(transport, generator, config) };
    },
    setWeights: (weights, policyVersion) => begun.generator.setWeights(ModelWeights.fromNamed(begun.model, weights), policyVersion),
    play: async (parts, { parts: piled, asked }) => {
      const part = ({ game, matches, rng }: SentPart): MatchPart => ({ trained: begun.games[game] as TrainedGame, matches, rng: Rng.restore(rng) });
      const { records, taken } = await begun.rollout.play(parts.map(part), { parts: piled.map(part), asked });
      return { records: packRecords(records), taken };
    },
  };
  answerCalls(port, (method, args) => (methods[method as keyof ThreadMethods] as (...given: readonly unknown[]) => unknown)(...args));
}
