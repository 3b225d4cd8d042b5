/**
 * A game for tests: two seats say a number from 1 to 3 in turn; who brings the sum to the target or above it wins. Every rule is one line,
 * the tree is small enough to be listed, and the first seat wins with best play. `open`: its actions are not listed, and its `random` agent says 1 or 2.
 * Not published and not a built-in game.
 */
import { defineGame, type Game, type Seat } from '@spiral-arena/core/game';

type Options = { readonly target: number };
type State = { readonly target: number; readonly sum: number; readonly turn: Seat; readonly roles: readonly string[] };
type Action = { readonly add: number };
type Observation = { readonly sum: number; readonly target: number; readonly role: string };

export function countingGame(id = 'counting', { open = false } = {}): Game {
  return defineGame<Options, State, Action, Observation>({
    id, version: '1.0.0', apiVersion: '1.0', title: 'Counting', summary: 'Bring the sum to the target.',
    seats: { min: 2, max: 2 }, roles: () => ['first', 'second'],
    turnOrder: 'sequential', information: 'perfect', chance: 'none', utility: 'zero-sum',
    returnsRange: () => ({ min: -1, max: 1 }), maxSteps: ({ target }) => target,
    optionsSchema: { type: 'object', properties: { target: { type: 'integer', minimum: 1, maximum: 20, default: 5 } }, additionalProperties: false },
    variants: {},
    actionSchema: () => ({ type: 'object', properties: { add: { type: 'integer', minimum: 1, maximum: 3 } }, required: ['add'], additionalProperties: false }),
    initialState: ({ target }, roles) => ({ target, sum: 0, turn: 0, roles }),
    isTerminal: ({ sum, target }) => sum >= target,
    seatsToAct: ({ sum, target, turn }) => (sum >= target ? [] : [turn]),
    apply: (state, move) => (move.kind === 'actions' ? { ...state, sum: state.sum + (move.actions[state.turn] as Action).add, turn: 1 - state.turn } : state),
    legalActions: ({ sum, target, turn }, seat) => (sum >= target || seat !== turn ? [] : open ? null : [{ add: 1 }, { add: 2 }, { add: 3 }]),
    refusal: () => null,
    observe: ({ sum, target, roles }, reader) => ({ sum, target, role: reader === 'spectator' ? 'spectator' : (roles[reader] as string) }),
    told: (_state, move) => (move.kind === 'actions' ? move.actions : null),
    rules: () => 'Say 1, 2 or 3.', text: ({ sum, target }) => `${sum} of ${target}`,
    brief: ({ role, sum }) => `${id} ${role} ${sum}`,
    briefWords: ({ target }) => [id, 'first', 'second', 'spectator', ...Array.from({ length: target + 3 }, (_, sum) => String(sum))],
    formatAction: ({ add }) => `[${add}]`, keywords: [],
    readToken: (inside) => (/^\d$/.test(inside) ? { add: Number(inside) } : null),
    ...(open ? { briefNext: (_observation, words) => (words.length === 0 ? ['1', '2', '3'] : []), agents: { random: { summary: 'Says 1 or 2.', make: (_params, rng) => () => ({ add: 1 + rng.int(2) }) } } } : {}),
    returns: ({ sum, target, turn }) => (sum < target ? [0, 0] : turn === 1 ? [1, -1] : [-1, 1]),
  });
}
