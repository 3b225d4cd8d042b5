/**
 * The messages of the protocol as JSON Schema: one closed object per message type, checked by the compiler against `messages.ts`.
 * Data only: `codec.ts` compiles it, documents and foreign clients can be generated from it. Bounds here keep frames sane;
 * whether an action or answer is valid is for the match to say, so they stay open here.
 */
import type { JsonSchema } from '../json.js';
import { DURABILITIES, END_REASONS, PROFILES, REFUSAL_KINDS, type Attempt, type ClockSettings, type MatchEnd, type Sampling, type Trace } from '../match/events.js';
import {
  TURN_PARTS,
  type ActedMessage, type ActMessage, type ClientMessage, type ErrorMessage, type FeedAckMessage, type FeedRecord, type FeedRecordMessage, type FeedStep, type FeedSubscribedMessage,
  type FeedSubscribeMessage, type HelloMessage, type MatchCreatedMessage, type MatchCreateMessage, type MatchEndedMessage, type MatchEventMessage, type MatchJoinedMessage,
  type MatchJoinMessage, type MatchLeaveMessage, type MatchLeftMessage, type MatchListedMessage, type MatchListMessage, type MatchSettings, type MatchSummary, type PingMessage, type PongMessage,
  type QueueJoinedMessage, type QueueJoinMessage, type QueueLeaveMessage, type QueueLeftMessage, type RefusedMessage, type ReplayGetMessage, type ReplayMessage, type ResignMessage,
  type ServerMessage, type SpectateJoinedMessage, type SpectateJoinMessage, type SpectateLeaveMessage, type SpectateLeftMessage, type SyncedMessage, type SyncedSeat, type SyncMessage,
  type TurnMessage, type WelcomeMessage,
} from './messages.js';
import { objectOf, optional, type Shape } from './shape.js';

/** Schemas by message type. */
export type MessageSchemas<M extends { readonly type: string }> = { readonly [T in M['type']]: JsonSchema };

const ANY: JsonSchema = {};
const BOOLEAN: JsonSchema = { type: 'boolean' };
const NUMBER: JsonSchema = { type: 'number' };
const TEXT: JsonSchema = { type: 'string' };
const OBJECT: JsonSchema = { type: 'object' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: 200 };
/** Names games, matches, turns, requests; turn ids hold a match id. */
const ID: JsonSchema = { type: 'string', minLength: 1, maxLength: 200 };
/** A variant key can be the canonical JSON of options. */
const VARIANT: JsonSchema = { type: 'string', minLength: 1, maxLength: 10_000 };
const SEAT: JsonSchema = { type: 'integer', minimum: 0, maximum: 1_023 };

const oneOf = (values: readonly string[]): JsonSchema => ({ enum: values });
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [{ type: 'null' }, schema] });
const typed = (type: string): JsonSchema => ({ const: type });

const CLOCK = objectOf<ClockSettings>({ moveMs: { type: 'number', exclusiveMinimum: 0 } });
const SAMPLING = objectOf<Sampling>({ temperature: { type: 'number', minimum: 0 }, topK: optional(COUNT), topP: optional(NUMBER), minP: optional(NUMBER) });
const TRACE = objectOf<Trace>({
  promptTokenIds: list(COUNT), tokenIds: list(COUNT), logprobs: list(NUMBER), allowedTokenIds: optional(list(list(COUNT))),
  sampling: SAMPLING, policyVersion: COUNT, finish: oneOf(['stop', 'length', 'aborted']), reasoning: optional(TEXT),
});
const ATTEMPT = objectOf<Attempt>({ actionId: optional(ID), atMs: optional(NUMBER), text: optional(TEXT), trace: optional(TRACE) });
const END = objectOf<MatchEnd>({ reason: oneOf(END_REASONS), offenders: list(SEAT), returns: orNull(list(NUMBER)), zeroSum: BOOLEAN, ply: COUNT, cause: optional(TEXT) });

const SETTINGS: Shape<MatchSettings> = {
  game: ID, variant: optional(VARIANT), options: optional(OBJECT), profile: optional(oneOf(PROFILES)), penalty: optional({ type: 'number', minimum: 1 }),
  rated: optional(BOOLEAN), durability: optional(oneOf(DURABILITIES)), clock: optional(orNull(CLOCK)), public: optional(BOOLEAN),
};
const SUMMARY = objectOf<MatchSummary>({
  matchId: ID, number: COUNT, game: ID, gameVersion: ID, variant: VARIANT, options: OBJECT,
  seats: list(objectOf<MatchSummary['seats'][number]>({ role: NAME, name: orNull(TEXT) })),
  profile: oneOf(PROFILES), rated: BOOLEAN, status: oneOf(['waiting', 'live', 'ended']), seedCommitment: TEXT, end: optional(END),
});
const EVENTS = list(objectOf<SyncedSeat['events'][number]>({ seq: COUNT, told: ANY }));
const TURN = objectOf<TurnMessage>({
  type: typed('turn'), matchId: ID, turnId: ID, seat: SEAT, game: ID, variant: VARIANT, role: NAME, observation: OBJECT,
  legalActions: optional(orNull(list(OBJECT))), actionSchema: optional(OBJECT), text: optional(TEXT), rules: optional(TEXT), brief: optional(TEXT),
  clockMs: optional(NUMBER), retriesLeft: COUNT,
});
const SYNCED_SEAT = objectOf<SyncedSeat>({ seat: optional(SEAT), observation: OBJECT, events: EVENTS, turn: optional(TURN) });
const FEED_STEP = objectOf<FeedStep>({ seat: SEAT, ply: COUNT, outcome: oneOf(['accepted', 'refused']), kind: optional(oneOf(REFUSAL_KINDS)), action: optional(ANY), by: optional(ATTEMPT) });
const FEED_RECORD = objectOf<FeedRecord>({
  matchId: ID, number: COUNT, game: ID, gameVersion: ID, variant: VARIANT, roles: list(NAME), seats: list(SEAT), profile: oneOf(PROFILES), seed: TEXT,
  steps: list(FEED_STEP), end: END,
});

/** What a client may send. */
export const CLIENT_MESSAGE_SCHEMAS: MessageSchemas<ClientMessage> = {
  hello: objectOf<HelloMessage>({ type: typed('hello'), id: optional(ID), version: COUNT, token: optional({ type: 'string', maxLength: 1_000 }), name: optional({ type: 'string', maxLength: 200 }), include: optional(list(oneOf(TURN_PARTS), { maxItems: TURN_PARTS.length })), events: optional(BOOLEAN) }),
  'match.create': objectOf<MatchCreateMessage>({ type: typed('match.create'),
    id: ID, ...SETTINGS,
    seats: optional(list({ anyOf: [{ enum: ['self', 'open'] }, objectOf<{ readonly account: string }>({ account: ID })] }, { maxItems: 1_024 })),
    roles: optional(list(NAME, { maxItems: 1_024 })), seed: optional({ anyOf: [{ type: 'string', maxLength: 100 }, COUNT] }), count: optional({ type: 'integer', minimum: 1, maximum: 4_096 }),
  }),
  'match.join': objectOf<MatchJoinMessage>({ type: typed('match.join'), id: ID, matchId: ID, seat: optional(SEAT) }),
  'match.leave': objectOf<MatchLeaveMessage>({ type: typed('match.leave'), id: ID, matchId: ID }),
  'match.list': objectOf<MatchListMessage>({ type: typed('match.list'), id: ID, cursor: optional({ type: 'string', maxLength: 1_000 }), limit: optional({ type: 'integer', minimum: 1, maximum: 1_000 }), status: optional(oneOf(['waiting', 'live', 'ended'])) }),
  'queue.join': objectOf<QueueJoinMessage>({ type: typed('queue.join'), id: ID, ...SETTINGS }),
  'queue.leave': objectOf<QueueLeaveMessage>({ type: typed('queue.leave'), id: ID }),
  // Neither `action` nor `text` is an attempt with no action at all, which the match prices; both at once is no attempt.
  act: { ...objectOf<ActMessage>({ type: typed('act'), id: optional(ID), matchId: ID, turnId: ID, seat: SEAT, actionId: ID, action: optional(ANY), text: optional(TEXT), trace: optional(TRACE) }), not: { required: ['action', 'text'] } },
  resign: objectOf<ResignMessage>({ type: typed('resign'), id: optional(ID), matchId: ID, seat: SEAT }),
  sync: objectOf<SyncMessage>({ type: typed('sync'), id: ID, matchId: ID }),
  'spectate.join': objectOf<SpectateJoinMessage>({ type: typed('spectate.join'), id: ID, matchId: ID }),
  'spectate.leave': objectOf<SpectateLeaveMessage>({ type: typed('spectate.leave'), id: ID, matchId: ID }),
  'replay.get': objectOf<ReplayGetMessage>({ type: typed('replay.get'), id: ID, matchId: ID }),
  'feed.subscribe': objectOf<FeedSubscribeMessage>({ type: typed('feed.subscribe'), id: ID, cursor: optional(COUNT), credits: COUNT }),
  'feed.ack': objectOf<FeedAckMessage>({ type: typed('feed.ack'), id: optional(ID), cursor: COUNT, credits: COUNT }),
  ping: objectOf<PingMessage>({ type: typed('ping'), id: optional(ID) }),
};

/** What a server may send. */
export const SERVER_MESSAGE_SCHEMAS: MessageSchemas<ServerMessage> = {
  welcome: objectOf<WelcomeMessage>({ type: typed('welcome'), id: optional(ID), version: COUNT, account: ID, name: TEXT, token: optional(TEXT), games: list(ID) }),
  'match.created': objectOf<MatchCreatedMessage>({ type: typed('match.created'), id: ID, matches: list(SUMMARY) }),
  'match.joined': objectOf<MatchJoinedMessage>({ type: typed('match.joined'), id: optional(ID), match: SUMMARY, seat: SEAT, role: NAME }),
  'match.left': objectOf<MatchLeftMessage>({ type: typed('match.left'), id: ID, matchId: ID }),
  'match.listed': objectOf<MatchListedMessage>({ type: typed('match.listed'), id: ID, matches: list(SUMMARY), cursor: optional(TEXT) }),
  'queue.joined': objectOf<QueueJoinedMessage>({ type: typed('queue.joined'), id: ID }),
  'queue.left': objectOf<QueueLeftMessage>({ type: typed('queue.left'), id: ID }),
  turn: TURN,
  acted: objectOf<ActedMessage>({ type: typed('acted'), id: optional(ID), matchId: ID, turnId: ID, seat: SEAT, actionId: ID }),
  refused: objectOf<RefusedMessage>({ type: typed('refused'),
    id: optional(ID), matchId: ID, turnId: TEXT, seat: SEAT, actionId: ID, kind: oneOf(REFUSAL_KINDS), message: TEXT, pointer: optional(TEXT), retriesLeft: COUNT,
  }),
  'match.event': objectOf<MatchEventMessage>({ type: typed('match.event'), matchId: ID, seat: optional(SEAT), seq: COUNT, told: ANY }),
  'match.ended': objectOf<MatchEndedMessage>({ type: typed('match.ended'), matchId: ID, seat: optional(SEAT), end: END, seed: TEXT }),
  synced: objectOf<SyncedMessage>({ type: typed('synced'), id: ID, match: SUMMARY, seats: list(SYNCED_SEAT) }),
  'spectate.joined': objectOf<SpectateJoinedMessage>({ type: typed('spectate.joined'), id: ID, match: SUMMARY, observation: OBJECT, events: EVENTS }),
  'spectate.left': objectOf<SpectateLeftMessage>({ type: typed('spectate.left'), id: ID, matchId: ID }),
  replay: objectOf<ReplayMessage>({ type: typed('replay'), id: ID, matchId: ID, record: TEXT }),
  'feed.subscribed': objectOf<FeedSubscribedMessage>({ type: typed('feed.subscribed'), id: ID, cursor: COUNT }),
  'feed.record': objectOf<FeedRecordMessage>({ type: typed('feed.record'), cursor: COUNT, record: FEED_RECORD }),
  pong: objectOf<PongMessage>({ type: typed('pong'), id: optional(ID) }),
  error: objectOf<ErrorMessage>({ type: typed('error'), id: optional(ID), code: ID, message: TEXT, hint: TEXT }),
};
