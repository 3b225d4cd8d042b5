/**
 * The door for game plugins, built-in and foreign alike: judges a package's manifest and its loaded module, and never throws.
 * Finding and importing packages is the host's business; what the games do at the table is the conformance kit's.
 */
import { messageOf } from '../errors.js';
import { actionSpec } from './action-spec.js';
import { API_VERSION, type Game, type GamePlugin } from './game.js';
import { resolveOptions } from './options.js';

/** Why a plugin is not used. `load-failed` and `kit-failed` are found by the host, the others here and in the registry. */
export const PLUGIN_FAILURE_REASONS = ['load-failed', 'bad-export', 'duplicate-id', 'name-reserved', 'api-version', 'kit-failed'] as const;
export type PluginFailureReason = (typeof PLUGIN_FAILURE_REASONS)[number];

/** A plugin that was refused, as the list of plugins shows it. */
export interface PluginFailure {
  readonly package: string;
  readonly reason: PluginFailureReason;
  readonly explanation: string;
  readonly hint: string;
}

/** The part of a package.json that makes a package a plugin: `"spiralArena": { "apiVersion": "1.0", "games": ["nim"] }`. */
export interface PluginManifest {
  readonly apiVersion: string;
  readonly games: readonly string[];
}

export type ManifestCheck = { readonly ok: true; readonly manifest: PluginManifest } | { readonly ok: false; readonly failure: PluginFailure };
export type ModuleCheck = { readonly ok: true; readonly games: readonly Game[] } | { readonly ok: false; readonly failure: PluginFailure };

const HINTS: { readonly [reason in PluginFailureReason]: string } = {
  'load-failed': 'Import the package by itself to see the whole error, or remove it.',
  'bad-export': 'A plugin exports { apiVersion, games } by default and names the same games in package.json; see docs/writing-a-game.md.',
  'duplicate-id': 'Remove one of the packages, or ask an author to give the game another id.',
  'name-reserved': 'The author has to give the game another id; built-in games keep theirs.',
  'api-version': `This arena speaks version ${API_VERSION} of the game contract: update the package, or the arena where the package is newer.`,
  'kit-failed': 'Report the broken rule, with the seed and the actions shown, to the author of the game.',
};

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_ID_LENGTH = 64;
const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+][0-9A-Za-z.+-]+)?$/;

/** Whether a text can be the id of a game: lower-case words joined by hyphens, at most 64 letters. */
export function isGameId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && ID.test(value);
}

/** A failure with the hint of its reason. */
export function pluginFailure(packageName: string, reason: PluginFailureReason, explanation: string): PluginFailure {
  return { package: packageName, reason, explanation: explanation.slice(0, 1_000), hint: HINTS[reason] };
}

/**
 * Checks a package's manifest before anything of the package runs.
 * @param packageJson the parsed package.json, of unknown shape
 */
export function checkManifest(packageName: string, packageJson: unknown): ManifestCheck {
  const refused = (reason: PluginFailureReason, explanation: string): ManifestCheck => ({ ok: false, failure: pluginFailure(packageName, reason, explanation) });
  const manifest = member(packageJson, 'spiralArena');
  if (typeof manifest !== 'object' || manifest === null) return refused('bad-export', 'expected "spiralArena" in package.json, got none');
  const apiVersion = member(manifest, 'apiVersion');
  const version = versionProblem(apiVersion, 'package.json');
  if (version !== null) return refused('api-version', version);
  const games = member(manifest, 'games');
  if (!Array.isArray(games) || games.length === 0) return refused('bad-export', 'expected a list of game ids as "spiralArena.games", got none');
  const wrong: unknown = games.find((id) => !isGameId(id));
  if (wrong !== undefined || games.includes(undefined)) return refused('bad-export', `${quoted(wrong)} is no game id: expected lower-case words joined by hyphens, at most ${MAX_ID_LENGTH} letters`);
  const repeated: unknown = games.find((id, index) => games.indexOf(id) !== index);
  if (repeated !== undefined) return refused('duplicate-id', `package.json lists the game ${quoted(repeated)} twice`);
  return { ok: true, manifest: { apiVersion: apiVersion as string, games: games as string[] } };
}

/**
 * Checks what a plugin package exports. Runs code of the games (facts, options, schemas); whatever it throws becomes the failure's explanation.
 * @param module the module namespace as imported, of unknown shape
 */
export function checkModule(packageName: string, manifest: PluginManifest, module: unknown): ModuleCheck {
  try {
    return checkExport(packageName, manifest, module);
  } catch (cause) {
    return { ok: false, failure: pluginFailure(packageName, 'bad-export', `reading the export failed: ${messageOf(cause)}`) };
  }
}

function checkExport(packageName: string, manifest: PluginManifest, module: unknown): ModuleCheck {
  const refused = (reason: PluginFailureReason, explanation: string): ModuleCheck => ({ ok: false, failure: pluginFailure(packageName, reason, explanation) });
  let plugin = member(module, 'default');
  if (member(plugin, 'games') === undefined && member(plugin, 'default') !== undefined) plugin = member(plugin, 'default'); // compiled CommonJS
  if (typeof plugin !== 'object' || plugin === null) return refused('bad-export', 'expected a default export { apiVersion, games }, got none');
  const { apiVersion, games } = plugin as Partial<GamePlugin>;
  const version = versionProblem(apiVersion, 'the default export');
  if (version !== null) return refused('api-version', version);
  if (!Array.isArray(games) || games.length === 0) return refused('bad-export', 'expected a list of games in the default export, got none');
  const ids: unknown[] = [];
  for (const game of games as readonly Game[]) {
    const problem = gameProblem(game);
    if (problem !== null) return refused(problem.reason, problem.explanation);
    if (ids.includes(game.id)) return refused('duplicate-id', `the export holds two games with the id ${quoted(game.id)}`);
    ids.push(game.id);
  }
  const differing = [...manifest.games.filter((id) => !ids.includes(id)), ...ids.filter((id) => !manifest.games.includes(id as string))];
  if (differing.length > 0) return refused('bad-export', `package.json and export differ in ${differing.map(quoted).join(', ')}`);
  return { ok: true, games: games as readonly Game[] };
}

const REQUIRED_METHODS = [
  'roles', 'returnsRange', 'maxSteps', 'actionSchema', 'initialState', 'isTerminal', 'seatsToAct', 'apply', 'legalActions', 'refusal',
  'observe', 'told', 'rules', 'text', 'brief', 'briefWords', 'formatAction', 'readToken', 'returns',
] as const satisfies readonly (keyof Game)[];

const bad = (explanation: string) => ({ reason: 'bad-export' as const, explanation });

/** What keeps an object from being a game at all: missing members, or options and schemas that do not work. */
function gameProblem(game: Game): { readonly reason: PluginFailureReason; readonly explanation: string } | null {
  if (typeof game !== 'object' || game === null) return bad(`expected a game, got ${quoted(game)}`);
  if (!isGameId(game.id)) return bad(`${quoted(game.id)} is no game id: expected lower-case words joined by hyphens, at most ${MAX_ID_LENGTH} letters`);
  const version = versionProblem(game.apiVersion, `game "${game.id}"`);
  if (version !== null && game.apiVersion !== undefined) return { reason: 'api-version', explanation: version };
  if (typeof game.version !== 'string' || !SEMVER.test(game.version)) return bad(`game "${game.id}": expected a semantic version, got ${quoted(game.version)}`);
  for (const name of ['title', 'summary'] as const) if (typeof game[name] !== 'string' || game[name] === '') return bad(`game "${game.id}": \`${name}\` is missing`);
  for (const name of REQUIRED_METHODS) if (typeof game[name] !== 'function') return bad(`game "${game.id}": the function \`${name}\` is missing`);
  for (const name of ['turnOrder', 'information', 'chance', 'utility'] as const) {
    if (typeof game[name] !== 'string' && typeof game[name] !== 'function') return bad(`game "${game.id}": the fact \`${name}\` is missing`);
  }
  for (const name of ['seats', 'optionsSchema', 'variants'] as const) if (typeof game[name] !== 'object' || game[name] === null) return bad(`game "${game.id}": \`${name}\` is missing`);
  if (!Array.isArray(game.keywords) && typeof game.keywords !== 'function') return bad(`game "${game.id}": \`keywords\` is missing`);
  if (version !== null) return { reason: 'api-version', explanation: version }; // else a game, only without a version
  try {
    for (const name of ['default', ...Object.keys(game.variants)]) {
      const { options, variant } = resolveOptions(game, { variant: name });
      actionSpec(game, options, variant);
    }
  } catch (cause) {
    return bad(`game "${game.id}": ${messageOf(cause)}`);
  }
  return null;
}

/** What is wrong with a version of the contract, naming both; `null` when plugins of that version load here. */
function versionProblem(value: unknown, where: string): string | null {
  const [major, minor] = API_VERSION.split('.').map(Number) as [number, number];
  const found = typeof value === 'string' ? /^(\d{1,6})\.(\d{1,6})$/.exec(value) : null;
  if (!found) return `expected an apiVersion such as "${API_VERSION}" in ${where}, got ${value === undefined ? 'none' : quoted(value)}`;
  if (Number(found[1]) !== major) return `expected apiVersion ${major}.x in ${where}, got ${found[0]}`;
  if (Number(found[2]) > minor) return `expected apiVersion at most ${API_VERSION} in ${where}, got ${found[0]}`;
  return null;
}

/** An own or inherited member of something that may not be an object. */
function member(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? (value as { readonly [name: string]: unknown })[name] : undefined;
}

function quoted(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'; // its own toString may be anything
  return String(value).slice(0, 80);
}
