/** The errors of the command line itself; errors of the other packages pass through with their own codes. */
import { CodedError, type CodedErrorInit, type ErrorTable } from '@spiral-arena/core';

export const CLI_ERRORS = {
  CLI_FILE_UNREADABLE: { message: 'expected a readable file at {path}: {explanation}', hint: 'Check the path and its permissions.' },
  CLI_FILE_UNWRITABLE: { message: 'expected to write the file {path}: {explanation}', hint: 'Check that its folder exists and can be written.' },
  CLI_CONFIG_INVALID: { message: 'expected YAML or JSON in {path}: {explanation}', hint: 'Fix the file at that place; docs/training.md shows one.' },
  CLI_CHECK_FAILED: { message: '{failed} of {total} conformance checks of {game} failed', hint: 'Each failure above names the broken rule, the seed and the actions that reach it.' },
  CLI_REPLAY_FAILED: { message: '{failed} of {total} records did not replay', hint: 'The lines above say where each one differs.' },
  CLI_OPTIONS_INVALID: { message: 'expected options as a JSON object, got {got}', hint: 'For example --options \'{"size": 5, "line": 4}\'.' },
  CLI_MINUTES_INVALID: { message: 'expected a number of minutes above 0, got "{got}"', hint: 'For example --minutes 3, or --minutes 0.5.' },
  CLI_TEMPERATURE_INVALID: { message: 'expected a temperature from 0 to 10, got "{got}"', hint: 'For example --temperature 1, or --temperature 0 for the likeliest action.' },
  CLI_AGENTS_INVALID: { message: 'expected at most {most} agents for {game}, got {got}', hint: 'Give one agent per seat; the last one also takes the seats without one.' },
  CLI_SEAT_INVALID: { message: 'expected a seat from 0 to {most} in the match {match}, got {got}', hint: 'Leave --seat out to read as a spectator.' },
  CLI_ROLLOUT_THREADS_REFUSED: { message: 'expected one rollout thread with the engine {engine} on {provider}, got {got}', hint: 'One device plays all matches in one batch. Leave --rollout-threads out, or use the engine onnx on cpu.' },
  CLI_RUN_COMPLETE: { message: 'the run in {folder} has reached its limit: {updates} self-play updates, {minutes} minutes', hint: 'Go on with --minutes (so many more), or with a higher --updates (of the whole run).' },
  CLI_MODEL_INVALID: { message: 'expected a word model at {path} (a folder with words.json)', hint: 'Train one with `spiral train`.' },
  CLI_PLUGIN_SOURCE_INVALID: { message: 'expected {expected}, got "{got}"', hint: 'Plugins come from the registry by name, or from a tarball or folder by path: `spiral plugins install ./my-game-1.0.0.tgz`.' },
  CLI_PLUGIN_REFUSED: { message: 'the plugin {package} was refused ({reason}): {explanation}', hint: '{hint}' },
  CLI_PLUGIN_UNKNOWN: { message: 'expected an installed plugin, got "{got}"', hint: 'Installed plugins: {installed}.{suggestion}' },
  CLI_PLUGIN_FOLDER_UNWRITABLE: { message: 'the plugins folder {folder} cannot be written: {explanation}', hint: 'Check its permissions, or set SPIRAL_HOME to another folder.' },
  CLI_NPM_FAILED: { message: 'npm could not install the package: {explanation}', hint: 'Check the name and the network; nothing was changed.' },
  CLI_GAME_NAME_INVALID: { message: 'expected a name for the game, got "{got}": {explanation}', hint: 'Lower-case words joined by hyphens, at most 64 letters: `spiral games create tower-duel`.' },
  CLI_FOLDER_EXISTS: { message: 'expected a folder that does not exist yet, got {path}', hint: 'Nothing was written. Choose another folder with --out.' },
} as const satisfies ErrorTable;

export type CliErrorCode = keyof typeof CLI_ERRORS;

/** An error of the command line. */
export class CliError extends CodedError {
  override readonly name = 'CliError';
  constructor(code: CliErrorCode, init: CodedErrorInit = {}) {
    super(CLI_ERRORS, code, init);
  }
}
