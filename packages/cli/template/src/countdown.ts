/**
 * Countdown: take one to three stones in turn; whoever takes the last one wins.
 * The whole game as pure functions over plain JSON: no clock, no socket, no prompt. What each part has to be stands in docs/writing-a-game.md.
 */
import { defineGame, readInteger, type Role } from '@spiral-arena/core/game';

type Options = { readonly start: number };
type State = { readonly left: number; readonly mover: number; readonly roles: readonly Role[] };
type Action = { readonly take: number };
type View = { readonly role: Role; readonly toMove: Role; readonly left: number };

export const game = defineGame<Options, State, Action, View>({
  id: 'countdown', version: '0.1.0', apiVersion: '1.0',
  title: 'Countdown', summary: 'Take one to three stones; whoever takes the last one wins.',
  seats: { min: 2, max: 2 }, roles: () => ['first', 'second'],
  turnOrder: 'sequential', information: 'perfect', chance: 'none', utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }), maxSteps: ({ start }) => start,

  optionsSchema: { type: 'object', properties: { start: { type: 'integer', minimum: 1, maximum: 50, default: 21 } }, additionalProperties: false },
  variants: { short: { start: 7 } },
  actionSchema: () => ({ type: 'object', properties: { take: { type: 'integer', minimum: 1, maximum: 3 } }, required: ['take'], additionalProperties: false }),

  initialState: ({ start }, roles) => ({ left: start, mover: roles.indexOf('first'), roles }),
  isTerminal: ({ left }) => left === 0,
  seatsToAct: ({ left, mover }) => (left === 0 ? [] : [mover]),
  apply: (state, move) => {
    if (move.kind === 'chance') return state; // there is none in this game
    const { take } = move.actions[state.mover] as Action;
    return { ...state, left: state.left - take, mover: 1 - state.mover };
  },
  legalActions: ({ left, mover }, seat) => (seat === mover && left > 0 ? [{ take: 1 }, { take: 2 }, { take: 3 }].slice(0, left) : []),
  refusal: ({ left }, _seat, { take }) => (take > left ? `only ${left} are left` : null),

  observe: ({ left, mover, roles }, reader) => ({ role: reader === 'spectator' ? 'spectator' : (roles[reader] as Role), toMove: roles[mover] as Role, left }),
  told: ({ mover }, move) => (move.kind === 'actions' ? { took: (move.actions[mover] as Action).take } : null),

  rules: (role, { start }) =>
    `You are ${role} of two players, first and second, who take turns. There are ${start} stones. Take one, two or three of them. Whoever takes the last one wins.\n` +
    'Answer with the number in brackets. Format only: [2].',
  text: ({ toMove, left }) => `${left} stones are left, ${toMove} is to move.`,
  brief: ({ role, left }) => `countdown ${role} ${left}`,
  briefWords: ({ start }) => ['countdown', 'first', 'second', 'spectator', ...Array.from({ length: Math.max(start, 3) + 1 }, (_, n) => String(n))],
  formatAction: ({ take }) => `[${take}]`,
  keywords: [],
  readToken: (inside) => {
    const take = readInteger(inside);
    return take === null ? null : { take };
  },

  returns: ({ left, mover }) => (left > 0 ? [0, 0] : mover === 0 ? [-1, 1] : [1, -1]),

  sampleState: ({ role, toMove, left }, seat) => {
    const roles = (role === 'first') === (seat === 0) ? ['first', 'second'] : ['second', 'first'];
    return { left, mover: roles.indexOf(toMove), roles };
  },
  agents: {
    perfect: {
      summary: 'Leaves a multiple of four, and wins whenever that is possible.',
      make: (_params, rng) => ({ left }) => ({ take: left % 4 || rng.between(1, Math.min(3, left)) }),
    },
  },
});
