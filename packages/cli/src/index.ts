/** For programs that bring the same games and models together as `spiral` does. */
export { CLI_ERRORS, CliError } from './errors.js';
export type { CliErrorCode } from './errors.js';
export { BUILT_IN_PACKAGES, loadGames } from './load-games.js';
export { modelFolder, modelScheme } from './model-agents.js';
