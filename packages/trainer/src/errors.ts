/**
 * The errors of the trainer: a table from stable code to message and hint, and the class that carries them.
 * A turn that cannot be trained on, a skipped step or an unused match is not an error: it is counted (see metrics.ts).
 */
import { CodedError, type CodedErrorInit, type ErrorTable } from '@spiral-arena/core';

export const TRAINER_ERRORS = {
  TRAINER_CONFIG_UNKNOWN_KEY: { message: 'the configuration has no key "{key}" at {path}', hint: 'Keys there: {keys}.{suggestion}' },
  TRAINER_CONFIG_INVALID: { message: 'the configuration at {path}: expected {expected}, got {got}', hint: 'See docs/training.md for every key, its unit and its default.' },
  TRAINER_PRESET_UNKNOWN: { message: 'expected a preset, got "{preset}"', hint: 'Presets: {presets}.{suggestion}' },
  TRAINER_SHAPE_MISMATCH: { message: '{what}: expected shape {expected}, got {got}', hint: 'This is a fault of the caller: check the lengths of the arrays handed in.' },
  TRAINER_FEED_INVALID: { message: 'match {matchId} of the feed: expected {expected}, got {got}', hint: 'The arena and the trainer must be of the same version.' },
  TRAINER_ARENA_LOST: { message: 'the connection to the arena closed ({reason}); {missing} matches of the rollout are missing', hint: 'Start the arena again and resume from the last checkpoint.' },
  TRAINER_THREAD_LOST: { message: 'a thread that plays matches is gone: {reason}', hint: 'Resume from the last checkpoint; with one rollout thread matches are played in the main thread.' },
  TRAINER_NOTHING_TO_LEARN: { message: '{game} gave {turns} of {wanted} turns after {rounds} rounds of matches', hint: 'Most of its matches end in a way that is not trained on (see trainOn): {reasons}.' },
  TRAINER_POLICY_VERSION: { message: 'match {matchId} holds a turn of policy version {got}; the learner is at {expected}', hint: 'Another trainer plays with the same account; give each run an account of its own.' },
  TRAINER_CHECKPOINT_NOT_FINITE: { message: 'the checkpoint of update {update} was not written: {tensor} holds a value that is not finite', hint: 'Resume from {previous}, with a lower learning rate.' },
  TRAINER_CHECKPOINT_UNREADABLE: { message: 'the checkpoint {folder} cannot be read: {explanation}', hint: 'Resume from an older checkpoint beside it: {others}.' },
  TRAINER_CHECKPOINT_MISSING: { message: 'no checkpoint in {folder}', hint: 'Start the run without --resume, or name the folder of a run.' },
  TRAINER_CHECKPOINT_MISMATCH: { message: 'the checkpoint {folder} was made with {key} {got}, this run has {expected}', hint: 'Resume with the configuration of the checkpoint, or start a new run.' },
} as const satisfies ErrorTable;

export type TrainerErrorCode = keyof typeof TRAINER_ERRORS;

/** An error of the trainer. */
export class TrainerError extends CodedError {
  override readonly name = 'TrainerError';
  constructor(code: TrainerErrorCode, init: CodedErrorInit = {}) {
    super(TRAINER_ERRORS, code, init);
  }
}
