/**
 * One match: whose turn it is, whether an attempt counts, what chance does, and how it ends. Event-sourced: options, seed and events give the state.
 * It has no clock, socket or store (a room has), shows nobody a state (`reader.ts` tells), and computes no hash unless asked.
 * A game that throws makes the match end `aborted`; the fault is thrown on to the host as CORE_GAME_FAULT.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { actionSpec, type ActionSpec } from '../game/action-spec.js';
import type { Action, Game, Move, Observation, Options, Reader, Role, Seat, State } from '../game/game.js';
import { readAction } from '../game/read-action.js';
import { canonicalJson, type Json } from '../json.js';
import { Rng } from '../random/rng.js';
import { drawChance } from './chance.js';
import { forfeitReturns, PROFILE_RETRIES } from './endings.js';
import type { Attempt, EndReason, InvalidKind, MatchEnd, MatchEvent, MatchHeader, RefusalKind } from './events.js';
import { asGameFault } from './game-fault.js';
import { headerOf, type MatchInit } from './header.js';
import { jsonOrNothing, ownCopy } from './own-copy.js';
import type { FailReason, Submission, SubmitResult } from './submission.js';

/** A transition with the state it was made in: what `told` is asked about. */
export type Transition =
  | { readonly before: State; readonly move: Move }
  | { readonly before: State; readonly forfeited: { readonly seat: Seat; readonly reason: EndReason } };

/** Chance steps in a row after which a game is taken to be stuck. */
const MOST_CHANCE_STEPS = 10_000;

export class Match {
  readonly header: MatchHeader;
  readonly game: Game;
  readonly options: Options;
  readonly #spec: ActionSpec;
  readonly #rng: Rng;
  readonly #maxSteps: number;
  readonly #retries: number[];
  readonly #events: MatchEvent[] = [];
  readonly #transitions: Transition[] = [];
  readonly #scripted: Json[] | null;
  #state: State;
  #ply = 0;
  #chanceSteps = 0;
  #toAct: readonly Seat[] = [];
  /** Only in a stage of several seats: what each has handed in. */
  #submitted: Map<Seat, Action> | null = null;
  #failed: Map<Seat, { reason: EndReason; cause?: string }> | null = null;
  #end: MatchEnd | null = null;

  /** `scripted`: chance outcomes to take instead of drawing (replays and tests); drawing goes on when they are used up. */
  private constructor(header: MatchHeader, game: Game, spec: ActionSpec, scripted: Json[] | null) {
    this.header = header;
    this.game = game;
    this.options = header.options;
    this.#spec = spec;
    this.#scripted = scripted;
    this.#rng = Rng.fromSeed(header.seed);
    this.#maxSteps = game.maxSteps(header.options);
    this.#retries = header.seats.map(() => PROFILE_RETRIES[header.profile]);
    this.#state = game.initialState(header.options, header.seats.map((seat) => seat.role));
  }

  /**
   * Starts a match: the first state, and chance up to the first decision.
   * @param scripted chance outcomes to take in order instead of drawing them; for tests and analysis, never for rated matches
   * @throws CORE_ROLES_INVALID, CORE_PROFILE_REFUSED, CORE_GAME_FAULT
   */
  static start(init: MatchInit, scripted?: readonly Json[]): Match {
    return Match.#open(headerOf(init), init.game, scripted);
  }

  /** A match from a stored header, before its first decision: what replay and resume build on. @throws CORE_GAME_FAULT */
  static fromHeader(header: MatchHeader, game: Game): Match {
    return Match.#open(header, game);
  }

  static #open(header: MatchHeader, game: Game, scripted?: readonly Json[]): Match {
    try {
      const match = new Match(header, game, actionSpec(game, header.options, header.variant), scripted ? scripted.toReversed() : null);
      match.#advance();
      return match;
    } catch (cause) {
      throw asGameFault(game, cause);
    }
  }

  /** Accepted decisions so far. */
  get ply(): number {
    return this.#ply;
  }

  /** `<matchId>/<ply>`: equal for all seats of a stage, unchanged by a retry. */
  get turnId(): string {
    return `${this.header.matchId}/${this.#ply}`;
  }

  get end(): MatchEnd | null {
    return this.#end;
  }

  get events(): readonly MatchEvent[] {
    return this.#events;
  }

  /** Moves and forfeits with the states they were made in; for `reader.ts`. */
  get transitions(): readonly Transition[] {
    return this.#transitions;
  }

  /** For tests, storage and solvers; never for readers. */
  get state(): State {
    return this.#state;
  }

  get actionSpec(): ActionSpec {
    return this.#spec;
  }

  roleOf(seat: Seat): Role {
    const dealt = this.game.roleOf ? this.#guard(() => this.game.roleOf?.(this.#state, seat)) : undefined;
    return dealt ?? (this.header.seats[seat]?.role as Role);
  }

  /** Seats that are to act and have neither submitted nor failed in this stage. */
  pending(): readonly Seat[] {
    if (this.#end) return NOBODY;
    if (!this.#submitted && !this.#failed) return this.#toAct;
    return this.#toAct.filter((seat) => !this.#submitted?.has(seat) && !this.#failed?.has(seat));
  }

  observe(reader: Reader): Observation {
    return this.#guard(() => this.game.observe(this.#state, reader));
  }

  /** What one transition of this match tells one reader; for `reader.ts`. That a seat dropped out is told to everybody. */
  told(transition: Transition, reader: Reader): Json {
    if ('move' in transition) return this.#guard(() => this.game.told(transition.before, transition.move, reader));
    const { seat, reason } = transition.forfeited;
    return { forfeited: { seat, role: this.roleOf(seat), reason } };
  }

  /** Legal actions of a seat that is still to act, `null` where the space is open; empty for any other seat. */
  legalActions(seat: Seat): readonly Action[] | null {
    if (!this.pending().includes(seat)) return NO_ACTIONS;
    return this.#guard(() => this.game.legalActions(this.#state, seat));
  }

  retriesLeft(seat: Seat): number {
    return this.#retries[seat] ?? 0;
  }

  /** Judges one attempt of a seat: schema, then the game's rules, then the transition. Expected refusals are returned. @throws CORE_GAME_FAULT */
  submit(seat: Seat, submission: Submission, by?: Attempt): SubmitResult {
    if (this.#end) return this.#outOfTurn('match-over', `the match has ended (${this.#end.reason})`, seat);
    if (this.#toAct.length === 1 ? this.#toAct[0] !== seat : !this.pending().includes(seat)) return this.#outOfTurn('not-your-turn', `seat ${seat} is not to act at ply ${this.#ply}`, seat);
    return this.#guard(() => this.#judge(seat, submission, by));
  }

  /**
   * Makes seats fail for a reason other than an action; several in one call fail at the same instant. A seat that resigned or is
   * gone ends the match at once; a timeout in a joint stage waits for the others. Timeouts of seats that are not to act are ignored.
   */
  fail(seats: readonly Seat[], reason: FailReason, cause?: string): void {
    if (this.#end) return;
    this.#guard(() => {
      const pending = this.pending();
      const failing = [...new Set(seats)].filter((seat) => (reason === 'timeout' ? pending.includes(seat) : seat in this.header.seats)).toSorted((a, b) => a - b);
      if (failing.length === 0) return;
      const failure = { reason, ...(cause === undefined ? {} : { cause }) };
      if (reason === 'timeout' || this.game.forfeit) {
        this.#failed ??= new Map();
        for (const seat of failing) this.#failed.set(seat, failure);
        if (this.#toAct.every((seat) => !pending.includes(seat) || this.#failed?.has(seat)) || !failing.some((seat) => pending.includes(seat))) this.#judgeStage();
      } else {
        this.#forfeit(failing, reason, cause);
      }
    });
  }

  /** Stops the match without a result: a fault of the host or of the game. */
  abort(cause: string): void {
    if (!this.#end) this.#finish({ reason: 'aborted', offenders: [], returns: null, zeroSum: true, ply: this.#ply, cause });
  }

  /** Takes a stored refusal as it is, for attempts that cannot be judged again (a value that was not JSON); nothing of a seat that is not to act. */
  restoreRefusal(event: Extract<MatchEvent, { type: 'refused' }>): void {
    const { seat, kind, message, pointer, action, by } = event;
    if (this.pending().includes(seat)) this.#refuse(seat, kind, message, pointer, action, by);
  }

  /** SHA-256 over the canonical state, the ply and the pending seats. */
  hash(): string {
    return bytesToHex(sha256(utf8ToBytes(canonicalJson({ state: this.#state, ply: this.#ply, pending: this.pending() }))));
  }

  #judge(seat: Seat, submission: Submission, by: Attempt | undefined): SubmitResult {
    let value: unknown;
    if ('text' in submission) {
      const read = readAction(this.game, this.game.observe(this.#state, seat), submission.text);
      const attempt = by?.text === undefined && typeof submission.text === 'string' ? { ...by, text: submission.text } : by;
      if (!read.ok) return this.#refuse(seat, read.kind, read.message, undefined, undefined, attempt);
      value = read.action;
      by = attempt;
    } else {
      value = submission.action;
    }
    const problem = this.#spec.check(value);
    if (problem) return this.#refuse(seat, 'bad-shape', problem.message, problem.pointer, jsonOrNothing(value), by);
    const action = ownCopy(value as Action) as Action; // checked one line above
    const refusal = this.game.refusal(this.#state, seat, action);
    if (refusal !== null) return this.#refuse(seat, 'illegal-action', refusal, undefined, action, by);
    this.#retries[seat] = PROFILE_RETRIES[this.header.profile];
    if (this.#toAct.length === 1) {
      const actions = { [seat]: action };
      this.#events.push(by ? { type: 'actions', ply: this.#ply, actions, by } : { type: 'actions', ply: this.#ply, actions });
      this.#ply++;
      this.#apply({ kind: 'actions', actions });
      this.#advance();
    } else {
      this.#submitted ??= new Map();
      this.#submitted.set(seat, action);
      this.#events.push({ type: 'submitted', ply: this.#ply, seat, action, ...(by ? { by } : {}) });
      if (this.pending().length === 0) this.#judgeStage();
    }
    return { ok: true, action };
  }

  #refuse(seat: Seat, kind: InvalidKind, message: string, pointer?: string, action?: Json, by?: Attempt): SubmitResult {
    const final = (this.#retries[seat] as number) === 0;
    if (!final) (this.#retries[seat] as number)--;
    const retriesLeft = this.#retries[seat] as number;
    this.#events.push({
      type: 'refused', ply: this.#ply, seat, kind, message, retriesLeft,
      ...(pointer === undefined ? {} : { pointer }), ...(action === undefined ? {} : { action }), ...(by ? { by } : {}),
    });
    if (final) {
      this.#failed ??= new Map();
      this.#failed.set(seat, { reason: 'illegal', cause: kind });
      if (this.pending().length === 0) this.#judgeStage();
    }
    return { ok: false, error: { kind, message, ...(pointer === undefined ? {} : { pointer }), retriesLeft, final } };
  }

  /** All seats of the stage have submitted or failed: one joint transition, or the end. */
  #judgeStage(): void {
    const failed = this.#failed;
    const submitted = this.#submitted;
    this.#failed = null;
    this.#submitted = null;
    if (!failed) {
      const actions: { [seat: Seat]: Action } = {};
      for (const seat of this.#toAct) actions[seat] = submitted?.get(seat) as Action;
      this.#events.push({ type: 'actions', ply: this.#ply, actions });
      this.#ply++;
      this.#apply({ kind: 'actions', actions });
      this.#advance();
      return;
    }
    const offenders = [...failed.keys()].toSorted((a, b) => a - b);
    const { reason, cause } = failed.get(offenders[0] as Seat) as { reason: EndReason; cause?: string };
    if (!this.game.forfeit || failed.size === this.header.seats.length) {
      this.#forfeit(offenders, reason, cause);
      return;
    }
    for (const seat of offenders) {
      const failure = failed.get(seat) as { reason: EndReason; cause?: string };
      const before = this.#state;
      this.#state = this.game.forfeit(before, seat);
      this.#transitions.push({ before, forfeited: { seat, reason: failure.reason } });
      this.#events.push({ type: 'forfeited', ply: this.#ply, seat, reason: failure.reason, ...(failure.cause === undefined ? {} : { cause: failure.cause }) });
    }
    this.#advance();
  }

  #forfeit(offenders: readonly Seat[], reason: EndReason, cause?: string): void {
    const { returns, zeroSum } = forfeitReturns({ game: this.game, options: this.options, state: this.#state, seatCount: this.header.seats.length, offenders, reason, profile: this.header.profile, penalty: this.header.penalty });
    this.#finish({ reason, offenders, returns, zeroSum, ply: this.#ply, ...(cause === undefined ? {} : { cause }) });
  }

  #apply(move: Move): void {
    const before = this.#state;
    this.#state = this.game.apply(before, move);
    this.#transitions.push({ before, move });
  }

  /** Plays chance until a decision or the end, and notices the end. */
  #advance(): void {
    const { game } = this;
    for (let steps = 0; game.isChance?.(this.#state); steps++) {
      if (steps === MOST_CHANCE_STEPS) throw new Error(`${MOST_CHANCE_STEPS} chance steps without a decision`);
      const outcome = this.#scripted?.length ? (this.#scripted.pop() as Json) : drawChance(game, this.options, this.#state, this.#rng, this.#chanceSteps);
      this.#chanceSteps++;
      this.#events.push({ type: 'chance', outcome });
      this.#apply({ kind: 'chance', outcome });
    }
    if (game.isTerminal(this.#state)) this.#finishByRules('completed');
    else if (this.#ply >= this.#maxSteps) this.#finishByRules('truncated');
    else {
      this.#toAct = game.seatsToAct(this.#state);
      if (this.#toAct.length === 0) throw new Error('a state that is neither terminal nor chance has nobody to act');
    }
  }

  #finishByRules(reason: 'completed' | 'truncated'): void {
    this.#finish({ reason, offenders: NOBODY, returns: this.game.returns(this.#state), zeroSum: true, ply: this.#ply });
  }

  #finish(end: MatchEnd): void {
    this.#end = end;
    this.#toAct = NOBODY;
    this.#submitted = null;
    this.#failed = null;
    this.#events.push({ type: 'ended', end });
  }

  #outOfTurn(kind: RefusalKind, message: string, seat: Seat): SubmitResult {
    return { ok: false, error: { kind, message, retriesLeft: this.retriesLeft(seat), final: false } };
  }

  /** Runs code of the game: whatever it throws aborts this match and is thrown on with the game's name. */
  #guard<T>(run: () => T): T {
    try {
      return run();
    } catch (cause) {
      this.abort('game threw');
      throw asGameFault(this.game, cause);
    }
  }
}

const NOBODY: readonly Seat[] = Object.freeze([]);
const NO_ACTIONS: readonly Action[] = Object.freeze([]);
