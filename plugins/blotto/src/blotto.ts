/**
 * Colonel Blotto: both seats put all their units on fields at once; more fields won takes the round, more than half of the rounds the match.
 * No chance; the only secret is the allocation of a round before both are in. Allocations are in `allocations.ts`, texts in `texts.ts`.
 */
import { API_VERSION, defineGame, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { actionsOn, fieldMargin, FIELD_NAMES, unitsOf, type Allocation, type BlottoAction } from './allocations.js';
import { AGENTS } from './opponents.js';
import { brief, briefNext, briefWords, formatAllocation, readAllocation, rules, text } from './texts.js';

export const ROLES = ['player', 'player'] as const;

export type BlottoOptions = { readonly fields: number; readonly units: number; readonly rounds: number };

/** A finished round: by seat in a state, the reader's own allocation first in an observation. */
export type Round = readonly [Allocation, Allocation];

export type BlottoState = {
  readonly options: BlottoOptions;
  readonly past: readonly Round[];
  /** Rounds won by seat. */
  readonly won: readonly [number, number];
};

/** A spectator sees seat 0 where a player sees itself. */
export type BlottoObservation = {
  readonly options: BlottoOptions;
  readonly role: 'player' | 'spectator';
  readonly past: readonly Round[];
  readonly won: readonly [number, number];
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly BlottoAction[] = Object.freeze([]);
const NO_ROUNDS: readonly Round[] = Object.freeze([]);
const NONE_WON: readonly [number, number] = Object.freeze([0, 0]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];

export const blotto = defineGame<BlottoOptions, BlottoState, BlottoAction, BlottoObservation>({
  id: 'blotto',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Colonel Blotto',
  summary: 'Spread units over fields at once, round after round; more fields take a round.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'simultaneous',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ rounds }) => rounds,

  optionsSchema: {
    type: 'object',
    properties: {
      fields: { type: 'integer', minimum: 2, maximum: FIELD_NAMES.length, default: 3, description: 'Fields, named A, B, C and so on.' },
      units: { type: 'integer', minimum: 1, maximum: 200, default: 20, description: 'Units each player puts on the fields in a round.' },
      rounds: { type: 'integer', minimum: 1, maximum: 99, default: 9, description: 'Rounds in a match; more than half of them end it.' },
    },
    additionalProperties: false,
  },
  variants: { small: { rounds: 5 }, large: { fields: 5, units: 50, rounds: 15 }, extreme: { fields: 7, units: 75, rounds: 25 } },
  actionSchema({ fields, units }) {
    const names = FIELD_NAMES.slice(0, fields);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 0, maximum: units }]));
    const allocation = { type: 'object', properties, required: names, additionalProperties: false };
    return { type: 'object', properties: { allocation }, required: ['allocation'], additionalProperties: false };
  },

  initialState: (options) => ({ options, past: NO_ROUNDS, won: NONE_WON }),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : BOTH),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected the allocations of both seats, got a chance outcome: Colonel Blotto has no chance');
    const { options, past, won } = state;
    const round: Round = [unitsOf(move.actions[0] as BlottoAction, options.fields), unitsOf(move.actions[1] as BlottoAction, options.fields)];
    const margin = fieldMargin(round[0], round[1]);
    return { options, past: [...past, round], won: margin === 0 ? won : margin > 0 ? [won[0] + 1, won[1]] : [won[0], won[1] + 1] };
  },
  legalActions: (state) => (isTerminal(state) ? NO_ACTIONS : actionsOn(state.options.fields, state.options.units)),
  refusal({ options: { fields, units } }, _seat, action) {
    const allocation = unitsOf(action, fields);
    if (!allocation.every((number) => Number.isInteger(number) && number >= 0)) return 'each field takes a whole number of units, 0 or more';
    const sum = allocation.reduce((total, number) => total + number, 0);
    return sum === units ? null : `the allocation has ${sum} units in sum: put exactly ${units} on the fields`;
  },

  observe({ options, past, won }, reader) {
    if (reader !== 1) return { options, role: roleOf(reader), past, won };
    return { options, role: 'player', past: past.map(swapped), won: [won[1], won[0]] };
  },
  told({ options, past }, move) {
    if (move.kind !== 'actions') return null;
    return { round: past.length + 1, allocations: [unitsOf(move.actions[0] as BlottoAction, options.fields), unitsOf(move.actions[1] as BlottoAction, options.fields)] };
  },

  rules: (_role, options) => rules(options),
  text,
  brief,
  briefWords,
  briefNext,
  formatAction: formatAllocation,
  keywords: [],
  readToken: (inside, { options }) => readAllocation(inside, options),

  returns: (state) => (!isTerminal(state) || state.won[0] === state.won[1] ? EVEN : (WON_BY[state.won[0] > state.won[1] ? 0 : 1] as Returns)),

  sampleState: ({ options, past, won }, seat) => (seat === 0 ? { options, past, won } : { options, past: past.map(swapped), won: [won[1], won[0]] }),
  informationKey: ({ past }) => past.map(([own, other]) => `${own.join('.')}:${other.join('.')}`).join(' '),
  agents: AGENTS,
});

function isTerminal({ options: { rounds }, past, won }: BlottoState): boolean {
  return past.length === rounds || 2 * won[0] > rounds || 2 * won[1] > rounds;
}

function roleOf(reader: Reader): 'player' | 'spectator' {
  return reader === 'spectator' ? reader : 'player';
}

function swapped([first, second]: Round): Round {
  return [second, first];
}
