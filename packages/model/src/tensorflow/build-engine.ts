/**
 * An engine built here: sources through npm, library through pip, unpacked and compiled in the build folder. Nothing it does is visible outside
 * that folder and the downloads beside it.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ModelError } from '../errors.js';
import { buildBinding, BINDING_FILE } from './build-binding.js';
import type { BuildSite, BuiltEngine } from './build-site.js';
import { fetchOnce, forgetDownload } from './downloads.js';
import { libraryMachine } from './library-machine.js';
import { fetchPackages } from './npm-packages.js';
import { findTools } from './tools.js';
import { unpack } from './unpack.js';
import { BINDING_PACKAGES, BINDING_VERSION, NODE_HEADERS, type EngineVariant } from './versions.js';
import { fetchWheel, wheelPlan } from './wheels.js';

/** Of the 10,000 headers in the wheel: the C API, and what it includes. */
const HEADERS = ['tensorflow/c/', 'tensorflow/core/platform/', 'tsl/platform/', 'xla/tsl/'].map((folder) => `tensorflow/include/${folder}`);

/**
 * @throws MODEL_TENSORFLOW_UNSUPPORTED, MODEL_INSTALL_TOOL_MISSING, MODEL_INSTALL_DOWNLOAD_FAILED, MODEL_INSTALL_ARCHIVE_INVALID,
 * MODEL_INSTALL_BUILD_FAILED, MODEL_INSTALL_FOLDER_UNWRITABLE
 */
export async function buildEngine(variant: EngineVariant, { machine, environment, folder, downloads, log, progress }: BuildSite): Promise<BuiltEngine> {
  const plan = wheelPlan(variant, machine);
  const tools = await findTools(environment);
  const source = `${BINDING_PACKAGES[variant.gpu ? 'gpu' : 'cpu']}@${BINDING_VERSION}`;
  const options = { environment, log, onLine: (line: string) => void (/^\s*Downloading /.test(line) && progress(line.trim())) };

  progress(`fetching ${source} with npm`);
  const tarballs = await fetchOnce(downloads, source, async (into) => fetchPackages(tools.npm, [source, NODE_HEADERS], into, options));
  for (const requirement of plan.requirements) {
    progress(`fetching ${requirement} with pip`);
    await fetchOnce(downloads, requirement, async (into) => fetchWheel(tools.python, requirement, plan.platformTag, into, options));
  }

  progress('unpacking');
  const sources = mkdtempSync(join(folder, 'sources-'));
  for (const file of tarballs) await unpackDownload(source, file, join(sources, basename(file).startsWith('node-api-headers') ? 'headers' : 'binding'), ['package/']);
  for (const requirement of plan.requirements) {
    for (const file of await fetchOnce(downloads, requirement, async () => undefined)) await unpackDownload(requirement, file, folder, [...plan.libraries, ...HEADERS, 'nvidia/']);
  }
  checkLibraries();

  progress('compiling the binding');
  await buildBinding(tools.compiler, { sources: join(sources, 'binding/package'), nodeHeaders: join(sources, 'headers/package/include'), build: folder }, plan.libraries, machine, options);
  for (const path of [sources, join(folder, 'tensorflow/include')]) rmSync(path, { recursive: true, force: true });
  return { binding: BINDING_FILE, source: source.replace(/@(?=\d)/, ' ') };

  /** A damaged archive is forgotten, so that the next install fetches it anew. */
  async function unpackDownload(key: string, file: string, into: string, wanted: readonly string[]): Promise<void> {
    try {
      await unpack(tools.python, file, into, wanted, options);
    } catch (error) {
      if (error instanceof ModelError && error.code === 'MODEL_INSTALL_ARCHIVE_INVALID') forgetDownload(downloads, key);
      throw error;
    }
  }

  function checkLibraries(): void {
    const [requirement = ''] = plan.requirements;
    for (const library of plan.libraries) {
      const path = join(folder, library);
      const got = existsSync(path) ? libraryMachine(path) : 'no such file in it';
      const expected = `${machine.platform}-${machine.arch}`;
      if (got === expected) continue;
      forgetDownload(downloads, requirement);
      throw new ModelError('MODEL_INSTALL_ARCHIVE_INVALID', { details: { file: `wheel of ${requirement}`, expected: `${library} for ${expected}`, got: got ?? 'a file that is no library' } });
    }
  }
}
