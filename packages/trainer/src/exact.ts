/**
 * Exact measures of the policy on games small enough to be listed: NashConv of its own probabilities, and of their running average.
 *   π(a | set) = exp Σ log π(words of a) / Σ over legal actions of the same: what it does when it does something legal
 * The average (2 % every 5 updates, not weighted by reach) is what regularised self-play settles on while the last policy circles.
 * It samples nothing; which games qualify is decided by the size of their tree, not by name.
 */
import { briefPrompt, trySolveTree, type LogprobRequest, type PolicyTable, type SolvedTree, type TextGenerator } from '@spiral-arena/agents';
import { actionWords, nextWords } from '@spiral-arena/core/game';
import type { TrainedGame } from './trained-game.js';

/** How fast the average moves to the newest policy. */
const AVERAGE_STEP = 0.02;
/** Updates between two steps of the average. */
export const AVERAGE_EVERY_UPDATES = 5;
/** Larger trees are not searched: above it one best response takes longer than an update. */
const NODE_LIMIT = 10_000;

/** A policy as checkpoints store it: probabilities by information set, in the order of its legal actions. */
export type StoredPolicy = { readonly [informationSet: string]: readonly number[] };

export interface ExactMeasure {
  readonly nashConv: number;
  /** Of the running average; `null` before its first step. */
  readonly averageNashConv: number | null;
  /** The largest probability of saying something illegal, over all information sets. */
  readonly illegalMass: number;
}

export class ExactPolicy {
  readonly trained: TrainedGame;
  readonly #tree: SolvedTree;
  readonly #requests: readonly LogprobRequest[];
  #average: Map<string, readonly number[]> | null;

  private constructor(trained: TrainedGame, tree: SolvedTree, average: StoredPolicy | null) {
    this.trained = trained;
    this.#tree = tree;
    this.#average = average && new Map(Object.entries(average));
    this.#requests = tree.sets.flatMap(({ observation, legalActions }) => {
      const words = briefPrompt({ game: trained.game, observation });
      const next = nextWords(trained.game, observation, legalActions);
      return legalActions.map((action) => ({ words, reply: actionWords(trained.game, action), next }));
    });
  }

  /** `null` for a game that is too large or cannot be listed. */
  static of(trained: TrainedGame, average: StoredPolicy | null = null): ExactPolicy | null {
    const tree = trySolveTree(trained.game, trained.options, { nodeLimit: NODE_LIMIT });
    return tree && new ExactPolicy(trained, tree, average);
  }

  /** The policy over legal actions, and the largest mass outside them. */
  async policy(generator: TextGenerator): Promise<{ readonly table: PolicyTable; readonly illegalMass: number }> {
    const logprobs = await generator.logprobs(this.#requests);
    const table = new Map<string, readonly number[]>();
    let next = 0;
    let illegalMass = 0;
    for (const { key, legalActions } of this.#tree.sets) {
      const own = logprobs.slice(next, next + legalActions.length);
      next += legalActions.length;
      const largest = Math.max(...own);
      const parts = own.map((logprob) => (largest > -Infinity ? Math.exp(logprob - largest) : 1)); // all impossible: uniform
      const sum = parts.reduce((left, right) => left + right, 0);
      table.set(key, parts.map((part) => part / sum));
      illegalMass = Math.max(illegalMass, 1 - own.reduce((left, logprob) => left + Math.exp(logprob), 0));
    }
    return { table, illegalMass };
  }

  /** Moves the average 2 % of the way to the policy now; the first time it becomes that policy. */
  async stepAverage(generator: TextGenerator): Promise<void> {
    const { table } = await this.policy(generator);
    const before = this.#average;
    this.#average = new Map([...table].map(([key, now]) => {
      const old = before?.get(key) ?? now;
      return [key, now.map((value, index) => (old[index] as number) + AVERAGE_STEP * (value - (old[index] as number)))];
    }));
  }

  async measure(generator: TextGenerator): Promise<ExactMeasure> {
    const { table, illegalMass } = await this.policy(generator);
    return { nashConv: this.#tree.nashConv(table), averageNashConv: this.#average && this.#tree.nashConv(this.#average), illegalMass };
  }

  average(): StoredPolicy | null {
    return this.#average && Object.fromEntries(this.#average);
  }
}
