/**
 * From what a seat handed in to a legal action: text is read, the value held against the schema, the action against the game's rules.
 * Pure: it takes no turn, counts no retry and writes no record; `match.ts` does.
 */
import type { ActionSpec } from '../game/action-spec.js';
import type { Action, Game, Observation, Seat, State } from '../game/game.js';
import { readAction } from '../game/read-action.js';
import type { Json } from '../json.js';
import type { Problem } from '../schema/explain.js';
import type { Attempt, InvalidKind, MatchEvent } from './events.js';
import { jsonOrNothing, ownCopy } from './own-copy.js';
import type { Refusal, Submission } from './submission.js';

/** Why an attempt does not count, with the structured action as far as there was one. */
export interface Invalid {
  readonly kind: InvalidKind;
  readonly message: string;
  /** JSON pointer of the culprit in a structured action. */
  readonly pointer?: string;
  readonly action?: Json;
}

/** Where an attempt is made: the match, of which no more than this is looked at. */
export interface Situation {
  readonly game: Game;
  readonly actionSpec: ActionSpec;
  readonly state: State;
  observe(seat: Seat): Observation;
}

/** The action as the match's own frozen copy, or why there is none. Text, schema and rules in this order; the value itself is never changed. */
export function judgeAttempt(situation: Situation, seat: Seat, submission: Submission): { readonly ok: true; readonly action: Action } | (Invalid & { readonly ok: false }) {
  const { game, actionSpec, state } = situation;
  let value: unknown;
  let problem: Problem | null;
  if ('text' in submission) {
    const read = readAction(game, situation.observe(seat), submission.text);
    if (!read.ok) return read;
    value = read.action;
    problem = actionSpec.checkJson(read.action);
  } else {
    value = submission.action;
    problem = actionSpec.check(value);
  }
  if (problem) {
    const sent = jsonOrNothing(value);
    return { ok: false, kind: 'bad-shape', message: problem.message, pointer: problem.pointer, ...(sent === undefined ? {} : { action: sent }) };
  }
  const action = ownCopy(value as Action) as Action; // checked one line above
  const refusal = game.refusal(state, seat, action);
  return refusal === null ? { ok: true, action } : { ok: false, kind: 'illegal-action', message: refusal, action };
}

/** What is kept with the attempt: the text too, where it was text. */
export function attemptOf(submission: Submission, by: Attempt | undefined): Attempt | undefined {
  return 'text' in submission && typeof submission.text === 'string' && by?.text === undefined ? { ...by, text: submission.text } : by;
}

/** The record of an attempt that does not count. */
export function refusedEvent(ply: number, seat: Seat, { kind, message, pointer, action }: Invalid, retriesLeft: number, by: Attempt | undefined): MatchEvent {
  return {
    type: 'refused', ply, seat, kind, message, retriesLeft,
    ...(pointer === undefined ? {} : { pointer }), ...(action === undefined ? {} : { action }), ...(by ? { by } : {}),
  };
}

/** What the sender of an attempt that does not count, or is out of turn, is answered. */
export function refusalOf({ kind, message, pointer }: Omit<Refusal, 'retriesLeft' | 'final'>, retriesLeft: number, final: boolean): Refusal {
  return { kind, message, ...(pointer === undefined ? {} : { pointer }), retriesLeft, final };
}
