/**
 * From the ordered turns of an update to weighed steps: plays matches until every game has its quota, makes episodes, reads and updates the
 * baselines in the order of the records, weighs each step, and takes a seeded sub-sample of exactly the quota.
 * What it plays and leaves out is counted. It knows no network.
 */
import type { Role } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import type { TrainConfig } from './config.js';
import { type Episode, EpisodeCounts, episodeOf, type Step } from './episode.js';
import { TrainerError } from './errors.js';
import type { PlayedRecord } from './played-records.js';
import { stepAdvantages } from './learn/advantage.js';
import type { RoleBaseline } from './learn/role-baseline.js';
import { MatchLength, splitByShare, subsample } from './quota.js';
import type { TrainedGame } from './trained-game.js';

/** A step with what its log-probability is multiplied by. */
export interface WeighedStep {
  readonly step: Step;
  readonly role: Role;
  readonly advantage: number;
}

/** What one update learns of one game. */
export interface GameBatch {
  readonly trained: TrainedGame;
  readonly steps: readonly WeighedStep[];
  /** Usable steps that the sub-sample left out. */
  readonly unused: number;
  readonly episodes: readonly Episode[];
  readonly counts: EpisodeCounts;
}

/** How many matches of one game to play. */
export interface MatchOrder {
  readonly trained: TrainedGame;
  readonly matches: number;
}

/** What plays matches; a shared rollout in a run, a fixture in tests. */
export interface MatchSource {
  /** Per order its records, in an order that follows from orders and seed alone: baselines move in it. */
  play(orders: readonly MatchOrder[], rng: Rng): Promise<readonly (readonly PlayedRecord[])[]>;
}

const MOST_ROUNDS = 8;

export class BatchMaker {
  readonly #games: readonly TrainedGame[];
  readonly #config: TrainConfig;
  readonly #source: MatchSource;
  readonly #baseline: RoleBaseline;
  /** Running match lengths, by the index of the game. */
  readonly lengths: readonly MatchLength[];

  /** @param lengths starting means, by the index of the game; absent: from the games' own limits */
  constructor(games: readonly TrainedGame[], config: TrainConfig, source: MatchSource, baseline: RoleBaseline, lengths?: readonly number[]) {
    this.#games = games;
    this.#config = config;
    this.#source = source;
    this.#baseline = baseline;
    this.lengths = games.map(({ game, options }, index) => new MatchLength(lengths?.[index] ?? Math.min(8, game.maxSteps(options))));
  }

  /** Turns of each game in one update, by the configured shares. */
  turnQuotas(): number[] {
    return splitByShare(this.#config.turnsPerUpdate, this.#games.map(({ config }) => config.share));
  }

  /**
   * The steps of one update. No match is in flight before or after.
   * @param policyVersion of the weights that play
   * @throws TRAINER_NOTHING_TO_LEARN, TRAINER_FEED_INVALID, TRAINER_POLICY_VERSION
   */
  async next(policyVersion: number, rng: Rng): Promise<GameBatch[]> {
    const pools = this.#games.map((trained) => ({ trained, steps: [] as WeighedStep[], episodes: [] as Episode[], counts: new EpisodeCounts() }));
    let orders = this.#firstOrders();
    for (let round = 0; orders.length > 0; round++) {
      if (round === MOST_ROUNDS) this.#refuse(pools, round);
      const records = await this.#source.play(orders, rng.fork(`round ${round}`));
      for (const [index, { trained }] of orders.entries()) {
        const pool = pools[this.#games.indexOf(trained)] as (typeof pools)[number];
        for (const record of records[index] as readonly PlayedRecord[]) {
          checkRecord(record, trained);
          const episode = episodeOf(record, this.#config.trainOn, policyVersion, pool.counts);
          if (episode) this.#weigh(trained, episode, pool.steps, pool.episodes);
        }
      }
      orders = this.#config.quota === 'turns' ? this.#furtherOrders(pools) : [];
    }
    for (const [index, { steps, episodes }] of pools.entries()) this.lengths[index]?.observe(steps.length, episodes.length);
    const quotas = this.#quotas(pools.map(({ steps }) => steps.length));
    return pools.map(({ trained, steps, episodes, counts }, index) => {
      const chosen = subsample(rng.fork(`sub-sample ${index}`), steps.length, quotas[index] as number);
      return { trained, episodes, counts, steps: Array.from(chosen, (at) => steps[at] as WeighedStep), unused: steps.length - chosen.length };
    });
  }

  #weigh(trained: TrainedGame, episode: Episode, steps: WeighedStep[], episodes: Episode[]): void {
    const advantages = this.#baseline.advance(episode.game, episode.variant, episode.trajectories);
    const { gamma, gammaUnit } = trained.config;
    for (const [index, trajectory] of episode.trajectories.entries()) {
      const weighed = stepAdvantages(trajectory, advantages[index] as number, episode.lastPly, { gamma, gammaUnit, scale: trained.scale });
      for (const [at, step] of trajectory.steps.entries()) steps.push({ step, role: trajectory.role, advantage: weighed[at] as number });
    }
    episodes.push(episode);
  }

  #firstOrders(): MatchOrder[] {
    if (this.#config.quota === 'turns') return this.#furtherOrders(this.#games.map(() => ({ steps: [], episodes: [] })));
    const mean = this.lengths.reduce((sum, length, index) => sum + length.mean * (this.#games[index] as TrainedGame).config.share, 0);
    const shares = this.#games.reduce((sum, { config }) => sum + config.share, 0);
    const matches = splitByShare(Math.max(this.#games.length, Math.ceil((1.04 * this.#config.turnsPerUpdate * shares) / mean)), this.#games.map(({ config }) => config.share));
    return this.#games.map((trained, index) => ({ trained, matches: matches[index] as number }));
  }

  /** Orders for the games that have fewer steps than their quota; matches that were played already say best how long they are now. */
  #furtherOrders(pools: readonly { readonly steps: readonly WeighedStep[]; readonly episodes: readonly Episode[] }[]): MatchOrder[] {
    const orders: MatchOrder[] = [];
    for (const [index, quota] of this.turnQuotas().entries()) {
      const { steps, episodes } = pools[index] as (typeof pools)[number];
      const length = episodes.length > 0 ? new MatchLength(steps.length / episodes.length) : (this.lengths[index] as MatchLength);
      if (steps.length < quota) orders.push({ trained: this.#games[index] as TrainedGame, matches: length.matchesFor(quota - steps.length) });
    }
    return orders;
  }

  /** `matches`: each game keeps its part of what was played, to one turn. */
  #quotas(have: readonly number[]): number[] {
    if (this.#config.quota === 'turns') return this.turnQuotas();
    const all = have.reduce((left, right) => left + right, 0);
    return all <= this.#config.turnsPerUpdate ? [...have] : splitByShare(this.#config.turnsPerUpdate, have);
  }

  #refuse(pools: readonly { readonly trained: TrainedGame; readonly steps: readonly WeighedStep[]; readonly counts: EpisodeCounts }[], rounds: number): never {
    const quotas = this.turnQuotas();
    const short = pools.findIndex(({ steps }, index) => steps.length < (quotas[index] as number));
    const { trained, steps, counts } = pools[short] as (typeof pools)[number];
    const reasons = [...counts.unused, ...counts.faults].map(([reason, count]) => `${reason} ${count}`).join(', ');
    throw new TrainerError('TRAINER_NOTHING_TO_LEARN', { details: { game: trained.game.id, turns: steps.length, wanted: quotas[short] as number, rounds, reasons } });
  }
}

function checkRecord(record: PlayedRecord, { game, variant }: TrainedGame): void {
  if (record.game === game.id && record.variant === variant) return;
  throw new TrainerError('TRAINER_FEED_INVALID', { details: { matchId: record.matchId, expected: `${game.id} ${variant}`, got: `${record.game} ${record.variant}` } });
}
