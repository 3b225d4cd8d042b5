/**
 * Seats a scripted opponent that a game ships: its policy sees the observation and the legal list of its own seat, as any agent does.
 * The policy is made once per seat and match; its parameters were checked before (see `params.ts`).
 */
import type { AgentFactory, JsonObject } from '@spiral-arena/core';
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';

/** @param params checked against the agent's schema, defaults filled in */
export function scriptedAgent(name: string, agent: ScriptedAgent, params: JsonObject = {}): AgentFactory {
  return ({ seed }) => {
    const policy = agent.make(params, Rng.fromSeed(seed));
    return { name, act: ({ observation, legalActions }) => ({ action: policy(observation, legalActions) }) };
  };
}
