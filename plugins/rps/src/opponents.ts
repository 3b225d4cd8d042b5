/** Scripted opponents of rock-paper-scissors. They see an observation alone: each round's own move first, the opponent's second. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { ACTIONS, beater, MOVES, type Round, type RpsAction, type RpsMove } from './moves.js';

/** The part of an observation these agents look at. */
export type RoundsView = { readonly past: readonly Round[] };

type Agent = ScriptedAgent<RpsAction, RoundsView>;

function actionOf(move: RpsMove): RpsAction {
  return ACTIONS[MOVES.indexOf(move)] as RpsAction;
}

/** The opponent's most frequent moves so far: all three before the first round. */
export function mostFrequent(past: readonly Round[]): readonly RpsMove[] {
  const counts = MOVES.map((move) => past.filter(([, other]) => other === move).length);
  const most = Math.max(...counts);
  return MOVES.filter((_, index) => counts[index] === most);
}

export const AGENTS: { readonly [name in 'uniform' | 'fixed' | 'cycle' | 'copy-last' | 'frequency']: Agent } = {
  uniform: {
    summary: 'Plays each move with probability 1/3: the only equilibrium of a round.',
    make: (_params, rng) => () => rng.pick(ACTIONS),
  },
  fixed: {
    summary: 'Always plays the same move.',
    paramsSchema: { type: 'object', properties: { move: { enum: MOVES, default: 'rock', description: 'The move.' } }, additionalProperties: false },
    make: ({ move }) => () => actionOf(move as RpsMove),
  },
  cycle: {
    summary: 'Plays rock, paper, scissors in turn.',
    make: () => ({ past }) => ACTIONS[past.length % ACTIONS.length] as RpsAction,
  },
  'copy-last': {
    summary: "Plays the opponent's last move, and a random one in the first round.",
    make: (_params, rng) => ({ past }) => (past.length === 0 ? rng.pick(ACTIONS) : actionOf((past.at(-1) as Round)[1])),
  },
  frequency: {
    summary: "Beats the opponent's most frequent move so far, a random one of several.",
    make: (_params, rng) => ({ past }) => actionOf(beater(rng.pick(mostFrequent(past)))),
  },
};
