import { describe, expect, it } from 'vitest';
import { CodedError } from '../errors.js';
import type { Game } from '../game/game.js';
import type { Agent, AgentReply, AgentTurn } from '../agent.js';
import type { MatchEvent } from './events.js';
import { parseSeed, Rng } from '../random/rng.js';
import { pennies, stones, survival } from './fixture.test.games.js';
import type { MatchInit } from './header.js';
import { Match } from './match.js';
import { readRecord, readRecords, recordForOwner, recordOf, replay, resume, writeRecord } from './record.js';
import { LocalMatchPort } from './port.js';
import { playMatch } from './play.js';
import { ReaderCursor, toldEvents } from './reader.js';

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

  it('refuses a seed that is none, also where no chance is drawn', () => {
    expect(() => start({ game: stones, seed: 'abc' })).toThrow(expect.objectContaining({ code: 'CORE_SEED_INVALID' }));
    expect(() => start({ game: pennies, seed: 'abc' })).toThrow(expect.objectContaining({ code: 'CORE_SEED_INVALID' }));
  });

  it('keeps a copy of an action that its sender can no longer change', () => {
    const match = start({ game: stones });
    const action = { take: 1 };
    match.submit(0, { action });
    action.take = 2;
    expect(match.events[0]).toMatchObject({ actions: { 0: { take: 1 } } });
  });

  it('keeps a copy also of what a frozen action holds inside', () => {
    const nested = { ...stones, actionSchema: () => ({ type: 'object' }), refusal: () => null } as Game;
    const match = start({ game: nested });
    const inside = { note: 'a' };
    const shared = Object.freeze({ take: 1 });
    match.submit(0, { action: Object.freeze({ take: 1, inside, list: [inside] }) });
    inside.note = 'b';
    expect(match.events[0]).toMatchObject({ actions: { 0: { inside: { note: 'a' }, list: [{ note: 'a' }] } } });
    expect(match.submit(1, { action: shared })).toEqual({ ok: true, action: shared });
    expect((match.events[1] as Extract<MatchEvent, { type: 'actions' }>).actions[1]).toBe(shared); // frozen to its leaves: no copy needed
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
    both.fail([1, 0, 1], 'disconnected');
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
    const odd = start({ game: { ...stones, apply: () => { throw Object.create(null); } } });
    expect(() => odd.submit(0, { action: { take: 1 } })).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT' }));
    expect(() => start({ game: { ...stones, initialState: () => { throw new Error('boom'); } } })).toThrow(CodedError);
  });
});

it('a game that throws while it tells ends its match as aborted, and is not asked about that move again', async () => {
  const mute = { ...stones, told: () => { throw new Error('boom'); } };
  const match = start({ game: mute });
  match.submit(0, { action: { take: 1 } });
  const cursor = new ReaderCursor(match, 1);
  expect(() => cursor.next()).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT' }));
  expect(match.end).toMatchObject({ reason: 'aborted' });
  expect(cursor.next()).toEqual([]);
  const port = LocalMatchPort.create({ game: mute, matchId: 'm', seed });
  await port.start();
  await port.watch('spectator');
  await expect(port.submit(0, { action: { take: 1 } })).rejects.toMatchObject({ code: 'CORE_GAME_FAULT' });
  expect((await port.abort('game failed')).end).toMatchObject({ reason: 'aborted' });
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

  it('values of the wrong make in a record are refused with their line, never thrown as they come', () => {
    const [header = '', ...lines] = writeRecord(recordOf(played())).trimEnd().split('\n');
    const changed = (line: string, key: string, value: unknown): string => JSON.stringify({ ...(JSON.parse(line) as object), [key]: value });
    const headers = [['seats', 7], ['seats', [null]], ['gameVersion', 1], ['profile', 'lenient'], ['options', null], ['seed', 5]].map(([key, value]) => changed(header, key as string, value));
    for (const first of headers) expect(() => readRecord([first, ...lines].join('\n'))).toThrow(expect.objectContaining({ code: 'CORE_RECORD_INVALID', details: expect.objectContaining({ line: 1 }) as unknown }));
    const events = ['{"type":"actions","ply":0}', '{"type":"refused","ply":0,"kind":"no-action","message":"","retriesLeft":0}', '{"type":"ended","end":null}', '{"type":"toString"}', '{"type":"forfeited","ply":0,"seat":0,"reason":"completed"}'];
    for (const event of events) expect(() => readRecord([header, event].join('\n'))).toThrow(expect.objectContaining({ code: 'CORE_RECORD_INVALID', details: expect.objectContaining({ line: 2 }) as unknown }));
  });

  it('a record with other roles, other options or an end that the rules do not give is refused', () => {
    const { header, events } = recordOf(start({ game: stones }));
    const seats = header.seats.map((seat) => ({ ...seat, role: 'first' }));
    expect(() => resume({ header: { ...header, seats }, events }, stones)).toThrow(expect.objectContaining({ code: 'CORE_ROLES_INVALID' }));
    expect(() => resume({ header: { ...header, options: { stones: 1e9, talk: false } }, events }, stones)).toThrow(expect.objectContaining({ code: 'CORE_OPTION_INVALID' }));
    for (const reason of ['completed', 'truncated'] as const) {
      const end: MatchEvent = { type: 'ended', end: { reason, offenders: [0], returns: [-1, 1], zeroSum: true, ply: 0 } };
      expect(() => replay({ header, events: [end] }, stones)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
    }
    const refusal: MatchEvent = { type: 'refused', ply: 0, seat: 7, kind: 'bad-shape', message: 'no', retriesLeft: 0 };
    expect(() => resume({ header, events: [refusal] }, stones)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
  });

  it('while a match is on, its record tells an owner neither seed nor chance nor what another has handed in', () => {
    const match = start({ game: pennies, accounts: ['x', 'y'] });
    match.submit(0, { action: { side: 'tails' } });
    const live = (owner: number): MatchEvent['type'][] => recordForOwner(recordOf(match), (seat) => seat === owner).events.map(({ type }) => type);
    expect([live(0), live(1)]).toEqual([['submitted'], []]);
    expect(writeRecord(recordForOwner(recordOf(match), () => true))).not.toContain(seed);
    match.submit(1, { action: { side: 'tails' } });
    match.fail([1], 'resigned');
    const after = recordForOwner(recordOf(match), () => false);
    expect(after.header.seed).toBe(seed);
    expect(after.events.map(({ type }) => type)).toContain('chance');
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
  it('hands out observations that nobody can change', async () => {
    const { turns } = await LocalMatchPort.create({ game: survival, matchId: 'm', seed }).start();
    const alive = turns[0]?.observation['alive'] as number[];
    expect(() => alive.push(9)).toThrow(TypeError);
  });

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
    for (const odd of [undefined, null, 4, 'x', [], {}]) {
      const refused = await playMatch({ game: stones, matchId: 'm', seed }, [{ name: 'odd', act: () => odd as unknown as AgentReply }, random]);
      expect(refused.end).toMatchObject({ reason: 'illegal', cause: 'bad-shape', offenders: [0] }); // PARSE-09: one attempt, no crash
    }
    const vandal = { name: 'vandal', act: ({ observation }: AgentTurn) => { (observation as { left: number }).left = 0; return { action: { take: 1 } }; } };
    expect((await playMatch({ game: stones, matchId: 'm', seed }, [vandal, random])).end).toMatchObject({ reason: 'disconnected', cause: 'agent threw', offenders: [0] });
    const stopping = new AbortController();
    const heard: boolean[] = [];
    const waits: Agent = { name: 'waits', act: (_turn, signal) => new Promise((_, reject) => { signal?.addEventListener('abort', () => { heard.push(true); reject(new Error('stopped')); }); stopping.abort(); }) };
    const stopped = await playMatch({ game: stones, matchId: 'm', seed }, [waits, random], { signal: stopping.signal, moveMs: 1_000, timer: () => new Promise(() => {}) });
    expect([stopped.end?.reason, heard]).toEqual(['aborted', [true]]);
    const numb = await playMatch({ game: stones, matchId: 'm', seed }, [{ name: 'numb', act: () => ({ text: 4n as unknown as string }) }, random]);
    expect(numb.end).toMatchObject({ reason: 'illegal', cause: 'no-action' });
    expect(() => writeRecord(recordOf(numb))).not.toThrow();
    const fair = await playMatch({ game: stones, matchId: 'm', seed, roles: ['second', 'first'] }, [random, random]);
    expect(fair.end?.reason).toBe('completed');
    expect(fair.header.seats.map((seat) => seat.name)).toEqual(['random', 'random']);
  });
});
