/**
 * `spiral engine install`, read from top to bottom: is it there already; one at a time; build in a fresh folder; prove it by computing; only then
 * name that folder in `engine.json`, which replaces the earlier engine in one step. Whatever fails or stops on the way leaves the earlier one as it is,
 * and what was downloaded whole for the next try.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { ModelError } from '../errors.js';
import { writeFileAtomically } from '../files/atomic-write.js';
import { buildEngine } from './build-engine.js';
import { enginesFolder, readEngine, type CachedEngine, type EngineManifest } from './engine-cache.js';
import { withInstallLock, type LockTimes } from './install-lock.js';
import { installOfficialEngine } from './official-engine.js';
import type { Environment } from './run-tool.js';
import { spiralHome } from './spiral-home.js';
import { expectedNumbers, verifyEngine } from './verify.js';
import { engineNameOf, THIS_MACHINE, type EngineVariant, type Machine } from './versions.js';

export interface InstallOptions extends Partial<EngineVariant> {
  /** Build it again even if it is there. */
  readonly force?: boolean;
  /** Told in words what is being done. */
  readonly progress?: (line: string) => void;
  /** Default: `spiralHome()`. */
  readonly home?: string;
  /** For the programs that are run. Default: that of this process. */
  readonly environment?: Environment;
  /** The Node that the engine is proven in. Default: this one. */
  readonly node?: string;
  readonly machine?: Machine;
  readonly lockTimes?: LockTimes;
}

export interface InstallResult {
  readonly engine: CachedEngine & { readonly manifest: EngineManifest };
  /** False when it was there already. */
  readonly installed: boolean;
}

/**
 * Installs TensorFlow into the engine cache, or finds it there.
 * @throws MODEL_TENSORFLOW_UNSUPPORTED, MODEL_INSTALL_TOOL_MISSING, MODEL_INSTALL_DOWNLOAD_FAILED, MODEL_INSTALL_ARCHIVE_INVALID,
 * MODEL_INSTALL_BUILD_FAILED, MODEL_INSTALL_SCRIPT_FAILED, MODEL_INSTALL_FOLDER_UNWRITABLE, MODEL_TENSORFLOW_UNLOADABLE, MODEL_TENSORFLOW_WRONG
 */
export async function installTensorFlow(options: InstallOptions = {}): Promise<InstallResult> {
  const { gpu = false, official = false, force = false, home = spiralHome(), machine = THIS_MACHINE, lockTimes, progress = () => undefined } = options;
  const name = engineNameOf({ gpu, official }, machine);
  const folder = join(enginesFolder(home), name);
  const present = (): InstallResult | null => {
    const engine = readEngine(folder, name);
    return engine?.manifest && engine.problem === null ? { engine: { ...engine, manifest: engine.manifest }, installed: false } : null;
  };
  try {
    const work = async (): Promise<InstallResult> => {
      const found = force ? null : present();
      if (found) return found;
      await replaceEngine(folder, { gpu, official }, { ...options, machine, progress });
      const result = present();
      if (!result) throw new ModelError('MODEL_INSTALL_FOLDER_UNWRITABLE', { details: { folder, reason: 'what was written is not there' } });
      return { ...result, installed: true };
    };
    return (force ? null : present()) ?? (await withInstallLock(`${folder}.lock`, work, (owner) => progress(`process ${owner} installs it already; waiting`), lockTimes));
  } catch (error) {
    throw unwritable(error, home) ?? error;
  }
}

const LARGE_BYTES = 2 ** 20; // the libraries; what a full disk or a clumsy hand would cut off

async function replaceEngine(engine: string, variant: EngineVariant, { machine, environment = process.env, node = process.execPath, progress }: InstallOptions & { machine: Machine; progress: (line: string) => void }): Promise<void> {
  mkdirSync(engine, { recursive: true });
  const downloads = join(engine, 'downloads');
  const log = join(engine, 'install.log');
  rmSync(log, { force: true });
  removeLeftovers(engine);
  const folder = mkdtempSync(join(engine, 'build-'));
  chmodSync(folder, 0o755); // one user may install for all
  let kept = false;
  try {
    const site = { machine, environment, folder, downloads, log, progress };
    const { binding, source } = variant.official ? await installOfficialEngine(variant, site) : await buildEngine(variant, site);
    progress('checking that it computes right');
    const { version, gpu: gpuSeen } = await verifyEngine(join(folder, binding), node, environment, log);
    const sizes = fileSizes(folder);
    const sizeBytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    const files = Object.fromEntries(Object.entries(sizes).filter(([, size]) => size >= LARGE_BYTES));
    const manifest: EngineManifest = { format: 1, build: basename(folder), binding: binding.split(sep).join('/'), tensorflow: version, source, ...variant, ...machine, sizeBytes, files, verified: Object.keys(expectedNumbers()), gpuSeen };
    await writeFileAtomically(join(engine, 'engine.json'), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    kept = true;
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
  rmSync(downloads, { recursive: true, force: true });
  removeLeftovers(engine);
}

/** Build folders that no engine names: the earlier engine's after a new one is in place, and those of installs that were stopped. */
function removeLeftovers(engine: string): void {
  const current = readEngine(engine, basename(engine))?.manifest?.build;
  for (const name of readdirSync(engine)) if (name.startsWith('build-') && name !== current) rmSync(join(engine, name), { recursive: true, force: true });
  const downloads = join(engine, 'downloads');
  for (const name of readNames(downloads)) if (name.includes('.part-')) rmSync(join(downloads, name), { recursive: true, force: true });
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function fileSizes(folder: string): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [relative(folder, path).split(sep).join('/'), statSync(path).size]));
}

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT'];

function unwritable(error: unknown, folder: string): ModelError | null {
  const { code, message } = error as NodeJS.ErrnoException;
  return UNWRITABLE.includes(code ?? '') ? new ModelError('MODEL_INSTALL_FOLDER_UNWRITABLE', { details: { folder, reason: message }, cause: error }) : null;
}
