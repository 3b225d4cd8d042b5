/**
 * The folder of installed engines: `SPIRAL_HOME/engines/NAME/`, in it one build folder and `engine.json`, which names the build and says what it is.
 * `engine.json` is written last and whole, so an engine is either the earlier one or the new one; a build folder that it does not name is a leftover.
 * Reading only; `install.ts` writes, `remove.ts` deletes.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from './reason.js';
import { spiralHome } from './spiral-home.js';

/** What `engine.json` says. */
export interface EngineManifest {
  readonly format: 1;
  /** Of the folder beside the manifest that holds the files. */
  readonly build: string;
  /** The native addon, as a path inside the build. */
  readonly binding: string;
  readonly tensorflow: string;
  /** The package of the binding's sources with its version. */
  readonly source: string;
  readonly gpu: boolean;
  readonly official: boolean;
  readonly platform: string;
  readonly arch: string;
  readonly sizeBytes: number;
  /** The large files of the build with their sizes. */
  readonly files: Readonly<Record<string, number>>;
  /** What was computed right before the engine was taken into use. */
  readonly verified: readonly string[];
  /** Whether TensorFlow saw a GPU while it was verified. */
  readonly gpuSeen: boolean;
}

/** An engine in the cache; `problem` says why it cannot be used, and is `null` for a sound one. */
export interface CachedEngine {
  readonly name: string;
  readonly folder: string;
  readonly manifest: EngineManifest | null;
  /** Absolute path of the native addon; empty when there is a problem. */
  readonly binding: string;
  readonly problem: string | null;
}

export function enginesFolder(home: string = spiralHome()): string {
  return join(home, 'engines');
}

/** Every engine in the cache, by name, those included whose install was not finished; none when there is no cache. */
export function cachedEngines(home?: string): CachedEngine[] {
  const folder = enginesFolder(home);
  let names: string[];
  try {
    names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
  return names.toSorted().flatMap((name) => readEngine(join(folder, name), name) ?? []);
}

/** The engine in one folder, or `null` where there is no folder. */
export function readEngine(folder: string, name: string): CachedEngine | null {
  const broken = (problem: string): CachedEngine => ({ name, folder, manifest: null, binding: '', problem });
  let text: string;
  try {
    text = readFileSync(join(folder, 'engine.json'), 'utf8');
  } catch (error) {
    if (!existsSync(folder)) return null;
    return broken((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'its install was not finished' : reasonOf(error));
  }
  const manifest = decodeManifest(text);
  if (!manifest) return broken('engine.json is damaged');
  const binding = join(folder, manifest.build, manifest.binding);
  if (!existsSync(binding)) return { ...broken('its binding is missing'), manifest };
  for (const [file, size] of Object.entries(manifest.files)) {
    const got = statSync(join(folder, manifest.build, file), { throwIfNoEntry: false })?.size;
    if (got !== size) return { ...broken(`${file}: expected ${size} bytes, got ${got ?? 'no file'}`), manifest };
  }
  return { name, folder, manifest, binding, problem: null };
}

/** The door for `engine.json`: names that lead out of the folder, other formats and missing fields are refused. */
function decodeManifest(text: string): EngineManifest | null {
  let value: Partial<EngineManifest> | null;
  try {
    value = JSON.parse(text) as Partial<EngineManifest> | null;
  } catch {
    return null;
  }
  const texts: unknown[] = [value?.build, value?.binding, value?.tensorflow, value?.source, value?.platform, value?.arch, ...Object.keys(value?.files ?? {})];
  const sound =
    value?.format === 1 &&
    texts.every((item) => typeof item === 'string' && item !== '' && !item.split(/[/\\]/).includes('..')) &&
    typeof value.gpu === 'boolean' && typeof value.official === 'boolean' && typeof value.gpuSeen === 'boolean' && typeof value.sizeBytes === 'number' && typeof value.files === 'object' && value.files !== null && Array.isArray(value.verified);
  return sound ? (value as EngineManifest) : null;
}
