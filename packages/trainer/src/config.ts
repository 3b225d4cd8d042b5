/**
 * What a run is told: every setting typed, with its unit in its name and the reason for its default beside it.
 * Plain data that is stored with every checkpoint. Reading it from YAML or JSON is `parse-config.ts`, named sets are `presets.ts`.
 */
import type { JsonObject } from '@spiral-arena/core';
import type { ProfileName } from '@spiral-arena/core/match';

/** The end reasons whose matches a run may train on; `aborted` never is. */
export const TRAINABLE_REASONS = ['completed', 'truncated', 'resigned', 'illegal', 'timeout', 'disconnected'] as const;
export type TrainableReason = (typeof TRAINABLE_REASONS)[number];

/** One game of the run. */
export type GameConfig = {
  readonly game: string;
  /** Default `default`: the game's own rules. */
  readonly variant: string;
  /** Options over those of the variant; default none. */
  readonly options: JsonObject;
  /** Part of the turns (or matches) of an update, relative to the other games. Default 1: equal parts. */
  readonly share: number;
  /** The advantage of a step is multiplied by gamma^(turns left). Default 1: the method's own; below 1 late moves count more. */
  readonly gamma: number;
  /** What "turns left" counts: `own` turns of the seat (the method), or `all` plies of the match. */
  readonly gammaUnit: 'own' | 'all';
  /** `range`: returns divided by the largest return of the game (default: games then weigh alike); `none`: as they are. */
  readonly scale: 'range' | 'none';
  /** Coefficient of the entropy over allowed tokens at the start. Default 0.1: below 0.05 Kuhn locks on one verb. */
  readonly entropyStart: number;
  /** At the end; geometric between. Default 0.02: at 0 the seat that mostly loses starts to play illegally. */
  readonly entropyEnd: number;
  /** Tokens of one reply at most; words without a token do not count. Default 16: longer than any action of the small games. */
  readonly maxTokens: number;
  /** Agent specs to evaluate against; default: `random`, then every scripted agent that a preset names. */
  readonly opponents: readonly string[];
};

export type ModelSettings = {
  /** Default 64: the smallest width that learnt tic-tac-toe well in the reference runs. */
  readonly width: number;
  /** Default 2: one layer was fast, then collapsed. */
  readonly layers: number;
  /** Default 4, of 16 dimensions each at width 64. */
  readonly heads: number;
  /** Tokens of prompt and reply together at most. Default 64: the longest silent negotiation needs under 40. */
  readonly contextTokens: number;
  /** Whether words that no game of the run has are spelt in bytes. Default true; false leaves 256 tokens out, and games of other words cannot be played. */
  readonly spelling: boolean;
  /**
   * Whether a word that is the only one possible takes a token. Default true; false is faster: such a word needs no run of the network and has no loss.
   * The first word of a reply always takes one.
   */
  readonly forcedWords: boolean;
};

export type TrainConfig = {
  /** Seeds everything: weights, matches, sampling, sub-sampling. Default 0. */
  readonly seed: number;
  readonly games: readonly GameConfig[];
  readonly model: ModelSettings;
  /** Stop after this many updates of self-play (the warm-up comes before them); `null`: no such limit. With a limit the schedules run over updates: needed for exact repetition. */
  readonly updates: number | null;
  /** Stop after this much training time, evaluation not counted; `null`: no such limit. */
  readonly minutes: number | null;
  /**
   * Minutes over which the schedules run at least: a run without a limit keeps their end values afterwards, a shorter one stops on the way. Default 10:
   * with all of the annealing in 3 minutes tic-tac-toe lost 0.38 against random instead of 0.28 to 0.36.
   */
  readonly scheduleMinutes: number;
  /** Learner turns of one update, all games together. Default 1536: three games of 512; smaller batches made Kuhn bounce. */
  readonly turnsPerUpdate: number;
  /** `turns`: every game gets its share of turns (default); `matches`: its share of matches, so long games weigh more. */
  readonly quota: 'turns' | 'matches';
  /** Peak. Default 6e-4: between the two rates of the joint reference runs. */
  readonly learningRate: number;
  /** Part of the peak that is left at the end, linear between. Default 0.1. */
  readonly learningRateEnd: number;
  /** Updates from 0 to the peak. Default 20: the first moments of AdamW are noise before. */
  readonly rampUpdates: number;
  /** Updates of imitation of random legal play before self-play. Default 120: stands in for the prior of a pretrained model. */
  readonly warmUpUpdates: number;
  /** Default 1e-3: imitation is stable where self-play is not. */
  readonly warmUpLearningRate: number;
  readonly beta1: number;
  /** Default 0.99: gradients of self-play change faster than the usual 0.999 forgets. */
  readonly beta2: number;
  /** Default 0: the method uses none. */
  readonly weightDecay: number;
  /** Largest gradient norm. Default 1. */
  readonly clipNorm: number;
  /** `role`: role-conditioned (default); `shared`: one per game; `none`: plain returns. The last two are ablations. */
  readonly baseline: 'role' | 'shared' | 'none';
  /** Default 0.95, the method's. */
  readonly baselineDecay: number;
  /** Whether a return is compared before it enters the baseline (default) or after. */
  readonly baselineOrder: 'read-first' | 'update-first';
  /** Leave out steps whose advantage is exactly 0. Default true; it has no effect on games with an entropy bonus, which needs every step. */
  readonly dropZeroAdvantage: boolean;
  /**
   * Weight of the log-probability that a token continues some legal action. It teaches the form of actions without a single illegal match to learn
   * from, and nothing about which to take. Default 0: the method has no such term; small models from scratch, with no pretrained sense of form, want 1.
   */
  readonly legality: number;
  /** Sampling temperature of training. Default 1: the gradient is that of the policy that plays. */
  readonly temperature: number;
  /** Decode legal tokens only. Default false: the model learns the rules by losing. */
  readonly constrained: boolean;
  /** How an illegal action is paid. Default `spiral-train`. */
  readonly profile: ProfileName;
  /** Return of an illegal action, in units of the worst honest loss. Default 1: with 1.5 the first updates learn little else. */
  readonly penalty: number;
  /** Which endings are trained on. Default: those by the rules; not those of the clock and the network. */
  readonly trainOn: { readonly [reason in TrainableReason]: boolean };
  /** Minutes of training between evaluations; `null`: only at the end. Default 1. */
  readonly evaluateEveryMinutes: number | null;
  /** Updates between evaluations; `null`: by minutes alone. */
  readonly evaluateEveryUpdates: number | null;
  /** Matches per seat, opponent and way of sampling. Default 200: a rate is then known within 0.05. */
  readonly evaluationMatches: number;
  /** Minutes of training between checkpoints; `null`: only at the end. Default 2. */
  readonly checkpointEveryMinutes: number | null;
  readonly checkpointEveryUpdates: number | null;
  /** Checkpoints that are kept. Default 3: an older one is there when the newest is damaged. */
  readonly keepCheckpoints: number;
};

export const GAME_DEFAULTS: Omit<GameConfig, 'game'> = {
  variant: 'default', options: {}, share: 1, gamma: 1, gammaUnit: 'own', scale: 'range',
  entropyStart: 0.1, entropyEnd: 0.02, maxTokens: 16, opponents: ['random'],
};

export const TRAIN_DEFAULTS: Omit<TrainConfig, 'games'> = {
  seed: 0,
  model: { width: 64, layers: 2, heads: 4, contextTokens: 64, spelling: true, forcedWords: true },
  updates: null, minutes: null, scheduleMinutes: 10,
  turnsPerUpdate: 1536, quota: 'turns',
  learningRate: 6e-4, learningRateEnd: 0.1, rampUpdates: 20,
  warmUpUpdates: 120, warmUpLearningRate: 1e-3,
  beta1: 0.9, beta2: 0.99, weightDecay: 0, clipNorm: 1,
  baseline: 'role', baselineDecay: 0.95, baselineOrder: 'read-first', dropZeroAdvantage: true, legality: 0,
  temperature: 1, constrained: false, profile: 'spiral-train', penalty: 1,
  trainOn: { completed: true, truncated: true, resigned: true, illegal: true, timeout: false, disconnected: false },
  evaluateEveryMinutes: 1, evaluateEveryUpdates: null, evaluationMatches: 200,
  checkpointEveryMinutes: 2, checkpointEveryUpdates: null, keepCheckpoints: 3,
};
