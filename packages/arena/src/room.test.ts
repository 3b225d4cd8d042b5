import { describe, expect, test } from 'vitest';
import type { ActMessage, TurnMessage } from '@spiral-arena/core/protocol';
import type { Arena } from './arena.js';
import { openArena, RawPeer, settle } from './arena.test.support.js';
import { ManualClock } from './clock.js';

/** Two accounts at one match, by seat. */
async function table(arena: Arena, settings: object = { game: 'pig' }): Promise<{ readonly ann: RawPeer; readonly bob: RawPeer; readonly matchId: string }> {
  const ann = await RawPeer.hello(arena.connect({ account: 'ann' }), { include: ['legalActions'] });
  const bob = await RawPeer.hello(arena.connect({ account: 'bob' }), { include: ['legalActions'] });
  ann.send({ type: 'match.create', id: 'c', game: 'pig', ...settings });
  const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
  bob.send({ type: 'match.join', id: 'j', matchId });
  await bob.next('match.joined');
  return { ann, bob, matchId };
}

const act = (turn: TurnMessage, action: ActMessage['action'], parts: Partial<ActMessage> = {}): ActMessage => ({ type: 'act', id: 'x', matchId: turn.matchId, turnId: turn.turnId, seat: turn.seat, actionId: `${turn.turnId} ${turn.retriesLeft}`, ...(action === undefined ? {} : { action }), ...parts });

describe('SERVER-12 An action for a turn that is over', () => {
  test('SERVER-12 stale, unknown, foreign and out-of-turn acts have an answer each and cost no retry', async () => {
    const arena = await openArena();
    const { ann, bob, matchId } = await table(arena, { game: 'pig', options: { target: 1000 }, profile: 'textarena', seed: 3 });
    const turns: TurnMessage[] = [];
    const peers = [ann, bob];
    let mover = ann;
    for (let request = 0; request < 5; request++) {
      const turn = await RawPeer.first(peers, 'turn');
      turns.push(turn);
      mover = peers[turn.seat] as RawPeer;
      if (request === 4) break;
      mover.send(act(turn, { move: 'roll' }));
      await mover.next('acted');
      await settle();
      peers.forEach((peer, seat) => expect(peer.got.filter((message) => message.type === 'turn' && message.seat !== seat)).toEqual([]));
    }
    const current = turns[4] as TurnMessage;
    const other = peers[1 - current.seat] as RawPeer;
    const otherSeat = 1 - current.seat;
    for (const old of [turns[3] as TurnMessage, turns[0] as TurnMessage]) {
      for (const [peer, seat] of [[mover, current.seat], [other, otherSeat]] as const) {
        peer.send(act({ ...current, turnId: old.turnId, seat }, { move: 'hold' }, { actionId: `late ${old.turnId} ${seat}` }));
        expect(await peer.next('refused')).toMatchObject({ kind: 'stale-turn', turnId: current.turnId });
        const synced = await peer.next('synced');
        expect(synced.seats[0]?.turn?.turnId).toBe(seat === current.seat ? current.turnId : undefined);
      }
    }
    for (const turnId of ['nope', `${matchId}/-1`, `${matchId}/1000000000`]) {
      mover.send(act({ ...current, turnId }, { move: 'roll' }, { actionId: turnId }));
      expect((await mover.next('error')).code, turnId).toBe('ARENA_BAD_FRAME');
    }
    mover.send(act({ ...current, turnId: 'm99-0/4' }, { move: 'roll' }, { actionId: 'other match' }));
    expect((await mover.next('error')).code).toBe('ARENA_WRONG_CREDENTIAL');
    other.send(act({ ...current, seat: otherSeat }, { move: 'roll' }, { actionId: 'early' }));
    expect(await other.next('refused')).toMatchObject({ kind: 'not-your-turn' });
    other.send(act(current, { move: 'roll' }, { actionId: 'foreign seat' }));
    expect((await other.next('error')).code).toBe('ARENA_WRONG_CREDENTIAL');
    // The one retry of this profile is still there.
    mover.send(act(current, { move: 'fly' }, { actionId: 'bad' }));
    expect(await mover.next('refused')).toMatchObject({ kind: 'bad-shape', retriesLeft: 0, pointer: '/move' });
    mover.send(act(current, { move: 'roll' }, { actionId: 'good' }));
    await mover.next('acted');
  });
});

describe('SERVER-13 Simultaneous turns do not make each other stale', () => {
  test('SERVER-13 both actions of a stage count in either order, a second one of the same seat does not', async () => {
    for (const order of [[0, 1], [1, 0]]) {
      const arena = await openArena();
      const { ann, bob } = await table(arena, { game: 'pennies', options: { rounds: 2 }, public: true });
      const peers = [ann, bob];
      const turns = [await ann.next('turn'), await bob.next('turn')];
      expect(turns[0]?.turnId).toBe(turns[1]?.turnId);
      const [first, second] = order as [number, number];
      const early = peers[first] as RawPeer;
      const late = peers[second] as RawPeer;
      late.got.length = 0;
      early.send(act(turns[first] as TurnMessage, { side: 'heads' }));
      await early.next('acted');
      await settle();
      expect(late.got, 'nothing tells the other seat').toEqual([]);
      early.send(act(turns[first] as TurnMessage, { side: 'tails' }, { actionId: 'changed mind' }));
      expect(await early.next('refused')).toMatchObject({ kind: 'not-your-turn' });
      late.send(act(turns[second] as TurnMessage, { side: 'heads' }));
      await late.next('acted');
      for (const peer of peers) expect((await peer.next('match.event')).told).toEqual({ sides: ['heads', 'heads'] });
      expect((await early.next('turn')).turnId).not.toBe(turns[0]?.turnId);
    }
  });
});

describe('SERVER-14 The same action twice', () => {
  test('SERVER-14 a repeated action id repeats the answer over a new connection, and is never played again', async () => {
    const arena = await openArena();
    const { ann, matchId } = await table(arena, { game: 'pig', options: { target: 1000 }, seed: 5 });
    const turn = await ann.next('turn');
    const roll = act(turn, { move: 'roll' }, { actionId: 'a1' });
    ann.send(roll);
    ann.close(); // before the answer
    await settle();
    const again = await RawPeer.hello(arena.connect({ account: 'ann' }));
    again.send({ type: 'sync', id: 's', matchId });
    const before = await again.next('synced');
    again.send(roll);
    const acted = await again.next('acted');
    expect(acted).toMatchObject({ actionId: 'a1', turnId: turn.turnId });
    again.send({ ...roll, action: { move: 'hold' } });
    expect(await again.next('refused')).toMatchObject({ kind: 'duplicate-id' });
    again.send({ type: 'sync', id: 's', matchId });
    const after = await again.next('synced');
    expect(after.seats[0]?.observation).toEqual(before.seats[0]?.observation);
    expect(after.seats[0]?.events.filter(({ told }) => (told as { move?: string }).move === 'roll').length).toBe(1);
    // Twenty turns later the first frame comes once more.
    let current = after.seats[0]?.turn;
    for (let round = 0; round < 20 && current; round++) {
      again.send(act(current, { move: 'roll' }));
      await again.next('acted');
      await settle();
      current = again.got.find((message) => message.type === 'turn');
      again.got.length = 0;
    }
    again.send(roll);
    expect(await again.next('acted')).toEqual({ ...acted });
  });
});

describe('GAME-13 An answer that arrives as the clock runs out', () => {
  // (d) is (b) with the timers of that millisecond run before the message is looked at: moving the clock runs them.
  for (const [name, atMs, reason] of [['a', 999, 'acted'], ['b', 1000, 'acted'], ['c', 1001, 'timeout'], ['d', 1000, 'acted']] as const) {
    test(`GAME-13 (${name}) received at ${atMs} of 1000`, async () => {
      const clock = new ManualClock();
      const arena = await openArena({ clock });
      const { ann, bob } = await table(arena, { game: 'pig', clock: { moveMs: 1000 } });
      const turn = await ann.next('turn');
      expect(turn.clockMs).toBe(1000);
      clock.advance(atMs);
      ann.send(act(turn, { move: 'roll' }));
      if (reason === 'acted') {
        await ann.next('acted');
        expect(arena.status().matches.ended.timeout).toBe(0);
      } else {
        const { end } = await bob.next('match.ended');
        expect(end).toMatchObject({ reason: 'timeout', offenders: [0], returns: [-1, 1] });
        expect(await ann.next('refused')).toMatchObject({ kind: 'match-over' });
      }
    });
  }

  test('GAME-13 a late act counts as late even when no timer has run', async () => {
    const clock = new ManualClock();
    const stuck = { nowMs: () => clock.nowMs(), setTimer: () => () => {} };
    const arena = await openArena({ clock: stuck });
    const { ann, bob } = await table(arena, { game: 'pig', clock: { moveMs: 1000 } });
    const turn = await ann.next('turn');
    clock.advance(1001);
    ann.send(act(turn, { move: 'roll' }));
    expect((await bob.next('match.ended')).end.reason).toBe('timeout');
    expect(await ann.next('refused')).toMatchObject({ kind: 'match-over' });
  });

  test('a retry does not give time back, a new turn does; both seats of a stage can be late together', async () => {
    const clock = new ManualClock();
    const arena = await openArena({ clock });
    const { ann } = await table(arena, { game: 'pig', profile: 'textarena', options: { target: 1000 }, clock: { moveMs: 1000 }, seed: 5 });
    const turn = await ann.next('turn');
    clock.advance(600);
    ann.send(act(turn, { move: 'fly' }));
    expect(await ann.next('refused')).toMatchObject({ retriesLeft: 0 });
    expect(await ann.next('turn')).toMatchObject({ clockMs: 400, retriesLeft: 0, turnId: turn.turnId });
    const { ann: left, bob: right } = await table(arena, { game: 'pennies', clock: { moveMs: 1000 } });
    await left.next('turn');
    await right.next('turn');
    clock.advance(1001);
    expect((await left.next('match.ended')).end).toMatchObject({ reason: 'timeout', offenders: [0, 1], returns: [0, 0] });
  });
});

describe('leaving', () => {
  test('a seat waits for its client as long as the grace time, then fails as disconnected', async () => {
    const clock = new ManualClock();
    const arena = await openArena({ clock, config: { graceMs: 5000 } });
    const { ann, bob, matchId } = await table(arena);
    await ann.next('turn');
    ann.close();
    await settle();
    clock.advance(4999);
    const back = await RawPeer.hello(arena.connect({ account: 'ann' }));
    back.send({ type: 'sync', id: 's', matchId });
    expect((await back.next('synced')).seats[0]?.turn).toBeDefined();
    clock.advance(10_000);
    await settle();
    expect(arena.status().matches.live).toBe(1);
    back.close();
    await settle();
    clock.advance(5000);
    expect((await bob.next('match.ended')).end).toMatchObject({ reason: 'disconnected', offenders: [0], returns: [-1, 1] });
    expect(clock.timers).toBe(0);
  });

  test('resigning ends the match, once', async () => {
    const arena = await openArena();
    const { ann, bob, matchId } = await table(arena);
    bob.send({ type: 'resign', id: 'r', matchId, seat: 0 });
    expect((await bob.next('error')).code).toBe('ARENA_WRONG_CREDENTIAL');
    bob.send({ type: 'resign', id: 'r', matchId, seat: 1 });
    expect((await ann.next('match.ended')).end).toMatchObject({ reason: 'resigned', offenders: [1], returns: [1, -1] });
    bob.send({ type: 'resign', id: 'r2', matchId, seat: 1 });
    expect(await bob.next('refused')).toMatchObject({ id: 'r2', kind: 'match-over' });
  });

  test('a waiting match goes away with its last player; a started one cannot be left', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig' });
    const [match] = (await ann.next('match.created')).matches;
    expect(match).toMatchObject({ status: 'waiting', number: 0, seats: [{ role: 'first', name: 'ann' }, { role: 'second', name: null }] });
    expect(arena.status().matches.waiting).toBe(1);
    ann.send({ type: 'match.leave', id: 'l', matchId: match?.matchId as string });
    await ann.next('match.left');
    expect(arena.status().matches.waiting).toBe(0);
    const { bob, matchId } = await table(arena);
    bob.send({ type: 'match.leave', id: 'l', matchId });
    expect((await bob.next('error')).code).toBe('ARENA_MATCH_STARTED');
  });
});

describe('taking seats', () => {
  test('SERVER-09 one free seat, twenty takers: exactly one gets it', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig' });
    const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
    const takers = await Promise.all(Array.from({ length: 20 }, () => RawPeer.hello(arena.connect())));
    for (const taker of takers) taker.send({ type: 'match.join', id: 'j', matchId });
    const answers = await Promise.all(takers.map(async (taker) => RawPeer.first([taker], 'match.joined', 'error').then((answer) => (answer.type === 'error' ? answer.code : 'joined'))));
    expect(answers.filter((answer) => answer === 'joined').length).toBe(1);
    expect(answers.filter((answer) => answer === 'ARENA_SEAT_TAKEN').length).toBe(19);
    expect(arena.status().matches).toMatchObject({ live: 1, waiting: 0 });
  });

  test('a seat can be kept for one account, and roles can be given to seats', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', roles: ['second', 'first'], seats: ['self', { account: 'bob' }] });
    const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
    expect(await ann.next('match.joined')).toMatchObject({ seat: 0, role: 'second' });
    const eve = await RawPeer.hello(arena.connect({ account: 'eve' }));
    eve.send({ type: 'match.join', id: 'j', matchId });
    expect((await eve.next('error')).code).toBe('ARENA_WRONG_CREDENTIAL');
    const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
    bob.send({ type: 'match.join', id: 'j', matchId, seat: 1 });
    expect(await bob.next('match.joined')).toMatchObject({ seat: 1, role: 'first' });
    expect((await ann.next('turn')).seat).toBe(0);
  });

  test('what cannot be made is refused with a code, and nothing is made', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const refusals: readonly [object, string][] = [
      [{ game: 'chess' }, 'CORE_GAME_UNKNOWN'],
      [{ game: 'pig', variant: 'big' }, 'CORE_VARIANT_UNKNOWN'],
      [{ game: 'pig', options: { targt: 3 } }, 'CORE_OPTION_UNKNOWN'],
      [{ game: 'pig', options: { target: 0 } }, 'CORE_OPTION_INVALID'],
      [{ game: 'pig', seats: ['self'] }, 'ARENA_SEATS_INVALID'],
      [{ game: 'pig', seats: ['self', 'self'], roles: ['first', 'first'] }, 'CORE_ROLES_INVALID'],
      [{ game: 'pig', seats: ['self', 'self'], seed: 'xyz' }, 'CORE_SEED_INVALID'],
      [{ game: 'pig', roles: ['first', 'first'] }, 'CORE_ROLES_INVALID'],
      [{ game: 'pig', seats: ['open'], roles: ['first\nsecond'] }, 'CORE_ROLES_INVALID'],
      [{ game: 'pig', rated: true, profile: 'spiral-reference' }, 'ARENA_RATED_REFUSED'],
      [{ game: 'pig', penalty: 0.5 }, 'ARENA_BAD_FRAME'],
      [{ game: 'pig', rated: true, durability: 'match' }, 'ARENA_RATED_REFUSED'],
      [{ game: 'pig', rated: true, seed: 7 }, 'ARENA_RATED_REFUSED'],
      [{ game: 'pig', rated: true, seats: ['self', 'self'] }, 'ARENA_RATED_REFUSED'],
      [{ game: 'pig', count: 5000 }, 'ARENA_BAD_FRAME'],
    ];
    for (const [settings, code] of refusals) {
      ann.send({ type: 'match.create', id: 'c', ...settings } as never);
      expect((await ann.next('error')).code, JSON.stringify(settings)).toBe(code);
    }
    ann.send({ type: 'match.join', id: 'j', matchId: 'm1-00' });
    expect((await ann.next('error')).code).toBe('ARENA_MATCH_UNKNOWN');
    await settle();
    expect(arena.status().matches).toMatchObject({ live: 0, waiting: 0 });
  });

  test('live matches are limited per account and in all', async () => {
    const arena = await openArena({ config: { maxLiveMatchesPerAccount: 3, maxLiveMatches: 5 } });
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], count: 4 });
    expect((await ann.next('error')).code).toBe('ARENA_TOO_MANY_MATCHES');
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], count: 3 });
    await ann.next('match.created');
    bob.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], count: 3 });
    expect((await bob.next('error')).message).toContain('this arena');
  });
});

describe('seeds', () => {
  test('SECRET-09 the seed stays secret until the end and can be checked then; fresh seeds differ', async () => {
    const arena = await openArena();
    const { ann, bob, matchId } = await table(arena, { game: 'pig', seed: 123456789, public: true });
    const eve = await RawPeer.hello(arena.connect({ account: 'eve' }));
    eve.send({ type: 'spectate.join', id: 'w', matchId });
    const { match } = await eve.next('spectate.joined');
    await ann.next('turn');
    const sent = JSON.stringify([ann.got, bob.got, match]);
    for (const secret of ['123456789', '75bcd15', 'MTIzNDU2Nzg5']) expect(sent).not.toContain(secret);
    ann.send({ type: 'resign', matchId, seat: 0 });
    const { seed } = await eve.next('match.ended');
    const { seedCommitment } = await import('@spiral-arena/core/random');
    expect(sent).not.toContain(seed);
    expect(seedCommitment(seed)).toBe(match.seedCommitment);
    ann.send({ type: 'match.create', id: 'many', game: 'pig', seats: ['self', 'self'], count: 100 });
    const { matches } = await ann.next('match.created', ({ id }) => id === 'many');
    expect(new Set(matches.map(({ seedCommitment: commitment }) => commitment)).size).toBe(100);
    expect(matches.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  });

  test('match i of a chosen seed gets the fork i: the same matches every time', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const commitments: string[][] = [];
    for (let round = 0; round < 2; round++) {
      ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'], count: 3, seed: 7 });
      const { matches } = await ann.next('match.created');
      commitments.push(matches.map(({ seedCommitment }) => seedCommitment));
    }
    expect(commitments[1]).toEqual(commitments[0]);
    expect(new Set(commitments[0]).size).toBe(3);
  });
});
