/** A thread that plays for a trainer: the games of the run, an arena of its own, and now and then its numbers for the arena that people look at. */
// oxlint-disable unicorn/require-post-message-target-origin -- ports between threads, no windows
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { composeArena } from '@spiral-arena/arena';
import { serveRollouts } from '@spiral-arena/trainer';
import { loadGames } from './load-games.js';
import { KEPT_RECORDS, type RolloutWorkerData } from './rollout-workers.js';

const TELL_EVERY_MS = 500; // the page asks once a second

const { games, status } = workerData as RolloutWorkerData;
const registry = await loadGames(games);
const arena = await composeArena({ registry, config: { keepBulkRecords: KEPT_RECORDS } });
serveRollouts(parentPort as MessagePort, registry, arena.connect());
setInterval(() => status.postMessage(arena.status()), TELL_EVERY_MS);
