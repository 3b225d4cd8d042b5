/**
 * The iterated prisoner's dilemma: in each round both seats talk at once, as often as the options say, and then decide at once.
 * Scored as a contest of totals, so it is zero-sum although its payoffs are not. Payoffs are in `payoffs.ts`, words in `texts.ts`.
 * No chance; the only secrets are a message and a move before both are in.
 */
import { API_VERSION, defineGame, foldAscii, MAX_MESSAGE_LENGTH, type JsonSchema, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { AGENTS } from './opponents.js';
import { COOPERATE, DECISIONS, DEFECT, MOVES, payoffOf, roundOf, type Decision, type IpdAction, type Payoffs, type Round, type Talk } from './payoffs.js';
import { brief, briefNext, briefWords, formatAction, rules, text } from './texts.js';

export const ROLES = ['player', 'player'] as const;

export type IpdOptions = {
  readonly rounds: number;
  /** Messages of each seat before each decision. */
  readonly talk: number;
  readonly payoffs: Payoffs;
  readonly scoring: 'match' | 'margin';
};

/** Two messages of one stage: by seat in a state, the reader's own first in an observation. */
export type Exchange = { readonly round: number; readonly messages: readonly [string, string] };

export type IpdState = {
  readonly options: IpdOptions;
  /** Decided rounds. */
  readonly past: readonly Round[];
  readonly talks: readonly Exchange[];
  /** Exchanges in the round that is not decided yet. */
  readonly talked: number;
  /** Payoffs in sum, by seat. */
  readonly totals: readonly [number, number];
};

/** A spectator sees seat 0 where a player sees itself. */
export type IpdObservation = {
  readonly options: IpdOptions;
  readonly role: 'player' | 'spectator';
  readonly stage: 'talk' | 'decide' | 'over';
  readonly past: readonly Round[];
  readonly talks: readonly Exchange[];
  /** The reader's, then the opponent's. */
  readonly totals: readonly [number, number];
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly IpdAction[] = Object.freeze([]);
const NO_ROUNDS: readonly Round[] = Object.freeze([]);
const NO_TALKS: readonly Exchange[] = Object.freeze([]);
const NO_PAYOFFS: readonly [number, number] = Object.freeze([0, 0]);
const NO_KEYWORDS: readonly string[] = Object.freeze([]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];

const DECISION_SCHEMA: JsonSchema = { type: 'object', properties: { move: { enum: MOVES } }, required: ['move'], additionalProperties: false };
const TALK_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { kind: { const: 'talk' }, message: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE_LENGTH } },
  required: ['kind', 'message'],
  additionalProperties: false,
};

function payoffSchema(what: string): JsonSchema {
  return { type: 'integer', minimum: -100, maximum: 100, description: what };
}

export const ipd = defineGame<IpdOptions, IpdState, IpdAction, IpdObservation>({
  id: 'ipd',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: "Iterated prisoner's dilemma",
  summary: 'Talk, then cooperate or defect at once, round after round; the higher total wins.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'simultaneous',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ rounds, talk }) => rounds * (talk + 1),

  optionsSchema: {
    type: 'object',
    properties: {
      rounds: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Decisions in a match.' },
      talk: { type: 'integer', minimum: 0, maximum: 5, default: 1, description: 'Messages of each player before each decision.' },
      payoffs: {
        type: 'object',
        properties: {
          R: { ...payoffSchema('Reward: both cooperate.'), default: 3 },
          P: { ...payoffSchema('Punishment: both defect.'), default: 1 },
          T: { ...payoffSchema('Temptation: to defect against a cooperator.'), default: 5 },
          S: { ...payoffSchema("Sucker's payoff: to cooperate against a defector."), default: 0 },
        },
        required: ['R', 'P', 'T', 'S'],
        additionalProperties: false,
        default: { R: 3, P: 1, T: 5, S: 0 },
        description: 'Points of one round.',
      },
      scoring: { enum: ['match', 'margin'], default: 'match', description: 'Returns: the sign of the difference of totals, or the difference by the largest there can be.' },
    },
    additionalProperties: false,
  },
  variants: { silent: { talk: 0 } },
  optionsProblem: ({ payoffs: { R, P, T, S } }) => (T > R && R > P && P > S ? null : `the payoffs are no dilemma: expected T > R > P > S, got T ${T}, R ${R}, P ${P}, S ${S}`),
  actionSchema: ({ talk }) => (talk === 0 ? DECISION_SCHEMA : { oneOf: [DECISION_SCHEMA, TALK_SCHEMA] }),

  initialState: (options) => ({ options, past: NO_ROUNDS, talks: NO_TALKS, talked: 0, totals: NO_PAYOFFS }),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : BOTH),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError("expected the actions of both seats, got a chance outcome: the prisoner's dilemma has no chance");
    const { options, past, talks, talked, totals } = state;
    if (stageOf(state) === 'talk') {
      const messages: Exchange['messages'] = [(move.actions[0] as Talk).message, (move.actions[1] as Talk).message];
      return { options, past, talks: [...talks, { round: past.length + 1, messages }], talked: talked + 1, totals };
    }
    const round = roundOf((move.actions[0] as Decision).move, (move.actions[1] as Decision).move);
    const gained: readonly [number, number] = [payoffOf(round, options.payoffs), payoffOf(swapped(round), options.payoffs)];
    return { options, past: [...past, round], talks, talked: 0, totals: [totals[0] + gained[0], totals[1] + gained[1]] };
  },
  legalActions(state) {
    const stage = stageOf(state);
    return stage === 'over' ? NO_ACTIONS : stage === 'talk' ? null : DECISIONS;
  },
  refusal(state, _seat, action) {
    const stage = stageOf(state);
    if ('move' in action) return stage === 'decide' ? null : 'this is a turn of talk: say something, you decide after it';
    if (stage === 'decide') return 'this is the decision: cooperate or defect, there is no talk now';
    return action.message.trim() === '' ? 'the message is empty' : null;
  },

  observe(state, reader) {
    const { options, past, talks, totals } = state;
    const seen = { options, role: readerRole(reader), stage: stageOf(state) };
    if (reader !== 1) return { ...seen, past, talks, totals };
    return { ...seen, past: past.map(swapped), talks: talks.map(swappedTalk), totals: [totals[1], totals[0]] };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    const round = state.past.length + 1;
    if (stageOf(state) === 'talk') return { round, messages: [(move.actions[0] as Talk).message, (move.actions[1] as Talk).message] };
    return { round, moves: [(move.actions[0] as Decision).move, (move.actions[1] as Decision).move] };
  },

  rules: (_role, options) => rules(options),
  text,
  brief,
  briefWords,
  briefNext,
  formatAction,
  keywords: ({ stage }) => (stage === 'talk' ? NO_KEYWORDS : MOVES),
  readToken(inside, { stage }) {
    if (stage === 'talk') return null; // brackets are plain talk
    const word = foldAscii(inside);
    return word === 'cooperate' ? COOPERATE : word === 'defect' ? DEFECT : null;
  },
  talk: { allowed: ({ stage }) => stage === 'talk', withMessage: (_action, message) => ({ kind: 'talk', message }) },

  returns(state) {
    const { options: { rounds, payoffs, scoring }, totals } = state;
    const difference = totals[0] - totals[1];
    if (!isTerminal(state) || difference === 0) return EVEN;
    if (scoring === 'match') return WON_BY[difference > 0 ? 0 : 1] as Returns;
    const margin = difference / (rounds * (payoffs.T - payoffs.S));
    return [margin, -margin];
  },

  sampleState({ options, stage, past, talks, totals }, seat) {
    const talked = stage === 'over' ? 0 : talks.filter(({ round }) => round === past.length + 1).length;
    if (seat === 0) return { options, past, talks, talked, totals };
    return { options, past: past.map(swapped), talks: talks.map(swappedTalk), talked, totals: [totals[1], totals[0]] };
  },
  agents: AGENTS,
});

function isTerminal({ options, past }: IpdState): boolean {
  return past.length === options.rounds;
}

function stageOf(state: IpdState): 'talk' | 'decide' | 'over' {
  if (isTerminal(state)) return 'over';
  return state.talked < state.options.talk ? 'talk' : 'decide';
}

function readerRole(reader: Reader): 'player' | 'spectator' {
  return reader === 'spectator' ? reader : 'player';
}

function swapped([first, second]: Round): Round {
  return roundOf(second, first);
}

function swappedTalk({ round, messages }: Exchange): Exchange {
  return { round, messages: [messages[1], messages[0]] };
}
