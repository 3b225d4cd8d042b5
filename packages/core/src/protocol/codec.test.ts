import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../json.js';
import type { MatchEnd, Trace } from '../match/events.js';
import { decodeClientMessage, decodeServerMessage, encodeMessage, readClientMessage, readServerMessage } from './codec.js';
import type { FrameLimits } from './frame.js';
import type { ClientMessage, FeedRecord, MatchSummary, ServerMessage, TurnMessage } from './messages.js';
import { CLIENT_MESSAGE_SCHEMAS, SERVER_MESSAGE_SCHEMAS } from './schemas.js';

/** Every key of a message there, the optional ones too: samples that the compiler holds to the types. */
type Full<T> = { readonly [K in keyof T]-?: T[K] };
type Samples<M extends { readonly type: string }> = { readonly [T in M['type']]: Extract<M, { readonly type: T }> };

const trace: Full<Trace> = { promptTokenIds: [1, 2], tokenIds: [3], logprobs: [-0.5], allowedTokenIds: [[3, 4]], sampling: { temperature: 1, topK: 5, topP: 0.9, minP: 0.1 }, policyVersion: 7, finish: 'stop', reasoning: 'so' };
const end: Full<MatchEnd> = { reason: 'illegal', offenders: [1], returns: [1, -1], zeroSum: true, ply: 3, cause: 'bad-shape' };
const match: Full<MatchSummary> = { matchId: 'm', number: 1, game: 'nim', gameVersion: '1.0.0', variant: 'default', options: {}, seats: [{ role: 'first', name: null }, { role: 'second', name: 'ann' }], profile: 'strict', rated: false, status: 'ended', seedCommitment: 'ab', end };
const turn: Full<TurnMessage> = { type: 'turn', matchId: 'm', turnId: 'm/0', seat: 0, game: 'nim', variant: 'default', role: 'first', observation: {}, legalActions: null, actionSchema: {}, text: 't', rules: 'r', brief: 'b', clockMs: 5, retriesLeft: 0 };
const record: Full<FeedRecord> = { matchId: 'm', number: 1, game: 'nim', gameVersion: '1.0.0', variant: 'default', roles: ['first'], seats: [0], profile: 'strict', seed: 'ab', steps: [{ seat: 0, ply: 0, outcome: 'refused', kind: 'no-action', action: null, by: { actionId: 'a', atMs: 1, text: 'x', trace } }], end: { ...end, returns: null } };
const settings = { game: 'nim', variant: 'default', options: { rounds: 1 }, profile: 'textarena', penalty: 1.5, rated: false, durability: 'match', clock: { moveMs: 1_000 }, public: true } as const;
const events = [{ seq: 0, told: null }];

const CLIENT: Samples<ClientMessage> = {
  hello: { type: 'hello', id: '1', version: 1, token: 't', name: 'n', include: ['text'], events: false } satisfies Full<Extract<ClientMessage, { type: 'hello' }>>,
  'match.create': { type: 'match.create', id: '1', ...settings, seats: ['self', 'open', { account: 'b' }], roles: ['first', 'second'], seed: 7, count: 2 } satisfies Full<Extract<ClientMessage, { type: 'match.create' }>>,
  'match.join': { type: 'match.join', id: '1', matchId: 'm', seat: 0 },
  'match.leave': { type: 'match.leave', id: '1', matchId: 'm' },
  'match.list': { type: 'match.list', id: '1', cursor: 'c', limit: 5, status: 'live' },
  'queue.join': { type: 'queue.join', id: '1', ...settings, clock: null },
  'queue.leave': { type: 'queue.leave', id: '1' },
  act: { type: 'act', id: '1', matchId: 'm', turnId: 'm/0', seat: 0, actionId: 'a', action: { cell: 4 }, trace },
  resign: { type: 'resign', id: '1', matchId: 'm', seat: 1 },
  sync: { type: 'sync', id: '1', matchId: 'm' },
  'spectate.join': { type: 'spectate.join', id: '1', matchId: 'm' },
  'spectate.leave': { type: 'spectate.leave', id: '1', matchId: 'm' },
  'replay.get': { type: 'replay.get', id: '1', matchId: 'm' },
  'feed.subscribe': { type: 'feed.subscribe', id: '1', cursor: 0, credits: 16 },
  'feed.ack': { type: 'feed.ack', id: '1', cursor: 3, credits: 4 },
  ping: { type: 'ping', id: '1' },
};
const SERVER: Samples<ServerMessage> = {
  welcome: { type: 'welcome', id: '1', version: 1, account: 'a', name: 'n', token: 't', games: ['nim'] },
  'match.created': { type: 'match.created', id: '1', matches: [match] },
  'match.joined': { type: 'match.joined', id: '1', match, seat: 0, role: 'first' },
  'match.left': { type: 'match.left', id: '1', matchId: 'm' },
  'match.listed': { type: 'match.listed', id: '1', matches: [match], cursor: 'c' },
  'queue.joined': { type: 'queue.joined', id: '1' },
  'queue.left': { type: 'queue.left', id: '1' },
  turn,
  acted: { type: 'acted', id: '1', matchId: 'm', turnId: 'm/0', seat: 0, actionId: 'a' },
  refused: { type: 'refused', id: '1', matchId: 'm', turnId: 'm/0', seat: 0, actionId: 'a', kind: 'stale-turn', message: 'late', pointer: '/x', retriesLeft: 1 },
  'match.event': { type: 'match.event', matchId: 'm', seat: 0, seq: 2, told: { cell: 4 } },
  'match.ended': { type: 'match.ended', matchId: 'm', seat: 0, end, seed: 'ab' },
  synced: { type: 'synced', id: '1', match, seats: [{ seat: 0, observation: {}, events, turn }] },
  'spectate.joined': { type: 'spectate.joined', id: '1', match, observation: {}, events },
  'spectate.left': { type: 'spectate.left', id: '1', matchId: 'm' },
  replay: { type: 'replay', id: '1', matchId: 'm', record: '{}\n' },
  'feed.subscribed': { type: 'feed.subscribed', id: '1', cursor: 0 },
  'feed.record': { type: 'feed.record', cursor: 1, record },
  pong: { type: 'pong', id: '1' },
  error: { type: 'error', id: '1', code: 'CORE_MESSAGE_INVALID', message: 'm', hint: 'h' },
};

type Decode = (text: string) => { readonly ok: true; readonly message: object } | { readonly ok: false; readonly error: Error };
type ReadValue = (value: unknown) => ReturnType<Decode>;

const DIRECTIONS: readonly (readonly [string, object, { readonly [type: string]: JsonSchema }, Decode, ReadValue])[] = [
  ['client', CLIENT, CLIENT_MESSAGE_SCHEMAS, decodeClientMessage, readClientMessage],
  ['server', SERVER, SERVER_MESSAGE_SCHEMAS, decodeServerMessage, readServerMessage],
];

describe.each(DIRECTIONS)('messages of the %s', (_, samples, schemas, decode, readValue) => {
  for (const [type, message] of Object.entries(samples) as [string, ClientMessage | ServerMessage][]) {
    const { required } = schemas[type] as unknown as { readonly required: readonly string[] };

    it(`${type}: comes back as it was, with and without its optional keys`, () => {
      expect(decode(encodeMessage(message))).toEqual({ ok: true, message });
      const least = Object.fromEntries(Object.entries(message).filter(([key]) => required.includes(key)));
      expect(decode(JSON.stringify(least))).toEqual({ ok: true, message: least });
      expect(readValue(Object.freeze(message))).toEqual({ ok: true, message });
    });

    it(`${type}: a missing, an unknown and a misshapen key are refused`, () => {
      for (const key of required) expect(decode(JSON.stringify({ ...message, [key]: undefined })).ok, key).toBe(false);
      const extra = decode(JSON.stringify({ ...message, extra: 1 }));
      expect(extra.ok ? '' : extra.error.message).toBe('not a message of the protocol at /extra: expected no such key');
      for (const key of Object.keys(message)) {
        if (['action', 'told'].includes(key)) continue;
        expect(decode(JSON.stringify({ ...message, [key]: [[[]]] })).ok, key).toBe(false);
      }
    });
  }
});

/** The message of the error that a frame is refused with. */
function refusal(text: string, limits?: FrameLimits): string {
  const result = decodeClientMessage(text, limits);
  expect(result.ok).toBe(false);
  if (result.ok) return '';
  expect(result.error.code).toBe('CORE_MESSAGE_INVALID');
  return result.error.message;
}

/** An act that is nested so many levels deep. */
function nested(levels: number): string {
  return `{"type":"act","matchId":"m","turnId":"t","seat":0,"actionId":"a","action":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

describe('frames', () => {
  it('that are no JSON or no message are refused, never thrown', () => {
    for (const text of ['', 'x', '{', '[]', 'null', '4', '"ping"', '{"type":4}', '{"type":null}', '{}', '\u0000', '{"type":"ping"}{"type":"ping"}']) refusal(text);
    expect(refusal('{"type":"pong"}')).toMatch(/at \/type: expected one of hello, match\.create, .*, got "pong"$/);
    for (const value of [undefined, null, 4, () => 1, [], { type: 'ping', id: undefined }, { get type() { throw new Error('boom'); } }]) expect(readClientMessage(value).ok).toBe(false);
  });

  it('PARSE-10 names that every object has are no message types', () => {
    for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) refusal(JSON.stringify({ type }));
    refusal('{"type":"ping","__proto__":{"polluted":1}}');
    refusal('{"type":"ping","constructor":{"prototype":{"polluted":1}}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('deeper than 32 levels are refused before anything recurses', () => {
    expect(decodeClientMessage(nested(32)).ok).toBe(true);
    expect(refusal(nested(33))).toMatch(/expected at most 32 levels, got 33$/);
    expect(refusal('['.repeat(1e6))).toMatch(/expected at most 32 levels/);
    expect(decodeClientMessage(JSON.stringify({ type: 'ping', id: `"[${'{['.repeat(80)}\\` })).ok).toBe(true);
  });

  it('longer than their limit are refused', () => {
    expect(refusal(JSON.stringify({ type: 'ping', id: 'x'.repeat(100) }), { maxLength: 100, maxDepth: 32 })).toMatch(/expected at most 100 characters, got 1\d\d$/);
  });

  it('with a key written twice are refused, also where it is escaped', () => {
    expect(refusal('{"type":"ping","id":"a","id":"b"}')).toMatch(/expected every key once/);
    refusal('{"type":"resign","matchId":"m","se\\u0061t":0,"seat":1}');
    expect(decodeClientMessage('{"type":"ping","id":"a:b:{\\"c\\":1}"}').ok).toBe(true);
  });

  it('PARSE-09 an act may carry any JSON as action, or none, but not action and text', () => {
    const act = { type: 'act', matchId: 'm', turnId: 'm/0', seat: 0, actionId: 'a' };
    for (const action of [null, 0, 4, true, '4', [], [4], {}, { cell: null }]) expect(decodeClientMessage(JSON.stringify({ ...act, action })).ok).toBe(true);
    expect(decodeClientMessage(JSON.stringify(act)).ok).toBe(true);
    expect(decodeClientMessage(JSON.stringify({ ...act, text: 'x'.repeat(5_000) })).ok).toBe(true);
    expect(refusal(JSON.stringify({ ...act, action: 4, text: '4' }))).toMatch(/expected another combination of keys$/);
  });
});
