/** Takes an engine out of the cache, with the downloads of an install that was not finished. A process that has it loaded keeps running on Linux and macOS. */
import { rmSync } from 'node:fs';
import { ModelError } from '../errors.js';
import { cachedEngines } from './engine-cache.js';
import { withInstallLock } from './install-lock.js';

/**
 * @param name as `cachedEngines` lists it
 * @throws MODEL_ENGINE_NOT_INSTALLED for any other name
 */
export async function removeTensorFlow(name: string, home?: string): Promise<void> {
  const engines = cachedEngines(home);
  const engine = engines.find((candidate) => candidate.name === name);
  if (!engine) throw new ModelError('MODEL_ENGINE_NOT_INSTALLED', { details: { name, installed: engines.map((candidate) => candidate.name).join(', ') || 'none' } });
  await withInstallLock(`${engine.folder}.lock`, async () => rmSync(engine.folder, { recursive: true, force: true }), () => undefined);
}
