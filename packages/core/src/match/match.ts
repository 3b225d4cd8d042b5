/**
 * One match: whose turn it is, whether an attempt counts, what chance does, and how it ends. Event-sourced: options, seed and events give the state.
 * It has no clock, socket or store (a room has), shows nobody a state (`reader.ts` tells), and computes no hash unless asked.
 * A game that throws makes the match end `aborted`; the fault is thrown on to the host as CORE_GAME_FAULT.
 */
import { actionSpec, type ActionSpec } from '../game/action-spec.js';
import type { Action, Game, Move, Observation, Options, Reader, Role, Seat, State } from '../game/game.js';
import { canonicalJson, type Json } from '../json.js';
import { sha256Hex } from '../random/sha256.js';
import { attemptOf, judgeAttempt, refusalOf, refusedEvent, type Invalid } from './attempt.js';
import { ChanceSource } from './chance.js';
import { forfeitReturns, PROFILE_RETRIES } from './endings.js';
import type { Attempt, MatchEnd, MatchEvent, MatchHeader, Transition } from './events.js';
import { forfeitSteps, goesOnWithout, inSeatOrder, type Failure, type Failures } from './forfeits.js';
import { asGameFault } from './game-fault.js';
import { headerOf, type MatchInit } from './header.js';
import { actionsOf, JointStage } from './joint-stage.js';
import { Observations } from './observations.js';
import type { FailReason, Submission, SubmitResult } from './submission.js';

/** Chance steps in a row after which a game is taken to be stuck. */
const MOST_CHANCE_STEPS = 10_000;

export class Match {
  readonly header: MatchHeader;
  readonly game: Game;
  readonly options: Options;
  readonly actionSpec: ActionSpec;
  readonly #chance: ChanceSource;
  readonly #maxSteps: number;
  readonly #retries: number[];
  readonly #events: MatchEvent[] = [];
  readonly #transitions: Transition[] = [];
  readonly #observations = new Observations();
  #state: State;
  #ply = 0;
  #toAct: readonly Seat[] = [];
  #stage: JointStage | null = null; // where several seats act at once
  /** Seats without which the match goes on. */
  #gone: ReadonlySet<Seat> = NONE_GONE;
  #end: MatchEnd | null = null;

  private constructor(header: MatchHeader, game: Game, spec: ActionSpec, scripted: readonly Json[] | undefined) {
    this.header = header;
    this.game = game;
    this.options = header.options;
    this.actionSpec = spec;
    this.#chance = new ChanceSource(game, header.options, header.seed, scripted);
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
    return Match.fromHeader(headerOf(init), init.game, scripted);
  }

  /** A match from a stored header, before its first decision: what replay and resume build on. @throws CORE_GAME_FAULT */
  static fromHeader(header: MatchHeader, game: Game, scripted?: readonly Json[]): Match {
    try {
      const match = new Match(header, game, actionSpec(game, header.options, header.variant), scripted);
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

  roleOf(seat: Seat): Role {
    const dealt = this.game.roleOf ? this.#guard(() => this.game.roleOf?.(this.#state, seat)) : undefined;
    return dealt ?? (this.header.seats[seat]?.role as Role);
  }

  /** Seats that are to act and have neither submitted nor failed in this stage. */
  pending(): readonly Seat[] {
    return this.#stage ? this.#stage.pending : this.#toAct;
  }

  observe(reader: Reader): Observation {
    return this.#guard(() => this.#observations.of(this.game, this.#state, reader));
  }

  /** What one transition of this match tells one reader; for `reader.ts`. That a seat dropped out is told to everybody. */
  told(transition: Transition, reader: Reader): Json {
    if ('move' in transition) return this.#guard(() => this.game.told(transition.before, transition.move, reader));
    const { seat, reason } = transition.forfeited;
    return { forfeited: { seat, role: this.roleOf(seat), reason } };
  }

  /** Legal actions of a seat that is still to act, `null` where the space is open; empty for any other seat. */
  legalActions(seat: Seat): readonly Action[] | null {
    return this.#isToAct(seat) ? this.#guard(() => this.game.legalActions(this.#state, seat)) : NONE;
  }

  retriesLeft(seat: Seat): number {
    return this.#retries[seat] ?? 0;
  }

  /** Judges one attempt of a seat: schema, then the game's rules, then the transition. Expected refusals are returned. @throws CORE_GAME_FAULT */
  submit(seat: Seat, submission: Submission, by?: Attempt): SubmitResult {
    if (this.#end) return { ok: false, error: refusalOf({ kind: 'match-over', message: `the match has ended (${this.#end.reason})` }, this.retriesLeft(seat), false) };
    if (!this.#isToAct(seat)) return { ok: false, error: refusalOf({ kind: 'not-your-turn', message: `seat ${seat} is not to act at ply ${this.#ply}` }, this.retriesLeft(seat), false) };
    return this.#guard(() => this.#judge(seat, submission, by));
  }

  /**
   * Makes seats fail for a reason other than an action; several in one call fail at the same instant. A seat that resigned or is
   * gone leaves at once, whatever it has handed in; a timeout in a joint stage waits for the others. Timeouts of seats that are not to act are ignored.
   */
  fail(seats: readonly Seat[], reason: FailReason, cause?: string): void {
    if (this.#end) return;
    this.#guard(() => {
      const pending = this.pending();
      const failing = [...new Set(seats)].filter((seat) => (reason === 'timeout' ? pending.includes(seat) : seat in this.header.seats && !this.#gone.has(seat)));
      if (failing.length === 0) return;
      const failure = { reason, ...(cause === undefined ? {} : { cause }) };
      if (reason === 'timeout' && this.#stage) this.#failInStage(this.#stage, failing, failure);
      else this.#dropOut(new Map(failing.map((seat) => [seat, failure])));
    });
  }

  /** Stops the match without a result: a fault of the host or of the game. */
  abort(cause: string): void {
    if (!this.#end) this.#finish({ reason: 'aborted', offenders: [], returns: null, zeroSum: true, ply: this.#ply, cause });
  }

  /** Takes a stored refusal as it is, for attempts that cannot be judged again (a value that was not JSON); nothing of a seat that is not to act. */
  restoreRefusal(event: Extract<MatchEvent, { type: 'refused' }>): void {
    if (this.#isToAct(event.seat)) this.#refuse(event.seat, event, event.by);
  }

  /** Takes stored forfeits that happened at one instant; for replay and resume, where timeouts are known by nothing else. */
  restoreForfeits(failures: Failures): void {
    const known = new Map([...failures].filter(([seat]) => seat in this.header.seats && !this.#gone.has(seat)));
    if (!this.#end && goesOnWithout(this.game, this.header.seats.length, known)) this.#guard(() => this.#goOnWithout(known));
  }

  /** SHA-256 over the canonical state, the ply and the pending seats. */
  hash(): string {
    return sha256Hex(canonicalJson({ state: this.#state, ply: this.#ply, pending: this.pending() }));
  }

  #isToAct(seat: Seat): boolean {
    return this.#stage ? this.#stage.pending.includes(seat) : this.#toAct[0] === seat;
  }

  #judge(seat: Seat, submission: Submission, sent: Attempt | undefined): SubmitResult {
    const by = attemptOf(submission, sent);
    const judged = judgeAttempt(this, seat, submission);
    if (!judged.ok) return this.#refuse(seat, judged, by);
    this.#retries[seat] = PROFILE_RETRIES[this.header.profile];
    const { action } = judged;
    const stage = this.#stage;
    if (stage) {
      stage.submit(seat, action);
      this.#events.push({ type: 'submitted', ply: this.#ply, seat, action, ...(by ? { by } : {}) });
      this.#judgeStage(stage);
    } else {
      this.#act(actionsOf(seat, action), by);
    }
    return judged;
  }

  #refuse(seat: Seat, invalid: Invalid, by: Attempt | undefined): SubmitResult {
    const final = (this.#retries[seat] as number) === 0;
    if (!final) (this.#retries[seat] as number)--;
    const retriesLeft = this.#retries[seat] as number;
    this.#events.push(refusedEvent(this.#ply, seat, invalid, retriesLeft, by));
    if (final) {
      const failure: Failure = { reason: 'illegal', cause: invalid.kind };
      if (this.#stage) this.#failInStage(this.#stage, [seat], failure);
      else this.#dropOut(new Map([[seat, failure]]));
    }
    return { ok: false, error: refusalOf(invalid, retriesLeft, final) };
  }

  /** One accepted decision, of one seat or of all seats of a stage. */
  #act(actions: { readonly [seat: Seat]: Action }, by?: Attempt): void {
    this.#events.push(by ? { type: 'actions', ply: this.#ply, actions, by } : { type: 'actions', ply: this.#ply, actions });
    this.#ply++;
    this.#apply({ kind: 'actions', actions });
    this.#advance();
  }

  #failInStage(stage: JointStage, seats: readonly Seat[], failure: Failure): void {
    for (const seat of seats) stage.fail(seat, failure);
    this.#judgeStage(stage);
  }

  /** Once all seats of the stage have submitted or failed: one joint transition, or what follows from the failures. */
  #judgeStage(stage: JointStage): void {
    if (stage.pending.length > 0) return;
    if (stage.failures.size === 0) this.#act(stage.actions);
    else this.#dropOut(stage.failures);
  }

  /** Seats fail at one instant: the match ends, or goes on without them. Seats of the stage that had failed before count as well when it ends. */
  #dropOut(failures: Failures): void {
    if (goesOnWithout(this.game, this.header.seats.length, failures)) {
      this.#goOnWithout(failures);
      return;
    }
    const { game, options, header } = this;
    const offenders = inSeatOrder(new Set([...failures.keys(), ...(this.#stage?.failures.keys() ?? [])]));
    const { reason, cause } = (failures.get(offenders[0] as Seat) ?? failures.values().next().value) as Failure;
    const ending = forfeitReturns({ game, options, state: this.#state, seatCount: header.seats.length, offenders, reason, profile: header.profile, penalty: header.penalty });
    this.#finish({ reason, offenders, ...ending, ply: this.#ply, ...(cause === undefined ? {} : { cause }) });
  }

  /** The forfeits by seat; then what the others have handed in of a joint stage stands where the game still asks exactly them for it. */
  #goOnWithout(failures: Failures): void {
    const stage = this.#stage;
    for (const { seat, after, transition, event } of forfeitSteps(this.game, this.#state, failures, this.#ply)) {
      this.#state = after;
      this.#gone = new Set([...this.#gone, seat]);
      this.#transitions.push(transition);
      this.#events.push(event);
    }
    this.#stage = stage?.without(failures, this.game, this.#state) ?? null;
    if (this.#stage) return this.#judgeStage(this.#stage);
    const waiting = stage?.failuresBeside(failures);
    if (waiting && waiting.size > 0) this.#goOnWithout(waiting);
    else this.#advance();
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
      const outcome = this.#chance.next(this.#state);
      this.#events.push({ type: 'chance', outcome });
      this.#apply({ kind: 'chance', outcome });
    }
    const over = game.isTerminal(this.#state) ? 'completed' : this.#ply >= this.#maxSteps ? 'truncated' : null;
    if (over !== null) return this.#finish({ reason: over, offenders: NONE, returns: game.returns(this.#state), zeroSum: true, ply: this.#ply });
    this.#toAct = game.seatsToAct(this.#state);
    if (this.#toAct.length === 0) throw new Error('a state that is neither terminal nor chance has nobody to act');
    this.#stage = this.#toAct.length === 1 ? null : new JointStage(this.#toAct);
  }

  #finish(end: MatchEnd): void {
    this.#end = end;
    this.#toAct = NONE;
    this.#stage = null;
    this.#events.push({ type: 'ended', end });
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

const NONE: readonly never[] = Object.freeze([]);
const NONE_GONE: ReadonlySet<Seat> = new Set();
