/**
 * One match played through the game contract alone, with every value frozen: what most checks look at, position by position.
 * Chance is drawn as `Match` draws it from the same seed, so a reported seed and moves can be played again. It judges only what it cannot go on without.
 */
import { deepFreeze } from '../game/deep-freeze.js';
import type { Action, Move, Observation, Reader, Role, Seat, State } from '../game/game.js';
import { drawChance } from '../match/chance.js';
import { Rng } from '../random/rng.js';
import { eachAttempt } from './attempts.js';
import { Choices, randomPolicy } from './choices.js';
import { broken, calling, type Kit, type Setting, type Trail } from './kit.js';

/** Chance steps in a row after which a game is taken to be stuck. */
const MOST_CHANCE_STEPS = 10_000;
/** The rule that a read breaks which throws: often because the frozen state was to be changed. */
const READS = 'pure reads';

export class Walker implements Trail {
  readonly setting: Setting;
  readonly seed: number;
  /** Role of each seat: the declared order, turned by the seed so that roles and seats come apart. */
  readonly roles: readonly Role[];
  readonly moves: Move[] = [];
  /** The state before each move. */
  readonly before: State[] = [];
  state: State;
  ply = 0;
  readonly #chance: Rng;
  readonly #choices: Choices;
  readonly #maxSteps: number;
  #chanceSteps = 0;
  #chanceInARow = 0;

  constructor(setting: Setting, seed: number, choices?: Choices) {
    const { game, options } = setting;
    this.setting = setting;
    this.seed = seed;
    const declared = game.roles(options);
    this.roles = Object.freeze(declared.map((_, seat) => declared[(seat + seed) % declared.length] as Role));
    this.#chance = Rng.fromSeed(seed);
    this.#choices = choices ?? new Choices(this.#chance.fork('conformance'));
    this.#maxSteps = game.maxSteps(options);
    const start: Trail = { setting, seed, roles: this.roles, moves: [] };
    this.state = deepFreeze(calling('set-up', start, 'initialState', () => game.initialState(options, this.roles)));
  }

  isTerminal(): boolean {
    return calling(READS, this, 'isTerminal', () => this.setting.game.isTerminal(this.state));
  }

  isChance(): boolean {
    return calling(READS, this, 'isChance', () => this.setting.game.isChance?.(this.state) ?? false);
  }

  /** By the rules, or cut off at `maxSteps`. */
  isOver(): boolean {
    return this.isTerminal() || (this.ply >= this.#maxSteps && !this.isChance());
  }

  /** Over, or at a decision for which the script of choices has nothing more. */
  isAtEnd(): boolean {
    return this.isOver() || (this.#choices.isUsedUp && !this.isChance());
  }

  toAct(): readonly Seat[] {
    return calling(READS, this, 'seatsToAct', () => this.setting.game.seatsToAct(this.state));
  }

  roleOf(seat: Seat): Role {
    return calling(READS, this, 'roleOf', () => this.setting.game.roleOf?.(this.state, seat) ?? (this.roles[seat] as Role));
  }

  observe(reader: Reader): Observation {
    return calling(READS, this, 'observe', () => this.setting.game.observe(this.state, reader));
  }

  legalActions(seat: Seat): readonly Action[] | null {
    return calling(READS, this, 'legalActions', () => this.setting.game.legalActions(this.state, seat));
  }

  /** Some actions of a seat that is to act: all legal ones, or in an open space what the game's `random` agent says. The play is not touched. */
  someActions(seat: Seat, count = 3): readonly Action[] {
    const legal = this.legalActions(seat);
    if (legal !== null) return legal;
    const policy = randomPolicy(this, this.rngFor(`actions/${seat}`));
    return Array.from({ length: count }, () => calling('scripted agents', this, 'agents.random', () => policy(deepFreeze(this.observe(seat)), null)));
  }

  /** A generator for what a check draws here; the same for the same seed, label and number of moves. */
  rngFor(label: string): Rng {
    return this.#chance.fork(`${label}/${this.moves.length}`);
  }

  /** The same, for the match as a whole. */
  rngForMatch(label: string): Rng {
    return this.#chance.fork(label);
  }

  /** Takes the next move: an outcome of chance, or chosen actions of the seats to act. */
  step(): Move {
    const { game, options } = this.setting;
    if (this.isChance()) {
      if (++this.#chanceInARow > MOST_CHANCE_STEPS) broken('chance', game, `${MOST_CHANCE_STEPS} chance steps without a decision`, this);
      const outcome = calling('chance', this, 'chance', () => drawChance(game, options, this.state, this.#chance, this.#chanceSteps++));
      return this.apply({ kind: 'chance', outcome });
    }
    this.#chanceInARow = 0;
    const seats = this.toAct();
    if (seats.length === 0) broken('one kind of state', game, 'the state is neither terminal nor chance, and nobody is to act', this);
    const actions: { [seat: Seat]: Action } = {};
    for (const seat of seats) actions[seat] = this.#choose(seat);
    this.ply++;
    return this.apply({ kind: 'actions', actions });
  }

  apply(move: Move): Move {
    deepFreeze(move);
    const next = calling('apply', this, `apply ${JSON.stringify(move)}`, () => this.setting.game.apply(this.state, move));
    this.before.push(this.state);
    this.moves.push(move);
    this.state = deepFreeze(next);
    return move;
  }

  #choose(seat: Seat): Action {
    return this.#choices.take({
      trail: this,
      seat,
      legalActions: this.legalActions(seat),
      observe: () => this.observe(seat),
      accepts: (action) => this.setting.game.refusal(this.state, seat, action) === null,
    });
  }
}

/** Every position of random matches, chance nodes and the last one included, under every option set. */
export function eachPosition(kit: Kit, most: number, visit: (walk: Walker) => void): void {
  eachAttempt(kit, most, (setting, seed, choices) => {
    const walk = new Walker(setting, seed, choices);
    for (;;) {
      // A play that is made smaller is looked at where it ends: what fails earlier is a smaller play still.
      if (!choices.isScripted || choices.isUsedUp || walk.isOver()) visit(walk);
      if (walk.isAtEnd()) break;
      walk.step();
    }
  });
}

/** Whole random matches under every option set; the first part of one where a failure is made smaller. */
export function eachWalk(kit: Kit, most: number, visit: (walk: Walker) => void): void {
  eachAttempt(kit, most, (setting, seed, choices) => {
    const walk = new Walker(setting, seed, choices);
    while (!walk.isAtEnd()) walk.step();
    visit(walk);
  });
}
