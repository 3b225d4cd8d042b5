/**
 * Check: a reader who was told the same sees the same. Each random match is played again for each reader with everything redrawn that this reader
 * was not told: chance, other seats' hidden moves, or a whole state from `sampleState`. As long as the told sequences are equal, observation,
 * texts, legal list, refusals, whether the seat is to act, and what spectators are told must be equal byte for byte: in length, order and ids too.
 */
import { deepFreeze } from '../../game/deep-freeze.js';
import { fact, type Action, type Move, type Reader, type Seat, type State } from '../../game/game.js';
import { canonicalJson } from '../../json.js';
import type { Rng } from '../../random/rng.js';
import { describeDifference } from '../difference.js';
import { broken, calling, describeMoves, type Kit, type Setting } from '../kit.js';
import { eachWalk, type Walker } from '../walker.js';

const RULE = 'secrecy';
const MOST = 80;
const TWINS = 2;
const MOST_DRAWS = 50;
const MOST_ATTEMPTS = 6;

export function checkSecrecy(kit: Kit): void {
  const hidden = new Set<Setting>(); // where a seat met two worlds that it could not tell apart
  const uneven = new Set<Setting>(); // where a seat was told less than another reader
  eachWalk(kit, MOST, (walk) => {
    const { setting } = walk;
    const states = [...walk.before, walk.state];
    for (const reader of ['spectator', ...Array.from({ length: setting.seatCount }, (_, seat) => seat)] as Reader[]) {
      const twins = Array.from({ length: TWINS }, (_, count) => new Twin(walk, states, reader, walk.rngForMatch(`secrecy/${reader}/${count}`)));
      const different = twins.filter((twin) => twin.follow(0, states[0] as State));
      const isPerfect = fact(setting.game.information, setting.options) === 'perfect';
      if (different.length > 0 && isPerfect && reader !== 'spectator') broken('information', setting.game, `declared perfect, but seat ${reader} cannot tell this match from another one: ${describeMoves((different[0] as Twin).moves)}`, walk);
      if ((followSamples(walk, states, reader) || different.length > 0) && reader !== 'spectator') hidden.add(setting);
    }
    if (!uneven.has(setting) && walk.moves.some((move, index) => isToldUnevenly(setting, states[index] as State, move))) uneven.add(setting);
  });
  for (const setting of kit.settings) {
    const { game, variant } = setting;
    if (uneven.has(setting) && !hidden.has(setting)) broken(RULE, game, `seats are told different things, but no two worlds were found that a seat cannot tell apart, so nothing could be compared: give \`sampleState\` (variant ${variant})`);
  }
}

/** Goes on from states that the game itself gives for what the reader sees. */
function followSamples(walk: Walker, states: readonly State[], reader: Reader): boolean {
  const { game } = walk.setting;
  const decisions = states.flatMap((state, index) => (game.isChance?.(state) || game.isTerminal(state) ? [] : [index]));
  if (!game.sampleState || reader === 'spectator' || decisions.length === 0) return false;
  let differs = false;
  for (let count = 0; count < TWINS; count++) {
    const rng = walk.rngForMatch(`secrecy/${reader}/sample/${count}`);
    const from = decisions[Math.floor(rng.float() * decisions.length)] as number;
    const sampled = deepFreeze(calling(RULE, walk, 'sampleState', () => game.sampleState?.(game.observe(states[from] as State, reader), reader, rng) as State));
    differs = new Twin(walk, states, reader, rng).follow(from, sampled) || differs;
  }
  return differs;
}

function isToldUnevenly({ game, seatCount }: Setting, state: State, move: Move): boolean {
  const told = Array.from({ length: seatCount }, (_, seat) => JSON.stringify(game.told(state, move, seat)));
  return told.some((text) => text !== told[0]);
}

/** A match beside the original that one reader cannot tell from it. */
class Twin {
  readonly #walk: Walker;
  readonly #states: readonly State[];
  readonly #reader: Reader;
  readonly #rng: Rng;
  /** The moves of this match, from where it left the original. */
  readonly moves: Move[] = [];

  constructor(walk: Walker, states: readonly State[], reader: Reader, rng: Rng) {
    this.#walk = walk;
    this.#states = states;
    this.#reader = reader;
    this.#rng = rng;
  }

  /**
   * Goes along the original from a state that the reader cannot tell from the original's, until the reader would be told something else.
   * @returns whether there was a state that differs from the original's
   */
  follow(from: number, start: State): boolean {
    const { game } = this.#walk.setting;
    let twin = start;
    let differs = false;
    for (let index = from; ; index++) {
      const original = this.#states[index] as State;
      // Chance states pass unseen, the end of a match is public: a reader may learn from it.
      if (game.isTerminal(original) !== game.isTerminal(twin) || (game.isChance?.(original) ?? false) !== (game.isChance?.(twin) ?? false)) return differs;
      if (game.isTerminal(original) && JSON.stringify(game.returns(original)) !== JSON.stringify(game.returns(twin))) return differs;
      if (canonicalJson(original) !== canonicalJson(twin)) {
        differs = true;
        this.#compare(original, twin);
      }
      const move = this.#walk.moves[index];
      if (!move) return differs;
      const other = move.kind === 'chance' ? this.#otherOutcome(original, twin, move) : this.#otherActions(original, twin, move);
      if (!other) return differs;
      this.#compareSpectators(original, move, twin, other);
      this.moves.push(other);
      twin = deepFreeze(calling(RULE, this.#walk, 'apply', () => game.apply(twin, deepFreeze(other))));
    }
  }

  #told(state: State, move: Move, reader: Reader = this.#reader): string {
    return JSON.stringify(this.#walk.setting.game.told(state, move, reader)) ?? 'nothing';
  }

  #otherOutcome(original: State, twin: State, move: Move & { kind: 'chance' }): Move | null {
    const { game, options } = this.#walk.setting;
    const told = this.#told(original, move);
    const fits = (candidate: Move): boolean => this.#told(twin, candidate) === told;
    if (fact(game.chance, options) === 'enumerated') {
      const fitting = (game.chanceOutcomes?.(twin) ?? []).map(({ outcome }): Move => ({ kind: 'chance', outcome })).filter(fits);
      const different = fitting.filter((candidate) => JSON.stringify(candidate) !== JSON.stringify(move));
      return different.length > 0 ? this.#rng.pick(different) : (fitting[0] ?? null);
    }
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      const candidate: Move = { kind: 'chance', outcome: game.sampleChance?.(twin, this.#rng.fork(this.#rng.seed())) ?? null };
      if (fits(candidate)) return candidate;
    }
    return fits(move) ? move : null; // an outcome that the reader was told whole stays
  }

  /** The reader's own actions stay; those of others may change where the reader is told the same. */
  #otherActions(original: State, twin: State, move: Move & { kind: 'actions' }): Move | null {
    const { game } = this.#walk.setting;
    const told = this.#told(original, move);
    const toAct = game.seatsToAct(twin);
    if (JSON.stringify(toAct) !== JSON.stringify(game.seatsToAct(original))) return null;
    const own = typeof this.#reader === 'number' ? move.actions[this.#reader] : undefined;
    if (own) {
      const refusal = game.refusal(twin, this.#reader as Seat, own);
      if (refusal !== null) broken(RULE, game, `whether seat ${this.#reader} may play ${JSON.stringify(own)} depends on what it was not told: ${refusal}`, this.#walk);
    }
    const build = (choose: (seat: Seat, same: Action) => Action): Move => ({
      kind: 'actions',
      actions: Object.fromEntries(toAct.map((seat) => [seat, seat === this.#reader ? (own as Action) : choose(seat, move.actions[seat] as Action)])),
    });
    for (let attempt = 0; attempt < 3; attempt++) {
      const candidate = build((seat, same) => {
        const legal = game.legalActions(twin, seat);
        return legal && legal.length > 0 ? this.#rng.pick(legal) : same;
      });
      if (this.#isLegal(twin, candidate) && this.#told(twin, candidate) === told) return candidate;
    }
    const unchanged = build((_, same) => same);
    return this.#isLegal(twin, unchanged) && this.#told(twin, unchanged) === told ? unchanged : null;
  }

  #isLegal(state: State, move: Move): boolean {
    const { game } = this.#walk.setting;
    return move.kind === 'chance' || Object.entries(move.actions).every(([seat, action]) => game.refusal(state, Number(seat), action) === null);
  }

  #compare(original: State, twin: State): void {
    const { game } = this.#walk.setting;
    const reader = this.#reader;
    this.#equal('observation', () => game.observe(original, reader), () => game.observe(twin, reader));
    if (reader === 'spectator') return;
    this.#equal('text', () => game.text(game.observe(original, reader)), () => game.text(game.observe(twin, reader)));
    this.#equal('brief', () => game.brief(game.observe(original, reader)), () => game.brief(game.observe(twin, reader)));
    this.#equal('turn', () => game.seatsToAct(original).includes(reader), () => game.seatsToAct(twin).includes(reader));
    this.#equal('legal list', () => game.legalActions(original, reader), () => game.legalActions(twin, reader));
    if (game.roleOf) this.#equal('role', () => game.roleOf?.(original, reader), () => game.roleOf?.(twin, reader));
    if (!game.seatsToAct(original).includes(reader)) return;
    for (const action of this.#attempts(reader)) this.#equal(`refusal of ${JSON.stringify(action)}`, () => game.refusal(original, reader, action), () => game.refusal(twin, reader, action));
  }

  /** Actions of this seat in this match: at other moments they are attempts, and why one fails must not tell either. */
  #attempts(seat: Seat): readonly Action[] {
    const own = this.#walk.moves.flatMap((move) => (move.kind === 'actions' && move.actions[seat] ? [move.actions[seat]] : []));
    return own.slice(-MOST_ATTEMPTS);
  }

  /** Anybody may watch: what spectators are told of a move must not tell a seat more than the seat was told. */
  #compareSpectators(original: State, move: Move, twin: State, other: Move): void {
    if (this.#reader === 'spectator') return;
    this.#equal('spectator events', () => this.#told(original, move, 'spectator'), () => this.#told(twin, other, 'spectator'));
  }

  #equal(what: string, read: () => unknown, readTwin: () => unknown): void {
    const a = calling(RULE, this.#walk, what, read);
    const b = calling(RULE, this.#walk, what, readTwin);
    if (JSON.stringify(a) === JSON.stringify(b)) return;
    const who = this.#reader === 'spectator' ? 'spectators' : `seat ${this.#reader}`;
    broken(RULE, this.#walk.setting.game, `the ${what} of ${who} depends on what was not told: ${describeDifference(a, b)}\n  in the other world: ${describeMoves(this.moves)}`, this.#walk);
  }
}
