/** Core's own words that every package uses: errors, plain JSON, agents. Games, matches, randomness, protocol and tests have subpaths. */
export type { Agent, AgentFactory, AgentReply, AgentTurn } from './agent.js';
export { CodedError, CORE_ERRORS, CoreError, isCodedError } from './errors.js';
export type { CodedErrorInit, CoreErrorCode, ErrorEntry, ErrorTable } from './errors.js';
export { canonicalJson, isJsonObject } from './json.js';
export type { Json, JsonObject, JsonSchema } from './json.js';
export type { Action, Game, Observation, Options, Reader, Role, Seat, State } from './game/game.js';
export { Making } from './making.js';
export { deepFreeze } from './game/deep-freeze.js';
