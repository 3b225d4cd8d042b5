/**
 * How long a run goes on: what `--updates` and `--minutes` mean for a new run and for one that is resumed.
 * Updates count the whole run, so that a run in parts equals a run in one; minutes are those still to come, as people mean them.
 */
import type { TrainConfig, TrainerState } from '@spiral-arena/trainer';
import { CliError } from './errors.js';

export interface LimitFlags {
  readonly updates: number | undefined;
  readonly minutes: number | undefined;
}

type Limits = Partial<Pick<TrainConfig, 'updates' | 'minutes'>>;

const MINUTE_MS = 60_000;

/** The limits that were asked for; on resume they take the place of those of the run, and without any the run's own stand. */
export function runLimits({ updates, minutes }: LimitFlags, resumed?: TrainerState): Limits {
  if (updates === undefined && minutes === undefined) return {};
  if (!resumed) return { ...(updates === undefined ? {} : { updates }), ...(minutes === undefined ? {} : { minutes }) };
  return { updates: updates ?? null, minutes: minutes === undefined ? null : resumed.trainMs / MINUTE_MS + minutes };
}

/** Refuses to resume a run that has nothing left to do. @throws CLI_RUN_COMPLETE */
export function checkUnfinished({ updates, minutes, warmUpUpdates }: TrainConfig, { update, selfPlayUpdates, trainMs }: TrainerState, folder: string): void {
  const done = (updates !== null && update >= warmUpUpdates && selfPlayUpdates >= updates) || (minutes !== null && trainMs >= minutes * MINUTE_MS);
  if (done) throw new CliError('CLI_RUN_COMPLETE', { details: { folder, updates: selfPlayUpdates, minutes: Number((trainMs / MINUTE_MS).toFixed(1)) } });
}
