/**
 * A package on disk: its manifest as JSON, and the file that importing it by name would load. Reads two files and runs nothing.
 * Node resolves names only from where a module stands; this starts from a folder, so that a package anywhere can be loaded, and ones that
 * `require` cannot reach (exports for `import` alone) too.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The parsed package.json, of unknown shape. @throws an Error that says what is wrong with it */
export async function readManifest(folder: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(join(folder, 'package.json'), 'utf8');
  } catch (cause) {
    throw new Error(`no package.json in ${folder}`, { cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`package.json in ${folder} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The name in a manifest, or null where it has none. */
export function nameIn(manifest: unknown): string | null {
  const name = (manifest as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' && PACKAGE_NAME.test(name) && name.length <= 214 ? name : null;
}

/** The version in a manifest, for people. */
export function versionIn(manifest: unknown): string | null {
  const version = (manifest as { readonly version?: unknown } | null)?.version;
  return typeof version === 'string' ? version : null;
}

/** Names as the npm registry has them, with or without a scope. */
export const PACKAGE_NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;

/** The absolute path of the module that `import 'name'` loads. @throws an Error when the package exports nothing by its name */
export function entryOf(folder: string, manifest: unknown): string {
  const exported = (manifest as { readonly exports?: unknown } | null)?.exports;
  if (exported === undefined || exported === null) return createRequire(join(folder, 'package.json')).resolve(folder); // `main`, or index.js
  const target = targetOf(rootOf(exported));
  if (target === null || !target.startsWith('./')) throw new Error('its "exports" name no module for "."');
  const path = resolve(folder, target);
  if (!path.startsWith(resolve(folder))) throw new Error(`its "exports" lead out of the package: ${target}`);
  return path;
}

/** The conditions that hold for an `import` in this Node. */
const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'default']);

function rootOf(exported: unknown): unknown {
  const isMap = typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'));
  return isMap ? (exported as { readonly '.'?: unknown })['.'] : exported;
}

function targetOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && !CONDITIONS.has(key)) continue;
    const target = targetOf(inner);
    if (target !== null) return target;
  }
  return null;
}
