/**
 * Scripted opponents of Leduc Hold'em. Each plays hand by hand for chips: scores so far and the end of the match do not matter to it.
 * They see an observation, never a state. The numbers of `cfr` are in `policy.ts`.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { actionsAt, rankOf, type LeducAction, type LeducMove } from './hand.js';
import type { LeducObservation } from './observation.js';
import { decisionKey, equilibrium } from './policy.js';

type Agent = ScriptedAgent<LeducAction, LeducObservation>;
type AgentName = 'random' | 'cfr' | 'always-call';

const PASSIVE: readonly LeducMove[] = ['check', 'call'];

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: {
    summary: 'Takes a uniformly random legal action.',
    make: (_params, rng) => ({ betting }) => rng.pick(actionsAt(betting)),
  },
  cfr: {
    summary: 'Plays an equilibrium of the single hand, found by CFR+, in every hand.',
    make: (_params, rng) => ({ card, before, public: shown, betting }) => {
      const row = equilibrium()[decisionKey(before, shown === null ? null : rankOf(shown), betting)] as readonly number[];
      const actions = actionsAt(betting);
      const at = card === null ? 0 : rankOf(card) * actions.length;
      return actions[rng.weighted(row.slice(at, at + actions.length))] as LeducAction;
    },
  },
  'always-call': {
    summary: 'Never bets, raises or folds: checks, and calls everything.',
    make: () => ({ betting }) => actionsAt(betting).find(({ move }) => PASSIVE.includes(move)) as LeducAction,
  },
};
