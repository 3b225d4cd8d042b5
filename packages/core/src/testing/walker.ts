/**
 * One random match played through the game contract alone, with every value frozen: what most checks look at, position by position.
 * Chance is drawn as `Match` draws it from the same seed, so a reported seed and moves can be played again. It judges only what it cannot go on without.
 */
import { deepFreeze } from '../game/deep-freeze.js';
import type { Action, Move, Observation, Reader, Role, ScriptedPolicy, Seat, State } from '../game/game.js';
import { drawChance } from '../match/chance.js';
import { Rng } from '../random/rng.js';
import { broken, calling, matchCount, type Kit, type Setting, type Trail } from './kit.js';
import { fillDefaults } from '../schema/defaults.js';

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
  readonly #choice: Rng;
  readonly #maxSteps: number;
  #chanceSteps = 0;
  #chanceInARow = 0;
  #policies: ScriptedPolicy[] | null = null;

  constructor(setting: Setting, seed: number) {
    const { game, options } = setting;
    this.setting = setting;
    this.seed = seed;
    const declared = game.roles(options);
    this.roles = Object.freeze(declared.map((_, seat) => declared[(seat + seed) % declared.length] as Role));
    this.#chance = Rng.fromSeed(seed);
    this.#choice = this.#chance.fork('conformance');
    this.#maxSteps = game.maxSteps(options);
    this.state = deepFreeze(calling('set-up', this, 'initialState', () => game.initialState(options, this.roles)));
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

  /** A random legal action of a seat that is to act; where the space is open, what the game's `random` agent takes. */
  choose(seat: Seat): Action {
    const { game } = this.setting;
    const legal = this.legalActions(seat);
    if (legal !== null) {
      if (legal.length === 0) broken('no dead ends', game, `seat ${seat} is to act and has no legal action`, this);
      return this.#choice.pick(legal);
    }
    const policy = this.#policy(seat);
    return calling('scripted agents', this, 'agents.random', () => policy(deepFreeze(this.observe(seat)), null));
  }

  /** Takes the next move: an outcome of chance, or random actions of the seats to act. */
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
    for (const seat of seats) actions[seat] = this.choose(seat);
    this.ply++;
    return this.apply({ kind: 'actions', actions });
  }

  apply(move: Move): Move {
    deepFreeze(move);
    const next = calling('apply', this, 'apply', () => this.setting.game.apply(this.state, move));
    this.before.push(this.state);
    this.moves.push(move);
    this.state = deepFreeze(next);
    return move;
  }

  #policy(seat: Seat): ScriptedPolicy {
    const { game } = this.setting;
    const random = game.agents?.random;
    if (!random) return broken('scripted agents', game, 'the action space is open and there is no agent called "random"', this);
    this.#policies ??= this.roles.map((_, index) => random.make(fillDefaults(random.paramsSchema ?? {}, {}), this.#choice.fork(index)));
    return this.#policies[seat] as ScriptedPolicy;
  }
}

/** Every position of random matches, chance nodes and the last one included, under every option set. */
export function eachPosition(kit: Kit, most: number, visit: (walk: Walker) => void): void {
  for (const setting of kit.settings) {
    const count = matchCount(kit, setting, most);
    for (let index = 0; index < count; index++) {
      const walk = new Walker(setting, kit.seed + index);
      for (;;) {
        visit(walk);
        if (walk.isOver()) break;
        walk.step();
      }
    }
  }
}

/** Whole random matches under every option set. */
export function eachWalk(kit: Kit, most: number, visit: (walk: Walker) => void): void {
  for (const setting of kit.settings) {
    const count = matchCount(kit, setting, most);
    for (let index = 0; index < count; index++) {
      const walk = new Walker(setting, kit.seed + index);
      while (!walk.isOver()) walk.step();
      visit(walk);
    }
  }
}
