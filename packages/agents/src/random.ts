/**
 * Plays a legal action at random, each as likely as any other. Where the legal actions cannot be listed it asks the game's own `random`.
 * The measure that every learner has to beat first; it looks at nothing.
 */
import type { AgentFactory } from '@spiral-arena/core';
import { fillDefaults } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { AgentsError } from './errors.js';
import { evenly } from './policy-agent.js';
import type { PolicyAgent } from './policy-agent.js';

export const randomAgent: AgentFactory = ({ game, seed }): PolicyAgent => {
  const rng = Rng.fromSeed(seed);
  const own = game.agents?.['random'];
  const policy = own?.make(fillDefaults(own.paramsSchema ?? {}, {}), rng);
  return {
    name: 'random',
    act({ observation, legalActions }) {
      if (legalActions) return { action: rng.pick(legalActions) };
      if (!policy) throw new AgentsError('AGENTS_ACTIONS_OPEN', { details: { agent: 'random', game: game.id } });
      return { action: policy(observation, null) };
    },
    probabilities: (turn) => evenly(turn, turn.legalActions ?? []),
  };
};
