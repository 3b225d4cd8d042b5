/**
 * Leduc Hold'em over one or several hands: one private card each, one public card, two rounds of betting.
 * One hand (cards, betting tree, lines) is in `hand.ts`, what readers see in `observation.ts`, opponents in `opponents.ts`.
 * The match is the sum of its hands, and who opens alternates. The public card does not exist before its chance step.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import {
  actionsAt, ANTE, BET_SIZES, BETS_IN, bettingAfter, CARDS, DEALS, isFold, isOpen, MOST_PER_HAND, MOVES, openerActs, publicCards, RANKS, showdown, stakeOf,
  type Betting, type Card, type Deal, type LeducAction, type Line,
} from './hand.js';
import { countsChips, describe, ROLES, rulesText, type HandResult, type LeducObservation, type LeducOptions, type LeducRole } from './observation.js';
import { AGENTS } from './opponents.js';

export type LeducState = {
  readonly options: LeducOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** Number of the hand in play or about to be dealt, from 1. */
  readonly hand: number;
  /** `null` before a deal and at the end. */
  readonly deal: Deal | null;
  /** How the first round of the hand went; `null` while it lasts. */
  readonly before: Line | null;
  /** `null` until it is turned. */
  readonly public: Card | null;
  /** Betting in the round in play. */
  readonly betting: Betting;
  /** Chips of 'first' over the finished hands; 'second' has the negative. */
  readonly net: number;
  readonly results: readonly HandResult[];
  readonly over: boolean;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly LeducAction[] = Object.freeze([]);
const NO_RESULTS: readonly HandResult[] = Object.freeze([]);
const EVEN: Returns = Object.freeze([0, 0]);
const MOVES_OF_A_ROUND = 4;
const ACTION_SCHEMA = { type: 'object', properties: { move: { enum: MOVES } }, required: ['move'], additionalProperties: false } as const;

export const leduc = defineGame<LeducOptions, LeducState, LeducAction, LeducObservation>({
  id: 'leduc',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: "Leduc Hold'em",
  summary: 'Poker with six cards, one public card and two rounds of betting: small enough to solve, large enough to bluff in.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange(options) {
    const most = countsChips(options) ? MOST_PER_HAND * options.hands : 1;
    return { min: -most, max: most };
  },
  maxSteps: ({ hands }) => 2 * MOVES_OF_A_ROUND * hands,

  optionsSchema: {
    type: 'object',
    properties: {
      hands: { type: 'integer', minimum: 1, maximum: 50, default: 1, description: 'Hands in a match: one, or an even number.' },
      scoring: { enum: ['auto', 'chips', 'match'], default: 'auto', description: 'Returns: the net chips, or the sign of them; auto is chips for one hand and match for several.' },
    },
    additionalProperties: false,
  },
  variants: { 'six-hands': { hands: 6 } },
  optionsProblem: ({ hands }) => (hands > 1 && hands % 2 === 1 ? `${hands} hands let one player open more often: hands must be 1 or even` : null),
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options, roles) => ({
    options, first: roles[0] === 'first' ? 0 : 1, hand: 1, deal: null, before: null, public: null, betting: '', net: 0, results: NO_RESULTS, over: false,
  }),
  isTerminal: (state) => state.over,
  isChance: (state) => !state.over && isDealing(state),
  chanceOutcomes: ({ deal }) => (deal === null ? DEALS : publicCards(deal)),
  chanceKey: ({ hand, deal }) => (deal === null ? `hand-${hand}` : `hand-${hand}-public`),
  seatsToAct: (state) => (state.over || isDealing(state) ? NOBODY : (ONLY[seatToAct(state)] as readonly Seat[])),
  apply(state, move) {
    const { options, first, hand, deal, before, net, results } = state;
    if (move.kind === 'chance') {
      if (deal === null) return { options, first, hand, deal: move.outcome as Deal, before, public: null, betting: '', net, results, over: false };
      return { options, first, hand, deal, before, public: move.outcome as Card, betting: '', net, results, over: false };
    }
    const betting = bettingAfter(state.betting, (move.actions[seatToAct(state)] as LeducAction).move) as Betting | Line;
    if (isOpen(betting)) return { options, first, hand, deal, before, public: state.public, betting, net, results, over: false };
    if (before === null && !isFold(betting)) return { options, first, hand, deal, before: betting, public: null, betting: '', net, results, over: false };
    const result = resultOf(state, betting);
    const over = hand === options.hands;
    const won = result.winner === 'second' ? -result.won : result.won;
    return { options, first, hand: over ? hand : hand + 1, deal: null, before: null, public: null, betting: '', net: net + won, results: [...results, result], over };
  },
  legalActions: (state, seat) => (state.over || isDealing(state) || seat !== seatToAct(state) ? NO_ACTIONS : actionsAt(state.betting)),
  refusal({ betting }, _seat, { move }) {
    if (bettingAfter(betting, move) !== undefined) return null;
    return `you cannot ${move} here: ${actionsAt(betting).map((item) => item.move).join(', ')} are possible`;
  },

  observe(state, reader) {
    const { options, hand, deal, before, betting, net, results, over } = state;
    const role = readerRole(state, reader);
    return {
      options,
      role,
      hand,
      opener: openerOf(hand),
      card: deal === null || role === 'spectator' ? null : deal[role],
      before,
      public: state.public,
      betting,
      toAct: over || isDealing(state) ? null : roleToAct(state),
      pot: deal === null ? 0 : 2 * (before === null ? ANTE : stakeOf(before, null)) + BETS_IN[betting] * BET_SIZES[before === null ? 0 : 1],
      chips: { first: net, second: 0 - net },
      results,
      over,
    };
  },
  told(state, move, reader) {
    const { hand, deal, before } = state;
    if (move.kind === 'chance') {
      if (deal !== null) return { hand, public: move.outcome };
      const role = readerRole(state, reader);
      return role === 'spectator' ? { hand } : { hand, card: (move.outcome as Deal)[role] };
    }
    const role = roleToAct(state);
    const played = (move.actions[seatToAct(state)] as LeducAction).move;
    const betting = bettingAfter(state.betting, played) as Betting | Line;
    const ends = !isOpen(betting) && (before !== null || isFold(betting));
    return ends ? { role, move: played, result: resultOf(state, betting) } : { role, move: played };
  },

  rules: rulesText,
  text: describe,
  /** Own rank, four places for the first round, the public rank, three for the second; then hand and net chips where there are several. */
  brief({ options, role, hand, card, before, public: shown, betting, chips }) {
    const text = `leduc ${role} ${card?.[0] ?? '.'} ${padded(before ?? betting, 4)} ${shown?.[0] ?? '.'} ${padded(before === null ? '' : betting, 3)}`;
    return options.hands === 1 ? text : `${text} ${hand} ${role === 'second' ? chips.second : chips.first}`;
  },
  briefWords({ hands }) {
    const most = hands > 1 ? MOST_PER_HAND * hands : -1;
    const numbers = Array.from({ length: 2 * most + 1 }, (_, index) => String(index - most));
    return ['leduc', ...ROLES, 'spectator', '.', ...RANKS, ...MOVES, ...numbers];
  },
  formatAction: ({ move }) => `[${move}]`,
  keywords: MOVES,
  readToken(inside) {
    const word = foldAscii(inside);
    return (MOVES as readonly string[]).includes(word) ? { move: word } : null;
  },

  returns({ options, first, net, over }) {
    if (!over || net === 0) return EVEN;
    const won = countsChips(options) ? net : Math.sign(net);
    return first === 0 ? [won, -won] : [-won, won];
  },

  /** The hidden card is uniform over the cards that the reader does not see. */
  sampleState({ options, role, hand, card, before, public: shown, betting, chips, results, over }, seat, rng) {
    let deal: Deal | null = null;
    if (card !== null) {
      const other = rng.pick(CARDS.filter((rest) => rest !== card && rest !== shown));
      deal = role === 'second' ? { first: other, second: card } : { first: card, second: other };
    }
    return { options, first: role === 'second' ? 1 - seat : seat, hand, deal, before, public: shown, betting, net: chips.first, results, over };
  },
  /** One hand: own card, first round, public card, second round (`Kh check bet call Qs bet`). Several: what came before counts too. */
  informationKey({ options, role, hand, card, before, public: shown, betting, results }) {
    const now = [card ?? '-', before, shown, betting].filter((part) => part !== null && part !== '').join(' ');
    if (options.hands === 1) return now;
    const past = results.map(({ lines, public: turned, cards }) => [lines[0], turned, lines[1], cards?.first, cards?.second].filter(Boolean).join(' '));
    return [role, hand, now, ...past].join(', ');
  },
  agents: AGENTS,
});

/** Whether a card is about to come: the private ones, or the public one after the first round. */
function isDealing({ deal, before, public: shown }: LeducState): boolean {
  return deal === null || (before !== null && shown === null);
}

/** 'first' opens hands 1, 3, 5... */
function openerOf(hand: number): LeducRole {
  return hand % 2 === 1 ? 'first' : 'second';
}

function roleToAct({ hand, betting }: LeducState): LeducRole {
  return (hand % 2 === 1) === openerActs(betting) ? 'first' : 'second';
}

function seatToAct(state: LeducState): Seat {
  return roleToAct(state) === 'first' ? state.first : 1 - state.first;
}

function readerRole(state: LeducState, reader: Reader): LeducRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

/** The result of the hand that the role to act ends with this line. */
function resultOf(state: LeducState, line: Line): HandResult {
  const { hand, before, public: shown } = state;
  const lines = before === null ? [line] : [before, line];
  const won = before === null ? stakeOf(line, null) : stakeOf(before, line);
  if (isFold(line)) return { hand, lines, public: shown, winner: roleToAct(state) === 'first' ? 'second' : 'first', won, cards: null };
  const deal = state.deal as Deal;
  const sign = showdown(deal.first, deal.second, shown as Card);
  return { hand, lines, public: shown, winner: sign === 0 ? null : sign > 0 ? 'first' : 'second', won: sign === 0 ? 0 : won, cards: deal };
}

const PADDED = new Map<string, string>();

/** The moves of a round with a `.` for each place that is free. */
function padded(betting: Betting | Line, places: number): string {
  const key = `${places} ${betting}`;
  let text = PADDED.get(key);
  if (text === undefined) {
    const moves = betting === '' ? [] : betting.split(' ');
    PADDED.set(key, (text = [...moves, ...Array.from({ length: places - moves.length }, () => '.')].join(' ')));
  }
  return text;
}
