import { describe, expect, it } from 'vitest';
import { CodedError } from '../errors.js';
import type { MatchEvent } from './events.js';
import { parseSeed, Rng } from '../random/rng.js';
import { pennies, stones, survival } from './fixture.test.games.js';
import { Match, type MatchInit } from './match.js';
import { readRecord, readRecords, recordForOwner, recordOf, replay, resume, writeRecord } from './record.js';
import { LocalMatchPort } from './port.js';
import { playMatch } from './play.js';
import { toldEvents } from './reader.js';

const seed = parseSeed(7);
const start = (init: Partial<MatchInit> & Pick<MatchInit, 'game'>): Match => Match.start({ matchId: 'm1', seed, ...init });

describe('a sequential match', () => {
  it('plays to the end and pays by the rules', () => {
    const match = start({ game: stones });
    expect(match.turnId).toBe('m1/0');
    expect(match.submit(0, { action: { take: 2 } })).toEqual({ ok: true, action: { take: 2 } });
    expect(match.pending()).toEqual([1]);
    expect(match.submit(1, { text: '[2]' }).ok).toBe(true);
    expect(match.end).toEqual({ reason: 'completed', offenders: [], returns: [-1, 1], zeroSum: true, ply: 2 });
    expect(match.legalActions(0)).toEqual([]);
    expect(match.submit(0, { action: { take: 1 } })).toMatchObject({ ok: false, error: { kind: 'match-over' } });
  });

  it('maps roles to seats as told', () => {
    const match = start({ game: stones, roles: ['second', 'first'] });
    expect(match.pending()).toEqual([1]);
    expect(() => start({ game: stones, roles: ['first', 'first'] })).toThrow(expect.objectContaining({ code: 'CORE_ROLES_INVALID' }));
  });

  it('keeps a copy of an action that its sender can no longer change', () => {
    const match = start({ game: stones });
    const action = { take: 1 };
    match.submit(0, { action });
    action.take = 2;
    expect(match.events[0]).toMatchObject({ actions: { 0: { take: 1 } } });
  });

  it('a refused attempt changes neither hash nor ply, and costs the retry of that seat alone', () => {
    const match = start({ game: stones, profile: 'textarena' });
    const before = match.hash();
    expect(match.submit(1, { action: { take: 1 } })).toMatchObject({ error: { kind: 'not-your-turn', retriesLeft: 1 } });
    expect(match.submit(0, { action: { take: 3 } })).toMatchObject({ error: { kind: 'bad-shape', pointer: '/take', retriesLeft: 0, final: false } });
    expect(match.hash()).toBe(before);
    expect(match.turnId).toBe('m1/0');
    expect(match.submit(0, { text: 'I take [1]' }).ok).toBe(true);
    expect(match.retriesLeft(0)).toBe(1);
    expect(toldEvents(match, 1)).toEqual([{ seq: 0, told: { took: { take: 1 } } }]);
  });

  it.each([
    ['strict', undefined, [-1, 1], true],
    ['spiral-train', undefined, [-1.5, 1.5], true],
    ['spiral-train', 3, [-3, 3], true],
    ['spiral-reference', undefined, [-1.5, 0.5], false],
  ] as const)('an illegal action under %s with penalty %s pays %j', (profile, penalty, returns, zeroSum) => {
    const match = start({ game: stones, profile, ...(penalty ? { penalty } : {}) });
    expect(match.submit(0, { action: null })).toMatchObject({ error: { kind: 'bad-shape', pointer: '', final: true } });
    expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0], returns, zeroSum });
  });

  it('refuses the profile that is not zero-sum for rated matches', () => {
    expect(() => start({ game: stones, profile: 'spiral-reference', rated: true })).toThrow(expect.objectContaining({ code: 'CORE_PROFILE_REFUSED' }));
  });

  it('fails seats: at once when they resign or are gone, only on their turn when they time out', () => {
    const late = start({ game: stones });
    late.fail([1], 'timeout');
    expect(late.end).toBeNull();
    late.fail([0], 'timeout');
    expect(late.end).toMatchObject({ reason: 'timeout', offenders: [0], returns: [-1, 1] });
    const resigned = start({ game: stones, profile: 'spiral-train' });
    resigned.fail([1], 'resigned');
    expect(resigned.end).toMatchObject({ reason: 'resigned', offenders: [1], returns: [1, -1] });
    const both = start({ game: stones });
    both.fail([0, 1], 'disconnected');
    expect(both.end).toMatchObject({ reason: 'disconnected', offenders: [0, 1], returns: [0, 0] });
  });

  it('an aborted match has no returns', () => {
    const match = start({ game: stones });
    match.abort('server stopped');
    expect(match.end).toMatchObject({ reason: 'aborted', returns: null });
  });

  it('truncates at maxSteps exactly, a win on the last step being a win', () => {
    const short = { ...stones, maxSteps: () => 2 };
    const win = start({ game: short, options: { stones: 4, talk: false }, variant: 'default' });
    win.submit(0, { action: { take: 2 } });
    win.submit(1, { action: { take: 2 } });
    expect(win.end).toMatchObject({ reason: 'completed', returns: [-1, 1] });
    const cut = start({ game: short, options: { stones: 4, talk: false }, variant: 'default' });
    cut.submit(0, { action: { take: 1 } });
    cut.submit(1, { action: { take: 2 } });
    expect(cut.end).toMatchObject({ reason: 'truncated', returns: [0, 0], ply: 2 });
  });

  it('a game that throws ends its match as aborted', () => {
    const broken = { ...stones, apply: () => { throw new Error('boom'); } };
    const match = start({ game: broken });
    expect(() => match.submit(0, { action: { take: 1 } })).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT' }));
    expect(match.end).toMatchObject({ reason: 'aborted', returns: null });
    expect(() => start({ game: { ...stones, initialState: () => { throw new Error('boom'); } } })).toThrow(CodedError);
  });
});

describe('a simultaneous stage', () => {
  it('tells nobody anything before all have submitted, then moves once', () => {
    const match = start({ game: pennies });
    const seen = toldEvents(match, 0);
    match.submit(1, { action: { side: 'tails' } });
    expect(match.pending()).toEqual([0]);
    expect(toldEvents(match, 0)).toEqual(seen);
    expect(match.submit(1, { action: { side: 'heads' } })).toMatchObject({ error: { kind: 'not-your-turn' } });
    expect(match.turnId).toBe('m1/0');
    match.submit(0, { action: { side: 'heads' } });
    expect(match.ply).toBe(1);
    expect(toldEvents(match, 'spectator')).toEqual([{ seq: 0, told: { sides: ['heads', 'tails'], stake: expect.any(Number) } }]);
  });

  it('the order of arrival has no influence', () => {
    const ends = [[0, 1], [1, 0]].map((order) => {
      const match = start({ game: pennies });
      for (const seat of order) match.submit(seat, { action: { side: seat === 0 ? 'heads' : 'tails' } });
      return match.hash();
    });
    expect(ends[0]).toBe(ends[1]);
  });

  it('a failed seat counts as submitted: the stage is judged when the other is in', () => {
    const match = start({ game: pennies });
    match.submit(0, { text: 'nothing' });
    expect(match.end).toBeNull();
    match.submit(1, { action: { side: 'heads' } });
    expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-4, 4], ply: 0 });
    const nobody = start({ game: pennies });
    nobody.submit(0, { text: '' });
    nobody.submit(1, { text: '' });
    expect(nobody.end).toMatchObject({ reason: 'illegal', offenders: [0, 1], returns: [0, 0] });
  });
});

describe('three seats', () => {
  it('play goes on without a seat that failed, and the others are told', () => {
    const match = start({ game: survival });
    match.submit(0, { action: { say: 'stay' } });
    match.submit(1, { action: { say: 'go' } });
    expect(match.end).toBeNull();
    expect(match.pending()).toEqual([2]);
    expect(toldEvents(match, 0).at(-1)).toMatchObject({ told: { forfeited: { seat: 1, reason: 'illegal' } } });
    match.fail([0], 'resigned');
    expect(match.end).toMatchObject({ reason: 'completed', returns: [0, -1, 1] });
    expect(replay(readRecord(writeRecord(recordOf(match))), survival).end).toEqual(match.end);
  });
});

describe('chance', () => {
  it('the same seed deals alike whatever was played before; scripted outcomes are taken in order', () => {
    const deals = [['heads', 'heads'], ['heads', 'tails']].map(([a, b]) => {
      const match = start({ game: pennies });
      match.submit(0, { action: { side: a } });
      match.submit(1, { action: { side: b } });
      return match.events.filter((event) => event.type === 'chance');
    });
    expect(deals[0]).toEqual(deals[1]);
    const scripted = Match.start({ game: pennies, matchId: 'm', seed }, [['low', 'high']]);
    expect(toldEvents(scripted, 1)).toEqual([{ seq: 0, told: { card: 'high' } }]);
  });
});

describe('records', () => {
  const played = (): Match => {
    const match = start({ game: pennies, profile: 'textarena', names: ['a', 'b'], accounts: ['x', 'y'] });
    match.submit(0, { text: 'secret thoughts [edge]' }, { atMs: 5, trace: { promptTokenIds: [1], tokenIds: [2], logprobs: [-0.5], sampling: { temperature: 1 }, policyVersion: 3, finish: 'stop' } });
    match.submit(0, { action: { side: 'heads' } });
    match.submit(1, { action: { side: 'heads' } });
    match.submit(1, { action: 7 });
    match.submit(1, { action: { side: 'tails' } });
    match.submit(0, { text: '[tails]' });
    return match;
  };

  it('replay of the written record gives the same events, state and end', () => {
    const match = played();
    expect(match.end?.reason).toBe('completed');
    const again = replay(readRecord(writeRecord(recordOf(match))), pennies);
    expect(again.hash()).toBe(match.hash());
    expect(again.events).toEqual(match.events);
  });

  it('every prefix of the events resumes to a live match that goes on to the same end', () => {
    const match = played();
    const { header, events } = recordOf(match);
    for (let length = 1; length <= events.length; length++) {
      expect(resume({ header, events: events.slice(0, length) }, pennies).events.slice(0, length)).toEqual(events.slice(0, length));
    }
  });

  it('a changed record is refused where it differs', () => {
    const { header, events } = recordOf(played());
    const end = events.at(-1) as Extract<MatchEvent, { type: 'ended' }>;
    expect(() => replay({ header, events: [...events.slice(0, -1), { ...end, end: { ...end.end, returns: [9, -9] } }] }, pennies)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
    expect(() => replay({ header, events: events.slice(0, -1) }, pennies)).toThrow(/a record without one|differs/);
    expect(() => replay({ header: { ...header, seed: parseSeed(8) }, events }, pennies)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
    expect(() => replay({ header, events }, stones)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
  });

  it('damaged text is refused with its line, a newer version by name', () => {
    const text = writeRecord(recordOf(played()));
    expect(() => readRecord(text.slice(0, -20))).toThrow(expect.objectContaining({ code: 'CORE_RECORD_INVALID' }));
    expect(() => readRecord('{}')).toThrow(/line 1/);
    expect(() => readRecord('')).toThrow(/line 1/);
    expect(() => readRecord(text.replace('"record":1', '"record":2'))).toThrow(expect.objectContaining({ code: 'CORE_RECORD_VERSION' }));
    expect([...readRecords(text + text)]).toHaveLength(2);
  });

  it('another owner sees neither refused attempts nor traces nor texts', () => {
    const text = writeRecord(recordForOwner(recordOf(played()), (seat) => seat === 1));
    expect(text).not.toContain('secret thoughts');
    expect(text).not.toContain('tokenIds');
    expect(text).toContain('bad-shape');
    expect(writeRecord(recordForOwner(recordOf(played()), (seat) => seat === 0))).toContain('secret thoughts');
  });
});

describe('the port and agents', () => {
  it('an update says who acts, what watchers are told, and which events are new', async () => {
    const port = LocalMatchPort.create({ game: pennies, matchId: 'm', seed });
    const first = await port.start();
    expect(first.turns.map((turn) => turn.role)).toEqual(['matcher', 'mismatcher']);
    expect(first.events.map((event) => event.type)).toEqual(['chance']);
    await port.watch('spectator');
    const half = await port.submit(0, { action: { side: 'heads' } });
    expect(half).toMatchObject({ result: { ok: true }, told: [], turns: [{ seat: 1 }] });
    const full = await port.submit(1, { action: { side: 'heads' } });
    expect(full.told).toEqual([{ reader: 'spectator', events: [{ seq: 0, told: expect.objectContaining({ sides: ['heads', 'heads'] }) }] }]);
    expect(full.events.map((event) => event.type)).toEqual(['submitted', 'actions', 'chance']);
    const end = await port.fail([0], 'resigned');
    expect(end.end).toMatchObject({ reason: 'resigned' });
  });

  it('an agent that throws loses as disconnected, one that is late as timeout', async () => {
    const rng = Rng.fromSeed(1);
    const random = { name: 'random', act: ({ legalActions }: { legalActions: readonly object[] | null }) => ({ action: rng.pick(legalActions ?? []) }) };
    const faults: unknown[] = [];
    const thrown = await playMatch({ game: stones, matchId: 'm', seed }, [random, { name: 'bad', act: () => { throw new Error('boom'); } }], { onFault: (cause) => faults.push(cause) });
    expect(thrown.end).toMatchObject({ reason: 'disconnected', offenders: [1], cause: 'agent threw', returns: [1, -1] });
    expect(String(faults[0])).toContain('boom');
    const late = await playMatch({ game: stones, matchId: 'm', seed }, [{ name: 'slow', act: () => new Promise(() => {}) }, random], { moveMs: 10, timer: async () => {} });
    expect(late.end).toMatchObject({ reason: 'timeout', offenders: [0] });
    const fair = await playMatch({ game: stones, matchId: 'm', seed, roles: ['second', 'first'] }, [random, random]);
    expect(fair.end?.reason).toBe('completed');
    expect(fair.header.seats.map((seat) => seat.name)).toEqual(['random', 'random']);
  });
});
