/**
 * Kuhn poker over one or several hands: the match is the sum of its hands, and who opens alternates.
 * One hand (cards, betting tree, lines) is in `hand.ts`, what readers see in `observation.ts`, opponents in `opponents.ts`.
 * The option `reference` is another game: it repeats spiral-rl's KuhnPoker-v1, where bets move nothing and the last hand decides.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import {
  actionNamed, actionsAt, beats, bettingAfter, dealsOf, facesBet, isCalled, isOpen, isShowdown, MOVES, openerActs, openerWins, ranksOf,
  type Betting, type Deal, type Line, type PokerAction,
} from './hand.js';
import { describe, ROLES, rulesText, type HandResult, type KuhnObservation, type KuhnOptions, type KuhnRole } from './observation.js';
import { AGENTS } from './opponents.js';

export type KuhnState = {
  readonly options: KuhnOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** Number of the hand in play or about to be dealt, from 1. */
  readonly hand: number;
  /** `null` before a deal and at the end. */
  readonly deal: Deal | null;
  readonly betting: Betting;
  /** Chips of 'first' over the finished hands; 'second' has the negative. */
  readonly net: number;
  readonly results: readonly HandResult[];
  readonly over: boolean;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly PokerAction[] = Object.freeze([]);
const NO_RESULTS: readonly HandResult[] = Object.freeze([]);
const EVEN: Returns = Object.freeze([0, 0]);
const BRIEF_BETTING: { readonly [betting in Betting]: string } = { '': '. .', check: 'check .', bet: 'bet .', 'check bet': 'check bet' };
const ACTION_SCHEMA = { type: 'object', properties: { move: { enum: MOVES } }, required: ['move'], additionalProperties: false } as const;

export const kuhnPoker = defineGame<KuhnOptions, KuhnState, PokerAction, KuhnObservation>({
  id: 'kuhn-poker',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Kuhn poker',
  summary: 'Poker with one card each and one bet: the smallest game of bluffing, solved exactly.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange({ scoring, hands, ante, bet }) {
    const most = scoring === 'chips' ? hands * (ante + bet) : 1;
    return { min: -most, max: most };
  },
  maxSteps: ({ hands }) => 3 * hands,

  optionsSchema: {
    type: 'object',
    properties: {
      cards: { type: 'integer', minimum: 3, maximum: 13, default: 3, description: 'Ranks in the deck, one card of each: J Q K, then A, then T and downwards.' },
      ante: { type: 'integer', minimum: 1, maximum: 20, default: 1, description: 'Chips each player puts in before a hand.' },
      bet: { type: 'integer', minimum: 1, maximum: 20, default: 1, description: 'Chips that a bet, and a call of it, puts in.' },
      hands: { type: 'integer', minimum: 1, maximum: 50, default: 6, description: 'Hands in a match; an odd number above 1 is fair only in pairs with swapped seats.' },
      scoring: { enum: ['match', 'chips'], default: 'match', description: 'Returns: the sign of the net chips, or the net chips.' },
      reference: {
        type: 'boolean',
        default: false,
        description: 'Reference rules (spiral-rl KuhnPoker-v1), only to repeat published runs: bets move no chips, and the winner of the last hand wins the match.',
      },
    },
    additionalProperties: false,
  },
  variants: {
    single: { hands: 1, scoring: 'chips' },
    'five-card': { cards: 5 },
    paper: { hands: 5 },
    reference: { hands: 5, reference: true },
  },
  optionsProblem: ({ reference, scoring }) => (reference && scoring !== 'match' ? 'reference rules have no chip scoring: scoring must be "match"' : null),
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options, roles) => ({ options, first: roles[0] === 'first' ? 0 : 1, hand: 1, deal: null, betting: '', net: 0, results: NO_RESULTS, over: false }),
  isTerminal: (state) => state.over,
  isChance,
  chanceOutcomes: (state) => dealsOf(state.options.cards),
  chanceKey: (state) => `hand-${state.hand}`,
  seatsToAct: (state) => (state.deal === null ? NOBODY : (ONLY[seatToAct(state)] as readonly Seat[])),
  apply(state, move) {
    const { options, first, hand, net, results } = state;
    if (move.kind === 'chance') return { options, first, hand, deal: move.outcome as Deal, betting: '', net, results, over: false };
    const betting = bettingAfter(state.betting, (move.actions[seatToAct(state)] as PokerAction).move);
    if (isOpen(betting)) return { options, first, hand, deal: state.deal, betting, net, results, over: false };
    const result = resultOf(state, betting);
    const chips = stakeOf(options, betting);
    const over = hand === options.hands;
    return {
      options,
      first,
      hand: over ? hand : hand + 1,
      deal: null,
      betting: '',
      net: result.winner === 'first' ? net + chips : net - chips,
      results: [...results, result],
      over,
    };
  },
  legalActions: (state, seat) => (state.deal === null || seat !== seatToAct(state) ? NO_ACTIONS : actionsAt(state.betting)),
  refusal(state, _seat, { move }) {
    const faced = facesBet(state.betting);
    if (faced === (move === 'fold' || move === 'call')) return null;
    return faced ? `you cannot ${move}: there is a bet, so fold or call` : `you cannot ${move}: there is no bet, so check or bet`;
  },

  observe(state, reader) {
    const { options, hand, deal, betting, net, results, over } = state;
    const role = readerRole(state, reader);
    const hidden = options.reference;
    return {
      options,
      role,
      hand,
      opener: openerOf(hand),
      card: deal === null || role === 'spectator' ? null : deal[role],
      betting,
      toAct: deal === null ? null : roleToAct(state),
      pot: hidden ? null : deal === null ? 0 : 2 * options.ante + (facesBet(betting) ? options.bet : 0),
      chips: hidden ? null : { first: net, second: 0 - net },
      results,
      over,
    };
  },
  told(state, move, reader) {
    if (move.kind === 'chance') {
      const role = readerRole(state, reader);
      return role === 'spectator' ? { hand: state.hand } : { hand: state.hand, card: (move.outcome as Deal)[role] };
    }
    const role = roleToAct(state);
    const played = (move.actions[seatToAct(state)] as PokerAction).move;
    const betting = bettingAfter(state.betting, played);
    return isOpen(betting) ? { role, move: played } : { role, move: played, result: resultOf(state, betting) };
  },

  rules: rulesText,
  text: describe,
  brief({ options, role, hand, card, betting, chips }) {
    const text = `kuhn-poker ${role} ${card ?? '.'} ${BRIEF_BETTING[betting]}`;
    if (options.hands === 1) return text;
    return chips ? `${text} ${hand} ${role === 'second' ? chips.second : chips.first}` : `${text} ${hand}`;
  },
  briefWords({ cards, hands, ante, bet, reference }) {
    const numbers: string[] = [];
    if (hands > 1) {
      const most = reference ? hands : hands * (ante + bet);
      for (let number = reference ? 1 : -most; number <= most; number++) numbers.push(String(number));
    }
    const ranks = ranksOf(cards);
    return ['kuhn-poker', ...ROLES, 'spectator', '.', ...ranks, ...MOVES, ...numbers.filter((number) => !ranks.includes(number))];
  },
  formatAction: ({ move }) => `[${move}]`,
  keywords: MOVES,
  readToken: (inside) => actionNamed(foldAscii(inside)),

  returns(state) {
    if (!state.over) return EVEN;
    const { options, net, results } = state;
    let first = net;
    if (options.reference) first = results.at(-1)?.winner === 'first' ? 1 : -1;
    else if (options.scoring === 'match') first = Math.sign(net);
    if (first === 0) return EVEN;
    return state.first === 0 ? [first, -first] : [-first, first];
  },

  /** The hidden card is uniform over the ranks that the reader does not hold. */
  sampleState({ options, role, hand, card, betting, chips, results, over }, seat, rng) {
    let deal: Deal | null = null;
    if (card !== null) {
      const other = rng.pick(ranksOf(options.cards).filter((rank) => rank !== card));
      deal = role === 'second' ? { first: other, second: card } : { first: card, second: other };
    }
    const net = chips ? chips.first : results.reduce((sum, { winner }) => sum + (winner === 'first' ? options.ante : -options.ante), 0);
    return { options, first: role === 'second' ? 1 - seat : seat, hand, deal, betting, net, results, over };
  },
  /** One hand: card and betting (`Q check bet`). Several: what came before counts too. */
  informationKey({ options, role, hand, card, betting, results }) {
    const now = betting === '' ? `${card ?? '-'}` : `${card ?? '-'} ${betting}`;
    if (options.hands === 1) return now;
    const before = results.map(({ line, cards }) => (cards ? `${line} ${cards.first}${cards.second}` : line));
    return [role, hand, now, ...before].join(', ');
  },
  agents: AGENTS,
});

function isChance(state: KuhnState): boolean {
  return state.deal === null && !state.over;
}

/** 'first' opens hands 1, 3, 5... */
function openerOf(hand: number): KuhnRole {
  return hand % 2 === 1 ? 'first' : 'second';
}

function roleToAct(state: KuhnState): KuhnRole {
  return (state.hand % 2 === 1) === openerActs(state.betting) ? 'first' : 'second';
}

function seatToAct(state: KuhnState): Seat {
  return roleToAct(state) === 'first' ? state.first : 1 - state.first;
}

function readerRole(state: KuhnState, reader: Reader): KuhnRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

/** Chips that a finished line moves from the loser to the winner. */
function stakeOf({ ante, bet, reference }: KuhnOptions, line: Line): number {
  return isCalled(line) && !reference ? ante + bet : ante;
}

function resultOf({ options, hand, deal }: KuhnState, line: Line): HandResult {
  const cards = deal as Deal;
  const opener = openerOf(hand);
  const other = opener === 'first' ? 'second' : 'first';
  const winner = openerWins(line, beats(cards[opener], cards[other])) ? opener : other;
  return { hand, line, winner, won: options.reference ? null : stakeOf(options, line), cards: isShowdown(line) ? cards : null };
}
