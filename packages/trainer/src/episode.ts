/**
 * What training is done on: an episode (one finished match) holds one trajectory per trained seat, a trajectory its steps.
 * Made from feed records alone, with the ids that were sampled: no text is ever encoded again.
 * Nothing is dropped in silence: matches are counted by reason of ending, steps by why they cannot be used.
 */
import type { Role, Seat } from '@spiral-arena/core/game';
import { type EndReason, INVALID_KINDS } from '@spiral-arena/core/match';
import type { TrainConfig } from './config.js';
import { TrainerError } from './errors.js';
import type { PlayedRecord, PlayedStep } from './played-records.js';

/** One decision of the policy: one turn's prompt and reply. */
export interface Step {
  readonly ply: number;
  /** `[P]` */
  readonly promptTokenIds: readonly number[];
  /** `[L]`, L at least 1: the sampled ids, an end token included where one was sampled. */
  readonly tokenIds: readonly number[];
  /** `[L]` natural logarithms, of the policy that sampled. */
  readonly logprobs: readonly number[];
  /** `[L]` lists: the ids that could have continued a legal action. Empty where the sampler was not asked. */
  readonly allowedTokenIds: readonly (readonly number[])[];
}

/** The steps of one seat in one episode, in order. */
export interface Trajectory {
  readonly seat: Seat;
  readonly role: Role;
  /** In the game's own units. */
  readonly return: number;
  readonly steps: readonly Step[];
}

export interface Episode {
  readonly matchId: string;
  readonly number: number;
  readonly game: string;
  readonly variant: string;
  readonly reason: EndReason;
  /** Ply of the last decision or failed attempt, from 0. */
  readonly lastPly: number;
  readonly trajectories: readonly Trajectory[];
}

/** Why a step is not trained on. */
export const STEP_FAULTS = ['untraced', 'empty', 'logprob-missing', 'logprob-infinite', 'logprob-nan', 'logprob-positive', 'stale'] as const;
export type StepFault = (typeof STEP_FAULTS)[number];

/** Running counts of one rollout; the caller owns it. */
export class EpisodeCounts {
  /** Matches by reason of ending, trained on or not. */
  readonly used = new Map<EndReason, number>();
  readonly unused = new Map<EndReason, number>();
  readonly faults = new Map<StepFault, number>();
  /** Attempts, and those that the rules refused. */
  attempts = 0;
  illegal = 0;
  tokens = 0;
}

const ROUNDING = 1e-4; // a log-probability of a certain token may come out slightly above 0
const INVALID: ReadonlySet<string> = new Set(INVALID_KINDS);

/**
 * The episode of a finished match, or `null` where its ending is not trained on.
 * @param policyVersion the learner's version: older turns are dropped and counted, a newer one cannot be
 * @param counts        is added to
 * @throws TRAINER_POLICY_VERSION
 */
export function episodeOf(record: PlayedRecord, trainOn: TrainConfig['trainOn'], policyVersion: number, counts: EpisodeCounts): Episode | null {
  const { end } = record;
  if (end.reason === 'aborted' || end.returns === null || !trainOn[end.reason]) {
    count(counts.unused, end.reason);
    return null;
  }
  count(counts.used, end.reason);
  const steps = new Map<Seat, Step[]>(record.seats.map((seat) => [seat, []]));
  let lastPly = Math.max(0, end.ply - 1);
  for (const fed of record.steps) {
    if (fed.outcome === 'refused' && !INVALID.has(fed.kind ?? '')) continue; // late or repeated: it was no decision
    if (fed.ply > lastPly) lastPly = fed.ply;
    counts.attempts += 1;
    if (fed.outcome === 'refused') counts.illegal += 1;
    const step = stepOf(record, fed, policyVersion);
    if (typeof step === 'string') count(counts.faults, step);
    else {
      counts.tokens += step.tokenIds.length;
      steps.get(fed.seat)?.push(step);
    }
  }
  const trajectories: Trajectory[] = [];
  for (const [seat, own] of steps) trajectories.push({ seat, role: record.roles[seat] as Role, return: end.returns[seat] as number, steps: own });
  return { matchId: record.matchId, number: record.number, game: record.game, variant: record.variant, reason: end.reason, lastPly, trajectories };
}

function stepOf(record: PlayedRecord, { ply, by }: PlayedStep, policyVersion: number): Step | StepFault {
  const trace = by?.trace;
  if (!trace) return 'untraced';
  if (trace.policyVersion > policyVersion) {
    throw new TrainerError('TRAINER_POLICY_VERSION', { details: { matchId: record.matchId, got: trace.policyVersion, expected: policyVersion } });
  }
  if (trace.policyVersion < policyVersion) return 'stale';
  const { tokenIds, logprobs } = trace;
  if (tokenIds.length === 0) return 'empty';
  if (logprobs.length !== tokenIds.length) return 'logprob-missing';
  for (const logprob of logprobs) {
    if (logprob <= ROUNDING && logprob > -Infinity) continue;
    return logprob === -Infinity ? 'logprob-infinite' : logprob > ROUNDING ? 'logprob-positive' : 'logprob-nan';
  }
  return { ply, promptTokenIds: trace.promptTokenIds, tokenIds, logprobs, allowedTokenIds: trace.allowedTokenIds ?? [] };
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
