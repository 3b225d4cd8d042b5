/**
 * Matching pennies over several rounds: both seats show a side at once; equal sides win the round for the matcher, different ones for the mismatcher.
 * No chance; the only secret is the side of a round before both are in. Sides are in `sides.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { AGENTS } from './opponents.js';
import { ACTIONS, roundOf, SIDES, type PenniesAction, type Round } from './sides.js';

export const ROLES = ['matcher', 'mismatcher'] as const;
export type PenniesRole = (typeof ROLES)[number];

export type PenniesOptions = { readonly rounds: number };

export type PenniesState = {
  readonly options: PenniesOptions;
  /** The seat of the role 'matcher'. */
  readonly matcher: Seat;
  /** Finished rounds, the matcher's side first. */
  readonly past: readonly Round[];
  /** Rounds won by the matcher; the others were won by the mismatcher. */
  readonly matched: number;
};

export type PenniesObservation = {
  readonly options: PenniesOptions;
  readonly role: PenniesRole | 'spectator';
  readonly past: readonly Round[];
  readonly won: { readonly matcher: number; readonly mismatcher: number };
};

/** The brief shows this many rounds: enough to find a habit, and short at any number of rounds. */
const BRIEF_ROUNDS = 12;

const NOBODY: readonly Seat[] = Object.freeze([]);
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NO_ACTIONS: readonly PenniesAction[] = Object.freeze([]);
const NO_ROUNDS: readonly Round[] = Object.freeze([]);
const EVEN: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const ACTION_SCHEMA = { type: 'object', properties: { side: { enum: SIDES } }, required: ['side'], additionalProperties: false } as const;

export const matchingPennies = defineGame<PenniesOptions, PenniesState, PenniesAction, PenniesObservation>({
  id: 'matching-pennies',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Matching pennies',
  summary: 'Show heads or tails at once: equal sides for the matcher, different ones for the mismatcher.',
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
    properties: { rounds: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Rounds in a match.' } },
    additionalProperties: false,
  },
  variants: { single: { rounds: 1 } },
  actionSchema: () => ACTION_SCHEMA,

  initialState: (options, roles) => ({ options, matcher: roles[0] === 'matcher' ? 0 : 1, past: NO_ROUNDS, matched: 0 }),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : BOTH),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected the sides of both seats, got a chance outcome: matching pennies has no chance');
    const { options, matcher, past, matched } = state;
    const round = roundOf((move.actions[matcher] as PenniesAction).side, (move.actions[1 - matcher] as PenniesAction).side);
    return { options, matcher, past: [...past, round], matched: round[0] === round[1] ? matched + 1 : matched };
  },
  legalActions: (state) => (isTerminal(state) ? NO_ACTIONS : ACTIONS),
  refusal: () => null,

  observe: ({ options, matcher, past, matched }, reader) => ({ options, role: readerRole(matcher, reader), past, won: { matcher: matched, mismatcher: past.length - matched } }),
  told({ matcher, past }, move) {
    if (move.kind !== 'actions') return null;
    return { round: past.length + 1, matcher: (move.actions[matcher] as PenniesAction).side, mismatcher: (move.actions[1 - matcher] as PenniesAction).side };
  },

  rules(role, { rounds }) {
    return [
      `Matching pennies for two, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`,
      `Your role is "${role}": you win a round when the two sides are ${role === 'matcher' ? 'equal' : 'different'}, your opponent when they are ${role === 'matcher' ? 'different' : 'equal'}.`,
      'In each round both players show a side at the same time and see both sides afterwards.',
      'Whoever has won more rounds at the end wins; equal numbers are a draw.',
      'Answer with your side in brackets: [heads] or [tails].',
    ].join('\n');
  },
  text({ options, role, past, won }) {
    const lines = [
      role === 'spectator' ? 'You watch.' : `You are the ${role}: you win a round when the sides are ${role === 'matcher' ? 'equal' : 'different'}.`,
      `Rounds won: matcher ${won.matcher}, mismatcher ${won.mismatcher}. Rounds left: ${options.rounds - past.length}.`,
      ...past.map(([matcher, mismatcher], index) => `Round ${index + 1}: matcher ${matcher}, mismatcher ${mismatcher}.`),
    ];
    if (past.length < options.rounds) lines.push(role === 'spectator' ? `Round ${past.length + 1} is being shown.` : `Show a side for round ${past.length + 1}: [heads] or [tails].`);
    else if (won.matcher === won.mismatcher) lines.push('The match is over: a draw.');
    else lines.push(`The match is over: the ${won.matcher > won.mismatcher ? 'matcher' : 'mismatcher'} wins.`);
    return lines.join('\n');
  },
  /** Rounds left, rounds won by matcher and mismatcher, then the last rounds, the matcher's side first. */
  brief({ options, role, past, won }) {
    let text = `matching-pennies ${role} ${options.rounds - past.length} ${won.matcher} ${won.mismatcher}`;
    for (let index = Math.max(0, past.length - BRIEF_ROUNDS); index < past.length; index++) text += ` ${(past[index] as Round)[0]} ${(past[index] as Round)[1]}`;
    return text;
  },
  briefWords: ({ rounds }) => ['matching-pennies', ...ROLES, 'spectator', ...SIDES, ...Array.from({ length: rounds + 1 }, (_, number) => String(number))],
  formatAction: ({ side }) => `[${side}]`,
  keywords: SIDES,
  readToken(inside) {
    const word = foldAscii(inside);
    const side = SIDES.find((name) => name === word || (word.length === 1 && name.startsWith(word)));
    return side ? { side } : null;
  },

  returns(state) {
    const margin = 2 * state.matched - state.past.length;
    if (!isTerminal(state) || margin === 0) return EVEN;
    return WON_BY[margin > 0 ? state.matcher : 1 - state.matcher] as Returns;
  },

  sampleState: ({ options, role, past, won }, seat) => ({ options, matcher: role === 'matcher' ? seat : 1 - seat, past, matched: won.matcher }),
  informationKey: ({ role, past }) => `${role} ${past.map(([matcher, mismatcher]) => `${matcher[0]}${mismatcher[0]}`).join(' ')}`,
  agents: AGENTS,
});

function isTerminal({ options, past }: PenniesState): boolean {
  return past.length === options.rounds;
}

function readerRole(matcher: Seat, reader: Reader): PenniesRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === matcher ? 'matcher' : 'mismatcher';
}
