/**
 * A small game for core's own tests: matching pennies with a hidden card. Each round chance deals the hider a card that only the hider sees,
 * the hider lays heads or tails face down, the guesser guesses. A wrong guess pays the hider, a right one the guesser: 2 with a gold card, else 1.
 * Hidden chance, hidden actions, enumerated outcomes, roles apart from seats; not a game that anybody would play.
 */
import { API_VERSION, defineGame, type Move, type Reader, type Role, type Seat } from '../game/game.js';
import { readInteger } from '../game/ascii.js';
import type { Json } from '../json.js';

export type PenniesOptions = { readonly rounds: number };
export type PenniesAction = { readonly side: number };
/** `card` and `laid` are null until dealt and laid; `past` holds finished rounds. */
export type PenniesState = {
  readonly rounds: number;
  readonly roles: readonly Role[];
  readonly card: string | null;
  readonly laid: number | null;
  readonly past: readonly { readonly card: string; readonly laid: number; readonly guess: number }[];
};
export type PenniesObservation = {
  readonly rounds: number;
  readonly role: Role;
  readonly turn: boolean;
  readonly card: string | null;
  readonly laid: number | null;
  readonly past: readonly { readonly laid: number; readonly guess: number; readonly card: string }[];
};

const OTHER_ROLE: { readonly [role: Role]: Role } = { hider: 'guesser', guesser: 'hider' };
const CARDS = ['plain', 'gold'] as const;
export const HEADS_OR_TAILS: readonly PenniesAction[] = Object.freeze([Object.freeze({ side: 0 }), Object.freeze({ side: 1 })]);

const seatOf = (state: PenniesState, role: Role): Seat => state.roles.indexOf(role);
const isOver = (state: PenniesState): boolean => state.past.length === state.rounds;
const actor = (state: PenniesState): Seat => seatOf(state, state.laid === null ? 'hider' : 'guesser');

export const hiddenPennies = defineGame<PenniesOptions, PenniesState, PenniesAction, PenniesObservation>({
  id: 'hidden-pennies',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Hidden Pennies',
  summary: 'Matching pennies with a hidden card.',
  seats: { min: 2, max: 2 },
  roles: () => ['hider', 'guesser'],
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange: ({ rounds }) => ({ min: -2 * rounds, max: 2 * rounds }),
  maxSteps: ({ rounds }) => 2 * rounds,

  optionsSchema: { type: 'object', properties: { rounds: { type: 'integer', minimum: 1, maximum: 5, default: 2 } }, required: ['rounds'], additionalProperties: false },
  variants: { long: { rounds: 4 } },
  actionSchema: () => ({ type: 'object', properties: { side: { type: 'integer', minimum: 0, maximum: 1 } }, required: ['side'], additionalProperties: false }),

  initialState: ({ rounds }, roles) => ({ rounds, roles, card: null, laid: null, past: [] }),
  isTerminal: isOver,
  seatsToAct: (state) => (isOver(state) || state.card === null ? [] : [actor(state)]),
  isChance: (state) => !isOver(state) && state.card === null,
  chanceOutcomes: () => CARDS.map((card) => ({ outcome: card, probability: 1 / 2 })),
  chanceKey: (state) => `round-${state.past.length}`,
  apply: (state, move) => {
    if (move.kind === 'chance') return { ...state, card: move.outcome as string };
    const { side } = move.actions[actor(state)] as PenniesAction;
    if (state.laid === null) return { ...state, laid: side };
    return { ...state, card: null, laid: null, past: [...state.past, { card: state.card as string, laid: state.laid, guess: side }] };
  },
  legalActions: (state, seat) => (!isOver(state) && state.card !== null && seat === actor(state) ? HEADS_OR_TAILS : []),
  refusal: () => null,

  observe: (state, reader) => {
    const role = reader === 'spectator' ? reader : (state.roles[reader] as Role);
    const hider = role === 'hider';
    return { rounds: state.rounds, role, turn: !isOver(state) && state.card !== null && reader === actor(state), card: hider ? state.card : null, laid: hider ? state.laid : null, past: state.past };
  },
  told: tellPennies,
  rules: (role, { rounds }) => `You are the ${role}. ${rounds} rounds: the hider lays [0] heads or [1] tails, the guesser guesses.`,
  text: ({ role, card, past }) => `${role}, round ${past.length + 1}, card ${card ?? 'unknown'}`,
  brief: ({ role, card, laid, past }) => ['hidden-pennies', role, card ?? 'unknown', laid === null ? 'open' : 'laid', ...past.flatMap((round) => [String(round.laid), String(round.guess)])].join(' '),
  briefWords: () => ['hidden-pennies', 'hider', 'guesser', 'plain', 'gold', 'unknown', 'open', 'laid', '0', '1'],
  formatAction: ({ side }) => `[${side}]`,
  keywords: [],
  readToken: (inside) => {
    const side = readInteger(inside);
    return side === null ? null : { side };
  },
  returns: (state) => {
    const hider = state.past.reduce((sum, round) => sum + (round.laid === round.guess ? -1 : 1) * (round.card === 'gold' ? 2 : 1), 0);
    return state.roles.map((role) => (role === 'hider' ? hider : 0 - hider));
  },
  sampleState: ({ rounds, role, turn, card, laid, past }, seat, rng) => ({
    rounds,
    roles: seat === 0 ? [role, OTHER_ROLE[role] as Role] : [OTHER_ROLE[role] as Role, role],
    card: card ?? rng.pick(CARDS),
    laid: laid ?? (role === 'guesser' && turn ? rng.int(2) : null),
    past,
  }),
  agents: { heads: { summary: 'always heads', make: () => () => HEADS_OR_TAILS[0] as PenniesAction } },
});

function tellPennies(state: PenniesState, move: Move<PenniesAction>, reader: Reader): Json {
  const isHider = reader === seatOf(state, 'hider');
  if (move.kind === 'chance') return isHider ? { card: move.outcome } : null;
  const { side } = move.actions[actor(state)] as PenniesAction;
  if (state.laid === null) return isHider ? { laid: side } : { laid: true };
  return { laid: state.laid, guess: side, card: state.card };
}
