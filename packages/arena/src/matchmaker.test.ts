import { describe, expect, test } from 'vitest';
import { join, openArena, RawPeer, settle } from './arena.test.support.js';

describe('SERVER-11 Two players, one match', () => {
  for (const [players, matches] of [[2, 1], [3, 1], [4, 2], [7, 3], [100, 50]] as const) {
    test(`SERVER-11 ${players} players in one tick make ${matches} matches`, async () => {
      const arena = await openArena();
      const clients = await Promise.all(Array.from({ length: players }, () => join(arena)));
      const joined = new Map<string, Set<string>>();
      for (const client of clients) {
        client.onJoined(({ match, seat }) => {
          const accounts = joined.get(match.matchId) ?? new Set();
          joined.set(match.matchId, accounts.add(`${client.account} ${seat}`));
        });
      }
      await Promise.all(clients.map((client) => client.queue({ game: 'pig' })));
      await settle();
      expect(joined.size).toBe(matches);
      for (const accounts of joined.values()) expect(accounts.size).toBe(2);
      expect(arena.status()).toMatchObject({ queued: players - 2 * matches, matches: { live: matches, waiting: 0 } });
    });
  }

  test('SERVER-11 one of a pair drops as the pair is made: the other is first in the queue again', async () => {
    const arena = await openArena();
    const [ann, bob, cat] = await Promise.all(['ann', 'bob', 'cat'].map((account) => RawPeer.hello(arena.connect({ account }))));
    if (!ann || !bob || !cat) throw new Error('three peers');
    ann.send({ type: 'queue.join', id: 'q', game: 'pig' });
    bob.send({ type: 'queue.join', id: 'q', game: 'pig' });
    // In event durability a match is stored before it begins: here bob is gone by then.
    await bob.next('queue.joined');
    bob.close();
    await settle();
    expect(arena.status()).toMatchObject({ queued: 1, matches: { live: 0, ended: { aborted: 1 } } });
    cat.send({ type: 'queue.join', id: 'q', game: 'pig' });
    await cat.next('match.joined');
    await settle();
    expect(arena.status()).toMatchObject({ queued: 0, matches: { live: 1 } });
  });
});

test('queues of other terms stay apart; one account waits once and never plays itself', async () => {
  const arena = await openArena();
  const [ann, again, bob] = await Promise.all(['ann', 'ann', 'bob'].map((account) => join(arena, { account })));
  await ann?.queue({ game: 'pig' });
  await bob?.queue({ game: 'pig', options: { target: 50 } });
  await expect(again?.queue({ game: 'pig' })).rejects.toMatchObject({ code: 'ARENA_ALREADY_QUEUED' });
  await expect(ann?.queue({ game: 'pigs' })).rejects.toMatchObject({ code: 'CORE_GAME_UNKNOWN' });
  await settle();
  expect(arena.status()).toMatchObject({ queued: 2, matches: { live: 0 } });
  await ann?.leaveQueue();
  expect(arena.status().queued).toBe(1);
  bob?.close();
  await settle();
  expect(arena.status().queued).toBe(0);
});

test('a game that cannot start leaves its players with an end and an error, not waiting', async () => {
  const arena = await openArena();
  const [ann, bob] = await Promise.all(['ann', 'bob'].map((account) => RawPeer.hello(arena.connect({ account }))));
  for (const peer of [ann, bob]) peer?.send({ type: 'queue.join', id: 'q', game: 'faulty', options: { where: 'start' } });
  for (const peer of [ann, bob]) {
    expect((await peer?.next('error'))?.code).toBe('ARENA_GAME_FAULT');
    expect((await peer?.next('match.ended'))?.end.reason).toBe('aborted');
  }
  expect(arena.status()).toMatchObject({ queued: 0, matches: { live: 0, waiting: 0 } });
});
