/** The trainer: self-play on matches of an arena, role-conditioned advantages, one network, exact resume. Imports no server and no game. */
import 'reflect-metadata';

export { parseConfig, preset, TRAIN_CONFIG_SCHEMA } from './parse-config.js';
export { GAME_DEFAULTS, TRAIN_DEFAULTS, TRAINABLE_REASONS } from './config.js';
export type { GameConfig, ModelSettings, TrainableReason, TrainConfig } from './config.js';
export { PRESETS } from './presets.js';

export { composeTrainer } from './compose.js';
export type { ComposedTrainer, PlayedIn, TrainerSettings } from './compose.js';
export { serveRollouts } from './rollout-thread.js';
export { Trainer } from './train.js';
export type { Clock, EvaluationEvent, Phase, TrainEvents, TrainerParts, TrainResult, UpdateEvent, WeightsHolder } from './train.js';
export { evaluate } from './evaluate.js';
export type { Evaluation, EvaluationJob, EvaluationSettings, Tally } from './evaluate.js';
export { ExactPolicy } from './exact.js';
export type { ExactMeasure, StoredPolicy } from './exact.js';
export { trainedGames, wordsOf } from './trained-game.js';
export type { TrainedGame } from './trained-game.js';
export { CheckpointStore, loadCheckpoint } from './checkpoint.js';
export type { Checkpoint, TrainerState } from './checkpoint.js';
export { JsonlMetrics, METRICS } from './metrics.js';
export type { MetricLine, MetricSink } from './metrics.js';

export type { Episode, Step, Trajectory } from './episode.js';
export { RoleBaseline } from './learn/role-baseline.js';
export type { BaselineEntry, BaselineSettings } from './learn/role-baseline.js';
export type { SkipReason, UpdateResult } from './learn/update.js';
export { TRAINER_ERRORS, TrainerError } from './errors.js';
export type { TrainerErrorCode } from './errors.js';
