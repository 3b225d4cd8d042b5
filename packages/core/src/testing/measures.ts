/**
 * What a game costs: steps per second of random play by the rules alone, and the bytes of its largest state and action schema.
 * Numbers for the author, not a check: nothing is too slow or too large here. The clock is the caller's.
 */
import type { Action, ScriptedPolicy, Seat, State } from '../game/game.js';
import { canonicalJson, type Json } from '../json.js';
import { drawChance } from '../match/chance.js';
import { Rng } from '../random/rng.js';
import { compileSchema } from '../schema/ajv.js';
import { randomPolicy } from './choices.js';
import type { Kit, Setting } from './kit.js';
import { Walker } from './walker.js';

export interface Measures {
  /** Moves per second under the default options, chance included: legal actions, a choice and `apply`. `null` without a clock. */
  readonly stepsPerSecond: number | null;
  /** UTF-8 bytes of the largest state met, as canonical JSON, over all option sets. */
  readonly stateBytes: number;
  /** The same of the largest observation. */
  readonly observationBytes: number;
  /** Bytes of the largest action schema. */
  readonly schemaBytes: number;
  /** Milliseconds to compile it. `null` without a clock. */
  readonly schemaCompileMs: number | null;
}

/** A clock in milliseconds, such as `() => performance.now()`. */
export type Now = () => number;

const LEAST_MS = 200;
const WARM_UP = 10;
const MOST_SIZE_MATCHES = 5;

/** @throws what the game throws */
export function measure(kit: Kit, now: Now | null): Measures {
  const [setting] = kit.settings as readonly [Setting];
  const largest = kit.settings.toSorted((a, b) => bytesOf(b.spec.schema) - bytesOf(a.spec.schema))[0] as Setting;
  return {
    stepsPerSecond: now && stepsPerSecond(setting, kit.seed, now),
    ...sizes(kit),
    schemaBytes: bytesOf(largest.spec.schema),
    schemaCompileMs: now && timeOf(now, () => compileSchema(largest.spec.schema)),
  };
}

function bytesOf(value: Json): number {
  return new TextEncoder().encode(canonicalJson(value)).length;
}

function timeOf(now: Now, run: () => unknown): number {
  const start = now();
  run();
  return now() - start;
}

function sizes(kit: Kit): Pick<Measures, 'stateBytes' | 'observationBytes'> {
  let [stateBytes, observationBytes] = [0, 0];
  for (const setting of kit.settings) {
    for (let index = 0; index < Math.min(MOST_SIZE_MATCHES, kit.matches); index++) {
      const walk = new Walker(setting, kit.seed + index);
      for (;;) {
        stateBytes = Math.max(stateBytes, bytesOf(walk.state));
        for (let seat: Seat = 0; seat < setting.seatCount; seat++) observationBytes = Math.max(observationBytes, bytesOf(walk.observe(seat)));
        if (walk.isOver()) break;
        walk.step();
      }
    }
  }
  return { stateBytes, observationBytes };
}

/** Whole matches until enough time has passed; the clock is read once a match. */
function stepsPerSecond(setting: Setting, seed: number, now: Now): number {
  const rng = Rng.fromSeed(seed);
  for (let match = 0; match < WARM_UP; match++) playBare(setting, rng, seed); // unmeasured, so that the engine has seen the code
  const start = now();
  let steps = 0;
  let elapsed = 0;
  while (elapsed < LEAST_MS) {
    steps += playBare(setting, rng, seed);
    elapsed = now() - start;
  }
  return (steps * 1_000) / elapsed;
}

/** One random match without looking at anything but legal actions; chance repeats from match to match, since draws depend on the key alone. @returns its moves */
function playBare(setting: Setting, rng: Rng, seed: number): number {
  const { game, options } = setting;
  const roles = game.roles(options);
  const policies = new Map<Seat, ScriptedPolicy>(); // of open action spaces
  const ask = (seat: Seat): Action => {
    const policy = policies.get(seat) ?? randomPolicy({ setting, seed, roles, moves: [] }, rng);
    policies.set(seat, policy);
    return policy(game.observe(state, seat), null);
  };
  const maxSteps = game.maxSteps(options);
  let state: State = game.initialState(options, roles);
  let steps = 0;
  let chanceSteps = 0;
  while (!game.isTerminal(state) && steps - chanceSteps < maxSteps) {
    steps++;
    if (game.isChance?.(state)) {
      state = game.apply(state, { kind: 'chance', outcome: drawChance(game, options, state, rng, chanceSteps++) });
      continue;
    }
    const actions: { [seat: Seat]: Action } = {};
    for (const seat of game.seatsToAct(state)) {
      const legal = game.legalActions(state, seat);
      actions[seat] = legal ? rng.pick(legal) : ask(seat);
    }
    state = game.apply(state, { kind: 'actions', actions });
  }
  return steps;
}
