/**
 * Small games for the tests of this package, worked out by hand: a cell game, matching pennies (joint), a bluffing game (chance, hidden card), a talking game,
 * a race (chance, positions come back) and a tug of war (no end of its own).
 * Not published and not plugins; the real games have their own packages, and tests with them stand in the root `test/`.
 */
import type { JsonObject } from '@spiral-arena/core';
import { API_VERSION, defineGame } from '@spiral-arena/core/game';
import type { Action, Game, Seat } from '@spiral-arena/core/game';

const NO_OPTIONS = { type: 'object', properties: {}, additionalProperties: false } as const;
const ROLES = ['first', 'second'];

function base(id: string) {
  return {
    id, version: '1.0.0', apiVersion: API_VERSION, title: id, summary: 'A game for tests.', seats: { min: 2, max: 2 }, roles: () => ROLES,
    utility: 'zero-sum', chance: 'none', turnOrder: 'sequential', information: 'perfect', optionsSchema: NO_OPTIONS, variants: {}, keywords: [],
    rules: (role: string) => `You are ${role}.`, told: () => null,
  } as const;
}

type CellState = { readonly cells: readonly number[] };
type CellAction = { readonly cell: number };

/** Each seat picks one of nine cells, the first seat first; the larger one wins. The second seat sees the first cell, so it wins unless that is 8. */
export const CELLS: Game = defineGame<JsonObject, CellState, CellAction, JsonObject>({
  ...base('cells'),
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: () => 2,
  actionSchema: () => ({ type: 'object', properties: { cell: { type: 'integer', minimum: 0, maximum: 8 } }, required: ['cell'], additionalProperties: false }),
  initialState: () => ({ cells: [] }),
  isTerminal: ({ cells }) => cells.length === 2,
  seatsToAct: ({ cells }) => (cells.length < 2 ? [cells.length] : []),
  apply: ({ cells }, move) => ({ cells: [...cells, ...(move.kind === 'actions' ? Object.values(move.actions).map(({ cell }) => cell) : [])] }),
  legalActions: ({ cells }, seat) => (cells.length === seat ? NINE : []),
  refusal: () => null,
  observe: ({ cells }, reader) => ({ reader, cells }),
  text: (observation) => `Cells: ${JSON.stringify(observation['cells'])}`,
  brief: (observation) => ['cells', ROLES[observation['reader'] as Seat] ?? 'spectator', ...(observation['cells'] as number[])].join(' '),
  briefWords: () => ['cells', ...ROLES, '0', '1', '2', '3', '4', '5', '6', '7', '8'],
  formatAction: ({ cell }) => `[${cell}]`,
  readToken: (inside) => (/^(0|[1-9]\d*)$/.test(inside) ? { cell: Number(inside) } : null),
  sampleState: (observation) => ({ cells: observation['cells'] as number[] }),
  returns: ({ cells: [first, second] }) => (first === undefined || second === undefined ? [0, 0] : [Math.sign(first - second), Math.sign(second - first)]),
  agents: {
    fixed: {
      summary: 'Plays one cell.',
      paramsSchema: { type: 'object', properties: { cell: { type: 'integer', minimum: 0, maximum: 8, default: 3 }, loud: { type: 'boolean', default: false }, weights: { type: 'object', default: {}, additionalProperties: { type: 'number', maximum: 1 } } }, additionalProperties: false },
      make: (params) => () => ({ cell: params['cell'] as number }),
    },
  },
});

const NINE = Object.freeze(Array.from({ length: 9 }, (_, cell) => ({ cell })));

type PennyState = { readonly chosen: readonly string[] | null };
type PennyAction = { readonly side: string };
const SIDES = [{ side: 'heads' }, { side: 'tails' }];

/** Matching pennies: both at once; equal sides win for the first seat. Equilibrium: half and half, value 0. */
export const PENNIES: Game = defineGame<JsonObject, PennyState, PennyAction, JsonObject>({
  ...base('pennies'),
  turnOrder: 'simultaneous',
  information: 'imperfect',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: () => 1,
  actionSchema: () => ({ type: 'object', properties: { side: { enum: ['heads', 'tails'] } }, required: ['side'], additionalProperties: false }),
  initialState: () => ({ chosen: null }),
  isTerminal: ({ chosen }) => chosen !== null,
  seatsToAct: ({ chosen }) => (chosen ? [] : [0, 1]),
  apply: (state, move) => (move.kind === 'actions' ? { chosen: [move.actions[0]?.side ?? '', move.actions[1]?.side ?? ''] } : state),
  legalActions: ({ chosen }) => (chosen ? [] : SIDES),
  refusal: () => null,
  observe: ({ chosen }, reader) => ({ reader, chosen }),
  text: () => 'Choose a side.',
  brief: (observation) => `pennies ${ROLES[observation['reader'] as Seat] ?? 'spectator'}`,
  briefWords: () => ['pennies', ...ROLES, 'heads', 'tails'],
  formatAction: ({ side }) => `[${side}]`,
  readToken: (inside) => (inside === 'heads' || inside === 'tails' ? { side: inside } : null),
  sampleState: (observation) => ({ chosen: observation['chosen'] as string[] | null }),
  keywords: ['heads', 'tails'],
  returns: ({ chosen }) => (chosen ? (chosen[0] === chosen[1] ? [1, -1] : [-1, 1]) : [0, 0]),
});

type BluffState = { readonly card: string | null; readonly moves: readonly string[] };
type BluffAction = { readonly move: string };

/**
 * Ante 1. Seat 0 is dealt high or low, each with 1/2, and checks (showdown for 1) or bets 1; seat 1, which never sees the card, folds or calls.
 * By hand: seat 0 bets low with 1/3, seat 1 calls with 2/3, value 1/3. Uniform play: value 1/4, best responses 1/2 and 0, NashConv 1/2.
 */
export const BLUFF: Game = defineGame<JsonObject, BluffState, BluffAction, JsonObject>({
  ...base('bluff'),
  chance: 'enumerated',
  information: 'imperfect',
  returnsRange: () => ({ min: -2, max: 2 }),
  maxSteps: () => 2,
  actionSchema: () => ({ type: 'object', properties: { move: { enum: ['check', 'bet', 'fold', 'call'] } }, required: ['move'], additionalProperties: false }),
  initialState: () => ({ card: null, moves: [] }),
  isTerminal: ({ moves }) => moves[0] === 'check' || moves.length === 2,
  isChance: ({ card }) => card === null,
  chanceOutcomes: () => [{ outcome: 'high', probability: 0.5 }, { outcome: 'low', probability: 0.5 }],
  seatsToAct: ({ card, moves }) => (card === null || moves[0] === 'check' || moves.length === 2 ? [] : [moves.length]),
  apply: (state, move) => (move.kind === 'chance' ? { ...state, card: move.outcome as string } : { ...state, moves: [...state.moves, ...Object.values(move.actions).map((action) => action.move)] }),
  legalActions: ({ moves }, seat) => (moves.length !== seat ? [] : seat === 0 ? [{ move: 'check' }, { move: 'bet' }] : [{ move: 'fold' }, { move: 'call' }]),
  refusal: ({ moves }, _, { move }) => ((moves.length === 0) === (move === 'check' || move === 'bet') ? null : `${move} is not possible now.`),
  observe: ({ card, moves }, reader) => ({ reader, moves, card: reader === 0 ? card : null }),
  informationKey: (observation) => `${String(observation['card'])} ${(observation['moves'] as string[]).join(' ')}`,
  told: (_, move) => (move.kind === 'actions' ? { moved: Object.values(move.actions).map((action) => action.move) } : null),
  text: (observation) => `Card: ${String(observation['card'])}. Moves: ${(observation['moves'] as string[]).join(' ')}`,
  brief: (observation) => ['bluff', ROLES[observation['reader'] as Seat] ?? 'spectator', String(observation['card']), ...(observation['moves'] as string[])].join(' '),
  briefWords: () => ['bluff', ...ROLES, 'high', 'low', 'null', 'check', 'bet', 'fold', 'call'],
  formatAction: ({ move }) => `[${move}]`,
  readToken: (inside) => (/^(check|bet|fold|call)$/i.test(inside) ? { move: inside.toLowerCase() } : null),
  keywords: ['check', 'bet', 'fold', 'call'],
  returns: ({ card, moves }) => {
    if (card === null || moves.length === 0 || (moves[0] === 'bet' && moves.length === 1)) return [0, 0];
    const chips = moves[1] === 'fold' ? 1 : (moves[1] === 'call' ? 2 : 1) * (card === 'high' ? 1 : -1);
    return [chips, -chips];
  },
  sampleState: (observation, _, rng) => ({ card: (observation['card'] as string | null) ?? rng.pick(['high', 'low']), moves: observation['moves'] as string[] }),
});

type TalkState = { readonly said: readonly (string | null)[] };
type TalkAction = { readonly kind: string; readonly message?: string };

/** Two turns: say something or go. The action space is open; nobody wins. */
export const TALK: Game = defineGame<JsonObject, TalkState, TalkAction, JsonObject>({
  ...base('talk'),
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: () => 2,
  actionSchema: () => ({ type: 'object', properties: { kind: { enum: ['go', 'talk'] }, message: { type: 'string', minLength: 1, maxLength: 1000 } }, required: ['kind'], additionalProperties: false }),
  initialState: () => ({ said: [] }),
  isTerminal: ({ said }) => said.length === 2,
  seatsToAct: ({ said }) => (said.length < 2 ? [said.length] : []),
  apply: ({ said }, move) => ({ said: [...said, ...(move.kind === 'actions' ? Object.values(move.actions).map(({ message }) => message ?? null) : [])] }),
  legalActions: () => null,
  refusal: () => null,
  observe: ({ said }, reader) => ({ reader, said }),
  told: (_, move) => (move.kind === 'actions' ? { said: Object.values(move.actions) as readonly Action[] } : null),
  text: (observation) => `Said: ${JSON.stringify(observation['said'])}`,
  brief: () => 'talk',
  briefWords: () => ['talk', 'go'],
  formatAction: ({ kind, message = '' }) => (kind === 'talk' ? message : `${message} [go]`.trim()),
  readToken: (inside) => (inside.toLowerCase() === 'go' ? { kind: 'go' } : null),
  keywords: ['go'],
  talk: { allowed: () => true, withMessage: (action, message) => ({ kind: 'talk', ...action, message }) },
  returns: () => [0, 0],
});

type RaceState = { readonly turn: number; readonly tossing: boolean; readonly winner: Seat | null };
type RaceAction = { readonly move: string };
const RACE_MOVES = [{ move: 'wait' }, { move: 'toss' }];

/**
 * In turn: wait, or toss a coin; heads wins, tails and waiting pass the turn, so positions come back.
 * By hand: V = 1/2 + (1 - V)/2, so the seat to move wins with 2/3 and the value is 1/3.
 */
export const RACE: Game = defineGame<JsonObject, RaceState, RaceAction, JsonObject>({
  ...base('race'),
  chance: 'enumerated',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: () => 200,
  actionSchema: () => ({ type: 'object', properties: { move: { enum: ['wait', 'toss'] } }, required: ['move'], additionalProperties: false }),
  initialState: () => ({ turn: 0, tossing: false, winner: null }),
  isTerminal: ({ winner }) => winner !== null,
  isChance: ({ tossing }) => tossing,
  chanceOutcomes: () => [{ outcome: 'heads', probability: 0.5 }, { outcome: 'tails', probability: 0.5 }],
  seatsToAct: ({ turn, tossing, winner }) => (tossing || winner !== null ? [] : [turn]),
  apply({ turn }, move) {
    if (move.kind === 'chance') return { turn: 1 - turn, tossing: false, winner: move.outcome === 'heads' ? turn : null };
    return move.actions[turn]?.move === 'toss' ? { turn, tossing: true, winner: null } : { turn: 1 - turn, tossing: false, winner: null };
  },
  legalActions: ({ turn, tossing, winner }, seat) => (tossing || winner !== null || seat !== turn ? [] : RACE_MOVES),
  refusal: () => null,
  observe: (state, reader) => ({ reader, state }),
  text: () => 'Wait or toss.',
  brief: () => 'race',
  briefWords: () => ['race', 'wait', 'toss'],
  formatAction: ({ move }) => `[${move}]`,
  readToken: (inside) => (inside === 'wait' || inside === 'toss' ? { move: inside } : null),
  returns: ({ winner }) => (winner === null ? [0, 0] : winner === 0 ? [1, -1] : [-1, 1]),
  sampleState: (observation) => observation['state'] as RaceState,
});

type TugState = { readonly at: number; readonly last: number; readonly turn: Seat };
type TugAction = { readonly steps: number };
const STEPS = [3, 2, 1, 0].map((steps) => ({ steps }));

/** In turn each seat pulls by 3 to 0 steps, not as many as the other just did; 3 steps to one's own side win. Where the match is cut off before, the side that led loses: it had the time. */
export function tug(maxSteps: number): Game {
  return defineGame<JsonObject, TugState, TugAction, JsonObject>({
    ...base('tug'),
    returnsRange: () => ({ min: -1, max: 1 }),
    maxSteps: () => maxSteps,
    actionSchema: () => ({ type: 'object', properties: { steps: { type: 'integer', minimum: 0, maximum: 3 } }, required: ['steps'], additionalProperties: false }),
    initialState: () => ({ at: 0, last: 3, turn: 0 }),
    isTerminal: ({ at }) => Math.abs(at) >= 3,
    seatsToAct: ({ at, turn }) => (Math.abs(at) >= 3 ? [] : [turn]),
    apply(state, move) {
      const steps = (move.kind === 'actions' && move.actions[state.turn]?.steps) || 0;
      return { at: state.at + (state.turn === 0 ? steps : -steps), last: steps, turn: 1 - state.turn };
    },
    legalActions: ({ at, last, turn }, seat) => (Math.abs(at) >= 3 || seat !== turn ? [] : STEPS.filter(({ steps }) => steps !== last)),
    refusal: () => null,
    observe: (state, reader) => ({ reader, state }),
    text: () => 'Pull.',
    brief: () => 'tug',
    briefWords: () => ['tug', '0', '1', '2', '3'],
    formatAction: ({ steps }) => `[${steps}]`,
    readToken: (inside) => (/^[0-3]$/.test(inside) ? { steps: Number(inside) } : null),
    returns: ({ at }) => (at === 0 ? [0, 0] : at >= 3 || (at < 0 && at > -3) ? [1, -1] : [-1, 1]),
    sampleState: (observation) => observation['state'] as TugState,
  });
}
