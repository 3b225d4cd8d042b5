/**
 * Snake for two: one joint move a tick; whoever is left alone wins, at the limit of ticks the higher score.
 * A tick is in `tick.ts`, what appears where in `spawn.ts`, the words in `texts.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { ACTIONS, boardOf, DIRECTIONS, type Direction, type SnakeAction } from './board.js';
import { AGENTS } from './opponents.js';
import { isSpawning, spawnsOf, type Spawn } from './spawn.js';
import { brief, briefWords, rules, text } from './texts.js';
import { moveSnakes, type Body } from './tick.js';

export const ROLES = ['player', 'player'] as const;

export type SnakeOptions = {
  readonly width: number;
  readonly height: number;
  /** Apples on the board at any time. */
  readonly apples: number;
  readonly maxTicks: number;
  readonly spawn: 'symmetric' | 'random';
  readonly scoreBreaksTies: boolean;
};

export type SnakeState = {
  readonly options: SnakeOptions;
  /** By seat, head first; none before they are placed, empty: dead. */
  readonly bodies: readonly Body[];
  readonly apples: readonly number[];
  /** Apples eaten, by seat. */
  readonly scores: readonly [number, number];
  /** Finished ticks. */
  readonly tick: number;
};

/** What one snake shows. */
export type SnakeView = { readonly alive: boolean; readonly score: number; readonly length: number; readonly body: Body };

/** A spectator sees seat 0 where a player sees itself. */
export type SnakeObservation = {
  readonly options: SnakeOptions;
  readonly role: 'player' | 'spectator';
  readonly own: SnakeView;
  readonly other: SnakeView;
  readonly apples: readonly number[];
  readonly tick: number;
  readonly over: boolean;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly SnakeAction[] = Object.freeze([]);
const NOTHING: readonly never[] = Object.freeze([]);
const NO_SCORES: readonly [number, number] = Object.freeze([0, 0]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const ACTION_SCHEMA = { type: 'object', properties: { direction: { enum: DIRECTIONS } }, required: ['direction'], additionalProperties: false } as const;
const TOKENS: ReadonlyMap<string, SnakeAction> = new Map(
  [...DIRECTIONS, 'w', 's', 'a', 'd'].map((word, index) => [word, ACTIONS[index % ACTIONS.length] as SnakeAction]),
);

export const snake = defineGame<SnakeOptions, SnakeState, SnakeAction, SnakeObservation>({
  id: 'snake',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Snake',
  summary: 'Two snakes move at once: eat apples, grow, and be the last one alive.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'simultaneous',
  information: 'perfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ maxTicks }) => maxTicks,

  optionsSchema: {
    type: 'object',
    properties: {
      width: { type: 'integer', minimum: 4, maximum: 30, default: 5, description: 'Cells from left to right.' },
      height: { type: 'integer', minimum: 4, maximum: 30, default: 5, description: 'Cells from bottom to top.' },
      apples: { type: 'integer', minimum: 1, maximum: 100, default: 2, description: 'Apples on the board at any time.' },
      maxTicks: { type: 'integer', minimum: 1, maximum: 1000, default: 20, description: 'Ticks, each one move of both snakes; then the higher score wins.' },
      spawn: { enum: ['symmetric', 'random'], default: 'symmetric', description: 'Starts and first apples in half-turn images of each other, or anywhere.' },
      scoreBreaksTies: { type: 'boolean', default: false, description: 'When both die in one tick the higher score wins.' },
    },
    additionalProperties: false,
  },
  variants: { standard: { width: 10, height: 10, apples: 3, maxTicks: 50 }, large: { width: 15, height: 15, apples: 5, maxTicks: 125 } },
  optionsProblem: ({ width, height, apples }) => (apples > width * height - 2 ? `${apples} apples and two snakes do not fit on ${width} by ${height} cells` : null),
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options) => ({ options, bodies: NOTHING, apples: NOTHING, scores: NO_SCORES, tick: 0 }),
  isTerminal,
  isChance: (state) => !isTerminal(state) && isSpawning(state),
  chanceOutcomes: spawnsOf,
  chanceKey: ({ tick, bodies, apples }) => (bodies.length < 2 ? `snake-${bodies.length}` : `tick-${tick} apple-${apples.length}`),
  seatsToAct: (state) => (isTerminal(state) || isSpawning(state) ? NOBODY : BOTH),
  apply(state, move) {
    const { options, bodies, apples, scores, tick } = state;
    if (move.kind === 'chance') {
      const spawn = move.outcome as Spawn;
      if ('apples' in spawn) return { options, bodies, apples: [...apples, ...spawn.apples], scores, tick };
      return { options, bodies: [...bodies, ...spawn.heads.map((head) => [head])], apples, scores, tick };
    }
    const directions = directionsOf(move.actions);
    const result = moveSnakes(boardOf(options.width, options.height), bodies as readonly [Body, Body], apples, directions);
    const [ate0, ate1] = result.ate;
    const eaten = ate0 || ate1;
    return {
      options,
      bodies: result.bodies,
      apples: eaten ? apples.filter((cell) => !((ate0 && cell === result.bodies[0][0]) || (ate1 && cell === result.bodies[1][0]))) : apples,
      scores: eaten ? [scores[0] + (ate0 ? 1 : 0), scores[1] + (ate1 ? 1 : 0)] : scores,
      tick: tick + 1,
    };
  },
  legalActions: (state) => (isTerminal(state) || isSpawning(state) ? NO_ACTIONS : ACTIONS),
  refusal: () => null,

  observe(state, reader) {
    const { options, apples, tick } = state;
    const own = reader === 1 ? 1 : 0;
    return { options, role: readerRole(reader), own: viewOf(state, own), other: viewOf(state, 1 - own), apples, tick, over: isTerminal(state) };
  },
  told(state, move) {
    if (move.kind === 'chance') return { placed: move.outcome };
    return { tick: state.tick + 1, directions: directionsOf(move.actions) };
  },

  rules: (_role, options) => rules(options),
  text,
  brief,
  briefWords,
  formatAction: ({ direction }) => `[${direction}]`,
  keywords: DIRECTIONS,
  readToken: (inside) => TOKENS.get(foldAscii(inside)) ?? null,

  returns(state) {
    if (!isTerminal(state)) return EVEN;
    const [alive0, alive1] = [isAlive(state, 0), isAlive(state, 1)];
    if (alive0 !== alive1) return WON_BY[alive0 ? 0 : 1] as Returns;
    const [first, second] = state.scores;
    if (first === second || (!alive0 && !state.options.scoreBreaksTies)) return EVEN;
    return WON_BY[first > second ? 0 : 1] as Returns;
  },

  sampleState({ options, own, other, apples, tick }, seat) {
    const [first, second] = seat === 1 ? [other, own] : [own, other];
    const bodies = [first, second].filter(({ alive, body }) => tick > 0 || (alive && body.length > 0)).map(({ body }) => body);
    return { options, bodies, apples, scores: [first.score, second.score], tick };
  },
  informationKey: ({ own, other, apples, tick }) => `${tick} ${own.body.join('.')} ${other.body.join('.')} ${apples.join('.')} ${own.score} ${other.score}`,
  agents: AGENTS,
});

function isTerminal(state: SnakeState): boolean {
  if (state.tick === 0) return false;
  return state.tick === state.options.maxTicks || !isAlive(state, 0) || !isAlive(state, 1);
}

function isAlive({ bodies }: SnakeState, seat: Seat): boolean {
  return (bodies[seat] as Body).length > 0;
}

/** A snake that is not placed yet is alive and nowhere. */
function viewOf({ bodies, scores }: SnakeState, seat: Seat): SnakeView {
  const body = bodies[seat];
  return { alive: body === undefined || body.length > 0, score: scores[seat] as number, length: (scores[seat] as number) + 1, body: body ?? NOTHING };
}

function directionsOf(actions: { readonly [seat: Seat]: SnakeAction }): readonly [Direction, Direction] {
  return [(actions[0] as SnakeAction).direction, (actions[1] as SnakeAction).direction];
}

function readerRole(reader: Reader): 'player' | 'spectator' {
  return reader === 'spectator' ? reader : 'player';
}
