/**
 * Agents that can say with what probability they take each legal action, for exact measures; all others have to be sampled.
 * A match never asks: there, an agent acts.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Agent, AgentTurn } from '@spiral-arena/core';
import type { Action } from '@spiral-arena/core/game';

export interface PolicyAgent extends Agent {
  /** In the order of the turn's legal actions, which are a list; sum 1. What `act` does has this distribution over all seeds. */
  probabilities(turn: AgentTurn): Promise<readonly number[]> | readonly number[];
}

export function isPolicyAgent(agent: Agent): agent is PolicyAgent {
  return 'probabilities' in agent;
}

/** Equal probability for each of some of a turn's legal actions. */
export function evenly({ legalActions }: AgentTurn, chosen: readonly Action[]): readonly number[] {
  const texts = new Set(chosen.map(canonicalJson));
  return (legalActions ?? []).map((action) => (texts.has(canonicalJson(action)) ? 1 / texts.size : 0));
}
