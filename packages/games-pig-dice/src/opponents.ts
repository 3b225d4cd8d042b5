/** Scripted opponents of Pig Dice. They see an observation, never a state, and think of one match without a turn limit. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { ACTIONS, HOLD, ROLL, type PigAction } from './dice.js';
import { optimalPlay } from './optimal.js';

/** The part of an observation these agents look at: what the seat to move has banked, what the other has, and the turn total. */
export type TurnView = {
  readonly options: { readonly target: number; readonly sides: number };
  readonly role: string;
  readonly scores: { readonly first: number; readonly second: number };
  readonly total: number;
};

type Agent = ScriptedAgent<PigAction, TurnView>;

/** Asks `rolls` where the match is open: a last answer to a reached target goes on until it is beaten, and a total that reaches the target is held. */
function player(rolls: (view: TurnView, own: number, other: number) => boolean): (view: TurnView) => PigAction {
  return (view) => {
    const [own, other] = view.role === 'second' ? [view.scores.second, view.scores.first] : [view.scores.first, view.scores.second];
    if (other >= view.options.target) return own + view.total > other ? HOLD : ROLL;
    if (own + view.total >= view.options.target) return HOLD;
    return rolls(view, own, other) ? ROLL : HOLD;
  };
}

export const AGENTS: { readonly [name in 'random' | 'hold-at' | 'optimal']: Agent } = {
  random: {
    summary: 'Rolls or holds with equal probability.',
    make: (_params, rng) => () => rng.pick(ACTIONS),
  },
  'hold-at': {
    summary: 'Rolls until the turn total reaches n or wins.',
    paramsSchema: {
      type: 'object',
      // 20: one more roll loses as much as it wins on average with six sides.
      properties: { n: { type: 'integer', minimum: 1, maximum: 1000, default: 20, description: 'Turn total at which it holds.' } },
      additionalProperties: false,
    },
    make: ({ n }) => player(({ total }) => total < (n as number)),
  },
  optimal: {
    summary: 'Maximises its chance to win, by the table of all positions for the target and die of the match.',
    make: () => player(({ options, total }, own, other) => optimalPlay(options.target, options.sides).rolls(own, other, total)),
  },
};
