/**
 * Pig Dice: roll to add to the turn total, hold to bank it; a 1 loses the total and the turn. The first to bank the target wins.
 * The roller keeps the turn; each roll is a decision and then a chance step. Rolls are in `dice.ts`, opponents in `opponents.ts` and `optimal.ts`.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { ACTIONS, BUST, MOVES, rollsOf, type PigAction } from './dice.js';
import { AGENTS } from './opponents.js';

export const ROLES = ['first', 'second'] as const;
export type PigRole = (typeof ROLES)[number];

export type PigOptions = {
  readonly target: number;
  /** Player turns of both seats together. */
  readonly turnLimit: number;
  readonly sides: number;
  readonly equalTurns: boolean;
};

export type PigScores = { readonly first: number; readonly second: number };

export type PigState = {
  readonly options: PigOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** Banked points. */
  readonly scores: PigScores;
  /** Rolls of this turn. */
  readonly rolls: readonly number[];
  readonly total: number;
  /** Finished turns; 'first' has the even ones. */
  readonly turn: number;
  /** The die is in the air. */
  readonly rolling: boolean;
  readonly over: boolean;
};

export type PigObservation = {
  readonly options: PigOptions;
  readonly role: PigRole | 'spectator';
  readonly scores: PigScores;
  readonly rolls: readonly number[];
  readonly total: number;
  /** This one included. */
  readonly turnsLeft: number;
  /** Whose turn it is, also while the die rolls. */
  readonly turnOf: PigRole | null;
  readonly rolling: boolean;
  readonly over: boolean;
};

/** Plies a player turn may have on average before the match is cut off. */
const PLIES_PER_TURN = 20;

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly PigAction[] = Object.freeze([]);
const NO_ROLLS: readonly number[] = Object.freeze([]);
const NO_SCORES: PigScores = Object.freeze({ first: 0, second: 0 });
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const ACTION_SCHEMA = { type: 'object', properties: { move: { enum: MOVES } }, required: ['move'], additionalProperties: false } as const;
const TOKENS: ReadonlyMap<string, PigAction> = new Map(ACTIONS.flatMap((action) => [[action.move, action], [action.move.slice(0, 1), action]] as const));

export const pigDice = defineGame<PigOptions, PigState, PigAction, PigObservation>({
  id: 'pig-dice',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Pig Dice',
  summary: 'Roll and add up, or hold and bank it: a 1 loses the turn total.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: 'enumerated',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ turnLimit }) => PLIES_PER_TURN * turnLimit,

  optionsSchema: {
    type: 'object',
    properties: {
      target: { type: 'integer', minimum: 2, maximum: 500, default: 100, description: 'Banked points that win.' },
      turnLimit: { type: 'integer', minimum: 2, maximum: 1000, multipleOf: 2, default: 100, description: 'Player turns of both seats together, an even number; then more banked points win.' },
      sides: { type: 'integer', minimum: 2, maximum: 20, default: 6, description: 'Sides of the die.' },
      equalTurns: { type: 'boolean', default: false, description: 'When first reaches the target, second may answer with one turn; more points win then.' },
    },
    additionalProperties: false,
  },
  variants: { short: { target: 50, turnLimit: 50 }, long: { target: 500, turnLimit: 500 } },
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options, roles) => ({ options, first: roles[0] === 'first' ? 0 : 1, scores: NO_SCORES, rolls: NO_ROLLS, total: 0, turn: 0, rolling: false, over: false }),
  isTerminal: (state) => state.over,
  isChance: (state) => state.rolling,
  chanceOutcomes: (state) => rollsOf(state.options.sides),
  chanceKey: (state) => `turn-${state.turn} roll-${state.rolls.length}`,
  seatsToAct: (state) => (state.over || state.rolling ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    const { options, first, scores, rolls, total, turn } = state;
    if (move.kind === 'chance') {
      const die = move.outcome as number;
      if (die === BUST) return nextTurn(state, scores);
      return { options, first, scores, rolls: [...rolls, die], total: total + die, turn, rolling: false, over: false };
    }
    if ((move.actions[seatToMove(state)] as PigAction).move === 'roll') return { options, first, scores, rolls, total, turn, rolling: true, over: false };
    return nextTurn(state, turn % 2 === 0 ? { first: scores.first + total, second: scores.second } : { first: scores.first, second: scores.second + total });
  },
  legalActions: (state, seat) => (state.over || state.rolling || seat !== seatToMove(state) ? NO_ACTIONS : ACTIONS),
  refusal: () => null,

  observe(state, reader) {
    const { options, scores, rolls, total, turn, rolling, over } = state;
    return { options, role: readerRole(state, reader), scores, rolls, total, turnsLeft: options.turnLimit - turn, turnOf: over ? null : roleToMove(state), rolling, over };
  },
  told(state, move) {
    const role = roleToMove(state);
    if (move.kind === 'chance') return { role, die: move.outcome };
    const played = (move.actions[seatToMove(state)] as PigAction).move;
    return played === 'hold' ? { role, move: played, banked: state.total } : { role, move: played };
  },

  rules(role, { target, turnLimit, sides, equalTurns }) {
    return [
      `Pig Dice for two with a die of ${sides} sides: bank ${target} points.`,
      `Your role is "${role}": ${role === 'second' ? 'your opponent has the first turn' : 'you have the first turn'}.`,
      'On your turn you roll as often as you like; each roll adds to your turn total. A 1 loses the turn total and ends your turn. Hold banks the turn total and ends your turn.',
      equalTurns
        ? `Whoever banks ${target} points or more wins; when "first" does, "second" has one more turn, and more points win, equal points are a draw.`
        : `Whoever first banks ${target} points or more wins. Points of the turn total count only once they are banked.`,
      `After ${turnLimit} turns of both players together more banked points win; equal points are a draw.`,
      'Answer with one action in brackets: [roll] or [hold].',
    ].join('\n');
  },
  text({ options, role, scores, rolls, total, turnsLeft, turnOf, rolling, over }) {
    const watching = role === 'spectator';
    const other = role === 'second' ? 'first' : 'second';
    const [me, you] = watching ? ['first', 'second'] : ['you', 'your opponent'];
    const [mine, yours] = role === 'second' ? [scores.second, scores.first] : [scores.first, scores.second];
    const lines = [watching ? 'You watch.' : `You are ${role}, your opponent is ${other}.`, `Banked points: ${me} ${mine}, ${you} ${yours}. Target: ${options.target}.`];
    if (over || turnOf === null) return [...lines, mine === yours ? 'The match is over: a draw.' : `The match is over: ${mine > yours ? me : you} won.`].join('\n');
    const isMine = turnOf === role;
    lines.push(watching ? `It is the turn of ${turnOf}.` : isMine ? 'It is your turn.' : "It is your opponent's turn.");
    lines.push(rolls.length === 0 ? 'No roll in this turn yet.' : `Turn total: ${total}, from ${rolls.length === 1 ? 'a roll' : 'rolls'} of ${rolls.join(', ')}.`);
    if (rolling) lines.push('The die is rolling.');
    lines.push(`Turns left, this one included: ${turnsLeft}.`);
    if (scores.first >= options.target) lines.push('This is the last turn: first has reached the target.');
    if (isMine && !rolling) lines.push('You can [roll] or [hold].');
    return lines.join('\n');
  },
  /** Banked points of the reader and of the other, the turn total (the reader's own whenever it is to act), turns left. Beyond what can matter, points are cut. */
  brief({ options, role, scores, total, turnsLeft }) {
    const most = mostInBrief(options);
    const [mine, yours] = role === 'second' ? [scores.second, scores.first] : [scores.first, scores.second];
    return `pig-dice ${role} ${Math.min(mine, most)} ${Math.min(yours, most)} ${Math.min(total, most)} ${turnsLeft}`;
  },
  briefWords(options) {
    const most = Math.max(mostInBrief(options), options.turnLimit);
    return ['pig-dice', ...ROLES, 'spectator', ...MOVES, ...Array.from({ length: most + 1 }, (_, number) => String(number))];
  },
  formatAction: ({ move }) => `[${move}]`,
  keywords: MOVES,
  readToken: (inside) => TOKENS.get(foldAscii(inside)) ?? null,

  /** More banked points win; at the end because it has ended, before it as the adjudication of a match that is cut off. */
  returns({ first, scores }) {
    if (scores.first === scores.second) return EVEN;
    return WON_BY[scores.first > scores.second ? first : 1 - first] as Returns;
  },

  sampleState({ options, role, scores, rolls, total, turnsLeft, rolling, over }, seat) {
    return { options, first: role === 'second' ? 1 - seat : seat, scores, rolls, total, turn: options.turnLimit - turnsLeft, rolling, over };
  },
  /** Which rolls made up the total does not matter. */
  /** A turn total beyond what can matter is as good as the least of those: so the positions come to an end. */
  informationKey: ({ options, role, scores, total, turnsLeft }) => `${role} ${scores.first} ${scores.second} ${Math.min(total, mostInBrief(options))} ${turnsLeft}`,
  agents: AGENTS,
});

/** The turn has passed; points are banked. */
function nextTurn({ options, first, turn }: PigState, scores: PigScores): PigState {
  const { target, turnLimit, equalTurns } = options;
  const isReached = scores.first >= target || scores.second >= target;
  const over = turn + 1 === turnLimit || (isReached && (!equalTurns || turn % 2 === 1));
  return { options, first, scores, rolls: NO_ROLLS, total: 0, turn: turn + 1, rolling: false, over };
}

function roleToMove({ turn }: PigState): PigRole {
  return turn % 2 === 0 ? 'first' : 'second';
}

function seatToMove({ turn, first }: PigState): Seat {
  return turn % 2 === 0 ? first : 1 - first;
}

function readerRole({ first }: PigState, reader: Reader): PigRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === first ? 'first' : 'second';
}

/** With equal turns points beyond the target count; twice the target is as good as more. */
function mostInBrief({ target, equalTurns }: PigOptions): number {
  return equalTurns ? 2 * target : target;
}
