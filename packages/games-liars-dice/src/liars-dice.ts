/**
 * Liar's Dice for two to five seats: bids about all dice on the table, and calls that cost a die.
 * Bids and their order are in `bids.ts`, rolls and chances in `dice.ts`, what readers see in `observation.ts`, opponents in `opponents.ts`.
 * Dice are private for good: after a call the count is told, never the dice. A seat that fails is out next and the others play on.
 */
import { API_VERSION, defineGame, type Reader, type Role, type Seat } from '@spiral-arena/core/game';
import { actionsAfter, FACES, formatLiarsDiceAction, problemAfter, readLiarsDiceToken, type Bid, type LiarsDiceAction } from './bids.js';
import { countFace, diceInPlay, evenCounts, isEnumerable, rollHand, rollHands, rollOutcomes, type DiceCounts, type Hand, type Hands } from './dice.js';
import { describe, ROLES, rolesOf, rulesText, type LiarsDiceObservation, type LiarsDiceOptions, type RoundResult } from './observation.js';
import { AGENTS } from './opponents.js';

export type LiarsDiceState = {
  readonly options: LiarsDiceOptions;
  /** The role of each seat. */
  readonly seats: readonly Role[];
  /** Number of the round in play or about to be rolled, from 1. */
  readonly round: number;
  /** Dice left by role. */
  readonly dice: DiceCounts;
  /** Dice of the living seats by role; `null` before a roll and at the end. */
  readonly hands: Hands | null;
  /** Who acts, or opens the round about to be rolled; at the end the winner. */
  readonly turn: Role;
  readonly bids: readonly Bid[];
  readonly results: readonly RoundResult[];
  /** Roles without dice, in the order in which they went out. */
  readonly out: readonly Role[];
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = ROLES.map((_, seat) => Object.freeze([seat]));
const NO_ACTIONS: readonly LiarsDiceAction[] = Object.freeze([]);
const NO_BIDS: readonly Bid[] = Object.freeze([]);
const NO_RESULTS: readonly RoundResult[] = Object.freeze([]);
const NO_ROLES: readonly Role[] = Object.freeze([]);
/** Most bids of the round that a brief shows, the latest ones. */
const BRIEF_BIDS = 6;

export const liarsDice = defineGame<LiarsDiceOptions, LiarsDiceState, LiarsDiceAction, LiarsDiceObservation>({
  id: 'liars-dice',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: "Liar's dice",
  summary: 'Bid on the dice of everybody while seeing only your own; call what you do not believe. 2 to 5 players.',
  seats: { min: 2, max: 5 },
  roles: rolesOf,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: ({ dice, players }) => (isEnumerable(dice * players) ? 'enumerated' : 'sampled'),
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  /** With n dice in play a round has at most 6n bids and a call, and each round takes a die: Σ (6n + 1) over n from 2 to all. */
  maxSteps({ dice, players }) {
    const total = dice * players;
    return FACES * ((total * (total + 1)) / 2 - 1) + total - 1;
  },

  optionsSchema: {
    type: 'object',
    properties: {
      dice: { type: 'integer', minimum: 1, maximum: 12, default: 5, description: 'Dice of each player at the start.' },
      players: { type: 'integer', minimum: 2, maximum: 5, default: 2, description: 'Seats at the table.' },
      onesWild: { type: 'boolean', default: false, description: 'Ones count for every face.' },
    },
    additionalProperties: false,
  },
  variants: { small: { dice: 3 }, large: { dice: 12 }, duel: { dice: 1 }, three: { dice: 3, players: 3 } },
  actionSchema: ({ dice, players }) => ({
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'bid' }, quantity: { type: 'integer', minimum: 1, maximum: dice * players }, face: { type: 'integer', minimum: 1, maximum: FACES } },
        required: ['kind', 'quantity', 'face'],
        additionalProperties: false,
      },
      { type: 'object', properties: { kind: { const: 'call' } }, required: ['kind'], additionalProperties: false },
    ],
  }),

  initialState: (options, seats) => ({
    options, seats, round: 1, dice: evenCounts(rolesOf(options), options.dice), hands: null, turn: 'first', bids: NO_BIDS, results: NO_RESULTS, out: NO_ROLES,
  }),
  isTerminal,
  isChance: (state) => state.hands === null && !isTerminal(state),
  chanceOutcomes: ({ options, dice }) => rollOutcomes(rolesOf(options), dice),
  sampleChance: ({ options, dice }, rng) => rollHands(rolesOf(options), dice, options.dice, rng),
  chanceKey: ({ round }) => `round-${round}`,
  seatsToAct: (state) => (state.hands === null ? NOBODY : (ONLY[seatOf(state, state.turn)] as readonly Seat[])),
  apply(state, move) {
    const { options, seats, round, dice, turn, bids, results, out } = state;
    if (move.kind === 'chance') return { options, seats, round, dice, hands: move.outcome as Hands, turn, bids, results, out };
    const action = move.actions[seatOf(state, turn)] as LiarsDiceAction;
    if (action.kind === 'call') return afterRound(state, resultOfCall(state));
    const { quantity, face } = action;
    return { options, seats, round, dice, hands: state.hands, turn: livingAfter(rolesOf(options), turn, dice), bids: [...bids, { role: turn, quantity, face }], results, out };
  },
  legalActions: (state, seat) => (state.hands === null || state.seats[seat] !== state.turn ? NO_ACTIONS : actionsAfter(state.bids.at(-1), diceInPlay(state.dice))),
  refusal: (state, _seat, action) => problemAfter(state.bids.at(-1), diceInPlay(state.dice), action),

  observe(state, reader) {
    const { options, seats, round, dice, hands, turn, bids, results, out } = state;
    const role = roleOfReader(state, reader);
    return { options, role, seats, round, dice, hand: hands?.[role] ?? null, bids, results, out, toAct: hands === null ? null : turn };
  },
  told(state, move, reader) {
    if (move.kind === 'chance') return { round: state.round, hand: (move.outcome as Hands)[roleOfReader(state, reader)] ?? null };
    const { turn } = state;
    const action = move.actions[seatOf(state, turn)] as LiarsDiceAction;
    return action.kind === 'call' ? { role: turn, call: resultOfCall(state) } : { role: turn, bid: { quantity: action.quantity, face: action.face } };
  },

  rules: rulesText,
  text: describe,
  /** Own dice, `.`, dice left by role, `.`, the latest bids of the round. */
  brief({ options, role, hand, dice, bids }) {
    let text = `liars-dice ${role}`;
    if (options.onesWild) text += ' wild';
    for (const die of hand ?? NO_DICE) text += ` ${die}`;
    text += ' .';
    for (const name of rolesOf(options)) text += ` ${dice[name]}`;
    text += ' .';
    for (let index = Math.max(0, bids.length - BRIEF_BIDS); index < bids.length; index++) text += ` ${bids[index]?.quantity}, ${bids[index]?.face}`;
    return text;
  },
  briefWords(options) {
    const { dice, players, onesWild } = options;
    const numbers = Array.from({ length: Math.max(dice, FACES) + 1 }, (_, number) => String(number));
    const quantities = Array.from({ length: dice * players }, (_, index) => `${index + 1},`);
    return ['liars-dice', ...rolesOf(options), 'spectator', ...(onesWild ? ['wild'] : []), '.', 'Bid:', 'Call', ...numbers, ...quantities];
  },
  formatAction: formatLiarsDiceAction,
  keywords: ['bid', 'call'],
  readToken: readLiarsDiceToken,

  /** By the order of going out, evenly from -1 (first out) to +1 (last one in). */
  returns(state) {
    const { seats, out, turn, options } = state;
    if (!isTerminal(state)) return seats.map(() => 0);
    const steps = options.players - 1;
    return seats.map((role) => (role === turn ? 1 : (2 * out.indexOf(role) - steps) / steps));
  },
  /** The seat is out next, whatever dice it has, and the others go on with a new round. */
  forfeit(state, seat) {
    const loser = state.seats[seat] as Role;
    if (isTerminal(state) || state.dice[loser] === 0) return state;
    return afterRound(state, { round: state.round, bids: state.bids, caller: null, count: null, loser });
  },

  /** Each die of another seat is uniform and independent: neither bids nor earlier rounds rule anything out. */
  sampleState({ options, role, seats, round, dice, hand, bids, results, out, toAct }, _seat, rng) {
    const roles = rolesOf(options);
    let hands: { [role: Role]: Hand } | null = null;
    if (toAct !== null) {
      hands = {};
      for (const name of roles) if (dice[name] !== 0) hands[name] = name === role ? (hand as Hand) : rollHand(dice[name] as number, rng);
    }
    return { options, seats, round, dice, hands, turn: toAct ?? turnBetween(roles, dice, results), bids, results, out };
  },
  /** One round: own dice and all bids (`3 | 1x2 2x5`). Several: what came before counts too. */
  informationKey({ role, hand, bids, results }) {
    const now = `${role} ${hand?.join('') ?? '-'} | ${bidsKey(bids)}`;
    if (results.length === 0) return now;
    return [now, ...results.map(({ bids: said, caller, count, loser }) => `${bidsKey(said)} ${caller ?? '-'} ${count ?? '-'} ${loser}`)].join(', ');
  },
  agents: AGENTS,
});

const NO_DICE: Hand = Object.freeze([]);

function isTerminal({ out, options }: LiarsDiceState): boolean {
  return out.length === options.players - 1;
}

function seatOf({ seats }: LiarsDiceState, role: Role): Seat {
  return seats.indexOf(role);
}

function roleOfReader({ seats }: LiarsDiceState, reader: Reader): Role | 'spectator' {
  return reader === 'spectator' ? reader : (seats[reader] as Role);
}

/** The next role in opening order that still has dice. */
function livingAfter(roles: readonly Role[], role: Role, dice: DiceCounts): Role {
  let at = roles.indexOf(role);
  do at = (at + 1) % roles.length;
  while (dice[roles[at] as Role] === 0);
  return roles[at] as Role;
}

function resultOfCall({ options, round, hands, turn, bids }: LiarsDiceState): RoundResult {
  const bid = bids.at(-1) as Bid;
  const count = countFace(hands as Hands, bid.face, options.onesWild);
  return { round, bids, caller: turn, count, loser: count < bid.quantity ? bid.role : turn };
}

/** The loser of a round loses a die, one who dropped out all of them; the loser opens the next round, or if out the next living seat. */
function afterRound(state: LiarsDiceState, result: RoundResult): LiarsDiceState {
  const { options, seats, round, results } = state;
  const { loser, caller } = result;
  const dice = { ...state.dice, [loser]: caller === null ? 0 : (state.dice[loser] as number) - 1 };
  const isOut = dice[loser] === 0;
  const out = isOut ? [...state.out, loser] : state.out;
  const over = out.length === options.players - 1;
  return { options, seats, round: over ? round : round + 1, dice, hands: null, turn: isOut ? livingAfter(rolesOf(options), loser, dice) : loser, bids: NO_BIDS, results: [...results, result], out };
}

/** Who opens the next round, or has won: the loser of the last round, or if out the next living seat. */
function turnBetween(roles: readonly Role[], dice: DiceCounts, results: readonly RoundResult[]): Role {
  const loser = results.at(-1)?.loser;
  if (loser === undefined) return 'first';
  return dice[loser] === 0 ? livingAfter(roles, loser, dice) : loser;
}

function bidsKey(bids: readonly Bid[]): string {
  return bids.map(({ quantity, face }) => `${quantity}x${face}`).join(' ');
}
