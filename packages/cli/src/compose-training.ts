/**
 * Puts a trainer and an arena together for one run: an arena in this process, or a remote one by address. Nothing else does.
 * What is opened here is closed by `close`, in reverse order.
 */
import { performance } from 'node:perf_hooks';
import { composeArena, type Arena, type ArenaConfig } from '@spiral-arena/arena';
import { connectWebSocket } from '@spiral-arena/client/node';
import type { GameRegistry } from '@spiral-arena/core/game';
import type { EngineOptions } from '@spiral-arena/model';
import { KEPT_RECORDS, openRolloutWorkers } from './rollout-workers.js';
import { composeTrainer, type Checkpoint, type ComposedTrainer, type TrainConfig } from '@spiral-arena/trainer';

export interface TrainingSettings {
  readonly registry: GameRegistry;
  readonly config: TrainConfig;
  readonly engine: EngineOptions;
  readonly folder: string;
  readonly checkpoint?: Checkpoint;
  /** A remote arena; absent: one in this process. */
  readonly arenaUrl?: string;
  /** Settings of the arena in this process. */
  readonly arena?: Partial<ArenaConfig>;
  /** Whether the arena in this process also listens for others. */
  readonly listen: boolean;
  /** Threads that play, each with an arena of its own; 1: this thread, and the only choice with a remote arena. */
  readonly rolloutThreads: number;
}

export interface Training extends ComposedTrainer {
  /** Address of the arena for people; `null` where it does not listen or is remote. */
  readonly url: string | null;
}

export async function openTraining({ registry, config, engine, folder, checkpoint, arenaUrl, arena: arenaConfig, listen, rolloutThreads }: TrainingSettings): Promise<Training> {
  const workers = rolloutThreads > 1 ? openRolloutWorkers(rolloutThreads, config, registry) : null;
  let arena: Arena | null = null;
  const close = async (): Promise<void> => {
    await arena?.close();
    await Promise.all(workers?.threads.map((thread) => thread.close()) ?? []);
  };
  try {
    arena = arenaUrl === undefined && (listen || !workers) ? await composeArena({ registry, config: { keepBulkRecords: KEPT_RECORDS, ...arenaConfig }, ...(workers ? { others: workers.status } : {}) }) : null;
    const url = arena && listen ? (await arena.listen()).url : null;
    const playedIn = workers ?? { transport: arena ? arena.connect() : await connectWebSocket(arenaUrl as string) };
    const trainer = await composeTrainer({ registry, playedIn, config, engine, folder, clock: { nowMs: () => performance.now() }, ...(checkpoint ? { checkpoint } : {}) });
    return {
      ...trainer,
      url,
      close: async () => {
        try {
          await trainer.close();
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Aborts at the first Ctrl-C or SIGTERM, so that a run can end its update and store it. A second Ctrl-C ends the process; a second SIGTERM cuts nothing short. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  });
  process.on('SIGTERM', () => controller.abort());
  return controller.signal;
}
