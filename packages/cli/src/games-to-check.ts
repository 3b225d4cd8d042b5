/** Which games somebody means: one by its id, those of an installed package by its name, or those of a package that is still a folder. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GameRegistry, type Game } from '@spiral-arena/core/game';
import { CliError } from './errors.js';
import { loadGames, loadPackage } from './load-games.js';
import { nameIn, readManifest } from './package-folder.js';

/** @throws CORE_GAME_UNKNOWN, CLI_PLUGIN_REFUSED */
export async function gamesToCheck(target: string): Promise<readonly Game[]> {
  if (/[/\\]|^\.{1,2}$/.test(target) && existsSync(join(target, 'package.json'))) return gamesOfFolder(resolve(target));
  const registry = await loadGames();
  const failure = registry.failures.find((one) => one.package === target);
  if (failure) throw new CliError('CLI_PLUGIN_REFUSED', { details: { ...failure } });
  const games = registry.entries().filter((entry) => entry.package === target).map(({ game }) => game);
  return games.length > 0 ? games : [registry.get(target)];
}

async function gamesOfFolder(root: string): Promise<readonly Game[]> {
  const name = nameIn(await readManifest(root).catch(() => null)) ?? root;
  const registry = new GameRegistry();
  const failure = await loadPackage(registry, { name, root });
  if (failure) throw new CliError('CLI_PLUGIN_REFUSED', { details: { ...failure } });
  return registry.list();
}
