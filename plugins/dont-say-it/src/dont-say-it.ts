/**
 * Don't Say It: two seats talk, each with a secret word; whoever says the other's word loses at once.
 * The rules as pure functions over plain JSON; words, texts and opponents live beside this file. `@spiral-arena/core` is all it knows.
 */
import { API_VERSION, defineGame, type Json, type JsonSchema, type Move, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { brief, briefNext, briefWords, isGuessTurn, ROLES, rules, speakerOf, text, type Result, type SayObservation, type SayOptions, type SayRole, type Words } from './observation.js';
import { OPPONENTS } from './opponents.js';
import { LONGEST_MIN_LENGTH } from './talk.js';
import { formsOf, says, spokenWords, WORD_LISTS, wordsOf } from './word-list.js';

export type SayAction = { readonly message: string } | { readonly guess: string };

export type SayState = {
  readonly options: SayOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** `null` until chance has dealt. */
  readonly words: Words | null;
  readonly messages: readonly string[];
  readonly guess: string | null;
  readonly result: Result | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly SayAction[] = Object.freeze([]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const KEYWORDS: readonly string[] = ['guess'];
const NO_KEYWORDS: readonly string[] = [];

function otherThan(role: SayRole): SayRole {
  return role === 'first' ? 'second' : 'first';
}

function seatOf({ first }: SayState, role: SayRole): Seat {
  return role === 'first' ? first : 1 - first;
}

function roleOf({ first }: SayState, seat: Seat): SayRole {
  return seat === first ? 'first' : 'second';
}

function roleToMove({ words, messages, result }: SayState): SayRole | null {
  return words === null || result !== null ? null : speakerOf(messages.length);
}

function mayGuess({ options, messages }: SayState): boolean {
  return options.guess && messages.length >= options.turns - 2;
}

/** How this action ends the game; `null` where play goes on. */
function resultOf({ options, words, messages }: SayState, action: SayAction): Result | null {
  const role = speakerOf(messages.length);
  const other = otherThan(role);
  const secret = (words as Words)[other];
  if ('guess' in action) return { winner: action.guess === secret ? role : other, by: 'guess' };
  if (says(action.message, secret)) return { winner: other, by: 'said' };
  return messages.length === options.turns - 1 ? { winner: null, by: 'limit' } : null;
}

function actionIn(state: SayState, move: Move<SayAction> & { kind: 'actions' }): SayAction {
  return move.actions[seatOf(state, speakerOf(state.messages.length))] as SayAction;
}

function apply(state: SayState, move: Move<SayAction>): SayState {
  if (move.kind === 'chance') return { ...state, words: move.outcome as Words };
  const action = actionIn(state, move);
  const { options, first, words, messages } = state;
  const result = resultOf(state, action);
  if ('guess' in action) return { options, first, words, messages, guess: action.guess, result };
  return { options, first, words, messages: [...messages, action.message], guess: null, result };
}

function observe(state: SayState, reader: Reader): SayObservation {
  const { options, words, messages, guess, result } = state;
  const role = reader === 'spectator' ? reader : roleOf(state, reader);
  return {
    options,
    role,
    toMove: roleToMove(state),
    turn: messages.length + (guess === null ? 0 : 1),
    word: role === 'spectator' || words === null ? null : words[role],
    messages,
    guess,
    result,
    words: result && words,
  };
}

/** What was said and guessed everybody learns; a word its own seat alone, and everybody with the move that ends the game. */
function told(state: SayState, move: Move<SayAction>, reader: Reader): Json {
  if (move.kind === 'chance') return { dealt: 'words', ...(reader === 'spectator' ? {} : { word: (move.outcome as Words)[roleOf(state, reader)] }) };
  const action = actionIn(state, move);
  const result = resultOf(state, action);
  return { role: speakerOf(state.messages.length), ...action, ...(result ? { result, words: state.words } : {}) };
}

/** Don't Say It, ready to be registered. */
export const dontSayIt = defineGame<SayOptions, SayState, SayAction, SayObservation>({
  id: 'dont-say-it',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: "Don't Say It",
  summary: "Two talk, each with a secret word; whoever says the other's word loses.",
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'imperfect',
  chance: 'sampled',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ turns }) => turns,

  optionsSchema: {
    type: 'object',
    properties: {
      turns: { type: 'integer', title: 'Turns of both seats together', minimum: 2, maximum: 200, multipleOf: 2, default: 20 },
      words: { enum: [...WORD_LISTS], title: 'List of secret words; no word of one stands in the other', default: 'training' },
      minLength: { type: 'integer', title: 'Fewest characters of a message', minimum: 1, maximum: LONGEST_MIN_LENGTH, default: 20 },
      guess: { type: 'boolean', title: "Whether a seat may name the other's word on its last turn", default: false },
    },
    additionalProperties: false,
  },
  variants: { guess: { guess: true }, evaluation: { words: 'evaluation' } },
  actionSchema({ minLength, guess }) {
    const message: JsonSchema = { type: 'object', properties: { message: { type: 'string', minLength, maxLength: 1000 } }, required: ['message'], additionalProperties: false };
    if (!guess) return message;
    return { oneOf: [message, { type: 'object', properties: { guess: { type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$', maxLength: 40 } }, required: ['guess'], additionalProperties: false }] };
  },

  initialState: (options, roles) => ({ options, first: roles.indexOf('first'), words: null, messages: [], guess: null, result: null }),
  isTerminal: ({ result }) => result !== null,
  seatsToAct(state) {
    const role = roleToMove(state);
    return role === null ? NOBODY : (ONLY[seatOf(state, role)] as readonly Seat[]);
  },
  isChance: ({ words }) => words === null,
  /** An ordered pair of different words, all equally likely. */
  sampleChance({ options }, rng) {
    const list = wordsOf(options.words);
    const first = rng.int(list.length);
    const second = rng.int(list.length - 1);
    return { first: list[first] as string, second: list[second < first ? second : second + 1] as string };
  },
  chanceKey: () => 'words',
  apply,
  legalActions: (state, seat) => (roleToMove(state) === roleOf(state, seat) ? null : NO_ACTIONS),
  refusal(state, _seat, action) {
    if ('guess' in action) return mayGuess(state) ? null : 'a guess is for your last turn; now say something';
    const { minLength } = state.options;
    const length = Array.from(action.message.trim()).length;
    return length >= minLength ? null : `a message has at least ${minLength} characters, not ${length}`;
  },

  observe,
  told,

  rules,
  text,
  brief,
  briefWords,
  briefNext,
  formatAction: (action) => ('guess' in action ? `[guess ${action.guess}]` : action.message),
  keywords: (observation) => (isGuessTurn(observation) ? KEYWORDS : NO_KEYWORDS),
  readToken(inside, observation) {
    const guess = isGuessTurn(observation) ? /^guess ([a-z]+(?:-[a-z]+)*)$/i.exec(inside)?.[1] : undefined;
    return guess === undefined ? null : { guess: guess.toLowerCase() };
  },
  talk: {
    allowed: () => true,
    /** A guess ends the game, so what was said around it has no reader. */
    withMessage: (action, message) => action ?? { message },
  },

  returns(state) {
    const winner = state.result?.winner ?? null;
    return winner === null ? EVEN : (WON_BY[seatOf(state, winner)] as Returns);
  },

  /** Any word for the other that the seat has not said, and is not its own. */
  sampleState({ options, role, word, messages, guess, result, words }, seat, rng) {
    const first = role === 'second' ? 1 - seat : seat;
    if (role === 'spectator' || word === null) return { options, first, words, messages, guess, result };
    const said = new Set(messages.flatMap((message, turn) => (speakerOf(turn) === role ? spokenWords(message) : [])));
    const other = rng.pick(wordsOf(options.words).filter((candidate) => candidate !== word && ![...formsOf(candidate)].some((form) => said.has(form))));
    return { options, first, words: words ?? (role === 'first' ? { first: word, second: other } : { first: other, second: word }), messages, guess, result };
  },
  agents: OPPONENTS,
});
