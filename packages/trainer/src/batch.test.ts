/** Quotas on fixture matches: every game gives exactly its turns, baselines move in match-number order, what is left out is counted. */
import { GameRegistry } from '@spiral-arena/core/game';
import type { FeedRecord, FeedStep } from '@spiral-arena/core/protocol';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { BatchMaker, type MatchSource } from './batch.js';
import type { TrainConfig } from './config.js';
import { RoleBaseline } from './learn/role-baseline.js';
import { parseConfig } from './parse-config.js';
import { updateLine } from './report.js';
import { countingGame } from './counting.test.game.js';
import { trainedGames, type TrainedGame } from './trained-game.js';

const registry = new GameRegistry();
for (const id of ['long', 'short', 'middle']) registry.register(countingGame(id));

/** Matches of fixed mean lengths, numbered as they are made; every `abortEvery`th match of a game is aborted. */
class FixtureSource implements MatchSource {
  number = 0;
  readonly asked: number[][] = [];
  readonly #lengths: { readonly [game: string]: number };
  readonly #aborted: { readonly [game: string]: number };
  constructor(lengths: { readonly [game: string]: number }, aborted: { readonly [game: string]: number } = {}) {
    this.#lengths = lengths;
    this.#aborted = aborted;
  }

  async play(orders: Parameters<MatchSource['play']>[0], rng: Rng): Promise<FeedRecord[][]> {
    this.asked.push(orders.map(({ matches }) => matches));
    return orders.map(({ trained, matches }) => Array.from({ length: matches }, () => this.#record(trained, rng)));
  }

  #record({ game, variant }: TrainedGame, rng: Rng): FeedRecord {
    const number = ++this.number;
    const mean = this.#lengths[game.id] as number;
    const plies = rng.between(Math.ceil(mean / 2), Math.floor(mean * 1.5));
    const aborted = number % (this.#aborted[game.id] ?? Number.POSITIVE_INFINITY) === 0;
    const steps = Array.from({ length: plies }, (_, ply): FeedStep => ({
      seat: ply % 2, ply, outcome: 'accepted',
      by: { trace: { promptTokenIds: [ply], tokenIds: [1], logprobs: [-1], sampling: { temperature: 1 }, policyVersion: 0, finish: 'stop' } },
    }));
    const win = rng.int(2) === 0 ? 1 : -1;
    return {
      matchId: `m${number}`, number, game: game.id, gameVersion: '1.0.0', variant, roles: ['first', 'second'], seats: [0, 1], profile: 'spiral-train', seed: '', steps,
      end: { reason: aborted ? 'aborted' : 'completed', offenders: [], returns: aborted ? null : [win, -win], zeroSum: true, ply: plies },
    };
  }
}

const config = (over: object = {}): TrainConfig => parseConfig({ games: [{ game: 'long' }, { game: 'short' }, { game: 'middle' }], turnsPerUpdate: 128 }, over);
const maker = (own: TrainConfig, source: MatchSource, baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 })): BatchMaker =>
  new BatchMaker(trainedGames(registry, own), own, source, baseline);
const LENGTHS = { long: 60, short: 2, middle: 8 };

describe('TRAIN-17 long games do not take over', () => {
  it.each([
    [{}, {}, [43, 43, 42]],
    [{ games: [{ game: 'long', share: 2 }, { game: 'short' }, { game: 'middle' }] }, {}, [64, 32, 32]],
    [{}, { long: 2 }, [43, 43, 42]],
  ])('by turns: %j, aborted %j: %j of 128 turns in each of 50 updates', async (over, aborted, expected) => {
    const batches = maker(config(over), new FixtureSource(LENGTHS, aborted));
    for (let update = 0; update < 50; update++) {
      const games = await batches.next(0, Rng.fromSeed(update));
      expect(games.map(({ steps }) => steps.length)).toEqual(expected);
      for (const { steps, unused, episodes } of games) {
        expect(steps.length + unused).toBe(episodes.reduce((sum, { trajectories }) => sum + trajectories.reduce((part, { steps: own }) => part + own.length, 0), 0));
      }
    }
  });

  it('by matches the long game has most of the turns, and the log shows it; shares sum to 1', async () => {
    const baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 });
    for (const quota of ['turns', 'matches'] as const) {
      const batches = maker(config({ quota }), new FixtureSource(LENGTHS), baseline);
      let games = await batches.next(0, Rng.fromSeed(0));
      for (let update = 1; update < 20; update++) games = await batches.next(0, Rng.fromSeed(update));
      const line = updateLine({ games, result: {}, phase: 'self-play' } as unknown as Parameters<typeof updateLine>[0], { baseline });
      const share = (name: string, game = ''): number => Object.entries(line).filter(([key]) => key.startsWith(`rollout/${name}/${game}`)).reduce((sum, [, value]) => sum + Number(value), 0);
      expect(share('turn_share')).toBeCloseTo(1, 9);
      expect(share('advantage_share')).toBeCloseTo(1, 9);
      if (quota === 'turns') expect(share('turn_share', 'long')).toBeCloseTo(43 / 128, 2);
      else expect(share('turn_share', 'long')).toBeGreaterThan(0.7);
    }
  });

  it('the sub-sample is seeded, and match counts follow the lengths seen', async () => {
    const [one, two] = [new FixtureSource(LENGTHS), new FixtureSource(LENGTHS)];
    const [left, right] = [maker(config(), one), maker(config(), two)];
    for (let update = 0; update < 30; update++) {
      expect(await left.next(0, Rng.fromSeed(update))).toEqual(await right.next(0, Rng.fromSeed(update)));
    }
    for (const [index, mean] of [60, 2, 8].entries()) expect(Math.abs((left.lengths[index]?.mean ?? 0) / mean - 1)).toBeLessThan(0.2);
    expect(one.asked.at(-1)?.length).toBeLessThanOrEqual(3);
  });

  it('matches that suddenly end early are made up for within the update', async () => {
    const source = new FixtureSource({ long: 60, short: 2, middle: 2 });
    const batches = maker(config({ turnsPerUpdate: 1200 }), source);
    expect((await batches.next(0, Rng.fromSeed(1))).map(({ steps }) => steps.length)).toEqual([400, 400, 400]);
    expect(source.asked.length).toBeLessThanOrEqual(3);
  });

  it('a game that never gives a usable turn is refused with the reasons', async () => {
    const batches = maker(config({ turnsPerUpdate: 12 }), new FixtureSource(LENGTHS, { long: 1 }));
    await expect(batches.next(0, Rng.fromSeed(1))).rejects.toMatchObject({ code: 'TRAINER_NOTHING_TO_LEARN', details: { game: 'long', turns: 0 } });
  });
});

describe('baselines', () => {
  it('move once per finished match and role, in the order of match numbers, whatever the order of games', async () => {
    const own = config({ games: [{ game: 'short' }, { game: 'middle' }] });
    const baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 });
    const games = await maker(own, new FixtureSource(LENGTHS), baseline).next(0, Rng.fromSeed(3));
    const again = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 });
    for (const episode of games.flatMap(({ episodes }) => episodes).toSorted((a, b) => a.number - b.number)) again.advance(episode.game, episode.variant, episode.trajectories);
    expect(baseline.entries()).toEqual(again.entries());
    expect(baseline.entries().map(({ matches }) => matches)).toEqual(games.flatMap(({ episodes }) => [episodes.length, episodes.length]));
  });

  it('a record of another game than was ordered is refused', async () => {
    const source: MatchSource = { play: async (orders) => (await new FixtureSource(LENGTHS).play(orders, Rng.fromSeed(1))).toReversed() };
    await expect(maker(config(), source).next(0, Rng.fromSeed(1))).rejects.toMatchObject({ code: 'TRAINER_FEED_INVALID' });
  });
});
