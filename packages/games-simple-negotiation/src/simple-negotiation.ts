/**
 * Simple Negotiation: two seats trade resources that are worth different amounts to each; the larger gain by one's own values wins.
 * The rules as pure functions over plain JSON. Notation, texts and opponents live beside this file; nothing here talks or decides.
 * Source: the game of the SPIRAL paper (arXiv:2506.24119). One deliberate difference: an offer is open for one turn of its recipient.
 */
import { API_VERSION, defineGame, type Json, type Move, type Reader, type Seat } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { actionSchema, formatAction, KEYWORDS, readActionToken, type NegotiationAction, type NegotiationKind } from './action.js';
import { brief, briefNext, briefWords, rules, text, type NegotiationObservation, type OpenOffer, type OwnHolding, type PastAction } from './observation.js';
import { inOrder } from './offer.js';
import { amountIn, OPTIONS_SCHEMA, optionsProblem, ROLES, tableOf, VARIANTS, type Amounts, type Deal, type NegotiationOptions, type NegotiationRole } from './options.js';
import { TRADERS } from './traders.js';

/** What one role holds; lists are in the configured order of the resources. */
export type Holding = { readonly values: readonly number[]; readonly start: readonly number[]; readonly stock: readonly number[] };

export type NegotiationState = {
  readonly options: NegotiationOptions;
  /** The seat whose role is 'first'. */
  readonly firstSeat: Seat;
  /** By role, first then second; `null` until dealt. */
  readonly holdings: readonly [Holding | null, Holding | null];
  readonly turn: number;
  readonly offer: OpenOffer | null;
  readonly history: readonly PastAction[];
};

/** 0 for the role 'first', 1 for 'second'. */
type Side = 0 | 1;

const sideToMove = (turn: number): Side => (turn % 2 === 0 ? 0 : 1);
const sideOf = ({ firstSeat }: NegotiationState, seat: Seat): Side => (seat === firstSeat ? 0 : 1);
const seatOf = ({ firstSeat }: NegotiationState, side: Side): Seat => (side === 0 ? firstSeat : 1 - firstSeat);
const roleName = (side: Side): NegotiationRole => ROLES[side];

function isDealing({ holdings }: NegotiationState): boolean {
  return holdings[0] === null || holdings[1] === null;
}

function isTerminal({ turn, options }: NegotiationState): boolean {
  return turn === options.turns;
}

function isToAct(state: NegotiationState, seat: Seat): boolean {
  return !isDealing(state) && !isTerminal(state) && sideOf(state, seat) === sideToMove(state.turn);
}

function holdingOf(state: NegotiationState, side: Side): Holding {
  const holding = state.holdings[side];
  if (!holding) throw new TypeError(`expected ${roleName(side)} to have its deal`);
  return holding;
}

function holdingFrom({ stock, values }: Deal, { resources }: NegotiationOptions): Holding {
  const start = resources.map(({ name }) => amountIn(stock, name));
  return { values: resources.map(({ name }) => amountIn(values, name)), start, stock: start };
}

/** Whether these stocks cover what is to be given away. */
function covers(stock: readonly number[], amounts: Amounts, names: readonly string[]): boolean {
  for (let index = 0; index < names.length; index++) {
    if ((stock[index] as number) < amountIn(amounts, names[index] as string)) return false;
  }
  return true;
}

/** A holding after receiving and giving away. */
function traded(holding: Holding, received: Amounts, given: Amounts, names: readonly string[]): Holding {
  return { ...holding, stock: holding.stock.map((amount, index) => amount + amountIn(received, names[index] as string) - amountIn(given, names[index] as string)) };
}

function gainOf({ values, start, stock }: Holding): number {
  let gain = 0;
  for (let index = 0; index < values.length; index++) gain += (values[index] as number) * ((stock[index] as number) - (start[index] as number));
  return gain;
}

/** The open offer where it is the other side's, else `null`. */
function offerTo(state: NegotiationState, side: Side): OpenOffer | null {
  return state.offer && state.offer.by !== roleName(side) ? state.offer : null;
}

function initialState(options: NegotiationOptions, roles: readonly string[]): NegotiationState {
  const { fixed } = options;
  const holdings = fixed ? ([holdingFrom(fixed.first, options), holdingFrom(fixed.second, options)] as const) : ([null, null] as const);
  return { options, firstSeat: roles.indexOf('first'), holdings, turn: 0, offer: null, history: [] };
}

/** Stock and value of each resource in the configured order, all uniform. */
function sampleDeal({ options }: NegotiationState, rng: Rng): Deal {
  const { names, lowValue, highValue } = tableOf(options);
  const stock: { [name: string]: number } = {};
  const values: { [name: string]: number } = {};
  names.forEach((name, index) => {
    stock[name] = rng.between(options.stock.min, options.stock.max);
    values[name] = rng.between(lowValue[index] as number, highValue[index] as number);
  });
  return { stock, values };
}

function refusal(state: NegotiationState, seat: Seat, action: NegotiationAction): string | null {
  const { names } = tableOf(state.options);
  const side = sideOf(state, seat);
  const { stock } = holdingOf(state, side);
  switch (action.kind) {
    case 'talk':
      return null;
    case 'offer':
      return covers(stock, action.give, names) ? null : `you cannot give ${missing(stock, action.give, names)}`;
    case 'accept':
    case 'deny': {
      const offer = offerTo(state, side);
      if (!offer) return `there is no open offer from the other role to ${action.kind}`;
      if (action.kind === 'deny') return null;
      if (!covers(stock, offer.get, names)) return `the offer asks for more than you hold: you cannot give ${missing(stock, offer.get, names)}`;
      const proposer = holdingOf(state, side === 0 ? 1 : 0);
      return state.options.reference || covers(proposer.stock, offer.give, names) ? null : 'the other role no longer holds what it offered';
    }
    default:
      return action satisfies never;
  }
}

function missing(stock: readonly number[], amounts: Amounts, names: readonly string[]): string {
  const parts = names.flatMap((name, index) => (amountIn(amounts, name) > (stock[index] as number) ? [`${amountIn(amounts, name)} ${name} (you hold ${stock[index]})`] : []));
  return parts.join(', ');
}

function apply(state: NegotiationState, move: Move<NegotiationAction>): NegotiationState {
  if (move.kind === 'chance') {
    const holding = holdingFrom(move.outcome as Deal, state.options);
    return { ...state, holdings: state.holdings[0] === null ? [holding, null] : [state.holdings[0], holding] };
  }
  const side = sideToMove(state.turn);
  const action = move.actions[seatOf(state, side)];
  if (!action) throw new TypeError(`expected an action of ${roleName(side)}`);
  return afterAction(state, side, action);
}

function afterAction(state: NegotiationState, side: Side, action: NegotiationAction): NegotiationState {
  const { names } = tableOf(state.options);
  const { options, firstSeat, turn, history } = state;
  const past = pastAction(state, side, action);
  let { holdings, offer } = state;
  if (action.kind === 'offer') offer = { by: roleName(side), give: past.give as Amounts, get: past.get as Amounts };
  else if (action.kind !== 'talk' || !options.reference) offer = null;
  if (past.traded && state.offer) {
    const { give, get } = state.offer;
    const proposer: Side = side === 0 ? 1 : 0;
    const accepted = traded(holdingOf(state, side), give, get, names);
    const proposed = traded(holdingOf(state, proposer), get, give, names);
    holdings = side === 0 ? [accepted, proposed] : [proposed, accepted];
  }
  return { options, firstSeat, holdings, turn: turn + 1, offer, history: [...history, past] };
}

/** What everybody learns of an action: who did what, with resources in the configured order, and whether an accept made a trade. */
function pastAction(state: NegotiationState, side: Side, action: NegotiationAction): PastAction {
  const { names } = tableOf(state.options);
  const past: { -readonly [K in keyof PastAction]: PastAction[K] } = { role: roleName(side), kind: action.kind };
  if (action.message !== undefined) past.message = action.message;
  if (action.kind === 'offer') {
    past.give = inOrder(action.give, names);
    past.get = inOrder(action.get, names);
  } else if (action.kind === 'accept') {
    const proposer = holdingOf(state, side === 0 ? 1 : 0);
    past.traded = state.offer !== null && covers(proposer.stock, state.offer.give, names);
  }
  return past;
}

/** The kinds that are legal for a seat, as far as it can know: of the offer's maker only what it offered counts. */
function kindsFor(state: NegotiationState, seat: Seat): readonly NegotiationKind[] {
  if (!isToAct(state, seat)) return [];
  const { names } = tableOf(state.options);
  const side = sideOf(state, seat);
  const { stock } = holdingOf(state, side);
  const offer = offerTo(state, side);
  const kinds: NegotiationKind[] = [];
  if (stock.some((amount) => amount > 0)) kinds.push('offer');
  if (offer && covers(stock, offer.get, names)) kinds.push('accept');
  if (offer) kinds.push('deny');
  if (state.options.talk) kinds.push('talk');
  return kinds;
}

function observe(state: NegotiationState, reader: Reader): NegotiationObservation {
  const { options, turn, offer, history } = state;
  const { names, known } = tableOf(options);
  const side = reader === 'spectator' ? null : sideOf(state, reader);
  const holding = side === null ? null : state.holdings[side];
  return {
    role: side === null ? null : roleName(side),
    toMove: isDealing(state) || isTerminal(state) ? null : roleName(sideToMove(turn)),
    turn,
    turns: options.turns,
    resources: known,
    dealt: options.fixed === null,
    talk: options.talk,
    reference: options.reference,
    own: holding && ownFrom(holding, names),
    offer,
    history,
    can: reader === 'spectator' ? [] : kindsFor(state, reader),
  };
}

function ownFrom(holding: Holding, names: readonly string[]): OwnHolding {
  return { values: byName(holding.values, names), stock: byName(holding.stock, names), start: byName(holding.start, names), gain: gainOf(holding) };
}

/** Unlike in an offer, zeros stay. */
function byName(list: readonly number[], names: readonly string[]): Amounts {
  const amounts: { [name: string]: number } = {};
  for (let index = 0; index < names.length; index++) amounts[names[index] as string] = list[index] as number;
  return amounts;
}

/** That a role was dealt its resources everybody learns, what it was dealt only its own seat. */
function told(state: NegotiationState, move: Move<NegotiationAction>, reader: Reader): Json {
  if (move.kind === 'chance') {
    const side: Side = state.holdings[0] === null ? 0 : 1;
    const dealt = roleName(side);
    return reader !== 'spectator' && sideOf(state, reader) === side ? { dealt, deal: move.outcome } : { dealt };
  }
  const side = sideToMove(state.turn);
  const action = move.actions[seatOf(state, side)];
  return action ? pastAction(state, side, action) : null;
}

/** Simple Negotiation, ready to be registered. */
export const simpleNegotiation = defineGame<NegotiationOptions, NegotiationState, NegotiationAction, NegotiationObservation>({
  id: 'simple-negotiation',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Simple Negotiation',
  summary: 'Two seats trade resources they value differently; the larger gain wins.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: ({ fixed }) => (fixed ? 'none' : 'sampled'),
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ turns }) => turns,

  optionsSchema: OPTIONS_SCHEMA,
  variants: VARIANTS,
  optionsProblem,
  actionSchema,

  initialState,
  isTerminal,
  seatsToAct: (state) => (isDealing(state) || isTerminal(state) ? [] : [seatOf(state, sideToMove(state.turn))]),
  isChance: isDealing,
  sampleChance: sampleDeal,
  chanceKey: ({ holdings }) => (holdings[0] === null ? 'deal-first' : 'deal-second'),
  apply,
  legalActions: (state, seat) => (isToAct(state, seat) ? null : []),
  refusal,

  observe,
  told,

  rules,
  text,
  brief,
  briefWords,
  briefNext,
  formatAction,
  keywords: KEYWORDS,
  readToken: (inside, { resources }) => readActionToken(inside, resources.map(({ name }) => name)),
  talk: {
    allowed: (observation) => observation.talk,
    withMessage: (action, message) => (action === null ? { kind: 'talk', message } : { ...action, message }),
  },

  returns(state) {
    if (!isTerminal(state)) return [0, 0];
    const difference = gainOf(holdingOf(state, 0)) - gainOf(holdingOf(state, 1));
    if (difference === 0) return [0, 0];
    return (difference > 0) === (state.firstSeat === 0) ? [1, -1] : [-1, 1];
  },

  agents: TRADERS,
});
