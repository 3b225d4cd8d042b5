/**
 * Where installed plugins live: one folder each under `plugins` of the user's Spiral folder, in which `node_modules/NAME` is the package, or a link to
 * its sources for a linked one. The folders are all there is: no list beside them can get out of step. Nothing here runs a plugin or npm.
 */
import { existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { spiralHome } from '@spiral-arena/model/home';
import { PACKAGE_NAME } from './package-folder.js';

/** An installed plugin, whatever state its package is in. */
export interface PluginPlace {
  readonly name: string;
  /** The folder of its own: removing it removes the plugin. */
  readonly folder: string;
  /** The package itself; for a linked plugin, the developer's folder. */
  readonly root: string;
  readonly linked: boolean;
}

/** The folder of all plugins; it need not exist. */
export function pluginsFolder(home: string = spiralHome()): string {
  return join(home, 'plugins');
}

/** Where a plugin of this name is or would be. `+` is in no package name. */
export function pluginFolder(folder: string, name: string): string {
  return join(folder, name.replace('/', '+'));
}

/** The installed plugins by name: their order decides between packages that bring the same game, whatever the order of files on disk. */
export function installedPlugins(folder: string = pluginsFolder()): readonly PluginPlace[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((entry) => entry.replace('+', '/'))
    .filter((name) => PACKAGE_NAME.test(name) && name !== 'node_modules')
    .toSorted()
    .map((name) => placeOf(folder, name));
}

/** A plugin of this name, installed or not. */
export function placeOf(folder: string, name: string): PluginPlace {
  const own = pluginFolder(folder, name);
  const path = join(own, 'node_modules', name);
  let target: string | null = null;
  try {
    target = readlinkSync(path);
  } catch {
    // a folder, or not there
  }
  return { name, folder: own, root: target === null ? path : realOr(path, target), linked: target !== null };
}

function realOr(path: string, target: string): string {
  try {
    return realpathSync(path);
  } catch {
    return target; // its sources are gone: loading it says so
  }
}

const CORE = '@spiral-arena/core';

/**
 * Lends this program's own core to the plugins that bring none: Node looks for it in `plugins/node_modules`, above every plugin.
 * Two programs that take turns each lend theirs before they load.
 */
export function lendCore(folder: string): void {
  const link = join(folder, 'node_modules', CORE);
  const core = dirname(dirname(createRequire(import.meta.url).resolve(CORE))); // dist/index.js of the package
  try {
    if (realpathSync(link) === realpathSync(core)) return;
  } catch {
    // not there, or it leads nowhere
  }
  mkdirSync(dirname(link), { recursive: true });
  const fresh = `${link}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  symlinkSync(core, fresh, 'junction');
  renameSync(fresh, link);
}
