/**
 * The real games through a real arena: two, three and four clients over loopback sockets, and self-play in bulk without one.
 * The arena's own suites use small games; here the packages meet.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeArena, type Arena } from '@spiral-arena/arena';
import { ArenaClient, subscribeFeed } from '@spiral-arena/client';
import { connectWebSocket } from '@spiral-arena/client/node';
import { GameRegistry, resolveOptions, type Action } from '@spiral-arena/core/game';
import { readRecord, replay } from '@spiral-arena/core/match';
import type { FeedRecord, MatchEndedMessage, TurnMessage } from '@spiral-arena/core/protocol';
import { Rng } from '@spiral-arena/core/random';
import { kuhnPoker } from '@spiral-arena/games-kuhn-poker';
import { liarsDice } from '@spiral-arena/games-liars-dice';
import { simpleNegotiation } from '@spiral-arena/games-simple-negotiation';
import { ticTacToe } from '@spiral-arena/games-tic-tac-toe';
import { ipd } from 'spiral-arena-ipd';
import { wordClues } from 'spiral-arena-word-clues';

const registry = new GameRegistry();
for (const game of [ticTacToe, kuhnPoker, simpleNegotiation, liarsDice, wordClues, ipd]) registry.register(game as never); // games of different options share one registry

async function openArena(): Promise<Arena> {
  const arena = await composeArena({ registry, config: { port: 0 } });
  onTestFinished(() => arena.close());
  return arena;
}

/** A uniformly random legal action, or what the game's own random agent does where the actions are not listed. */
function randomAgent(seed: number): (turn: TurnMessage) => { readonly action: Action } {
  const rng = Rng.fromSeed(seed);
  return ({ game, observation, legalActions }) => {
    if (legalActions) return { action: rng.pick(legalActions) };
    const agent = registry.get(game).agents?.random;
    if (!agent) throw new Error(`${game} has no random agent`);
    return { action: agent.make({}, rng.fork(rng.uint32()))(observation, null) };
  };
}

describe('over sockets', () => {
  for (const [game, settings] of [['tic-tac-toe', {}], ['tic-tac-toe', { variant: '5x5' }], ['kuhn-poker', {}], ['kuhn-poker', { variant: 'single' }], ['simple-negotiation', {}], ['simple-negotiation', { variant: 'silent' }], ['ipd', {}], ['liars-dice', { variant: 'three' }], ['liars-dice', { options: { players: 5 } }], ['word-clues', {}]] as const) {
    const { options } = resolveOptions(registry.get(game), settings as object);
    const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'].slice(0, registry.get(game).roles(options).length);
    test(`${names.length} clients play ${game} ${JSON.stringify(settings)} to its end, and the record proves it`, async () => {
      const arena = await openArena();
      const { socketUrl } = await arena.listen();
      const clients = await Promise.all(names.map(async (name) => ArenaClient.connect(await connectWebSocket(socketUrl), { name })));
      const ends = clients.map((client) => new Promise<MatchEndedMessage>((resolve) => client.onEnded(resolve)));
      const texts: string[] = [];
      clients.forEach((client, index) => {
        client.onTurn(({ text, rules, brief }) => texts.push(text as string, rules as string, brief as string));
        client.serve(randomAgent(index + 1));
      });
      const [ann, ...others] = clients as [ArenaClient, ...ArenaClient[]];
      const [created] = await ann.createMatches({ game, ...settings, seed: 5 });
      for (const other of others) await other.join(created?.matchId as string);
      const [first, ...rest] = await Promise.all(ends);
      for (const each of rest) expect(each.end).toEqual(first?.end);
      expect(['completed', 'truncated']).toContain(first?.end.reason);
      if (game !== 'ipd') expect(first?.end.returns?.reduce((sum, value) => sum + value, 0)).toBe(0); // the others are zero-sum
      expect(texts.every((text) => text.length > 0)).toBe(true);
      const record = readRecord((await ann.replay(created?.matchId as string)).record);
      const again = replay(record, registry.get(game));
      expect(again.end).toEqual(first?.end);
      expect(record.header.seats.map(({ name }) => name)).toEqual(names);
    });
  }
});

describe('in bulk, in process', () => {
  test('the same seed gives the same matches and the same feed, byte for byte but for ids and times', async () => {
    const feeds: unknown[][] = [];
    for (let round = 0; round < 2; round++) {
      const arena = await openArena();
      const client = await ArenaClient.connect(arena.connect({ account: 'trainer' }), { include: ['legalActions'], events: false });
      // Decided from the match's number in its id alone, so that the order of turns among matches does not matter.
      client.serve((turn) => randomAgent(Number.parseInt(turn.matchId.slice(1), 36) * 100 + Number(turn.turnId.split('/')[1]))(turn));
      const records: FeedRecord[] = [];
      let full = (): void => {};
      const done = new Promise<void>((resolve) => (full = resolve));
      await subscribeFeed(client, { credits: 64 }, (record) => {
        if (records.push(record) === 300) full();
      });
      for (const game of ['tic-tac-toe', 'kuhn-poker', 'simple-negotiation']) {
        await client.createMatches({ game, variant: { 'tic-tac-toe': 'default', 'kuhn-poker': 'single', 'simple-negotiation': 'silent' }[game] as string, seats: ['self', 'self'], durability: 'match', profile: 'spiral-train', count: 100, seed: 7 });
      }
      await done;
      expect(records.map(({ number }) => number)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
      expect(new Set(records.map(({ seed }) => seed)).size).toBe(100);
      for (const { steps, seats, end } of records) {
        expect(seats).toEqual([0, 1]);
        expect(steps.length).toBe(end.ply);
      }
      feeds.push(records.map(({ game, seed, steps, end }) => ({ game, seed, steps: steps.map(({ seat, ply, action }) => [seat, ply, action]), end })));
    }
    expect(feeds[1]).toEqual(feeds[0]);
  });
});
