import { describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION, type ClientMessage } from '@spiral-arena/core/protocol';
import { openArena, RawPeer, settle } from './arena.test.support.js';

describe('SECRET-05 Every route asks for the credential', () => {
  test('SECRET-05 a token that is missing, empty, cut, invented or no text opens nothing', async () => {
    const arena = await openArena({ config: { guests: false } });
    const { token } = await arena.createAccount('Ann');
    expect(token.length).toBeGreaterThan(40);
    const { socketUrl } = await arena.listen();
    for (const bad of [undefined, '', token.slice(0, -1), `${token}x`, token.toUpperCase(), 'x'.repeat(32), ` ${token}`]) {
      const peer = new RawPeer(arena.connect());
      peer.send({ type: 'hello', id: 'h', version: PROTOCOL_VERSION, ...(bad === undefined ? {} : { token: bad }) });
      peer.send({ type: 'match.create', id: 'c', game: 'pig' });
      expect(await peer.next('error')).toMatchObject({ id: 'h', code: 'ARENA_NO_CREDENTIAL' });
      expect(await peer.untilClosed()).toBe(4003);
      expect(peer.got.filter(({ type }) => type !== 'error')).toEqual([]);
    }
    const { WebSocket } = await import('ws');
    for (const bad of [null, 7, [], {}]) {
      const socket = new WebSocket(socketUrl, 'spiral-arena.v1');
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ type: 'hello', version: 1, token: bad }));
      const answer = await new Promise<string>((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString('utf8'))));
      expect(JSON.parse(answer), JSON.stringify(bad)).toMatchObject({ type: 'error', code: 'ARENA_NO_CREDENTIAL' });
      socket.close();
    }
    const good = await RawPeer.hello(arena.connect(), { token });
    expect(good.closed).toBeNull();
    expect(arena.status().matches.live + arena.status().matches.waiting).toBe(0);
  });

  test('SECRET-05 a stranger and an opponent get the same answer for a private match as for none', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const bob = await RawPeer.hello(arena.connect({ account: 'bob' }));
    const eve = await RawPeer.hello(arena.connect({ account: 'eve' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig' });
    const matchId = (await ann.next('match.created')).matches[0]?.matchId as string;
    bob.send({ type: 'match.join', id: 'j', matchId });
    const turn = await ann.next('turn');
    const routes = (id: string): readonly ClientMessage[] => [
      { type: 'act', id, matchId, turnId: turn.turnId, seat: 0, actionId: 'a', action: { move: 'roll' } },
      { type: 'sync', id, matchId }, { type: 'resign', id, matchId, seat: 0 }, { type: 'spectate.join', id, matchId }, { type: 'replay.get', id, matchId }, { type: 'match.leave', id, matchId },
    ];
    for (const [index, message] of routes('x').entries()) {
      eve.send(message);
      const existing = await eve.next('error');
      eve.send({ ...message, matchId: 'm77-00000000' } as ClientMessage);
      const missing = await eve.next('error');
      expect(existing.code, message.type).toBe('ARENA_WRONG_CREDENTIAL');
      expect({ ...missing }, message.type).toEqual({ ...existing });
      if (['act', 'resign'].includes(message.type)) {
        bob.send(message);
        expect((await bob.next('error')).code, `${index}`).toBe('ARENA_WRONG_CREDENTIAL');
      }
    }
    bob.send({ type: 'replay.get', id: 'r', matchId });
    expect((await bob.next('error')).code).toBe('ARENA_MATCH_NOT_OVER');
    await settle();
    expect(eve.got).toEqual([]);
    expect(arena.status()).toMatchObject({ turns: 0, matches: { live: 1 } });
  });

  test('SECRET-05 a public match shows its public view to anybody, and its record without attempts of others', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    const eve = await RawPeer.hello(arena.connect());
    ann.send({ type: 'match.create', id: 'c', game: 'pennies', options: { rounds: 1 }, seats: ['self', 'self'], public: true, profile: 'textarena' });
    const turns = [await ann.next('turn'), await ann.next('turn')];
    const { matchId } = turns[0] as { matchId: string };
    eve.send({ type: 'spectate.join', id: 's', matchId });
    expect(await eve.next('spectate.joined')).toMatchObject({ observation: { role: 'spectator' }, events: [] });
    eve.send({ type: 'sync', id: 'y', matchId });
    expect((await eve.next('synced')).seats).toEqual([{ observation: { role: 'spectator', round: 0, score: 0 }, events: [] }]);
    eve.send({ type: 'replay.get', id: 'r', matchId });
    expect((await eve.next('error')).code).toBe('ARENA_MATCH_NOT_OVER');
    const trace = { promptTokenIds: [1], tokenIds: [2], logprobs: [-0.5], sampling: { temperature: 1 }, policyVersion: 3, finish: 'stop' as const, reasoning: 'zebra-quartz' };
    for (const { turnId, seat } of turns) {
      if (seat === 0) {
        ann.send({ type: 'act', matchId, turnId, seat, actionId: 'no', text: 'zebra-quartz [neither]' });
        await ann.next('refused');
      }
      ann.send({ type: 'act', matchId, turnId, seat, actionId: `yes${seat}`, text: 'heads', trace });
    }
    await eve.next('match.ended');
    eve.send({ type: 'replay.get', id: 'r', matchId });
    const { record } = await eve.next('replay');
    ann.send({ type: 'replay.get', id: 'r', matchId });
    const own = (await ann.next('replay')).record;
    expect(own).toContain('zebra-quartz');
    for (const secret of ['zebra-quartz', 'tokenIds', 'neither']) expect(record).not.toContain(secret);
    expect(record).toContain('"reason":"completed"');
    expect(JSON.stringify(eve.got)).not.toContain('zebra-quartz');
  });
});

describe('SECRET-06 A missing field is not a pass', () => {
  test('SECRET-06 nothing but hello is listened to before hello', async () => {
    const arena = await openArena();
    const messages: readonly unknown[] = [
      { type: 'act', matchId: 'm1-0', turnId: 'm1-0/0', seat: 0, actionId: 'a', action: {} }, { type: 'sync', id: 's', matchId: 'm1-0' }, { type: 'match.create', id: 'c', game: 'pig' },
      { type: 'act', token: 'x', payload: null }, { payload: null }, null, undefined, 7, 'hello', [],
    ];
    for (const message of messages) {
      const peer = new RawPeer(arena.connect());
      peer.send(message as ClientMessage);
      expect(['ARENA_NO_CREDENTIAL', 'ARENA_BAD_FRAME'], JSON.stringify(message)).toContain((await peer.next('error')).code);
      await settle();
      expect(peer.got).toEqual([]);
      peer.close();
    }
    expect(arena.status().matches.waiting).toBe(0);
  });

  test('SECRET-06 an act without seat, turn or action id, or with the wrong shape, does nothing and answers with a code', async () => {
    const arena = await openArena();
    const ann = await RawPeer.hello(arena.connect({ account: 'ann' }));
    ann.send({ type: 'match.create', id: 'c', game: 'pig', seats: ['self', 'self'] });
    const { matchId, turnId } = await ann.next('turn');
    const whole = { type: 'act', id: 'x', matchId, turnId, seat: 0, actionId: 'a', action: { move: 'roll' } };
    for (const key of ['matchId', 'turnId', 'seat', 'actionId'] as const) {
      for (const value of [undefined, null, {}, -1]) {
        ann.send({ ...whole, [key]: value } as unknown as ClientMessage);
        const { code } = await ann.next('error');
        expect(['ARENA_BAD_FRAME', 'ARENA_WRONG_CREDENTIAL'], `${key} ${JSON.stringify(value)}`).toContain(code);
      }
    }
    expect(arena.status()).toMatchObject({ turns: 0, faults: 0, matches: { live: 1 } });
  });
});
