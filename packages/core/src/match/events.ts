/**
 * What a match consists of as data: header, events, end, and the trace of one attempt. The record on disk is made of these.
 * Types and name lists only; `match.ts` makes them, `record.ts` stores them, `reader.ts` says what a reader learns of them.
 * All plain JSON.
 */
import type { Action, Move, Options, Returns, Role, Seat, State } from '../game/game.js';
import type { Json } from '../json.js';
import type { Seed } from '../random/rng.js';

/** Version of the record format; older ones load, newer ones are refused. */
export const RECORD_VERSION = 1;

/** Why a match ended. `aborted` is a fault of the server or a stop by its operator: no returns, never rated, never trained on. */
export const END_REASONS = ['completed', 'truncated', 'illegal', 'timeout', 'resigned', 'disconnected', 'aborted'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Why an attempt was refused and uses up a retry. */
export const INVALID_KINDS = ['no-action', 'ambiguous', 'malformed', 'too-long', 'bad-shape', 'illegal-action'] as const;
export type InvalidKind = (typeof INVALID_KINDS)[number];

/** Every refusal of an act; the second half costs no retry. */
export const REFUSAL_KINDS = [...INVALID_KINDS, 'not-your-turn', 'stale-turn', 'duplicate-id', 'match-over'] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** How invalid actions are priced (see docs/concepts.md): retries, and the return of the offender. */
export const PROFILES = ['strict', 'textarena', 'spiral-train', 'spiral-reference'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** `event`: an event is stored before it is told. `match`: the finished record is stored before it is fed. */
export const DURABILITIES = ['event', 'match'] as const;
export type Durability = (typeof DURABILITIES)[number];

/** Wall-clock limits of one seat; the room measures, the match is told. */
export interface ClockSettings {
  readonly moveMs: number;
}

/** Sampling settings of one attempt of a language model. */
export interface Sampling {
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
}

/** What a language model did in one attempt. Goes to its owner and the trainer only. The ids are the sampled ids, never re-encoded text. */
export interface Trace {
  readonly promptTokenIds: readonly number[];
  readonly tokenIds: readonly number[];
  /** One per sampled token, of the distribution that was sampled from. */
  readonly logprobs: readonly number[];
  /** Where asked for: the ids that could have continued a legal action, one list per sampled token. */
  readonly allowedTokenIds?: readonly (readonly number[])[];
  readonly sampling: Sampling;
  readonly policyVersion: number;
  readonly finish: 'stop' | 'length' | 'aborted';
  readonly reasoning?: string;
}

/** What came with an attempt: when it was received, what was sent, and the policy's own trace. Private to its seat. */
export interface Attempt {
  readonly actionId?: string;
  /** Milliseconds since the match started, by the room's clock. */
  readonly atMs?: number;
  /** Answer text, where the attempt was text. */
  readonly text?: string;
  readonly trace?: Trace;
}

export interface SeatHeader {
  readonly role: Role;
  /** The agent's or player's public name. */
  readonly name: string;
  /** The account that owns the seat, where an arena hosted the match. */
  readonly account?: string;
}

export interface MatchHeader {
  readonly record: typeof RECORD_VERSION;
  readonly matchId: string;
  /** Consecutive in one arena; the feed's order. */
  readonly number?: number;
  readonly game: string;
  readonly gameVersion: string;
  /** `default`, the variant's name, or the canonical JSON of the options that differ from the defaults. */
  readonly variant: string;
  readonly options: Options;
  readonly seed: Seed;
  readonly seats: readonly SeatHeader[];
  readonly profile: ProfileName;
  /** p of the profile `spiral-train`; 1 elsewhere. */
  readonly penalty: number;
  readonly rated: boolean;
  readonly durability?: Durability;
  readonly clock?: ClockSettings | null;
  /** Wall time of the start, ISO 8601; given by the host. */
  readonly startedAt?: string;
}

/** An ordered event of a match. `refused` and `submitted` are private to their seat. */
export type MatchEvent =
  | { readonly type: 'chance'; readonly outcome: Json }
  | { readonly type: 'submitted'; readonly ply: number; readonly seat: Seat; readonly action: Action; readonly by?: Attempt }
  | {
      readonly type: 'actions';
      readonly ply: number;
      readonly actions: { readonly [seat: Seat]: Action };
      /** The attempts of a stage of one seat; those of a joint stage stand in its `submitted` events. */
      readonly by?: Attempt;
    }
  | {
      readonly type: 'refused';
      readonly ply: number;
      readonly seat: Seat;
      readonly kind: InvalidKind;
      readonly message: string;
      /** JSON pointer of the culprit in a structured action. */
      readonly pointer?: string;
      readonly retriesLeft: number;
      /** The structured action as it came, where it was JSON. */
      readonly action?: Json;
      readonly by?: Attempt;
    }
  | { readonly type: 'forfeited'; readonly ply: number; readonly seat: Seat; readonly reason: EndReason; readonly cause?: string }
  | { readonly type: 'ended'; readonly end: MatchEnd };

/** A move or a forfeit with the state it was made in: what `told` is asked about. It stays inside the match. */
export type Transition =
  | { readonly before: State; readonly move: Move }
  | { readonly before: State; readonly forfeited: { readonly seat: Seat; readonly reason: EndReason } };

export interface MatchEnd {
  readonly reason: EndReason;
  /** The seats whose failure ended the match; empty for `completed`, `truncated`, `aborted`. */
  readonly offenders: readonly Seat[];
  /** One per seat; `null` for `aborted`. */
  readonly returns: Returns | null;
  /** False only where the profile breaks the declared utility (`spiral-reference` on an illegal ending). */
  readonly zeroSum: boolean;
  /** Accepted decisions. */
  readonly ply: number;
  /** A word or two for logs that tells apart causes with one reason (`agent threw`, `socket closed`). */
  readonly cause?: string;
}
