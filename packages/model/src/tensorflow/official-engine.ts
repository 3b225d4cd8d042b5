/**
 * The vendor's own engine: `npm install` of its package with its install script, which downloads a prebuilt library from the vendor's storage
 * (TensorFlow 2.9.1, CUDA 11.2) or compiles against it. That download is neither npm's nor pip's: it needs a way to the vendor's host.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModelError } from '../errors.js';
import type { BuildSite, BuiltEngine } from './build-site.js';
import { reasonOf } from './reason.js';
import { runTool } from './run-tool.js';
import { findNpm } from './tools.js';
import { BINDING_PACKAGES, BINDING_VERSION, NODE_API_VERSION, type EngineVariant } from './versions.js';

/** @throws MODEL_INSTALL_TOOL_MISSING, MODEL_INSTALL_SCRIPT_FAILED */
export async function installOfficialEngine({ gpu }: EngineVariant, { environment, folder, log, progress }: BuildSite): Promise<BuiltEngine> {
  const name = BINDING_PACKAGES[gpu ? 'gpu' : 'cpu'];
  const npm = await findNpm(environment);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: BINDING_VERSION }, allowScripts: { [name]: true } }));
  progress(`installing ${name} ${BINDING_VERSION} with its own script, which downloads from the vendor`);
  const binding = join('node_modules', name, 'lib', `napi-v${NODE_API_VERSION}`, 'tfjs_binding.node');
  try {
    await runTool(npm, ['install', '--no-audit', '--no-fund', '--no-package-lock', '--foreground-scripts'], { environment, cwd: folder, log });
    if (!existsSync(join(folder, binding))) throw new Error('its script ended without a binding');
  } catch (cause) {
    throw new ModelError('MODEL_INSTALL_SCRIPT_FAILED', { details: { package: name, reason: reasonOf(cause), log }, cause });
  }
  keepOnly(join(folder, 'node_modules'), name.split('/'));
  return { binding, source: `${name} ${BINDING_VERSION}` };
}

/** The addon needs nothing but its own package; the rest is what its script ran on. */
function keepOnly(folder: string, [first, ...rest]: readonly string[]): void {
  if (first === undefined) return;
  for (const name of readdirSync(folder)) if (name !== first) rmSync(join(folder, name), { recursive: true, force: true });
  keepOnly(join(folder, first), rest);
}
