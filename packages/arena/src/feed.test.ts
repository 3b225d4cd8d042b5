import { describe, expect, test } from 'vitest';
import { subscribeFeed, type ArenaClient } from '@spiral-arena/client';
import type { FeedRecord } from '@spiral-arena/core/protocol';
import { join, openArena, RawPeer, settle } from './arena.test.support.js';

const bulk = { game: 'pennies', seats: ['self', 'self'], durability: 'match' } as const;

/** Answers turns: matches whose number is divisible by five at the end. */
function play(client: ArenaClient): void {
  client.serve(({ seat }) => ({ action: { side: seat === 0 ? 'heads' : 'tails' }, trace: { promptTokenIds: [seat], tokenIds: [7], logprobs: [-1], sampling: { temperature: 1 }, policyVersion: 4, finish: 'stop' } }));
}

describe('the feed', () => {
  test('records come in match-number order whatever order the matches end in, with the steps and traces of own seats only', async () => {
    const arena = await openArena();
    const ann = await join(arena, { account: 'ann' });
    const bob = await join(arena, { account: 'bob' });
    const records: FeedRecord[] = [];
    await subscribeFeed(ann, { credits: 100 }, (record) => void records.push(record));
    const matches = await ann.createMatches({ game: 'pennies', options: { rounds: 2 }, count: 4 });
    const numbers = new Map<string, number>();
    ann.onJoined(() => {});
    for (const client of [ann, bob]) play(client);
    for (const { matchId } of matches.toReversed()) {
      const { match } = await bob.join(matchId);
      numbers.set(matchId, match.number);
      await settle();
    }
    expect(records.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(records.map(({ matchId }) => numbers.get(matchId))).toEqual([1, 2, 3, 4]);
    const [record] = records;
    expect(record).toMatchObject({ game: 'pennies', variant: '{"rounds":2}', roles: ['matcher', 'mismatcher'], seats: [0], end: { reason: 'completed', returns: [-2, 2] } });
    expect(record?.steps.map(({ seat, ply, outcome, action, by }) => [seat, ply, outcome, action, by?.trace?.policyVersion])).toEqual([[0, 0, 'accepted', { side: 'heads' }, 4], [0, 1, 'accepted', { side: 'heads' }, 4]]);
  });

  test('a record waits for lower numbers; at most `credits` are unacknowledged', async () => {
    const arena = await openArena();
    const peer = await RawPeer.hello(arena.connect({ account: 'ann' }), { events: false });
    peer.send({ type: 'feed.subscribe', id: 'f', credits: 2 });
    expect((await peer.next('feed.subscribed')).cursor).toBe(0);
    peer.send({ type: 'match.create', id: 'c', ...bulk, count: 5 });
    const { matches } = await peer.next('match.created');
    await settle();
    const cursors = (): number[] => peer.got.flatMap((message) => (message.type === 'feed.record' ? [message.cursor] : []));
    for (const { matchId } of [4, 2, 1, 3].map((index) => matches[index] as { matchId: string })) peer.send({ type: 'resign', matchId, seat: 0 });
    await settle();
    expect(cursors(), 'match 1 is still on').toEqual([]);
    peer.send({ type: 'resign', matchId: matches[0]?.matchId as string, seat: 1 });
    await settle();
    expect(cursors()).toEqual([1, 2]);
    peer.send({ type: 'feed.ack', cursor: 1, credits: 2 });
    await settle();
    expect(cursors()).toEqual([1, 2, 3]);
    peer.send({ type: 'feed.ack', cursor: 3, credits: 0 });
    await settle();
    expect(cursors()).toEqual([1, 2, 3]);
    peer.send({ type: 'feed.ack', cursor: 3, credits: 10 });
    await settle();
    expect(cursors()).toEqual([1, 2, 3, 4, 5]);
  });

  test('a subscription goes on from its cursor, from the store and then live, also when memory is short', async () => {
    const arena = await openArena({ config: { feedBufferRecords: 2 } });
    const player = await join(arena, { account: 'ann', events: false });
    play(player);
    await player.createMatches({ ...bulk, count: 30 });
    await settle();
    const reader = await RawPeer.hello(arena.connect({ account: 'ann' }));
    reader.send({ type: 'feed.subscribe', id: 'f', cursor: 7, credits: 3 });
    await reader.next('feed.subscribed');
    await player.createMatches({ ...bulk, count: 20 });
    const seen: number[] = [];
    while (seen.length < 43) {
      const { cursor, record } = await reader.next('feed.record');
      expect(record.number).toBe(cursor);
      expect(record.end.reason).toBe('completed');
      seen.push(cursor);
      reader.send({ type: 'feed.ack', cursor, credits: 3 });
    }
    expect(seen).toEqual(Array.from({ length: 43 }, (_, index) => index + 8));
    const stranger = await RawPeer.hello(arena.connect({ account: 'bob' }));
    stranger.send({ type: 'feed.subscribe', id: 'f', cursor: 0, credits: 100 });
    await stranger.next('feed.subscribed');
    await settle();
    expect(stranger.got).toEqual([]);
  });

  test('what a handler has not acknowledged comes again', async () => {
    const arena = await openArena();
    const player = await join(arena, { account: 'ann', events: false });
    play(player);
    const first: number[] = [];
    const failing = await subscribeFeed(player, { credits: 8 }, ({ number }) => {
      if (number === 4) throw new Error('disk full');
      first.push(number);
    });
    await player.createMatches({ ...bulk, count: 6 });
    await expect(failing.done).rejects.toThrow('disk full');
    expect([first, failing.cursor]).toEqual([[1, 2, 3], 3]);
    const second: number[] = [];
    await subscribeFeed(player, { cursor: failing.cursor, credits: 8 }, ({ number }) => void second.push(number));
    await settle();
    expect(second).toEqual([4, 5, 6]);
  });
});

test('a match stopped because its only client left is in the feed as aborted', async () => {
  const arena = await openArena();
  const player = await RawPeer.hello(arena.connect({ account: 'ann' }));
  player.send({ type: 'match.create', id: 'c', ...bulk, count: 2 });
  await player.next('turn');
  player.close();
  await settle();
  expect(arena.status().matches).toMatchObject({ live: 0, ended: { aborted: 2 } });
  const reader = await RawPeer.hello(arena.connect({ account: 'ann' }));
  reader.send({ type: 'feed.subscribe', id: 'f', cursor: 0, credits: 10 });
  expect((await reader.next('feed.record')).record.end).toMatchObject({ reason: 'aborted', cause: 'client left', returns: null });
});
