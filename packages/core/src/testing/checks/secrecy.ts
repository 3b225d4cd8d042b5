/**
 * Check: a reader who was told the same sees the same. Each random match is played again for each reader with everything redrawn that this reader
 * was not told: chance, other seats' hidden moves, or a whole state from `sampleState`. As long as the told sequences are equal,
 * observation, texts, legal list, whether the seat is to act, and what spectators are told must be equal byte for byte.
 */
import { deepFreeze } from '../../game/deep-freeze.js';
import { fact, type Action, type Move, type Reader, type Seat, type State } from '../../game/game.js';
import { Rng } from '../../random/rng.js';
import { broken, calling, type Kit } from '../kit.js';
import { eachWalk, type Walker } from '../walker.js';

const RULE = 'secrecy';
const MOST = 80;
const TWINS = 2;
const MOST_DRAWS = 50;

export function checkSecrecy(kit: Kit): void {
  const rng = Rng.fromSeed(kit.seed).fork('secrecy');
  eachWalk(kit, MOST, (walk) => {
    const { game, seatCount } = walk.setting;
    const states = [...walk.before, walk.state];
    for (const reader of ['spectator', ...Array.from({ length: seatCount }, (_, seat) => seat)] as Reader[]) {
      for (let count = 0; count < TWINS; count++) new Twin(walk, states, reader, rng).follow(0, states[0] as State);
      if (!game.sampleState || reader === 'spectator') continue;
      const from = rng.int(states.length);
      const state = states[from] as State;
      if (game.isChance?.(state) || game.isTerminal(state)) continue;
      const sampled = deepFreeze(calling(RULE, walk, 'sampleState', () => (game.sampleState as NonNullable<typeof game.sampleState>)(game.observe(state, reader), reader, rng.fork(from))));
      new Twin(walk, states, reader, rng).follow(from, sampled);
    }
  });
}

/** A match beside the original that one reader cannot tell from it. */
class Twin {
  readonly #walk: Walker;
  readonly #states: readonly State[];
  readonly #reader: Reader;
  readonly #rng: Rng;

  constructor(walk: Walker, states: readonly State[], reader: Reader, rng: Rng) {
    this.#walk = walk;
    this.#states = states;
    this.#reader = reader;
    this.#rng = rng;
  }

  /** Goes along the original from a state that the reader cannot tell from the original's, until the reader would be told something else. */
  follow(from: number, start: State): void {
    const { game } = this.#walk.setting;
    let twin = start;
    for (let index = from; ; index++) {
      const original = this.#states[index] as State;
      // Chance states pass unseen, the end of a match is public: a reader may learn from it.
      if (game.isTerminal(original) !== game.isTerminal(twin) || (game.isChance?.(original) ?? false) !== (game.isChance?.(twin) ?? false)) return;
      if (game.isTerminal(original) && JSON.stringify(game.returns(original)) !== JSON.stringify(game.returns(twin))) return;
      this.#compare(original, twin);
      const move = this.#walk.moves[index];
      if (!move) return;
      const other = move.kind === 'chance' ? this.#otherOutcome(original, twin, move) : this.#otherActions(original, twin, move);
      if (!other) return;
      this.#compareSpectators(original, move, twin, other);
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
  }

  /** Anybody may watch: what spectators are told of a move must not tell a seat more than the seat was told. */
  #compareSpectators(original: State, move: Move, twin: State, other: Move): void {
    if (this.#reader === 'spectator') return;
    this.#equal('spectator events', () => this.#told(original, move, 'spectator'), () => this.#told(twin, other, 'spectator'));
  }

  #equal(what: string, read: () => unknown, readTwin: () => unknown): void {
    const a = JSON.stringify(calling(RULE, this.#walk, what, read));
    const b = JSON.stringify(calling(RULE, this.#walk, what, readTwin));
    if (a === b) return;
    broken(RULE, this.#walk.setting.game, `the ${what} of ${this.#reader === 'spectator' ? 'spectators' : `seat ${this.#reader}`} depends on what was not told: ${firstDifference(a, b)}`, this.#walk);
  }
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 30);
  return `...${a.slice(from, at + 60)} against ...${b.slice(from, at + 60)}`;
}
