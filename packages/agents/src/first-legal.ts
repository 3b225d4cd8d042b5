/**
 * Plays the first action of the legal list: the shortest agent there is, for tests and as a fixed opponent.
 * It draws nothing and plans nothing.
 */
import type { AgentFactory } from '@spiral-arena/core';
import { AgentsError } from './errors.js';
import { evenly } from './policy-agent.js';
import type { PolicyAgent } from './policy-agent.js';

export const firstLegalAgent: AgentFactory = ({ game }): PolicyAgent => ({
  name: 'first-legal',
  act({ legalActions }) {
    const action = legalActions?.[0];
    if (!action) throw new AgentsError('AGENTS_ACTIONS_OPEN', { details: { agent: 'first-legal', game: game.id } });
    return { action };
  },
  probabilities: (turn) => evenly(turn, turn.legalActions?.slice(0, 1) ?? []),
});
