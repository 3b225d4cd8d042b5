/** Opens the threads that play for a trainer, and keeps their numbers. How many there are to be, too. */
import { availableParallelism } from 'node:os';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { ArenaStatus } from '@spiral-arena/arena';
import type { GameRegistry } from '@spiral-arena/core/game';
import type { EngineOptions } from '@spiral-arena/model';
import { ThreadCalls } from '@spiral-arena/model/threads';
import type { TrainConfig } from '@spiral-arena/trainer';
import { CliError } from './errors.js';
import type { LoadGamesOptions } from './load-games.js';

export interface RolloutWorkerData {
  readonly games: LoadGamesOptions;
  /** Takes an `ArenaStatus` twice a second. */
  readonly status: MessagePort;
}

export interface RolloutWorkers {
  readonly threads: readonly ThreadCalls[];
  /** The numbers of their arenas, as last told. */
  status(): readonly ArenaStatus[];
}

/** Records of training matches that an arena keeps: its trainer has each at once, and ten thousand make a large garbage collection stop the run for a third of a second. */
export const KEPT_RECORDS = 1000;

const MOST_THREADS = 8; // as many as the engine takes; each holds the network and what it compiled once more
const LEAST_TURNS = 256; // a thread that plays less in an update is not worth its start
const YOUNG_GENERATION_MB = 96; // what a round of turns leaves behind should be dead when it is looked at

/**
 * How many threads play. 1: the main thread, since one device for all, or an engine that takes all cores for one run, wants whole batches.
 * @param asked by the user; absent: what fits the machine and the run
 * @throws CLI_ROLLOUT_THREADS_REFUSED
 */
export function rolloutThreadsFor({ turnsPerUpdate }: TrainConfig, { name, provider = 'cpu' }: EngineOptions, asked?: number): number {
  const shared = name === 'tensorflow' || provider !== 'cpu';
  if (shared && asked !== undefined && asked > 1) throw new CliError('CLI_ROLLOUT_THREADS_REFUSED', { details: { engine: name, provider, got: asked } });
  if (asked !== undefined || name !== 'onnx' || shared) return asked ?? 1;
  return Math.max(1, Math.min(availableParallelism(), MOST_THREADS, Math.floor(turnsPerUpdate / LEAST_TURNS)));
}

/** Threads that load the packages of the run's games. They keep no process alive. */
export function openRolloutWorkers(count: number, config: TrainConfig, registry: GameRegistry): RolloutWorkers {
  const ids = new Set(config.games.map(({ game }) => game));
  const entries = registry.entries().filter((entry) => ids.has(entry.game.id));
  const builtIn = new Set(entries.flatMap((entry) => (entry.builtIn && entry.package !== null ? [entry.package] : [])));
  const games: LoadGamesOptions = { builtIn: [...builtIn], ...(entries.every((entry) => entry.builtIn) ? { plugins: null } : {}) };
  const last = new Map<number, ArenaStatus>();
  const threads = Array.from({ length: count }, (_, index) => {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (status: ArenaStatus) => last.set(index, status));
    port1.unref();
    const workerData: RolloutWorkerData = { games, status: port2 };
    return new ThreadCalls(new Worker(new URL('rollout-worker.js', import.meta.url), { workerData, transferList: [port2], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } }));
  });
  return { threads, status: () => [...last.values()] };
}
