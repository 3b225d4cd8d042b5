/**
 * Nim: take any number of objects from one pile; whoever takes the last object wins, or in misère loses.
 * Written as a third party would: `@spiral-arena/core` is all it knows. Theory and opponents are in `nim-sum.ts`.
 */
import { API_VERSION, defineGame, readInteger, type ChanceOutcome, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { actionsOn, AGENTS, type NimAction } from './nim-sum.js';

export const ROLES = ['first', 'second'] as const;
export type NimRole = (typeof ROLES)[number];

export type NimOptions = {
  /** Sizes of the piles at the start; with `random`, the largest size of each. */
  readonly piles: readonly number[];
  readonly misere: boolean;
  readonly random: boolean;
};

export type NimState = {
  readonly options: NimOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** `null` until chance has drawn them. */
  readonly piles: readonly number[] | null;
  /** Actions taken so far. */
  readonly moves: number;
  readonly last: NimAction | null;
};

export type NimObservation = {
  readonly options: NimOptions;
  readonly role: NimRole | 'spectator';
  /** Empty until chance has drawn them. */
  readonly piles: readonly number[];
  readonly last: NimAction | null;
  readonly toMove: NimRole | null;
  readonly winner: NimRole | null;
};

const MOST_ENUMERATED = 1296;
const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_PILES: readonly number[] = Object.freeze([]);
const UNDECIDED: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const TWO_WORDS = /^([^ ,]+)(?: ?, ?| )([^ ,]+)$/;

export const nim = defineGame<NimOptions, NimState, NimAction, NimObservation>({
  id: 'nim',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Nim',
  summary: 'Take objects from one pile at a time; the last object decides.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: (options) => (options.random ? (drawsOf(options) <= MOST_ENUMERATED ? 'enumerated' : 'sampled') : 'none'),
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ piles }) => total(piles),

  optionsSchema: {
    type: 'object',
    properties: {
      piles: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 50 },
        minItems: 1,
        maxItems: 10,
        default: [3, 4, 5],
        description: 'Objects in each pile at the start.',
      },
      misere: { type: 'boolean', default: false, description: 'Whoever takes the last object loses.' },
      random: { type: 'boolean', default: false, description: 'Draw the size of each pile from 1 to the given one.' },
    },
    additionalProperties: false,
  },
  variants: { medium: { piles: [4, 2, 3, 7] }, large: { piles: [5, 7, 9, 11, 2] } },
  actionSchema: ({ piles }) => ({
    type: 'object',
    properties: { pile: { type: 'integer', minimum: 0, maximum: piles.length - 1 }, take: { type: 'integer', minimum: 1, maximum: Math.max(...piles) } },
    required: ['pile', 'take'],
    additionalProperties: false,
  }),

  initialState: (options, roles) => ({ options, first: roles[0] === 'first' ? 0 : 1, piles: options.random ? null : options.piles, moves: 0, last: null }),
  isTerminal,
  isChance: (state) => state.piles === null,
  chanceOutcomes: ({ options }) => allDraws(options.piles),
  sampleChance: ({ options }, rng) => options.piles.map((most) => rng.between(1, most)),
  chanceKey: () => 'piles',
  seatsToAct: (state) => (state.piles === null || isTerminal(state) ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    const { options, first } = state;
    if (move.kind === 'chance') return { options, first, piles: move.outcome as readonly number[], moves: 0, last: null };
    const action = move.actions[seatToMove(state)] as NimAction;
    const piles = [...(state.piles as readonly number[])];
    (piles[action.pile] as number) -= action.take;
    return { options, first, piles, moves: state.moves + 1, last: { pile: action.pile + 0, take: action.take } }; // + 0: -0 becomes 0
  },
  legalActions: (state, seat) => (state.piles === null || seat !== seatToMove(state) ? [] : actionsOn(state.piles)),
  refusal(state, _seat, { pile, take }) {
    const size = state.piles?.[pile];
    if (size === undefined) return `there is no pile ${pile}: piles go from 0 to ${state.options.piles.length - 1}`;
    if (take < 1) return `take at least 1 object, not ${take}`;
    return take <= size ? null : `pile ${pile} holds ${size}, so ${take} cannot be taken from it`;
  },

  observe(state, reader) {
    const over = isTerminal(state);
    return {
      options: state.options,
      role: readerRole(state, reader),
      piles: state.piles ?? NO_PILES,
      last: state.last,
      toMove: over || state.piles === null ? null : roleToMove(state),
      winner: over ? winnerOf(state) : null,
    };
  },
  told(state, move) {
    if (move.kind === 'chance') return { piles: move.outcome };
    const { pile, take } = move.actions[seatToMove(state)] as NimAction;
    return { role: roleToMove(state), pile: pile + 0, take };
  },

  rules(role, { piles, misere, random }) {
    const sizes = random ? `of a random size each, at most ${piles.join(', ')}` : `of ${piles.join(', ')} objects`;
    return [
      `Nim with ${piles.length} ${piles.length === 1 ? 'pile' : 'piles'} ${sizes}, numbered from 0.`,
      `Your role is "${role}": ${role === 'second' ? 'your opponent moves first' : 'you move first'}.`,
      'In turn, each player takes one or more objects from a single pile.',
      misere ? 'Whoever takes the last object of all loses.' : 'Whoever takes the last object of all wins.',
      'Answer with the pile and the number of objects in brackets. Format only: [0 1] takes one object from pile 0.',
    ].join('\n');
  },
  text({ options, role, piles, last, toMove, winner }) {
    const lines = [role === 'spectator' ? 'You watch.' : `You are ${role}.`];
    if (piles.length === 0) lines.push('The piles are about to be drawn.');
    else lines.push('Piles:', ...piles.map((size, pile) => `  pile ${pile}: ${size}`));
    if (last) lines.push(`Last move: ${last.take} from pile ${last.pile}.`);
    if (winner) lines.push(`The last object is gone: ${winner} wins.`);
    else if (toMove) lines.push(`${toMove === role ? 'It is your turn' : `${toMove} is to move`}. The last object ${options.misere ? 'loses' : 'wins'}.`);
    return lines.join('\n');
  },
  brief({ options, role, piles }) {
    const sizes = piles.length > 0 ? piles : options.piles.map(() => '.');
    return `nim ${role}${options.misere ? ' misere' : ''} ${sizes.join(' ')}`;
  },
  briefWords({ piles, misere, random }) {
    const most = Math.max(...piles, piles.length - 1);
    const numbers = Array.from({ length: most + 1 }, (_, number) => String(number));
    return ['nim', ...ROLES, 'spectator', ...(misere ? ['misere'] : []), ...(random ? ['.'] : []), ...numbers];
  },
  formatAction: ({ pile, take }) => `[${pile} ${take}]`,
  keywords: [],
  readToken(inside) {
    const [, first = '', second = ''] = TWO_WORDS.exec(inside) ?? [];
    const pile = readInteger(first);
    const take = readInteger(second);
    return pile === null || take === null ? null : { pile, take };
  },

  returns: (state) => (isTerminal(state) ? (WON_BY[winnerOf(state) === 'first' ? state.first : 1 - state.first] as Returns) : UNDECIDED),

  sampleState({ options, role, piles, last, toMove, winner }, seat) {
    const first = role === 'second' ? 1 - seat : seat;
    if (piles.length === 0) return { options, first, piles: null, moves: 0, last };
    const mover = toMove ?? (options.misere ? winner : winner === 'first' ? 'second' : 'first');
    const moves = mover === 'first' ? 0 : 1; // only its parity is known, and only that matters
    return { options, first, piles, moves, last };
  },
  /** Positions with the same piles go on alike, so the last move is left out. */
  informationKey: ({ role, piles, toMove }) => `${role} ${piles.join(' ')} ${toMove}`,
  agents: AGENTS,
});

function total(piles: readonly number[]): number {
  let sum = 0;
  for (let pile = 0; pile < piles.length; pile++) sum += piles[pile] as number;
  return sum;
}

function isTerminal({ piles }: NimState): boolean {
  return piles !== null && total(piles) === 0;
}

function seatToMove(state: NimState): Seat {
  return state.moves % 2 === 0 ? state.first : 1 - state.first;
}

function roleToMove(state: NimState): NimRole {
  return state.moves % 2 === 0 ? 'first' : 'second';
}

/** At the end: the player to move did not take the last object. */
function winnerOf(state: NimState): NimRole {
  const moved = state.moves % 2 === 0 ? 'second' : 'first';
  return state.options.misere ? (moved === 'first' ? 'second' : 'first') : moved;
}

function readerRole(state: NimState, reader: Reader): NimRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function drawsOf({ piles }: NimOptions): number {
  return piles.reduce((product, most) => product * most, 1);
}

/** Every list of sizes from 1 to the given ones, equally likely. */
function allDraws(largest: readonly number[]): readonly ChanceOutcome[] {
  let draws: number[][] = [[]];
  for (const most of largest) draws = draws.flatMap((draw) => Array.from({ length: most }, (_, size) => [...draw, size + 1]));
  return draws.map((outcome) => ({ outcome, probability: 1 / draws.length }));
}
