/** Scripted opponents of matching pennies. They see an observation alone: their role and the finished rounds. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { actionOf, ACTIONS, otherSide, SIDES, type PenniesAction, type Round, type Side } from './sides.js';

/** The part of an observation these agents look at. */
export type RoundsView = { readonly role: string; readonly past: readonly Round[] };

type Agent = ScriptedAgent<PenniesAction, RoundsView>;

/** The sides that the opponent has shown so far. */
function sidesOfOther({ role, past }: RoundsView): readonly Side[] {
  return past.map(([matcher, mismatcher]) => (role === 'matcher' ? mismatcher : matcher));
}

/** The opponent's most frequent sides so far: both before the first round. */
export function mostFrequent(view: RoundsView): readonly Side[] {
  const sides = sidesOfOther(view);
  const heads = sides.filter((side) => side === 'heads').length;
  if (2 * heads === sides.length) return SIDES;
  return 2 * heads > sides.length ? ['heads'] : ['tails'];
}

export const AGENTS: { readonly [name in 'uniform' | 'fixed' | 'cycle' | 'copy-last' | 'frequency']: Agent } = {
  uniform: {
    summary: 'Shows each side with probability 1/2: the only equilibrium of a round.',
    make: (_params, rng) => () => rng.pick(ACTIONS),
  },
  fixed: {
    summary: 'Always shows the same side.',
    paramsSchema: { type: 'object', properties: { side: { enum: SIDES, default: 'heads', description: 'The side.' } }, additionalProperties: false },
    make: ({ side }) => () => actionOf(side as Side),
  },
  cycle: {
    summary: 'Shows heads and tails in turn.',
    make: () => ({ past }) => ACTIONS[past.length % ACTIONS.length] as PenniesAction,
  },
  'copy-last': {
    summary: "Shows the opponent's last side, and a random one in the first round.",
    make: (_params, rng) => (view) => (view.past.length === 0 ? rng.pick(ACTIONS) : actionOf(sidesOfOther(view).at(-1) as Side)),
  },
  frequency: {
    summary: "Shows what beats the opponent's most frequent side so far, a random one of two.",
    make: (_params, rng) => (view) => {
      const side = rng.pick(mostFrequent(view));
      return actionOf(view.role === 'matcher' ? side : otherSide(side));
    },
  },
};
