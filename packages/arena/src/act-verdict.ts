/**
 * What an act is before the rules of the game see it: a repetition, stale, out of turn, or an attempt to be judged. One order of questions,
 * so that every act has exactly one answer. Pure; who may act at all was asked before.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { MatchEnd } from '@spiral-arena/core/match';
import type { ActMessage } from '@spiral-arena/core/protocol';

/** What a room knows when an act arrives. */
export interface ActSituation {
  readonly matchId: string;
  /** The current turn. */
  readonly turnId: string;
  readonly ply: number;
  readonly over: boolean;
  /** Whether the seat is to act and has not submitted. */
  readonly pending: boolean;
  /** The act that used this action id before. */
  readonly earlier: ActMessage | undefined;
}

export type ActVerdict = 'attempt' | 'repeated' | 'duplicate-id' | 'match-over' | 'stale-turn' | 'not-your-turn' | 'other-match' | 'no-such-turn';

/** The action id is looked at before the turn, the turn before whose it is. */
export function actVerdict(act: ActMessage, { matchId, turnId, ply, over, pending, earlier }: ActSituation): ActVerdict {
  if (earlier) return sameContent(act, earlier) ? 'repeated' : 'duplicate-id';
  if (act.turnId === turnId && !over) return pending ? 'attempt' : 'not-your-turn';
  const turn = /^(.+)\/(0|[1-9]\d{0,8})$/.exec(act.turnId);
  if (!turn) return 'no-such-turn';
  if (turn[1] !== matchId) return 'other-match';
  const meant = Number(turn[2]);
  if (meant > ply) return 'no-such-turn';
  if (over) return 'match-over';
  return 'stale-turn';
}

/** The trace does not count: it is what the sender wants kept, not what it does. */
function sameContent(one: ActMessage, other: ActMessage): boolean {
  if (one === other) return true;
  if (one.turnId !== other.turnId || one.text !== other.text) return false;
  try {
    return canonicalJson(one.action ?? null) === canonicalJson(other.action ?? null);
  } catch {
    return false; // in process an action need not be JSON
  }
}

/** Why an act is not even an attempt, in words for its sender. */
export function refusalWords(kind: 'duplicate-id' | 'match-over' | 'stale-turn' | 'not-your-turn', act: ActMessage, turnId: string, end: MatchEnd | null): string {
  switch (kind) {
    case 'duplicate-id': return `the action id "${act.actionId}" was used with other content`;
    case 'match-over': return `the match has ended (${end?.reason ?? 'ended'})`;
    case 'stale-turn': return `expected an action for ${turnId}, got one for ${act.turnId}`;
    case 'not-your-turn': return `seat ${act.seat} is not to act now`;
    default: return kind satisfies never;
  }
}
