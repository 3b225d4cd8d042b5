/**
 * The Game of Pure Strategy (Goofspiel): prizes come one by one, both seats bid an own card for each at once, the higher bid takes it.
 * Bids are hidden until both are in, then public, so hands are known to all. Sets of ranks are in `hands.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, readInteger, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { allRanks, bidsOf, prizesOf, ranksOf, setOf, without, type GopsAction, type RankSet } from './hands.js';
import { AGENTS } from './opponents.js';
import { brief, briefWords, rules, text } from './texts.js';

export const ROLES = ['player', 'player'] as const;

export type GopsOptions = {
  readonly cards: number;
  readonly prizes: 'random' | 'descending';
  readonly ties: 'carry' | 'discard';
};

/** A finished round with both bids: by seat in a state, the reader's own first in an observation. */
export type Round = { readonly prize: number; readonly bids: readonly [number, number] };

export type GopsState = {
  readonly options: GopsOptions;
  /** The prize on the table; `null` before it is revealed and at the end. */
  readonly prize: number | null;
  /** Points of tied prizes that the next winner takes too. */
  readonly carried: number;
  /** Prizes still to come. */
  readonly left: RankSet;
  readonly hands: readonly [RankSet, RankSet];
  readonly points: readonly [number, number];
  readonly past: readonly Round[];
};

/** A spectator sees seat 0 where a player sees itself. */
export type GopsObservation = {
  readonly options: GopsOptions;
  readonly role: 'player' | 'spectator';
  readonly prize: number | null;
  readonly carried: number;
  readonly left: readonly number[];
  readonly hand: readonly number[];
  readonly otherHand: readonly number[];
  /** The reader's, then the opponent's. */
  readonly points: readonly [number, number];
  readonly past: readonly Round[];
  readonly over: boolean;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly GopsAction[] = Object.freeze([]);
const NO_ROUNDS: readonly Round[] = Object.freeze([]);
const NO_POINTS: readonly [number, number] = Object.freeze([0, 0]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];

export const gops = defineGame<GopsOptions, GopsState, GopsAction, GopsObservation>({
  id: 'gops',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Game of Pure Strategy',
  summary: 'Bid one card at once for each prize; the higher bid takes it, the most points win.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'simultaneous',
  information: 'perfect',
  chance: ({ prizes }) => (prizes === 'random' ? 'enumerated' : 'none'),
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ cards }) => cards,

  optionsSchema: {
    type: 'object',
    properties: {
      cards: { type: 'integer', minimum: 2, maximum: 13, default: 13, description: 'Prizes, and cards in each hand, from 1 upwards.' },
      prizes: { enum: ['random', 'descending'], default: 'random', description: 'The order of the prizes.' },
      ties: { enum: ['carry', 'discard'], default: 'carry', description: 'A tied prize goes to the winner of the next one as well, or is lost.' },
    },
    additionalProperties: false,
  },
  variants: {},
  actionSchema: ({ cards }) => ({ type: 'object', properties: { card: { type: 'integer', minimum: 1, maximum: cards } }, required: ['card'], additionalProperties: false }),

  initialState(options) {
    const all = allRanks(options.cards);
    const state: GopsState = { options, prize: null, carried: 0, left: all, hands: [all, all], points: NO_POINTS, past: NO_ROUNDS };
    return options.prizes === 'random' ? state : reveal(state, options.cards);
  },
  isTerminal,
  isChance,
  chanceOutcomes: (state) => prizesOf(state.left),
  chanceKey: (state) => `prize-${state.past.length + 1}`,
  seatsToAct: (state) => (state.prize === null ? NOBODY : BOTH),
  apply(state, move) {
    if (move.kind === 'chance') return reveal(state, move.outcome as number);
    const { options, left } = state;
    const prize = state.prize as number;
    const bids: readonly [number, number] = [(move.actions[0] as GopsAction).card, (move.actions[1] as GopsAction).card];
    const stake = prize + state.carried;
    const next: GopsState = {
      options,
      prize: null,
      carried: bids[0] === bids[1] && options.ties === 'carry' ? stake : 0,
      left,
      hands: [without(state.hands[0], bids[0]), without(state.hands[1], bids[1])],
      points: bids[0] === bids[1] ? state.points : bids[0] > bids[1] ? [state.points[0] + stake, state.points[1]] : [state.points[0], state.points[1] + stake],
      past: [...state.past, { prize, bids }],
    };
    return options.prizes === 'random' || left === 0 ? next : reveal(next, options.cards - next.past.length);
  },
  legalActions: (state, seat) => (state.prize === null ? NO_ACTIONS : bidsOf(state.hands[seat] as RankSet)),
  refusal(state, seat, { card }) {
    const hand = state.hands[seat] as RankSet;
    return ranksOf(hand).includes(card) ? null : `you do not hold ${card}: your cards are ${ranksOf(hand).join(', ')}`;
  },

  observe(state, reader) {
    const { options, prize, carried, left, hands, points, past } = state;
    const own = reader === 1 ? 1 : 0;
    return {
      options,
      role: readerRole(reader),
      prize,
      carried,
      left: ranksOf(left),
      hand: ranksOf(hands[own]),
      otherHand: ranksOf(hands[1 - own] as RankSet),
      points: own === 0 ? points : [points[1], points[0]],
      past: own === 0 ? past : past.map(swapped),
      over: isTerminal(state),
    };
  },
  told(state, move) {
    if (move.kind === 'chance') return { prize: move.outcome };
    return { round: state.past.length + 1, prize: state.prize, bids: [(move.actions[0] as GopsAction).card, (move.actions[1] as GopsAction).card] };
  },

  rules: (_role, options) => rules(options),
  text,
  brief,
  briefWords,
  formatAction: ({ card }) => `[${card}]`,
  keywords: [],
  readToken(inside) {
    const card = readInteger(inside);
    return card === null ? null : { card };
  },

  returns: (state) => (!isTerminal(state) || state.points[0] === state.points[1] ? EVEN : (WON_BY[state.points[0] > state.points[1] ? 0 : 1] as Returns)),

  sampleState({ options, prize, carried, left, hand, otherHand, points, past }, seat) {
    const hands: readonly [RankSet, RankSet] = [setOf(hand), setOf(otherHand)];
    if (seat === 0) return { options, prize, carried, left: setOf(left), hands, points, past };
    return { options, prize, carried, left: setOf(left), hands: [hands[1], hands[0]], points: [points[1], points[0]], past: past.map(swapped) };
  },
  informationKey: ({ prize, past }) => `${past.map((round) => `${round.prize}:${round.bids[0]}-${round.bids[1]}`).join(' ')} ${prize ?? '-'}`,
  agents: AGENTS,
});

function isTerminal({ prize, left }: GopsState): boolean {
  return prize === null && left === 0;
}

function isChance({ prize, left }: GopsState): boolean {
  return prize === null && left !== 0;
}

function reveal(state: GopsState, prize: number): GopsState {
  const { options, carried, left, hands, points, past } = state;
  return { options, prize, carried, left: without(left, prize), hands, points, past };
}

function readerRole(reader: Reader): 'player' | 'spectator' {
  return reader === 'spectator' ? reader : 'player';
}

function swapped({ prize, bids }: Round): Round {
  return { prize, bids: [bids[1], bids[0]] };
}
