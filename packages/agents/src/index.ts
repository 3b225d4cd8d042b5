/** Agents: scripted, search and language-model players, prompts, reply reading, exact solvers of small games. Imports core alone. */
export { AGENTS_ERRORS, AgentsError } from './errors.js';
export type { AgentsErrorCode } from './errors.js';
export type { GenerateRequest, GenerateResult, LogprobRequest, NextWords, Sampling, TextGenerator, TextMessage } from './text-generator.js';

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
export { isPolicyAgent } from './policy-agent.js';
export type { PolicyAgent } from './policy-agent.js';
export { randomAgent } from './random.js';
export { scriptedAgent } from './scripted.js';
export { formatAgentSpec, parseAgentSpec } from './spec.js';
export type { AgentSpec } from './spec.js';

export { AlphaBeta } from './solve/alpha-beta.js';
export type { AlphaBetaSettings, SearchResult } from './solve/alpha-beta.js';
export { informationSets, nashConv, policyValue, solveTree, trySolveTree } from './solve/best-response.js';
export type { BestResponse, SolvedTree } from './solve/best-response.js';
export { byRole } from './by-role.js';
export type { TreeSettings } from './solve/build-tree.js';
export { CFR_KINDS, solveCfr } from './solve/cfr.js';
export type { CfrKind, CfrSettings, CfrSolution } from './solve/cfr.js';
export { enumerateGame } from './solve/enumerate.js';
export type { EnumerateSettings, GameCounts } from './solve/enumerate.js';
export { exploit } from './solve/exploit.js';
export type { Exploitation, ExploitSettings } from './solve/exploit.js';
export { mcts } from './solve/mcts.js';
export type { MctsSettings } from './solve/mcts.js';
export { solveMinimax } from './solve/minimax.js';
export type { MinimaxSettings, MinimaxSolution } from './solve/minimax.js';
export { perft } from './solve/perft.js';
export { SOLVE_METHODS, solveGame } from './solve/solve-game.js';
export type { GameSolution, SolveMethod, SolveProgress, SolveSettings } from './solve/solve-game.js';
export { asyncTableOf, tableOf, uniform } from './solve/tree.js';
export type { AsyncPolicy, GameTree, InformationSet, Policy, PolicyTable } from './solve/tree.js';
export { solveValues } from './solve/value-iteration.js';
export type { ValueIterationSettings, ValueSolution } from './solve/value-iteration.js';
