/**
 * The binding compiled from the vendor's sources against the unpacked library: two C++ files, about 20 seconds, one addon that finds the library beside it.
 * The recipe of the vendor's `binding.gyp` without its tools.
 */
import { join } from 'node:path';
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { runTool, type ToolOptions } from './run-tool.js';
import type { Tools } from './tools.js';
import { NODE_API_VERSION, type Machine } from './versions.js';
import type { WheelPlan } from './wheels.js';

export const BINDING_FILE = 'tfjs_binding.node';
const SOURCES = ['binding/tfjs_backend.cc', 'binding/tfjs_binding.cc'];

export interface BindingBuild {
  /** Unpacked package with the folder `binding/`. */
  readonly sources: string;
  /** Folder of `node_api.h`. */
  readonly nodeHeaders: string;
  /** The folder that holds `tensorflow/`; the addon is written into it. */
  readonly build: string;
}

/** @throws MODEL_INSTALL_BUILD_FAILED with the compiler's words */
export async function buildBinding([compiler, ...own]: Tools['compiler'], { sources, nodeHeaders, build }: BindingBuild, libraries: WheelPlan['libraries'], { platform }: Machine, options: ToolOptions & { log: string }): Promise<void> {
  const args = [
    ...own,
    '-std=c++17', '-O2', '-fPIC', `-DNAPI_VERSION=${NODE_API_VERSION}`, '-DBUILDING_NODE_EXTENSION',
    ...[nodeHeaders, sources, join(build, 'tensorflow/include')].map((folder) => `-I${folder}`),
    ...SOURCES.map((file) => join(sources, file)),
    '-o', join(build, BINDING_FILE),
    ...(platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup', '-Wl,-rpath,@loader_path/tensorflow'] : ['-shared', '-Wl,-rpath,$ORIGIN/tensorflow']),
    ...libraries.map((library) => join(build, library)),
  ];
  try {
    await runTool(compiler, args, options);
  } catch (cause) {
    throw new ModelError('MODEL_INSTALL_BUILD_FAILED', { details: { tool: compiler, reason: reasonOf(cause), log: options.log }, cause });
  }
}
