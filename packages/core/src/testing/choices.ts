/**
 * The decisions of one play as plain numbers, so that a play can be recorded, played again and made smaller.
 * A number is an index into the legal list; where the action space is open, into the actions that the recorded play took.
 * Drawn choices write down what they draw; scripted ones read a list, and say when it is used up.
 */
import { deepFreeze } from '../game/deep-freeze.js';
import type { Action, Game, Observation, ScriptedPolicy, Seat } from '../game/game.js';
import type { Rng } from '../random/rng.js';
import { fillDefaults } from '../schema/defaults.js';
import { broken, calling, type Trail } from './kit.js';

/** A seat that is to act. */
export interface Decision {
  readonly trail: Trail;
  readonly seat: Seat;
  readonly legalActions: readonly Action[] | null;
  observe(): Observation;
  /** Whether the rules let this action of another play through here. */
  accepts(action: Action): boolean;
}

export interface Script {
  readonly indices: readonly number[];
  /** The actions of the recorded play in open action spaces. */
  readonly pool: readonly Action[];
  /** The play as it was recorded: actions of the pool are taken as they are, not looked for among those that the rules accept. */
  readonly isExact?: boolean;
}

export class Choices {
  /** What was chosen, in order. */
  readonly taken: number[] = [];
  /** Actions taken in open action spaces. */
  readonly pool: Action[] = [];
  readonly #rng: Rng;
  readonly #script: Script | null;
  readonly #policies = new Map<Seat, ScriptedPolicy>();

  constructor(rng: Rng, script: Script | null = null) {
    this.#rng = rng;
    this.#script = script;
  }

  /** The same choices once more, for a second play of the same match. */
  again(): Choices {
    return new Choices(this.#rng, { indices: [...this.taken], pool: [...this.pool], isExact: true });
  }

  /** Whether these are read from a script. */
  get isScripted(): boolean {
    return this.#script !== null;
  }

  /** Whether a script has nothing more to say; a play that goes on takes first actions. */
  get isUsedUp(): boolean {
    return this.#script !== null && this.taken.length >= this.#script.indices.length;
  }

  take(decision: Decision): Action {
    const { trail, seat, legalActions } = decision;
    if (legalActions === null) return this.#takeOpen(decision);
    if (legalActions.length === 0) broken('no dead ends', trail.setting.game, `seat ${seat} is to act and has no legal action`, trail);
    const index = this.#script ? this.#next(this.#script) % legalActions.length : this.#rng.int(legalActions.length);
    this.taken.push(index);
    return legalActions[index] as Action;
  }

  #takeOpen(decision: Decision): Action {
    const index = this.#script ? this.#next(this.#script) : this.pool.length;
    const action = (this.#script && fromPool(this.#script, index, decision)) ?? this.#ask(decision);
    this.pool.push(action);
    this.taken.push(index);
    return action;
  }

  #next({ indices }: Script): number {
    return indices[this.taken.length] ?? 0;
  }

  #ask({ trail, seat, observe }: Decision): Action {
    const policy = this.#policies.get(seat) ?? randomPolicy(trail, this.#rng.fork(seat));
    this.#policies.set(seat, policy);
    return calling('scripted agents', trail, 'agents.random', () => policy(deepFreeze(observe()), null));
  }
}

/** The action at this index, or the next one round the pool that the rules accept here. */
function fromPool({ pool, isExact }: Script, index: number, { accepts }: Decision): Action | null {
  if (isExact) return pool[index] ?? null;
  for (let step = 0; step < pool.length; step++) {
    const action = pool[(index + step) % pool.length] as Action;
    if (accepts(action)) return action;
  }
  return null;
}

/** The agent of an open game that plays anything legal. */
export function randomPolicy(trail: Trail, rng: Rng): ScriptedPolicy {
  const { game } = trail.setting;
  const random: NonNullable<Game['agents']>[string] | undefined = game.agents?.random;
  if (!random) return broken('scripted agents', game, 'the action space is open and there is no agent called "random"', trail);
  return random.make(fillDefaults(random.paramsSchema ?? {}, {}), rng);
}
