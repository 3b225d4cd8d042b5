/**
 * Finds and imports the packages that bring games, and fills a registry through core's plugin checks.
 * The built-in games come through the same door as a stranger's. Nothing is downloaded, and a package that fails is listed, never fatal.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkManifest, GameRegistry, pluginFailure } from '@spiral-arena/core/game';

/** The packages that come with `spiral`, in the order in which they may claim ids. */
export const BUILT_IN_PACKAGES = ['@spiral-arena/games-tic-tac-toe', '@spiral-arena/games-kuhn-poker', '@spiral-arena/games-simple-negotiation', 'spiral-arena-nim'] as const;

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_PACKAGES);

/** How long one package may take to import, in milliseconds. */
const IMPORT_LIMIT_MS = 10_000;

/** A registry with the games of these packages. */
export async function loadGames(packages: readonly string[] = BUILT_IN_PACKAGES): Promise<GameRegistry> {
  const registry = new GameRegistry();
  for (const name of packages) await loadPackage(registry, name);
  return registry;
}

async function loadPackage(registry: GameRegistry, name: string): Promise<void> {
  try {
    const { manifest, entry } = await locate(name);
    const declared = checkManifest(name, manifest);
    if (!declared.ok) {
      registry.fail(declared.failure); // nothing of the package is run
      return;
    }
    const loaded: unknown = await withLimit(import(pathToFileURL(entry).href));
    registry.registerPlugin(name, manifest, loaded, { builtIn: BUILT_IN.has(name) });
  } catch (cause) {
    registry.fail(pluginFailure(name, 'load-failed', cause instanceof Error ? cause.message : String(cause)));
  }
}

async function locate(name: string): Promise<{ manifest: unknown; entry: string }> {
  const entry = createRequire(import.meta.url).resolve(name);
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) {
      const manifest = JSON.parse(text) as { name?: unknown };
      if (manifest.name === name) return { manifest, entry };
    }
  }
  throw new Error(`no package.json of ${name} above ${entry}`);
}

async function withLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`its import did not finish within ${IMPORT_LIMIT_MS / 1000} s`)), IMPORT_LIMIT_MS);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}
