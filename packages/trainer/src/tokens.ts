/** The names under which `compose.ts` knows the parts of a trainer. Typed symbols; nothing else imports a container. */
import type { Engine, ModelWeights, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import type { InjectionToken } from 'tsyringe';
import type { BatchMaker } from './batch.js';
import type { CheckpointStore } from './checkpoint.js';
import type { TrainConfig } from './config.js';
import type { ExactPolicy } from './exact.js';
import type { RoleBaseline } from './learn/role-baseline.js';
import type { Learner } from './learn/update.js';
import type { MetricSink } from './metrics.js';
import type { Clock, Trainer } from './train.js';
import type { TrainedGame } from './trained-game.js';

function token<T>(name: string): InjectionToken<T> {
  return Symbol(`trainer/${name}`);
}

export const TOKENS = {
  config: token<TrainConfig>('config'),
  games: token<readonly TrainedGame[]>('games'),
  tokenizer: token<WordTokenizer>('tokenizer'),
  weights: token<ModelWeights>('weights'),
  engine: token<Engine>('engine'),
  generator: token<WordGenerator>('generator'),
  learner: token<Learner>('learner'),
  batches: token<BatchMaker>('batches'),
  baseline: token<RoleBaseline>('baseline'),
  exact: token<readonly ExactPolicy[]>('exact'),
  store: token<CheckpointStore | null>('store'),
  metrics: token<MetricSink | null>('metrics'),
  clock: token<Clock>('clock'),
  trainer: token<Trainer>('trainer'),
} as const;
