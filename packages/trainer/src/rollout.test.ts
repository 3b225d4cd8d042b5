/** The rollout worker against a small arena of the test's own, over the in-process transport: early turns, shuffled records, faults, a lost arena. */
import type { GenerateRequest, GenerateResult, TextGenerator } from '@spiral-arena/agents';
import { ArenaClient, inProcessPair } from '@spiral-arena/client';
import { GameRegistry } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import type { ClientMessage, FeedRecord, FeedStep, MatchSummary, ServerMessage } from '@spiral-arena/core/protocol';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { countingGame } from './counting.test.game.js';
import { parseConfig } from './parse-config.js';
import type { PlayedRecord } from './played-records.js';
import { type MatchPart, pileOf, RolloutWorker, takeFrom } from './rollout.js';
import { trainedGames, type TrainedGame } from './trained-game.js';

const registry = new GameRegistry();
registry.register(countingGame());
const config = parseConfig({ games: [{ game: 'counting' }] });
const counting = trainedGames(registry, config)[0] as TrainedGame;

/** Answers by the request's seed; counts calls. */
class SeededGenerator implements TextGenerator {
  readonly batches: number[] = [];
  readonly seeds: string[] = [];
  fault: Error | null = null;
  async generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]> {
    this.batches.push(requests.length);
    if (this.fault) throw this.fault;
    this.seeds.push(...requests.map(({ seed }) => seed));
    return requests.map(({ seed }) => {
      const stones = 1 + Rng.fromSeed(seed).int(3);
      return { text: String(stones), promptTokenIds: [1], tokenIds: [stones], logprobs: [-1], allowedTokenIds: [[stones, 9]], finish: 'stop', policyVersion: 0 };
    });
  }
  logprobs(): Promise<readonly number[]> {
    return Promise.resolve([]);
  }
}

/** What came over the wire with the acts. */
const wire: string[] = [];

/** Hosts matches of one connection. `early`: turns are sent before the answer that says the matches exist. */
function host(early: boolean): { readonly client: Promise<ArenaClient>; readonly close: () => void } {
  const [end, server] = inProcessPair<ClientMessage, ServerMessage>();
  const matches = new Map<string, { match: Match; steps: FeedStep[]; number: number }>();
  let number = 0;
  const turn = (matchId: string): void => {
    const { match } = matches.get(matchId) as { match: Match };
    const seat = match.pending()[0] as number;
    server.send({
      type: 'turn', matchId, turnId: match.turnId, seat, game: 'counting', variant: 'default', role: match.roleOf(seat), observation: match.observe(seat),
      legalActions: match.legalActions(seat), retriesLeft: 0,
    });
  };
  server.onMessage((message) => {
    if (message.type === 'hello') server.send({ type: 'welcome', id: message.id as string, version: 1, account: 'a', name: 'trainer', games: ['counting'] });
    if (message.type === 'feed.subscribe') server.send({ type: 'feed.subscribed', id: message.id, cursor: 0 });
    if (message.type === 'match.create') {
      const seeds = Rng.fromSeed(message.seed as string);
      const made = Array.from({ length: message.count ?? 1 }, (_, index) => {
        const matchId = `m${++number}`;
        matches.set(matchId, { match: Match.start({ game: counting.game, options: counting.options, variant: 'default', matchId, seed: seeds.fork(index).seed() }), steps: [], number });
        return { matchId, number } as unknown as MatchSummary;
      });
      const answer = (): void => server.send({ type: 'match.created', id: message.id, matches: made });
      if (!early) answer();
      for (const { matchId } of made) turn(matchId);
      if (early) answer();
    }
    if (message.type === 'act') {
      wire.push(JSON.stringify(message));
      const { match, steps, number: own } = matches.get(message.matchId) as { match: Match; steps: FeedStep[]; number: number };
      steps.push({ seat: message.seat, ply: match.ply, outcome: 'accepted', by: message.trace ? { trace: message.trace } : {} });
      match.submit(message.seat, { text: message.text as string });
      if (!match.end) return turn(message.matchId);
      const record: FeedRecord = {
        matchId: message.matchId, number: own, game: 'counting', gameVersion: '1.0.0', variant: 'default', roles: ['first', 'second'], seats: [0, 1], profile: 'spiral-train', seed: '', steps, end: match.end,
      };
      server.send({ type: 'feed.record', cursor: own, record });
    }
  });
  return { client: ArenaClient.connect(end), close: () => server.close(1012, 'restart') };
}

async function worker(generator: TextGenerator, early = false): Promise<{ readonly rollout: RolloutWorker; readonly close: () => void }> {
  const arena = host(early);
  const rollout = new RolloutWorker(await arena.client, generator, config);
  await rollout.start();
  return { rollout, close: arena.close };
}
const part = (matches: number, seed: number): MatchPart => ({ trained: counting, matches, rng: Rng.fromSeed(seed) });
const results = (records: readonly (readonly PlayedRecord[])[]): unknown => records.map((list) => list.map(({ end, steps }) => [end.returns, steps.length]));

describe('RolloutWorker', () => {
  it('keeps what was allowed to itself, and puts it back on the steps that come back', async () => {
    wire.length = 0;
    const { rollout, close } = await worker(new SeededGenerator());
    const { records: [records] } = await rollout.play([part(5, 1)]);
    const traces = records?.flatMap(({ steps }) => steps.map((step) => step.by?.trace)) ?? [];
    expect(traces.length).toBeGreaterThan(5);
    for (const trace of traces) expect(trace?.allowedTokenIds).toEqual([[trace?.tokenIds[0], 9]]);
    expect(wire.join('')).toContain('tokenIds');
    expect(wire.join('')).not.toContain('allowedTokenIds');
    close();
  });

  it('plays what was ordered to the end, in number order, the turns of many matches in one call', async () => {
    const generator = new SeededGenerator();
    const { rollout } = await worker(generator);
    const { records: [first, second] } = await rollout.play([part(20, 1), part(5, 2)]);
    expect([first?.length, second?.length]).toEqual([20, 5]);
    expect(first?.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(first?.every(({ steps }) => steps.every(({ by }) => by?.trace?.tokenIds.length === 1))).toBe(true);
    expect(new Set(generator.seeds).size).toBe(generator.seeds.length);
    expect(Math.max(...generator.batches)).toBeGreaterThanOrEqual(20);
  });

  it('takes further parts while others do too, each with the records of its own seed', async () => {
    const pile = pileOf(Array.from({ length: 9 }, (_, index) => part(4, index)));
    const [one, other] = [await worker(new SeededGenerator()), await worker(new SeededGenerator())];
    const played = await Promise.all([one.rollout.play([part(40, 20)], pile), other.rollout.play([], pile)]);
    expect(played.flatMap(({ taken }) => [...taken]).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(played.map(({ taken, records }) => records.length - taken.length)).toEqual([1, 0]);
    const alone = await worker(new SeededGenerator());
    for (const { taken, records } of played) {
      for (const [at, place] of taken.entries()) expect(results([records[records.length - taken.length + at] ?? []])).toEqual(results((await alone.rollout.play([part(4, place)])).records));
    }
  });

  it('asks for no further part while many matches run, and for none after a failure', async () => {
    const pile = pileOf([part(4, 1)]);
    const generator = new SeededGenerator();
    const { rollout } = await worker(generator);
    generator.fault = new Error('no logits');
    await expect(rollout.play([part(40, 1)], pile)).rejects.toThrow('no logits');
    expect(takeFrom(pile)).toBe(0);
    expect(takeFrom(pile)).toBeNull();
  });

  it('depends on the seed alone: the same matches when turns come before the arena has said so', async () => {
    const plays = [];
    for (const [early, seed] of [[false, 1], [true, 1], [false, 2]] as const) {
      const { rollout } = await worker(new SeededGenerator(), early);
      plays.push(results((await rollout.play([part(12, seed)])).records));
    }
    expect(plays[1]).toEqual(plays[0]);
    expect(plays[2]).not.toEqual(plays[0]);
  });

  it('fails with what the generator threw, and can play again', async () => {
    const generator = new SeededGenerator();
    const { rollout } = await worker(generator);
    generator.fault = new Error('no logits');
    await expect(rollout.play([part(3, 1)])).rejects.toThrow('no logits');
    generator.fault = null;
    expect((await rollout.play([part(3, 1)])).records[0]).toHaveLength(3);
  });

  it('fails when the arena goes away', async () => {
    const never: TextGenerator = { generate: () => new Promise(() => {}), logprobs: () => Promise.resolve([]) };
    const { rollout, close } = await worker(never);
    const play = rollout.play([part(3, 1)]);
    setImmediate(() => setImmediate(close));
    await expect(play).rejects.toMatchObject({ code: 'TRAINER_ARENA_LOST', details: { missing: 3 } });
  });
});
