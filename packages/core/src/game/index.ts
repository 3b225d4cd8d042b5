/** Games: the contract, options, the spec and the texts of actions, the registry and the door for plugins. */
export { actionSpec } from './action-spec.js';
export type { ActionSpec } from './action-spec.js';
export { foldAscii, readInteger } from './ascii.js';
export { actionWords, nextWords, passForced, wordsToAnswer } from './brief.js';
export type { NextWords } from './brief.js';
export { API_VERSION, defineGame, fact } from './game.js';
export type {
  Action, ChanceKind, ChanceOutcome, Fact, Game, GamePlugin, Information, Move, Observation, Options, Reader, Returns, Role, ScriptedAgent, ScriptedPolicy, Seat,
  State, Talk, TurnOrder, Utility,
} from './game.js';
export { didYouMean, nearest } from './nearest.js';
export { resolveOptions } from './options.js';
export type { OptionsRequest, ResolvedOptions } from './options.js';
export { checkManifest, checkModule, isGameId, PLUGIN_FAILURE_REASONS, pluginFailure } from './plugin.js';
export type { ManifestCheck, ModuleCheck, PluginFailure, PluginFailureReason, PluginManifest } from './plugin.js';
export { messageQuoter } from './quote.js';
export { MAX_ANSWER_LENGTH, MAX_MESSAGE_LENGTH, readAction } from './read-action.js';
export type { ReadRefusalKind, ReadResult } from './read-action.js';
export { GameRegistry } from './registry.js';
export type { RegisteredGame } from './registry.js';
export { fillDefaults } from '../schema/defaults.js';
export type { Json, JsonObject, JsonSchema } from '../json.js';
export type { Problem } from '../schema/explain.js';
export { valueProblem } from '../schema/value-problem.js';
