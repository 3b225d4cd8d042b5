/**
 * Rock-paper-scissors over several rounds: both seats choose at once, whoever has won more rounds at the end wins.
 * No chance; the only secret is the move of a round before both are in. Moves are in `moves.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { ACTIONS, MOVES, roundOf, winnerOf, type Round, type RpsAction } from './moves.js';
import { AGENTS } from './opponents.js';

export const ROLES = ['player', 'player'] as const;

export type RpsOptions = { readonly rounds: number };

export type RpsState = {
  readonly options: RpsOptions;
  /** Finished rounds, moves by seat. */
  readonly past: readonly Round[];
  /** Rounds won by seat. */
  readonly won: readonly [number, number];
};

/** A spectator sees seat 0 where a player sees itself. */
export type RpsObservation = {
  readonly options: RpsOptions;
  readonly role: 'player' | 'spectator';
  /** Finished rounds, the reader's own move first. */
  readonly past: readonly Round[];
  /** Rounds won by the reader and by the opponent. */
  readonly won: readonly [number, number];
};

/** The brief shows this many rounds: enough to find a habit, and short at any number of rounds. */
const BRIEF_ROUNDS = 12;

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly RpsAction[] = Object.freeze([]);
const NO_ROUNDS: readonly Round[] = Object.freeze([]);
const NONE_WON: readonly [number, number] = Object.freeze([0, 0]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const ACTION_SCHEMA = { type: 'object', properties: { move: { enum: MOVES } }, required: ['move'], additionalProperties: false } as const;

export const rps = defineGame<RpsOptions, RpsState, RpsAction, RpsObservation>({
  id: 'rps',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Rock-paper-scissors',
  summary: 'Choose rock, paper or scissors at once, round after round; more rounds won wins.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'simultaneous',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ rounds }) => rounds,

  optionsSchema: {
    type: 'object',
    properties: { rounds: { type: 'integer', minimum: 1, maximum: 100, default: 9, description: 'Rounds in a match.' } },
    additionalProperties: false,
  },
  variants: { single: { rounds: 1 } },
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options) => ({ options, past: NO_ROUNDS, won: NONE_WON }),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : BOTH),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected the moves of both seats, got a chance outcome: rock-paper-scissors has no chance');
    const { options, past, won } = state;
    const round = roundOf((move.actions[0] as RpsAction).move, (move.actions[1] as RpsAction).move);
    const winner = winnerOf(round);
    return { options, past: [...past, round], won: winner === 0 ? won : winner === 1 ? [won[0] + 1, won[1]] : [won[0], won[1] + 1] };
  },
  legalActions: (state) => (isTerminal(state) ? NO_ACTIONS : ACTIONS),
  refusal: () => null,

  observe({ options, past, won }, reader) {
    if (reader !== 1) return { options, role: roleOf(reader), past, won };
    return { options, role: 'player', past: past.map(swapped), won: [won[1], won[0]] };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    return { round: state.past.length + 1, moves: [(move.actions[0] as RpsAction).move, (move.actions[1] as RpsAction).move] };
  },

  rules(_role, { rounds }) {
    return [
      `Rock-paper-scissors for two, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`,
      'In each round both players choose at the same time and see both choices afterwards. Rock beats scissors, scissors beats paper, paper beats rock; equal choices win nothing.',
      'Whoever has won more rounds at the end wins; equal numbers are a draw.',
      'Answer with your choice in brackets: [rock], [paper] or [scissors].',
    ].join('\n');
  },
  text({ options, role, past, won }) {
    const [me, you] = role === 'player' ? ['you', 'opponent'] : ['seat 0', 'seat 1'];
    const lines = [
      role === 'player' ? 'You are a player.' : 'You watch.',
      `Rounds won: ${me} ${won[0]}, ${you} ${won[1]}. Rounds left: ${options.rounds - past.length}.`,
      ...past.map((round, index) => {
        const winner = winnerOf(round);
        return `Round ${index + 1}: ${me} ${round[0]}, ${you} ${round[1]}, ${winner === 0 ? 'nobody wins' : `${winner === 1 ? me : you} won`}.`;
      }),
    ];
    if (past.length < options.rounds) lines.push(role === 'player' ? `Choose for round ${past.length + 1}: [rock], [paper] or [scissors].` : `Round ${past.length + 1} is being chosen.`);
    else if (won[0] === won[1]) lines.push('The match is over: a draw.');
    else lines.push(`The match is over: ${won[0] > won[1] ? me : you} won.`);
    return lines.join('\n');
  },
  /** Rounds left, rounds won by the reader and by the opponent, then the last rounds, own move first. */
  brief({ options, role, past, won }) {
    let text = `rps ${role} ${options.rounds - past.length} ${won[0]} ${won[1]}`;
    for (let index = Math.max(0, past.length - BRIEF_ROUNDS); index < past.length; index++) text += ` ${(past[index] as Round)[0]} ${(past[index] as Round)[1]}`;
    return text;
  },
  briefWords: ({ rounds }) => ['rps', 'player', 'spectator', ...MOVES, ...Array.from({ length: rounds + 1 }, (_, number) => String(number))],
  formatAction: ({ move }) => `[${move}]`,
  keywords: MOVES,
  readToken(inside) {
    const word = foldAscii(inside);
    const move = MOVES.find((name) => name === word || (word.length === 1 && name.startsWith(word)));
    return move ? { move } : null;
  },

  returns: (state) => (!isTerminal(state) || state.won[0] === state.won[1] ? EVEN : (WON_BY[state.won[0] > state.won[1] ? 0 : 1] as Returns)),

  sampleState: ({ options, past, won }, seat) => (seat === 0 ? { options, past, won } : { options, past: past.map(swapped), won: [won[1], won[0]] }),
  informationKey: ({ past }) => past.map(([own, other]) => `${own[0]}${other[0]}`).join(' '),
  agents: AGENTS,
});

function isTerminal({ options, past }: RpsState): boolean {
  return past.length === options.rounds;
}

function roleOf(reader: Reader): 'player' | 'spectator' {
  return reader === 'spectator' ? reader : 'player';
}

function swapped([first, second]: Round): Round {
  return roundOf(second, first);
}

