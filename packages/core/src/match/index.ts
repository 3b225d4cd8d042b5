/** Matches: the engine, endings, records and replays, what readers are told, the asynchronous port, agents at a table. */
export { DEFAULT_PENALTY, forfeitReturns, largestReturn, PROFILE_RETRIES } from './endings.js';
export type { Forfeit } from './endings.js';
export { DURABILITIES, END_REASONS, INVALID_KINDS, PROFILES, RECORD_VERSION, REFUSAL_KINDS } from './events.js';
export type {
  Attempt, ClockSettings, Durability, EndReason, InvalidKind, MatchEnd, MatchEvent, MatchHeader, ProfileName, RefusalKind, Sampling, SeatHeader, Trace, Transition,
} from './events.js';
export { drawChance } from './chance.js';
export type { MatchInit } from './header.js';
export { Match } from './match.js';
export type { FailReason, Refusal, Submission, SubmitResult } from './submission.js';
export { playMatch } from './play.js';
export type { PlayOptions } from './play.js';
export { LocalMatchPort } from './port.js';
export type { MatchPort, MatchUpdate, PendingTurn, ReaderView } from './port.js';
export { ReaderCursor, toldEvents, toldOf } from './reader.js';
export type { ToldEvent } from './reader.js';
export { endOf, readRecord, readRecords, recordForOwner, recordOf, replay, resume, writeRecord } from './record.js';
export type { MatchRecord } from './record.js';
