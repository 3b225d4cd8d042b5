/**
 * Installing, linking and removing plugins: npm puts a package into a fresh folder, it is checked there, and only then takes its place.
 * A plugin that is refused leaves everything as it was. `@oclif/plugin-plugins` is not used although the commands are named as its are: it takes only
 * packages that extend the command line with commands, takes no plain path to a tarball or folder, and lets install scripts run.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkManifest, didYouMean, pluginFailure, type PluginFailure } from '@spiral-arena/core/game';
import { CliError } from './errors.js';
import { BUILT_IN_PACKAGES, loadGames, loadPackage, type GamePackage } from './load-games.js';
import { npmInstall } from './npm.js';
import { nameIn, readManifest, versionIn } from './package-folder.js';
import { installedPlugins, lendCore, placeOf, pluginFolder, pluginsFolder } from './plugin-folder.js';
import { npmSpec, parsePluginSource } from './plugin-source.js';

export interface InstalledPlugin {
  readonly package: string;
  readonly version: string | null;
  readonly games: readonly string[];
}

type Say = (line: string) => void;

/**
 * Installs a plugin, or another version of one that is there.
 * @throws CLI_PLUGIN_SOURCE_INVALID, CLI_NPM_FAILED, CLI_PLUGIN_REFUSED, CLI_PLUGIN_FOLDER_UNWRITABLE
 */
export async function installPlugin(text: string, say: Say, folder: string = pluginsFolder()): Promise<InstalledPlugin> {
  const spec = npmSpec(parsePluginSource(text));
  const stage = openStage(folder);
  try {
    say(`npm installs ${spec} into ${folder}; its install scripts are not run`);
    await npmInstall(stage, spec);
    const name = onlyDependency(stage);
    const plugin = await checked({ name, root: join(stage, 'node_modules', name) }, folder);
    takePlace(stage, pluginFolder(folder, name));
    return plugin;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * Makes a folder of sources a plugin as it is: what is built there is what is played.
 * @throws CLI_PLUGIN_SOURCE_INVALID, CLI_PLUGIN_REFUSED, CLI_PLUGIN_FOLDER_UNWRITABLE
 */
export async function linkPlugin(text: string, say: Say, folder: string = pluginsFolder()): Promise<InstalledPlugin> {
  const root = resolve(text);
  if (!existsSync(join(root, 'package.json'))) throw new CliError('CLI_PLUGIN_SOURCE_INVALID', { details: { expected: 'a folder with a package.json', got: text.slice(0, 200) } });
  const name = nameIn(await readManifest(root).catch(() => null));
  if (name === null) throw refused(pluginFailure(root, 'bad-export', 'expected a package name in package.json'));
  const stage = openStage(folder);
  try {
    const plugin = await checked({ name, root }, folder);
    say(`${folder} gets a link to ${root}`);
    const link = join(stage, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(root, link, 'junction');
    takePlace(stage, pluginFolder(folder, name));
    return plugin;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Removes an installed or linked plugin; the sources of a linked one stay. @throws CLI_PLUGIN_UNKNOWN */
export function uninstallPlugin(name: string, folder: string = pluginsFolder()): void {
  const names = installedPlugins(folder).map((plugin) => plugin.name);
  if (!names.includes(name)) throw new CliError('CLI_PLUGIN_UNKNOWN', { details: { got: name.slice(0, 200), installed: names.join(', ') || 'none', suggestion: didYouMean(name, names) } });
  rmSync(placeOf(folder, name).folder, { recursive: true, force: true });
}

/** Loads the package beside everything that is installed, as the next command will. @throws CLI_PLUGIN_REFUSED */
async function checked(source: GamePackage & { readonly root: string }, folder: string): Promise<InstalledPlugin> {
  const manifest = await readManifest(source.root).catch(() => null);
  const declared = checkManifest(source.name, manifest);
  if (!declared.ok) throw refused(declared.failure);
  if ((BUILT_IN_PACKAGES as readonly string[]).includes(source.name)) throw refused(pluginFailure(source.name, 'name-reserved', 'this package comes with spiral'));
  const others = installedPlugins(folder).filter(({ name }) => name !== source.name);
  const taken = (await Promise.all(others.map(gamesOf))).find(({ games }) => games.some((id) => declared.manifest.games.includes(id)));
  if (taken) throw refused(pluginFailure(source.name, 'duplicate-id', `the package ${taken.name} brings a game of the same id: ${taken.games.join(', ')}`));
  const registry = await loadGames({ plugins: null });
  const reserved = declared.manifest.games.find((id) => registry.has(id));
  if (reserved !== undefined) throw refused(pluginFailure(source.name, 'name-reserved', `the game id "${reserved}" belongs to a built-in game`));
  const failure = await loadPackage(registry, source);
  if (failure) throw refused(failure);
  return { package: source.name, version: versionIn(manifest), games: declared.manifest.games };
}

async function gamesOf({ name, root }: GamePackage): Promise<{ readonly name: string; readonly games: readonly string[] }> {
  const declared = checkManifest(name, root === null ? null : await readManifest(root).catch(() => null));
  return { name, games: declared.ok ? declared.manifest.games : [] };
}

/** A fresh folder beside the plugins, so that taking its place is one rename, with this program's core in reach. */
function openStage(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    lendCore(folder);
    const stage = mkdtempSync(join(folder, '.new-'));
    writeFileSync(join(stage, 'package.json'), '{ "private": true }\n');
    return stage;
  } catch (cause) {
    throw new CliError('CLI_PLUGIN_FOLDER_UNWRITABLE', { cause, details: { folder, explanation: (cause as Error).message } });
  }
}

/** A folder cannot take the place of one that is not empty, so the old one steps aside first. */
function takePlace(stage: string, place: string): void {
  const old = `${stage}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(stage, place);
  rmSync(old, { recursive: true, force: true });
}

/** The name under which npm has put what it was asked for. */
function onlyDependency(folder: string): string {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly dependencies?: Readonly<Record<string, string>> };
  return Object.keys(dependencies)[0] as string;
}

function refused({ package: name, reason, explanation, hint }: PluginFailure): CliError {
  return new CliError('CLI_PLUGIN_REFUSED', { details: { package: name, reason, explanation, hint } });
}
