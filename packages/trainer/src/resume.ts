/**
 * Whether a run may go on from a checkpoint: what shapes weights, batches or random streams must be as it was; limits and how often
 * to evaluate or store may change.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { TrainerState } from './checkpoint.js';
import type { TrainConfig } from './config.js';
import { TrainerError } from './errors.js';

const FREE: ReadonlySet<string> = new Set<keyof TrainConfig>([
  'updates', 'minutes', 'scheduleMinutes', 'evaluateEveryMinutes', 'evaluateEveryUpdates', 'evaluationMatches', 'checkpointEveryMinutes', 'checkpointEveryUpdates', 'keepCheckpoints',
]);

/** @throws TRAINER_CHECKPOINT_MISMATCH names the first setting that differs */
export function checkResume(config: TrainConfig, { config: stored, update }: TrainerState): void {
  for (const key of Object.keys(config) as (keyof TrainConfig)[]) {
    if (FREE.has(key)) continue;
    const [expected, got] = [canonicalJson(config[key]), canonicalJson(stored[key])];
    if (expected !== got) throw new TrainerError('TRAINER_CHECKPOINT_MISMATCH', { details: { folder: `of update ${update}`, key, expected, got } });
  }
}
