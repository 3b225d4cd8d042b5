/** Evaluation and exact measures with a generator that answers from a rule: known results, fixed seeds, swapped seats, illegal replies lose. */
import type { GenerateRequest, GenerateResult, LogprobRequest, TextGenerator } from '@spiral-arena/agents';
import { GameRegistry } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it, vi } from 'vitest';
import { countingGame } from './counting.test.game.js';
import { evaluate, type EvaluationJob } from './evaluate.js';
import { ExactPolicy } from './exact.js';
import { parseConfig } from './parse-config.js';
import { trainedGames, type TrainedGame } from './trained-game.js';

const registry = new GameRegistry();
registry.register(countingGame());
const counting = trainedGames(registry, parseConfig({ games: [{ game: 'counting' }] }))[0] as TrainedGame;

class RuleGenerator implements TextGenerator {
  readonly seeds: string[] = [];
  readonly rated: LogprobRequest[] = [];
  calls = 0;
  readonly #reply: (words: readonly string[]) => string;
  constructor(reply: (words: readonly string[]) => string) {
    this.#reply = reply;
  }
  async generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]> {
    this.calls += 1;
    this.seeds.push(...requests.map(({ seed }) => seed));
    return requests.map(({ words }) => ({ text: this.#reply(words as readonly string[]), promptTokenIds: [], tokenIds: [1], logprobs: [0], finish: 'stop', policyVersion: 0 }));
  }
  /** The rule with probability 0.8 of being legal: 0.6 for its reply, 0.1 for each of the others. */
  async logprobs(requests: readonly LogprobRequest[]): Promise<readonly number[]> {
    this.rated.push(...requests);
    return requests.map(({ words, reply }) => Math.log(this.#reply(words) === reply[0] ? 0.6 : 0.1));
  }
}

/** Answers by the seed of the request. */
class SeededGenerator implements TextGenerator {
  readonly sizes: number[] = [];
  async generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]> {
    this.sizes.push(requests.length);
    return requests.map(({ seed }) => ({ text: String(1 + Rng.fromSeed(seed).int(3)), promptTokenIds: [], tokenIds: [1], logprobs: [0], finish: 'stop', policyVersion: 0 }));
  }
  logprobs(): Promise<readonly number[]> {
    return Promise.resolve([]);
  }
}

/** Best play to 5: leave 4 to go, then answer n with 4 - n. From 0 the first says 1; against it nobody wins. */
const best = (words: readonly string[]): string => String(((5 - Number(words[2])) % 4) || 1);
const job = (opponent: string, temperature = 1): EvaluationJob => ({ trained: counting, opponent, temperature });

describe('evaluate', () => {
  it('counts per role: best play always wins as first; both seats are played', async () => {
    const [evaluation] = await evaluate(new RuleGenerator(best), [job('random')], { matches: 50, seed: 0 });
    expect(evaluation).toMatchObject({ game: 'counting', opponent: 'random', matches: 100, illegalMatches: 0, illegalRate: 0 });
    expect(evaluation?.roles['first']).toEqual({ matches: 50, win: 1, draw: 0, loss: 0, returnMean: 1 });
    expect(evaluation?.roles['second']?.matches).toBe(50);
    expect(evaluation?.roles['second']?.win).toBeLessThan(1);
    expect(evaluation?.win).toBeCloseTo((1 + (evaluation?.roles['second']?.win ?? 0)) / 2, 12);
  });

  it('an illegal reply loses and is counted apart, per match and per turn', async () => {
    const [evaluation] = await evaluate(new RuleGenerator(() => 'nonsense'), [job('random')], { matches: 10, seed: 0 });
    expect(evaluation).toMatchObject({ win: expect.any(Number), illegalRate: 1 });
    expect(evaluation?.loss).toBe(evaluation?.illegalMatches);
    expect(evaluation?.roles['first']?.loss).toBe(1);
  });

  it('has fixed seeds: the same opponents and the same results again, others with another seed', async () => {
    const [one, two, other] = [new RuleGenerator(() => '1'), new RuleGenerator(() => '1'), new RuleGenerator(() => '1')];
    const first = await evaluate(one, [job('random'), job('first-legal', 0)], { matches: 20, seed: 4 });
    expect(await evaluate(two, [job('random'), job('first-legal', 0)], { matches: 20, seed: 4 })).toEqual(first);
    expect(two.seeds).toEqual(one.seeds);
    await evaluate(other, [job('random')], { matches: 20, seed: 5 });
    expect(other.seeds[0]).not.toBe(one.seeds[0]);
    expect(new Set(one.seeds).size).toBeGreaterThan(one.seeds.length * 0.4); // jobs share seeds, turns do not
  });

  it('plays every seed once with each seat as the learner, the same seeds against every opponent', async () => {
    const start = vi.spyOn(Match, 'start');
    await evaluate(new RuleGenerator(() => '1'), [job('random'), job('first-legal', 0)], { matches: 6, seed: 2 });
    const seeds = start.mock.calls.map(([{ seed }]) => seed);
    start.mockRestore();
    const [one, two] = [seeds.slice(0, 12), seeds.slice(12)];
    expect(new Set(one).size).toBe(6);
    for (let pair = 0; pair < 6; pair++) expect(one[2 * pair]).toBe(one[2 * pair + 1]);
    expect(two).toEqual(one);
  });

  it('TRAIN-07 reports by the role that a seat has in the match, also where the game deals it', async () => {
    const dealing = new GameRegistry();
    dealing.register({ ...countingGame('dealt'), roleOf: (_state, seat) => ['second', 'first'][seat] as string });
    const [trained] = trainedGames(dealing, parseConfig({ games: [{ game: 'dealt' }] })) as [TrainedGame];
    const [evaluation] = await evaluate(new RuleGenerator(best), [{ trained, opponent: 'random', temperature: 1 }], { matches: 20, seed: 0 });
    expect(evaluation?.roles['second']).toMatchObject({ matches: 20, win: 1 }); // seat 0, which moves first
    expect(evaluation?.roles['first']?.win).toBeLessThan(1);
  });

  it('TRAIN-16 jobs of several games at once give what each gives alone', async () => {
    const two = new GameRegistry();
    two.register(countingGame('counting'));
    two.register(countingGame('longer'));
    const games = trainedGames(two, parseConfig({ games: [{ game: 'counting' }, { game: 'longer', options: { target: 12 } }] }));
    const jobs = games.flatMap((trained): EvaluationJob[] => [{ trained, opponent: 'random', temperature: 1 }, { trained, opponent: 'first-legal', temperature: 1 }]);
    const generator = new SeededGenerator();
    const together = await evaluate(generator, jobs, { matches: 8, seed: 3 });
    expect(together.map(({ turns }) => turns > 16)).toEqual([true, true, true, true]);
    for (const [index, own] of jobs.entries()) expect([together[index]]).toEqual(await evaluate(new SeededGenerator(), [own], { matches: 8, seed: 3 }));
    expect(Math.max(...generator.sizes)).toBeGreaterThanOrEqual(32); // seats that move first and second wait in one call
  });

  it('asks for all that wait at once', async () => {
    const generator = new RuleGenerator(() => '1');
    await evaluate(generator, [job('first-legal'), job('random')], { matches: 30, seed: 0 });
    expect(generator.calls).toBeLessThanOrEqual(4);
  });
});

describe('ExactPolicy', () => {
  it('normalises over legal actions, and measures what is illegal', async () => {
    const exact = ExactPolicy.of(counting) as ExactPolicy;
    const generator = new RuleGenerator(best);
    const { table, illegalMass } = await exact.policy(generator);
    expect(illegalMass).toBeCloseTo(0.2, 9);
    expect(generator.rated.every(({ next }) => next?.([]).join() === '1,2,3')).toBe(true); // what may follow, as at the table
    const opening = [...table].find(([key]) => key.startsWith('0:') && key.includes('"sum":0'))?.[1];
    expect(opening?.map((value) => Number(value.toFixed(9)))).toEqual([0.75, 0.125, 0.125]);
    expect((await exact.measure(generator)).averageNashConv).toBeNull();
  });

  it('averages 2 % of the way, and goes on from what was stored', async () => {
    const exact = ExactPolicy.of(counting) as ExactPolicy;
    await exact.stepAverage(new RuleGenerator(best));
    const start = exact.average();
    const other = new RuleGenerator(() => '3');
    const resumed = ExactPolicy.of(counting, JSON.parse(JSON.stringify(start)) as typeof start) as ExactPolicy;
    for (const policy of [exact, resumed]) await policy.stepAverage(other);
    expect(resumed.average()).toEqual(exact.average());
    const opening = Object.entries(exact.average() ?? {}).find(([key]) => key.startsWith('0:') && key.includes('"sum":0'))?.[1];
    expect(opening?.[0]).toBeCloseTo(0.75 + 0.02 * (0.125 - 0.75), 9);
    expect(opening?.[2]).toBeCloseTo(0.125 + 0.02 * (0.75 - 0.125), 9);
  });

  it('is only for games that can be listed', () => {
    const large = trainedGames(registry, parseConfig({ games: [{ game: 'counting', options: { target: 20 } }] }))[0] as TrainedGame;
    expect(ExactPolicy.of(large)).toBeNull();
  });
});
