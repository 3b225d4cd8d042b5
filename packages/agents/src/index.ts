/** Agents: scripted and language-model players, prompts, reply reading, exact solvers of small games. Imports core alone. */
export { AGENTS_ERRORS, AgentsError } from './errors.js';
export type { AgentsErrorCode } from './errors.js';
export type { GenerateRequest, GenerateResult, NextWords, Sampling, TextGenerator, TextMessage } from './text-generator.js';

export { readReply, withoutThinking } from './reply.js';
export type { ReplyReading, ReplyRule } from './reply.js';
export { briefPrompt, buildPrompt } from './prompt.js';
export type { PromptTurn } from './prompt.js';

export { firstLegalAgent } from './first-legal.js';
export { attemptSeed, languageAgent, replyOf, turnRequest } from './language.js';
export type { BriefSettings, ChatSettings, LanguageReply, LanguageSettings } from './language.js';
export { agentNames, makeAgent } from './make-agent.js';
export type { AgentScheme, AgentSources } from './make-agent.js';
export { checkParams } from './params.js';
export { randomAgent } from './random.js';
export { scriptedAgent } from './scripted.js';
export { formatAgentSpec, parseAgentSpec } from './spec.js';
export type { AgentSpec } from './spec.js';

export { informationSets, nashConv, policyValue, solveTree, trySolveTree } from './solve/best-response.js';
export type { BestResponse, SolvedTree } from './solve/best-response.js';
export { solveCfr } from './solve/cfr.js';
export type { CfrSettings, CfrSolution } from './solve/cfr.js';
export { enumerateGame } from './solve/enumerate.js';
export type { EnumerateSettings, GameCounts } from './solve/enumerate.js';
export { solveMinimax } from './solve/minimax.js';
export type { MinimaxSettings, MinimaxSolution } from './solve/minimax.js';
export { tableOf, uniform } from './solve/tree.js';
export type { GameTree, InformationSet, Policy, PolicyTable, TreeSettings } from './solve/tree.js';
