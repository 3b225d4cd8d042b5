/**
 * The wire protocol `spiral-arena.v1` as types: one discriminated union of messages per direction, with version and close codes.
 * The same messages run over a WebSocket (JSON text frames) and in process (frozen objects). Types and constants only:
 * `codec.ts` decodes untrusted frames. A request carries `id`; its answer, or an `error`, carries the same `id`.
 */
import type { Action, Observation, Options, Role, Seat } from '../game/game.js';
import type { Json, JsonSchema } from '../json.js';
import type { Attempt, ClockSettings, Durability, MatchEnd, ProfileName, RefusalKind, Trace } from '../match/events.js';

export const SUBPROTOCOL = 'spiral-arena.v1';
export const PROTOCOL_VERSION = 1;

/** Parts of a turn that a client can ask for in `hello`; the observation always comes. */
export const TURN_PARTS = ['legalActions', 'actionSchema', 'text', 'rules', 'brief'] as const;
export type TurnPart = (typeof TURN_PARTS)[number];

/** Who takes a seat of a new match: the creator, anybody, or one account. */
export type SeatRequest = 'self' | 'open' | { readonly account: string };

export interface MatchSettings {
  readonly game: string;
  readonly variant?: string;
  readonly options?: Options;
  readonly profile?: ProfileName;
  readonly penalty?: number;
  readonly rated?: boolean;
  readonly durability?: Durability;
  readonly clock?: ClockSettings | null;
  /** Spectators and replays need no token. Default false. */
  readonly public?: boolean;
}

/** What anybody who may see a match knows about it. No seed, no commitment's seed, before the end. */
export interface MatchSummary {
  readonly matchId: string;
  readonly number: number;
  readonly game: string;
  readonly gameVersion: string;
  readonly variant: string;
  readonly options: Options;
  readonly seats: readonly { readonly role: Role; readonly name: string | null }[];
  readonly profile: ProfileName;
  readonly rated: boolean;
  readonly status: 'waiting' | 'live' | 'ended';
  /** SHA-256 of the seed. */
  readonly seedCommitment: string;
  readonly end?: MatchEnd;
}

// ---- client to server

export interface HelloMessage {
  readonly type: 'hello';
  readonly id?: string;
  readonly version: number;
  /** Absent: a new guest account is made and its token comes in `welcome`, if the arena admits guests. */
  readonly token?: string;
  readonly name?: string;
  /** Default: all parts. */
  readonly include?: readonly TurnPart[];
  /** Whether `match.event` and `match.ended` of own seats are sent; default true. Bulk clients read the feed instead. */
  readonly events?: boolean;
}

export interface MatchCreateMessage extends MatchSettings {
  readonly type: 'match.create';
  readonly id: string;
  /** Default: the creator in seat 0, the rest open. */
  readonly seats?: readonly SeatRequest[];
  /** Role of each seat; default the game's order. */
  readonly roles?: readonly Role[];
  /** A chosen seed; never rated. With `count`, match i gets the seed of `fork(i)`. */
  readonly seed?: string | number;
  /** How many matches to make (bulk training); 1 to 4096, default 1. */
  readonly count?: number;
}

export interface MatchJoinMessage { readonly type: 'match.join'; readonly id: string; readonly matchId: string; readonly seat?: Seat }
export interface MatchLeaveMessage { readonly type: 'match.leave'; readonly id: string; readonly matchId: string }
export interface MatchListMessage { readonly type: 'match.list'; readonly id: string; readonly cursor?: string; readonly limit?: number; readonly status?: 'waiting' | 'live' | 'ended' }
export interface QueueJoinMessage extends MatchSettings { readonly type: 'queue.join'; readonly id: string }
export interface QueueLeaveMessage { readonly type: 'queue.leave'; readonly id: string }

/** One attempt at a turn: a structured action or answer text, and what the policy wants kept with it. */
export interface ActMessage {
  readonly type: 'act';
  readonly id?: string;
  readonly matchId: string;
  readonly turnId: string;
  readonly seat: Seat;
  /** Chosen by the client, unique in the match: repeating it repeats the answer, never the action. */
  readonly actionId: string;
  readonly action?: Json;
  readonly text?: string;
  readonly trace?: Trace;
}

export interface ResignMessage { readonly type: 'resign'; readonly id?: string; readonly matchId: string; readonly seat: Seat }
export interface SyncMessage { readonly type: 'sync'; readonly id: string; readonly matchId: string }
export interface SpectateJoinMessage { readonly type: 'spectate.join'; readonly id: string; readonly matchId: string }
export interface SpectateLeaveMessage { readonly type: 'spectate.leave'; readonly id: string; readonly matchId: string }
export interface ReplayGetMessage { readonly type: 'replay.get'; readonly id: string; readonly matchId: string }

/** Finished matches of this account, in match-number order, at least once, at most `credits` unacknowledged. */
export interface FeedSubscribeMessage {
  readonly type: 'feed.subscribe';
  readonly id: string;
  /** Records with a number above it are sent; default: those that end from now on. */
  readonly cursor?: number;
  readonly credits: number;
}
export interface FeedAckMessage { readonly type: 'feed.ack'; readonly id?: string; readonly cursor: number; readonly credits: number }
export interface PingMessage { readonly type: 'ping'; readonly id?: string }

export type ClientMessage =
  | HelloMessage | MatchCreateMessage | MatchJoinMessage | MatchLeaveMessage | MatchListMessage
  | QueueJoinMessage | QueueLeaveMessage | ActMessage | ResignMessage | SyncMessage
  | SpectateJoinMessage | SpectateLeaveMessage | ReplayGetMessage | FeedSubscribeMessage | FeedAckMessage | PingMessage;

// ---- server to client

export interface WelcomeMessage {
  readonly type: 'welcome';
  readonly id?: string;
  readonly version: number;
  readonly account: string;
  readonly name: string;
  /** Only to a new guest: keep it, it is not shown again. */
  readonly token?: string;
  readonly games: readonly string[];
}

export interface MatchCreatedMessage { readonly type: 'match.created'; readonly id: string; readonly matches: readonly MatchSummary[] }
/** This client holds a seat. Also sent when a queue found a match. */
export interface MatchJoinedMessage { readonly type: 'match.joined'; readonly id?: string; readonly match: MatchSummary; readonly seat: Seat; readonly role: Role }
export interface MatchLeftMessage { readonly type: 'match.left'; readonly id: string; readonly matchId: string }
export interface MatchListedMessage { readonly type: 'match.listed'; readonly id: string; readonly matches: readonly MatchSummary[]; readonly cursor?: string }
export interface QueueJoinedMessage { readonly type: 'queue.joined'; readonly id: string }
export interface QueueLeftMessage { readonly type: 'queue.left'; readonly id: string }

/** It is this seat's turn. Parts beside the observation as asked for in `hello`. */
export interface TurnMessage {
  readonly type: 'turn';
  readonly matchId: string;
  readonly turnId: string;
  readonly seat: Seat;
  readonly game: string;
  readonly variant: string;
  readonly role: Role;
  readonly observation: Observation;
  readonly legalActions?: readonly Action[] | null;
  readonly actionSchema?: JsonSchema;
  readonly text?: string;
  readonly rules?: string;
  readonly brief?: string;
  /** Milliseconds left for this turn; absent: no limit. */
  readonly clockMs?: number;
  readonly retriesLeft: number;
}

export interface ActedMessage { readonly type: 'acted'; readonly id?: string; readonly matchId: string; readonly turnId: string; readonly seat: Seat; readonly actionId: string }
/** To the sender alone: the attempt did not count as the turn's action. */
export interface RefusedMessage {
  readonly type: 'refused';
  readonly id?: string;
  readonly matchId: string;
  /** The current turn. */
  readonly turnId: string;
  readonly seat: Seat;
  readonly actionId: string;
  readonly kind: RefusalKind;
  readonly message: string;
  readonly pointer?: string;
  readonly retriesLeft: number;
}

/** What a reader is told of one move. `seat` names the reader's seat, absent for a spectator. */
export interface MatchEventMessage { readonly type: 'match.event'; readonly matchId: string; readonly seat?: Seat; readonly seq: number; readonly told: Json }
export interface MatchEndedMessage { readonly type: 'match.ended'; readonly matchId: string; readonly seat?: Seat; readonly end: MatchEnd; /** Told at the end, so that anybody can check the deal. */ readonly seed: string }

export interface SyncedSeat {
  readonly seat?: Seat;
  readonly observation: Observation;
  readonly events: readonly { readonly seq: number; readonly told: Json }[];
  readonly turn?: TurnMessage;
}
export interface SyncedMessage { readonly type: 'synced'; readonly id: string; readonly match: MatchSummary; readonly seats: readonly SyncedSeat[] }
export interface SpectateJoinedMessage { readonly type: 'spectate.joined'; readonly id: string; readonly match: MatchSummary; readonly observation: Observation; readonly events: readonly { readonly seq: number; readonly told: Json }[] }
export interface SpectateLeftMessage { readonly type: 'spectate.left'; readonly id: string; readonly matchId: string }
/** The record as this reader may see it: the whole one after the end, without other owners' traces. JSONL text. */
export interface ReplayMessage { readonly type: 'replay'; readonly id: string; readonly matchId: string; readonly record: string }

/** One decision or refused attempt of a seat that the subscriber owns, as the feed carries it. */
export interface FeedStep {
  readonly seat: Seat;
  readonly ply: number;
  readonly outcome: 'accepted' | 'refused';
  readonly kind?: RefusalKind;
  readonly action?: Json;
  readonly by?: Attempt;
}
/** A finished match as its owner gets it. */
export interface FeedRecord {
  readonly matchId: string;
  readonly number: number;
  readonly game: string;
  readonly gameVersion: string;
  readonly variant: string;
  /** Role by seat; where chance dealt roles, those. */
  readonly roles: readonly Role[];
  /** Seats owned by the subscriber; only their steps are here. */
  readonly seats: readonly Seat[];
  readonly profile: ProfileName;
  readonly seed: string;
  readonly steps: readonly FeedStep[];
  readonly end: MatchEnd;
}
export interface FeedSubscribedMessage { readonly type: 'feed.subscribed'; readonly id: string; readonly cursor: number }
export interface FeedRecordMessage { readonly type: 'feed.record'; readonly cursor: number; readonly record: FeedRecord }
export interface PongMessage { readonly type: 'pong'; readonly id?: string }
export interface ErrorMessage { readonly type: 'error'; readonly id?: string; readonly code: string; readonly message: string; readonly hint: string }

export type ServerMessage =
  | WelcomeMessage | MatchCreatedMessage | MatchJoinedMessage | MatchLeftMessage | MatchListedMessage
  | QueueJoinedMessage | QueueLeftMessage | TurnMessage | ActedMessage | RefusedMessage | MatchEventMessage | MatchEndedMessage
  | SyncedMessage | SpectateJoinedMessage | SpectateLeftMessage | ReplayMessage | FeedSubscribedMessage | FeedRecordMessage
  | PongMessage | ErrorMessage;

export type Message = ClientMessage | ServerMessage;

/** WebSocket close codes of the arena (4000-4999 are free for applications, RFC 6455 section 7.4.2). */
export const CLOSE_CODES = {
  normal: 1000,
  goingAway: 1001,
  invalidData: 1007,
  tooBig: 1009,
  helloExpected: 4001,
  tokenRefused: 4003,
  tooManyErrors: 4008,
  slowConsumer: 4009,
} as const;
