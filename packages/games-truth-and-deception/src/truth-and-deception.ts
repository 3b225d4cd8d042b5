/**
 * Truth and Deception: of two statements one is true; the deceiver knows which and talks, the guesser talks and finally names one.
 * The rules as pure functions over plain JSON; facts, texts and opponents live beside this file. Nothing here judges what is said.
 * Source: the game of the SPIRAL paper (arXiv:2506.24119), with a fact list of our own in which the form of a statement says nothing about its truth.
 */
import { API_VERSION, defineGame, type Json, type Move, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { dealsOf, FACT_SETS, TOPICS, type Deal, type FactNumber } from './fact-list.js';
import { brief, briefNext, briefWords, isGuessTurn, ROLES, rules, speakerOf, text, type TruthObservation, type TruthOptions, type TruthRole } from './observation.js';
import { OPPONENTS } from './opponents.js';

export type TalkAction = { readonly kind: 'talk'; readonly message: string };
export type GuessAction = { readonly kind: 'guess'; readonly fact: FactNumber };
export type TruthAction = TalkAction | GuessAction;

export type TruthState = {
  readonly options: TruthOptions;
  /** The seat of the role 'deceiver'. */
  readonly deceiver: Seat;
  /** `null` until chance has dealt. */
  readonly deal: Deal | null;
  readonly messages: readonly string[];
  readonly guess: FactNumber | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const GUESSES: readonly TruthAction[] = Object.freeze([Object.freeze({ kind: 'guess', fact: 1 }), Object.freeze({ kind: 'guess', fact: 2 })]);
const NO_ACTIONS: readonly TruthAction[] = Object.freeze([]);
const UNDECIDED: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const KEYWORDS: readonly string[] = ['fact'];
const NO_KEYWORDS: readonly string[] = [];

function turnOf({ messages, guess }: TruthState): number {
  return messages.length + (guess === null ? 0 : 1);
}

function seatOf({ deceiver }: TruthState, role: TruthRole): Seat {
  return role === 'deceiver' ? deceiver : 1 - deceiver;
}

/** `null` where chance is to deal, and at the end. */
function roleToMove(state: TruthState): TruthRole | null {
  return state.deal === null || state.guess !== null ? null : speakerOf(state.messages.length);
}

function isGuessing({ messages, options }: TruthState): boolean {
  return messages.length === options.turns - 1;
}

function apply(state: TruthState, move: Move<TruthAction>): TruthState {
  const { options, deceiver, deal, messages } = state;
  if (move.kind === 'chance') return { options, deceiver, deal: move.outcome as Deal, messages, guess: null };
  const action = move.actions[seatOf(state, speakerOf(messages.length))] as TruthAction;
  if (action.kind === 'guess') return { options, deceiver, deal, messages, guess: action.fact };
  return { options, deceiver, deal, messages: [...messages, action.message], guess: null };
}

function observe(state: TruthState, reader: Reader): TruthObservation {
  const { options, deceiver, deal, messages, guess } = state;
  const role = reader === 'spectator' ? reader : reader === deceiver ? 'deceiver' : 'guesser';
  return {
    options,
    role,
    toMove: roleToMove(state),
    turn: turnOf(state),
    facts: deal && deal.facts,
    truth: deal && (role === 'deceiver' || guess !== null) ? deal.truth : null,
    messages,
    guess,
  };
}

/** The deal is told to everybody, which fact is true to the deceiver alone; with the guess everybody learns it. */
function told({ deceiver, deal, messages }: TruthState, move: Move<TruthAction>, reader: Reader): Json {
  if (move.kind === 'chance') {
    const { facts, truth } = move.outcome as Deal;
    return reader === deceiver ? { facts, truth } : { facts };
  }
  const role = speakerOf(messages.length);
  const action = move.actions[role === 'deceiver' ? deceiver : 1 - deceiver] as TruthAction;
  return action.kind === 'talk' ? { role, message: action.message } : { role, guess: action.fact, truth: (deal as Deal).truth };
}

/** Truth and Deception, ready to be registered. */
export const truthAndDeception = defineGame<TruthOptions, TruthState, TruthAction, TruthObservation>({
  id: 'truth-and-deception',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Truth and Deception',
  summary: 'One of two statements is true; the deceiver talks, the guesser names one.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ turns }) => turns,

  optionsSchema: {
    type: 'object',
    properties: {
      turns: { type: 'integer', title: 'Turns of both seats together, the last one the guess', minimum: 4, maximum: 50, multipleOf: 2, default: 6 },
      facts: { enum: [...FACT_SETS], title: 'Set of facts; no fact of one stands in the other', default: 'training' },
      topics: { type: 'array', title: 'Topics of the facts; none named: all', items: { enum: [...TOPICS] }, uniqueItems: true, default: [] },
    },
    additionalProperties: false,
  },
  variants: { long: { turns: 12 }, extreme: { turns: 50 }, evaluation: { facts: 'evaluation' } },
  actionSchema: () => ({
    oneOf: [
      { type: 'object', properties: { kind: { const: 'talk' }, message: { type: 'string', minLength: 1, maxLength: 1000 } }, required: ['kind', 'message'], additionalProperties: false },
      { type: 'object', properties: { kind: { const: 'guess' }, fact: { enum: [1, 2] } }, required: ['kind', 'fact'], additionalProperties: false },
    ],
  }),

  initialState: (options, roles) => ({ options, deceiver: roles[0] === 'deceiver' ? 0 : 1, deal: null, messages: [], guess: null }),
  isTerminal: ({ guess }) => guess !== null,
  seatsToAct(state) {
    const role = roleToMove(state);
    return role === null ? NOBODY : (ONLY[seatOf(state, role)] as readonly Seat[]);
  },
  isChance: ({ deal }) => deal === null,
  chanceOutcomes: ({ options }) => dealsOf(options),
  chanceKey: () => 'facts',
  apply,
  legalActions(state, seat) {
    const role = roleToMove(state);
    if (role === null || seat !== seatOf(state, role)) return NO_ACTIONS;
    return isGuessing(state) ? GUESSES : null;
  },
  refusal(state, _seat, { kind }) {
    if (kind === 'guess') return isGuessing(state) ? null : `the guess is turn ${state.options.turns}; now say something`;
    return isGuessing(state) ? 'this is the last turn: name the fact that is true' : null;
  },

  observe,
  told,

  rules,
  text,
  brief,
  briefWords,
  briefNext,
  formatAction: (action) => (action.kind === 'talk' ? action.message : `[Fact ${action.fact}]`),
  keywords: (observation) => (isGuessTurn(observation) ? KEYWORDS : NO_KEYWORDS),
  readToken(inside, observation) {
    const fact = isGuessTurn(observation) ? /^fact ([12])$/i.exec(inside)?.[1] : undefined;
    return fact === undefined ? null : { kind: 'guess', fact: Number(fact) };
  },
  talk: {
    allowed: (observation) => !isGuessTurn(observation),
    withMessage: (_action, message) => ({ kind: 'talk', message }),
  },

  returns({ deceiver, deal, guess }) {
    if (deal === null || guess === null) return UNDECIDED;
    return WON_BY[guess === deal.truth ? 1 - deceiver : deceiver] as Returns;
  },

  /** The guesser may not know which fact is true, so either may be. */
  sampleState({ options, role, facts, truth, messages, guess }, seat, rng) {
    const deal = facts && { facts, truth: truth ?? (rng.int(2) === 0 ? 1 : 2) } as const;
    return { options, deceiver: role === 'deceiver' ? seat : 1 - seat, deal, messages, guess };
  },
  agents: OPPONENTS,
});
