/**
 * From an agent's text to its factory, for one game: the agents and searches that know no game, those the game ships, and schemes such as `model:PATH`.
 * Schemes are given by the caller, which knows files and models; `human` is the command line's own.
 */
import type { AgentFactory } from '@spiral-arena/core';
import { didYouMean } from '@spiral-arena/core/game';
import type { Game } from '@spiral-arena/core/game';
import { AgentsError } from './errors.js';
import { firstLegalAgent } from './first-legal.js';
import { checkParams } from './params.js';
import { randomAgent } from './random.js';
import { scriptedAgent } from './scripted.js';
import { SEARCH_AGENTS } from './solve/search-agents.js';
import { formatAgentSpec, parseAgentSpec } from './spec.js';
import type { AgentSpec } from './spec.js';

/** Makes agents of one scheme: what stands after the colon, and the parameters as text. */
export type AgentScheme = (path: string, params: AgentSpec['params']) => Promise<AgentFactory>;

export interface AgentSources {
  readonly game: Game;
  readonly schemes?: { readonly [name: string]: AgentScheme };
}

/** The names that `makeAgent` knows for this game, in the order of a help text; schemes as `model:PATH`. */
export function agentNames({ game, schemes = {} }: AgentSources): readonly string[] {
  const general = [...Object.keys(BUILT_IN), ...Object.keys(SEARCH_AGENTS)];
  return [...new Set([...general, ...Object.keys(game.agents ?? {})]), ...Object.keys(schemes).map((name) => `${name}:PATH`)];
}

/**
 * The agent that a text names, made ready for the game. An agent of the game comes before a built-in one of the same name, except `random`,
 * which asks the game's by itself where actions cannot be listed.
 * @throws AGENTS_SPEC_INVALID, AGENTS_AGENT_UNKNOWN, AGENTS_PARAM_UNKNOWN, AGENTS_PARAM_INVALID, and what a scheme throws
 */
export async function makeAgent(text: string | AgentSpec, sources: AgentSources): Promise<AgentFactory> {
  const spec = typeof text === 'string' ? parseAgentSpec(text) : text;
  const { game, schemes = {} } = sources;
  const { name, path, params } = spec;
  if (path !== undefined) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (!scheme) throw unknown(spec, sources);
    return scheme(path, params);
  }
  const own = game.agents && Object.hasOwn(game.agents, name) ? game.agents[name] : undefined;
  const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (builtIn && (!own || name === 'random')) {
    checkParams(name, undefined, params);
    return builtIn;
  }
  const search = Object.hasOwn(SEARCH_AGENTS, name) ? SEARCH_AGENTS[name] : undefined;
  if (!own && search) return search.make(formatAgentSpec(spec), checkParams(name, search.paramsSchema, params));
  if (!own) throw unknown(spec, sources);
  return scriptedAgent(formatAgentSpec(spec), own, checkParams(name, own.paramsSchema, params));
}

const BUILT_IN: { readonly [name: string]: AgentFactory } = { random: randomAgent, 'first-legal': firstLegalAgent };

function unknown(spec: AgentSpec, sources: AgentSources): AgentsError {
  const known = agentNames(sources);
  const details = { game: sources.game.id, agent: formatAgentSpec(spec), known: known.join(', '), suggestion: didYouMean(spec.name, known.map((name) => name.split(':')[0] as string)) };
  return new AgentsError('AGENTS_AGENT_UNKNOWN', { details });
}
