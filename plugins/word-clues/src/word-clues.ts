/**
 * Word Clues: four seats in two teams; one of a team describes a word without its forbidden words, the other one guesses it.
 * The rules as pure functions over plain JSON; cards, texts and players live beside this file. `@spiral-arena/core` is all it knows.
 */
import { API_VERSION, defineGame, type ChanceOutcome, type Json, type Move, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { CARD_LISTS, cardFor, cardsOf, isFoul } from './card-list.js';
import { brief, briefNext, briefWords, ROLES, rules, TEAMS, text, type ClueObservation, type ClueOptions, type ClueRole, type PastTurn, type Team } from './observation.js';
import { OPPONENTS } from './opponents.js';

export type ClueAction = { readonly message: string } | { readonly guess: string };

export type ClueState = {
  readonly options: ClueOptions;
  /** The seat of each role, in the order of `ROLES`. */
  readonly seats: readonly Seat[];
  /** From 0; equal to `rounds` at the end. */
  readonly round: number;
  /** Which of the two plays of the round this is. */
  readonly half: 0 | 1;
  /** The word in play; `null` until chance has drawn its card. */
  readonly target: string | null;
  /** Whether the clue was given: then it is to be guessed. */
  readonly guessing: boolean;
  /** Wrong guesses at the word in play. */
  readonly wrong: number;
  /** The targets drawn so far. */
  readonly drawn: readonly string[];
  /** Points of red and blue. */
  readonly scores: readonly [number, number];
  readonly history: readonly PastTurn[];
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = ROLES.map((_, seat) => Object.freeze([seat]));
const NO_ACTIONS: readonly ClueAction[] = Object.freeze([]);
const KEYWORDS: readonly string[] = ['guess'];
const NO_KEYWORDS: readonly string[] = [];
const MOST_ROUNDS = 20; // two cards each: fewer than the shorter list has
const MOST_ATTEMPTS = 10;

/** 0 for red, 1 for blue: red plays first in the first round, blue in the second, and so on. */
function teamInPlay({ round, half }: ClueState): 0 | 1 {
  return ((round + half) % 2) as 0 | 1;
}

/** The role of the team in play that gives the clue: '-1' in the first round, '-2' in the second, and so on. */
function clueGiver(state: ClueState): ClueRole {
  return ROLES[2 * teamInPlay(state) + (state.round % 2)] as ClueRole;
}

function guesser(state: ClueState): ClueRole {
  return ROLES[2 * teamInPlay(state) + 1 - (state.round % 2)] as ClueRole;
}

function isTerminal({ round, options }: ClueState): boolean {
  return round === options.rounds;
}

function roleToMove(state: ClueState): ClueRole | null {
  if (state.target === null || isTerminal(state)) return null;
  return state.guessing ? guesser(state) : clueGiver(state);
}

function seatOf({ seats }: ClueState, role: ClueRole): Seat {
  return seats[ROLES.indexOf(role)] as Seat;
}

/** What everybody learns of an action. */
function pastTurn(state: ClueState, action: ClueAction): PastTurn {
  const round = state.round + 1;
  if ('guess' in action) return { round, role: guesser(state), guess: action.guess, right: action.guess === state.target };
  return { round, role: clueGiver(state), clue: action.message, foul: isFoul(action.message, state.target as string) };
}

function actionIn(state: ClueState, move: Move<ClueAction> & { kind: 'actions' }): ClueAction {
  return move.actions[seatOf(state, roleToMove(state) as ClueRole)] as ClueAction;
}

function apply(state: ClueState, move: Move<ClueAction>): ClueState {
  if (move.kind === 'chance') return { ...state, target: move.outcome as string, drawn: [...state.drawn, move.outcome as string] };
  const turn = pastTurn(state, actionIn(state, move));
  const next: ClueState = { ...state, history: [...state.history, turn] };
  if ('clue' in turn) return turn.foul ? afterWord(next) : { ...next, guessing: true };
  if (!turn.right) return state.wrong + 1 === state.options.attempts ? afterWord(next) : { ...next, wrong: state.wrong + 1 };
  const [red, blue] = state.scores;
  return afterWord({ ...next, scores: teamInPlay(state) === 0 ? [red + 1, blue] : [red, blue + 1] });
}

/** The other team plays: its word of this round, or after both the first one of the next round. */
function afterWord(state: ClueState): ClueState {
  return { ...state, round: state.round + state.half, half: state.half === 0 ? 1 : 0, target: null, guessing: false, wrong: 0 };
}

function observe(state: ClueState, reader: Reader): ClueObservation {
  const { options, seats, round, target, guessing, wrong, scores, history } = state;
  const role = reader === 'spectator' ? reader : (ROLES[seats.indexOf(reader)] as ClueRole);
  return {
    options,
    role,
    toMove: roleToMove(state),
    stage: isTerminal(state) ? 'end' : target === null ? 'deal' : guessing ? 'guess' : 'clue',
    round: Math.min(round + 1, options.rounds),
    scores: { red: scores[0], blue: scores[1] },
    attemptsLeft: options.attempts - wrong,
    card: target !== null && role === clueGiver(state) ? cardFor(target) : null,
    history,
  };
}

/** That a team got a word everybody learns, which one the clue giver alone. */
function told(state: ClueState, move: Move<ClueAction>, reader: Reader): Json {
  if (move.kind === 'actions') return pastTurn(state, actionIn(state, move));
  const dealt: { readonly round: number; readonly team: Team } = { round: state.round + 1, team: TEAMS[teamInPlay(state)] as Team };
  return reader === seatOf(state, clueGiver(state)) ? { ...dealt, card: cardFor(move.outcome as string) } : dealt;
}

/** Every card that was not drawn yet, equally likely. */
function chanceOutcomes({ options, drawn }: ClueState): readonly ChanceOutcome[] {
  const left = cardsOf(options.words).filter(({ target }) => !drawn.includes(target));
  return left.map(({ target }) => ({ outcome: target, probability: 1 / left.length }));
}

/** Word Clues, ready to be registered. */
export const wordClues = defineGame<ClueOptions, ClueState, ClueAction, ClueObservation>({
  id: 'word-clues',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Word Clues',
  summary: 'Two teams of two: describe a word without the forbidden words, and guess it.',
  seats: { min: 4, max: 4 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ rounds, attempts }) => 2 * rounds * (1 + attempts),

  optionsSchema: {
    type: 'object',
    properties: {
      rounds: { type: 'integer', title: 'Rounds; in each, each team plays one word', minimum: 2, maximum: MOST_ROUNDS, multipleOf: 2, default: 4 },
      attempts: { type: 'integer', title: 'Guesses at one word', minimum: 1, maximum: MOST_ATTEMPTS, default: 3 },
      words: { enum: [...CARD_LISTS], title: 'List of cards; no target of one stands in the other', default: 'training' },
    },
    additionalProperties: false,
  },
  variants: { evaluation: { words: 'evaluation' } },
  actionSchema: () => ({
    oneOf: [
      { type: 'object', properties: { message: { type: 'string', minLength: 1, maxLength: 1000 } }, required: ['message'], additionalProperties: false },
      { type: 'object', properties: { guess: { type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$', maxLength: 40 } }, required: ['guess'], additionalProperties: false },
    ],
  }),

  initialState: (options, roles) => ({ options, seats: ROLES.map((role) => roles.indexOf(role)), round: 0, half: 0, target: null, guessing: false, wrong: 0, drawn: [], scores: [0, 0], history: [] }),
  isTerminal,
  seatsToAct(state) {
    const role = roleToMove(state);
    return role === null ? NOBODY : (ONLY[seatOf(state, role)] as readonly Seat[]);
  },
  isChance: (state) => state.target === null && !isTerminal(state),
  chanceOutcomes,
  /** Named by round and team: each word of a match is drawn alike whatever was said before. */
  chanceKey: (state) => `round-${state.round + 1}-${TEAMS[teamInPlay(state)]}`,
  apply,
  legalActions(state, seat) {
    const role = roleToMove(state);
    return role !== null && seatOf(state, role) === seat ? null : NO_ACTIONS;
  },
  refusal({ guessing }, _seat, action) {
    if ('guess' in action) return guessing ? null : 'now give a clue; your team-mate guesses';
    return guessing ? 'now guess the word' : null;
  },

  observe,
  told,

  rules,
  text,
  brief,
  briefWords,
  briefNext,
  formatAction: (action) => ('guess' in action ? `[guess ${action.guess}]` : action.message),
  keywords: ({ stage }) => (stage === 'guess' ? KEYWORDS : NO_KEYWORDS),
  readToken(inside, { stage }) {
    const guess = stage === 'guess' ? /^guess ([a-z]+(?:-[a-z]+)*)$/i.exec(inside)?.[1] : undefined;
    return guess === undefined ? null : { guess: guess.toLowerCase() };
  },
  talk: {
    allowed: ({ stage }) => stage === 'clue',
    withMessage: (_action, message) => ({ message }),
  },

  returns(state): Returns {
    const lead = isTerminal(state) ? Math.sign(state.scores[0] - state.scores[1]) : 0;
    const returns = [0, 0, 0, 0];
    if (lead !== 0) state.seats.forEach((seat, role) => (returns[seat] = role < 2 ? lead : -lead));
    return returns;
  },
  teams: ({ seats: [red1, red2, blue1, blue2] }) => [[red1 as Seat, red2 as Seat], [blue1 as Seat, blue2 as Seat]],

  agents: OPPONENTS,
});
