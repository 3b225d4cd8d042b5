/**
 * Finds and imports the packages that bring games, and fills a registry through core's plugin checks.
 * The built-in games come first and through the same door as a stranger's; then the installed plugins in the order of their names.
 * Nothing is downloaded, and a package that fails is listed, never fatal. What is in which folder is `plugin-folder.ts`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkManifest, GameRegistry, pluginFailure, type PluginFailure } from '@spiral-arena/core/game';
import { containPlugin, type ContainLimits } from './contain/contained-plugin.js';
import { entryOf, readManifest } from './package-folder.js';
import { installedPlugins, lendCore, pluginsFolder } from './plugin-folder.js';

/** The packages that come with `spiral`, in the order in which they may claim ids. */
export const BUILT_IN_PACKAGES = [
  '@spiral-arena/games-tic-tac-toe', '@spiral-arena/games-kuhn-poker', '@spiral-arena/games-simple-negotiation', '@spiral-arena/games-connect-four',
  '@spiral-arena/games-snake', '@spiral-arena/games-pig-dice', '@spiral-arena/games-liars-dice', '@spiral-arena/games-truth-and-deception',
  'spiral-arena-battleship', 'spiral-arena-blotto', 'spiral-arena-breakthrough', 'spiral-arena-chess',
  'spiral-arena-dont-say-it', 'spiral-arena-dots-and-boxes', 'spiral-arena-gops', 'spiral-arena-ipd',
  'spiral-arena-leduc', 'spiral-arena-matching-pennies', 'spiral-arena-nim', 'spiral-arena-othello',
  'spiral-arena-rps', 'spiral-arena-word-clues',
] as const;

export interface LoadGamesOptions {
  /** Default: the packages that come with `spiral`. */
  readonly builtIn?: readonly string[];
  /** The folder of the installed plugins, `null` for none. Default: the user's. */
  readonly plugins?: string | null;
  /** Runs the installed plugins in worker threads under these limits. The built-in games are trusted and stay here. */
  readonly contain?: ContainLimits;
  /** How long one package may take to import. */
  readonly importLimitMs?: number;
}

/** A package that brings games, before anything of it runs. `root` is null where it is not there. */
export interface GamePackage {
  readonly name: string;
  readonly root: string | null;
}

const IMPORT_LIMIT_MS = 5_000; // a slow disk and a large package; every command waits so long for one that never ends

/** A registry with the games of the built-in packages and the installed plugins. */
export async function loadGames({ builtIn = BUILT_IN_PACKAGES, plugins = pluginsFolder(), contain, importLimitMs = IMPORT_LIMIT_MS }: LoadGamesOptions = {}): Promise<GameRegistry> {
  const registry = new GameRegistry();
  const own = builtIn.map((name): GamePackage => ({ name, root: rootOf(name) }));
  const installed = plugins === null ? [] : installedPlugins(plugins);
  if (installed.length > 0) lend(plugins as string);
  const loading = [
    ...own.map((source) => ({ source, isBuiltIn: true, loaded: load(source, importLimitMs, undefined) })),
    ...installed.map((source) => ({ source, isBuiltIn: false, loaded: load(source, importLimitMs, contain) })),
  ];
  for (const { source, isBuiltIn, loaded } of loading) register(registry, source, await loaded, isBuiltIn, !isBuiltIn && contain !== undefined);
  return registry;
}

/** Adds the games of one more package, such as one that is being written. @returns what is wrong with it, or null */
export async function loadPackage(registry: GameRegistry, source: GamePackage): Promise<PluginFailure | null> {
  return register(registry, source, await load(source, IMPORT_LIMIT_MS, undefined), false, false);
}

type Loaded = { readonly manifest: unknown; readonly module: unknown } | { readonly failure: PluginFailure };

function register(registry: GameRegistry, { name }: GamePackage, loaded: Loaded, builtIn: boolean, contained: boolean): PluginFailure | null {
  if ('failure' in loaded) return registry.fail(loaded.failure);
  return registry.registerPlugin(name, loaded.manifest, loaded.module, { builtIn, contained });
}

/** Never throws: whatever a package does wrong becomes a failure with its reason. */
async function load({ name, root }: GamePackage, limitMs: number, contain: ContainLimits | undefined): Promise<Loaded> {
  try {
    if (root === null) throw new Error('it is not installed');
    const manifest = await readManifest(root);
    const declared = checkManifest(name, manifest);
    if (!declared.ok) return { manifest, module: null }; // nothing of the package is run, and the registry says why
    const file = entryOf(root, manifest);
    if (!existsSync(file)) throw new Error(`its module ${file} is missing: build the package first`);
    const entry = pathToFileURL(file).href;
    const module: unknown = contain ? await containPlugin(entry, limitMs, contain) : await withLimit(limitMs, withoutExit(() => import(entry)));
    return { manifest, module };
  } catch (cause) {
    return { failure: pluginFailure(name, 'load-failed', cause instanceof Error ? cause.message : String(cause)) };
  }
}

/** Where Node would find a package from here. */
function rootOf(name: string): string | null {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json'))) ?? null;
}

function lend(plugins: string): void {
  try {
    lendCore(plugins);
  } catch {
    // a folder that cannot be written: plugins that bring their own core load all the same, the others say what they miss
  }
}

async function withLimit<T>(limitMs: number, loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`its import did not finish within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Imports that are under way: `process.exit` is refused until the last is done. */
let importing = 0;
const exit = process.exit.bind(process);

/** A package that ends the process while it is imported has failed to load, and nothing more. */
async function withoutExit<T>(load: () => Promise<T>): Promise<T> {
  if (importing++ === 0) {
    process.exit = (code) => {
      throw new Error(`it called process.exit(${code ?? ''}) when it was imported`);
    };
  }
  try {
    return await load();
  } finally {
    if (--importing === 0) process.exit = exit;
  }
}
