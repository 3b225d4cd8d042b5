/**
 * The stored form of a match: one JSONL block of header, events and end, versioned; and the way back.
 * `replay` plays the events through the rules again and proves the same chance, refusals and end; `resume` gives a live match.
 * It knows no file or database. What a reader may see of a record is `publicRecord`'s business; traces stay with their owners.
 */
import { CoreError } from '../errors.js';
import type { Game, Seat } from '../game/game.js';
import { resolveOptions } from '../game/options.js';
import { canonicalJson, type Json, type JsonObject } from '../json.js';
import { RECORD_VERSION, type Attempt, type MatchEnd, type MatchEvent, type MatchHeader } from './events.js';
import { checkedRoles } from './header.js';
import type { Failure, Failures } from './forfeits.js';
import { Match } from './match.js';
import { headerProblem, eventProblem } from './record-schema.js';
import type { FailReason } from './submission.js';

export interface MatchRecord {
  readonly header: MatchHeader;
  /** In order; the last one is `ended` when the match is over. */
  readonly events: readonly MatchEvent[];
}

export function recordOf(match: Match): MatchRecord {
  return { header: match.header, events: match.events };
}

/** Header and events as JSON lines, each ended by a line feed. */
export function writeRecord({ header, events }: MatchRecord): string {
  let text = `${JSON.stringify(header)}\n`;
  for (const event of events) text += `${JSON.stringify(event)}\n`;
  return text;
}

/**
 * Reads one block. A last line that was cut off (a crash while it was written) is an error like any other damage.
 * @throws CORE_RECORD_INVALID with the line, CORE_RECORD_VERSION
 */
export function readRecord(text: string): MatchRecord {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const header = parseLine(lines[0] ?? '', 1) as Partial<MatchHeader> & { record?: unknown };
  if (typeof header.record !== 'number') throw invalid(1, 'a header with "record": 1', lines[0] ?? 'nothing');
  if (header.record !== RECORD_VERSION) throw new CoreError('CORE_RECORD_VERSION', { details: { got: header.record } });
  const problem = headerProblem(header as JsonObject);
  if (problem) throw invalid(1, `a header (${problem.pointer || 'the whole'}: ${problem.message})`, lines[0] as string);
  const events = lines.slice(1).map((line, index) => {
    const event = parseLine(line, index + 2) as JsonObject;
    const wrong = eventProblem(event);
    if (wrong) throw invalid(index + 2, `an event (${wrong.pointer || 'the whole'}: ${wrong.message})`, line);
    return event as unknown as MatchEvent; // the schema agrees with the type as far as a replay reads it
  });
  return { header: header as MatchHeader, events };
}

/** Every block of a file of many matches, each starting at its header line. @throws CORE_RECORD_INVALID, CORE_RECORD_VERSION */
export function* readRecords(text: string): Generator<MatchRecord> {
  let block = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('{"record":') && block) {
      yield readRecord(block);
      block = '';
    }
    if (line) block += `${line}\n`;
  }
  if (block) yield readRecord(block);
}

/**
 * Plays a record through the rules again and proves that it ends the same.
 * @returns the match at the end of the record
 * @throws CORE_STATE_INVALID for another version of the game, CORE_REPLAY_DIVERGED at the first difference, CORE_GAME_FAULT
 */
export function replay(record: MatchRecord, game: Game): Match {
  const match = resume(record, game);
  const stored = record.events.at(-1);
  if (stored?.type !== 'ended') throw diverged(record, record.events.length, 'an end', 'a record without one');
  return match;
}

/**
 * The live match after these events: as `replay`, for records that need not have ended.
 * @throws CORE_STATE_INVALID for another version of the game, CORE_REPLAY_DIVERGED, CORE_GAME_FAULT, CORE_ROLES_INVALID, and what `resolveOptions` throws
 */
export function resume(record: MatchRecord, game: Game): Match {
  const { header, events } = record;
  if (header.game !== game.id) throw diverged(record, 0, `the game ${header.game}`, game.id);
  if (majorOf(header.gameVersion) !== majorOf(game.version)) throw new CoreError('CORE_STATE_INVALID', { details: { game: game.id, version: game.version, got: `a record of version ${header.gameVersion}` } });
  resolveOptions(game, { options: header.options }); // only the check: what the match was played with stays
  checkedRoles(game, header.options, header.seats.map(({ role }) => role));
  const match = Match.fromHeader(header, game);
  for (let index = 0; index < events.length; index++) {
    if (match.events.length <= index) redo(match, record, index);
    const made = match.events[index];
    const stored = events[index] as MatchEvent;
    if (!made || canonicalJson(comparable(made)) !== canonicalJson(comparable(stored))) throw diverged(record, index, brief(stored), made ? brief(made) : 'nothing');
  }
  if (match.events.length > events.length && events.at(-1)?.type === 'ended') throw diverged(record, events.length, 'no further event', brief(match.events[events.length] as MatchEvent));
  return match;
}

/** Records of one major version of the rules replay with each other (semantic versioning); that they really do is what a replay proves. */
function majorOf(version: string): string {
  return version.slice(0, version.indexOf('.'));
}

/** Causes again what made an event: everything else (chance, joint transitions, endings by rule) must follow by itself. */
function redo(match: Match, record: MatchRecord, index: number): void {
  const event = record.events[index] as MatchEvent;
  switch (event.type) {
    case 'submitted':
      match.submit(event.seat, { action: event.action }, event.by);
      return;
    case 'actions': {
      const seats = Object.keys(event.actions);
      if (seats.length === 1) match.submit(Number(seats[0]), { action: event.actions[Number(seats[0])] }, event.by);
      return;
    }
    case 'refused':
      if (event.action !== undefined) match.submit(event.seat, { action: event.action }, event.by);
      else if (event.by?.text !== undefined) match.submit(event.seat, { text: event.by.text }, event.by);
      else match.restoreRefusal(event);
      return;
    case 'forfeited':
      match.restoreForfeits(forfeitsFrom(record.events, index));
      return;
    case 'ended':
      if (event.end.reason === 'completed' || event.end.reason === 'truncated') return; // by the rules or not at all
      if (event.end.reason === 'aborted') match.abort(event.end.cause ?? 'aborted');
      else match.fail(event.end.offenders, event.end.reason as FailReason, event.end.cause);
      return;
    case 'chance':
      return;
    default:
      throw diverged(record, index, 'a known event', (event as { type: string }).type);
  }
}

/** Forfeits of one instant stand side by side in seat order; the rules go on only after the last. Of two instants, going on in between made no event. */
function forfeitsFrom(events: readonly MatchEvent[], index: number): Failures {
  const failures = new Map<Seat, Failure>();
  let last = -1;
  for (let at = index; ; at++) {
    const event = events[at];
    if (event?.type !== 'forfeited' || event.seat <= last) return failures;
    last = event.seat;
    failures.set(event.seat, { reason: event.reason, ...(event.cause === undefined ? {} : { cause: event.cause }) });
  }
}

/** What must be equal: attempts' private parts are taken over as stored. */
function comparable(event: MatchEvent): Json {
  const { by: _by, ...rest } = event as MatchEvent & { by?: Attempt };
  return rest as unknown as Json; // every member of MatchEvent is plain JSON
}

/**
 * The record without the attempts and refusals of other accounts' seats. While the match is on, also without the seed, without chance
 * (cards and dice that nobody may know yet) and without what others have handed in of a joint stage: it then serves as a log and cannot be replayed.
 */
export function recordForOwner(record: MatchRecord, owns: (seat: Seat) => boolean): MatchRecord {
  const { header, events } = record;
  const isOn = endOf(record) === null;
  return {
    header: isOn ? { ...header, seed: '' } : header,
    events: events.flatMap((event): MatchEvent[] => {
      if (isOn && (event.type === 'chance' || (event.type === 'submitted' && !owns(event.seat)))) return [];
      if (event.type === 'refused') return owns(event.seat) ? [event] : [];
      if (event.type === 'submitted') return [owns(event.seat) ? event : withoutAttempt(event)];
      if (event.type === 'actions' && event.by) return [owns(Number(Object.keys(event.actions)[0])) ? event : withoutAttempt(event)];
      return [event];
    }),
  };
}

function withoutAttempt<E extends MatchEvent & { readonly by?: Attempt }>(event: E): MatchEvent {
  const { by: _by, ...rest } = event;
  return rest as unknown as MatchEvent; // `by` is optional on every event that has it
}

/** The end of a record, if it has one. */
export function endOf({ events }: MatchRecord): MatchEnd | null {
  const last = events.at(-1);
  return last?.type === 'ended' ? last.end : null;
}

function parseLine(line: string, number: number): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new CoreError('CORE_RECORD_INVALID', { cause, details: { line: number, expected: 'one JSON object', got: line.slice(0, 80) } });
  }
  throw invalid(number, 'one JSON object', line);
}

function invalid(line: number, expected: string, got: string): CoreError {
  return new CoreError('CORE_RECORD_INVALID', { details: { line, expected, got: got.slice(0, 80) } });
}

function diverged({ header }: MatchRecord, event: number, expected: string, got: string): CoreError {
  return new CoreError('CORE_REPLAY_DIVERGED', { details: { game: header.game, version: header.gameVersion, event, expected, got } });
}

function brief(event: MatchEvent): string {
  return canonicalJson(comparable(event)).slice(0, 200);
}
