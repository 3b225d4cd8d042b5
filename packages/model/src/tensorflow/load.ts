/**
 * Finds TensorFlow's native binding and loads it. Builds for a GPU come first: `@tensorflow/tfjs-node-gpu` in the user's node_modules (where its install
 * script has run), then the engine cache; after them the processor's, `@tensorflow/tfjs-node` and the cache. Only the addon is loaded, none of the
 * vendor's JavaScript: there is one `tf` in the process, and the functions of `util` that Node 23 dropped are not missed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModelError } from '../errors.js';
import type { TensorFlowBinding } from './binding.js';
import { cachedEngines } from './engine-cache.js';
import { reasonOf } from './reason.js';
import { BINDING_PACKAGES, THIS_MACHINE } from './versions.js';

export interface LoadTensorFlowOptions {
  /** Refuse anything but a GPU. Default false: the best that is there. */
  readonly requireGpu?: boolean;
  /** Threads inside one op. Default: TensorFlow's own choice, all cores. Only the first load of a process can set it. */
  readonly threads?: number;
  /** Compile graphs with XLA; costs seconds per shape. Default false. Only the first load of a process can set it. */
  readonly xla?: boolean;
  /** The folder whose node_modules are looked through. Default: the current one. */
  readonly from?: string;
  /** Default: `spiralHome()`. */
  readonly home?: string;
}

/** A place where a binding was found. */
export interface TensorFlowPlace {
  /** For people: package and version, or the name of the engine in the cache. */
  readonly source: string;
  /** The native addon. */
  readonly path: string;
  readonly from: 'node_modules' | 'cache';
  /** Whether it was built for a GPU; it also runs without one. */
  readonly forGpu: boolean;
}

export interface LoadedTensorFlow extends TensorFlowPlace {
  readonly binding: TensorFlowBinding;
  /** Of the library, such as `2.21.0`. */
  readonly version: string;
  /** Whether it sees a GPU, which it then computes on. */
  readonly gpu: boolean;
  /** Places that come before this one and did not load, each with its reason. */
  readonly skipped: readonly string[];
}

/**
 * The binding, ready to use. A place that does not load is passed over in favour of the next.
 * @throws MODEL_TENSORFLOW_MISSING when there is none
 * @throws MODEL_TENSORFLOW_UNLOADABLE when none of those that are there loads
 * @throws MODEL_TENSORFLOW_NO_GPU when a GPU is required and TensorFlow sees none
 */
export function loadTensorFlow({ requireGpu = false, threads, xla = false, from = process.cwd(), home }: LoadTensorFlowOptions = {}): LoadedTensorFlow {
  const places = tensorFlowPlaces(from, home);
  if (places.length === 0) throw new ModelError('MODEL_TENSORFLOW_MISSING');
  const skipped: string[] = [];
  for (const place of places) {
    setEnvironment(place, threads, xla);
    let binding: TensorFlowBinding;
    try {
      binding = createRequire(import.meta.url)(place.path) as TensorFlowBinding;
    } catch (error) {
      skipped.push(`${place.source}: ${reasonOf(error)}`);
      continue;
    }
    const gpu = binding.isUsingGpuDevice();
    // A second library could not be loaded beside the first, which has the same name; GPU builds came first anyway.
    if (requireGpu && !gpu) throw new ModelError('MODEL_TENSORFLOW_NO_GPU', { details: { reason: [...skipped, `${place.source} found no device`].join('; ') } });
    return { ...place, binding, version: binding.TF_Version, gpu, skipped };
  }
  throw new ModelError('MODEL_TENSORFLOW_UNLOADABLE', { details: { reason: skipped.join('; ') } });
}

/** Every place that has a binding, in the order in which they are tried. */
export function tensorFlowPlaces(from: string = process.cwd(), home?: string): TensorFlowPlace[] {
  const usable = cachedEngines(home)
    .filter(({ manifest, problem }) => problem === null && manifest?.platform === THIS_MACHINE.platform && manifest.arch === THIS_MACHINE.arch)
    .toSorted((a, b) => Number(a.manifest?.official) - Number(b.manifest?.official));
  return [true, false].flatMap((gpu): TensorFlowPlace[] => [
    ...(installedPackage(BINDING_PACKAGES[gpu ? 'gpu' : 'cpu'], gpu, from) ?? []),
    ...usable.filter(({ manifest }) => manifest?.gpu === gpu).map(({ name, binding }) => ({ source: name, path: binding, from: 'cache' as const, forGpu: gpu })),
  ]);
}

/** The vendor's package in node_modules, if it has an addon: one that was installed without its script has none. */
function installedPackage(name: string, forGpu: boolean, from: string): [TensorFlowPlace] | null {
  for (const base of [join(from, 'package.json'), import.meta.url]) {
    try {
      const file = createRequire(base).resolve(`${name}/package.json`);
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
      for (let api = Number(process.versions.napi); api >= 3; api--) {
        const path = join(dirname(file), 'lib', `napi-v${api}`, 'tfjs_binding.node');
        if (existsSync(path)) return [{ source: `${name} ${String(version)}`, path, from: 'node_modules', forGpu }];
      }
    } catch {
      // not installed there
    }
  }
  return null;
}

/** The library reads these when it is loaded. What the user has set stands; threads and XLA are set only when asked for. In a worker they have no effect. */
function setEnvironment({ path }: TensorFlowPlace, threads: number | undefined, xla: boolean): void {
  process.env['TF_CPP_MIN_LOG_LEVEL'] ??= '3'; // failures are thrown; the rest of its lines are advice
  process.env['TF_FORCE_GPU_ALLOW_GROWTH'] ??= 'true'; // otherwise it takes the whole memory of the GPU
  if (threads !== undefined) process.env['TF_NUM_INTRAOP_THREADS'] = String(threads);
  if (xla) process.env['TF_XLA_FLAGS'] ??= '--tf_xla_auto_jit=2 --tf_xla_cpu_global_jit';
  const compiler = join(dirname(path), 'nvidia', 'cuda_nvcc');
  if (existsSync(compiler)) process.env['XLA_FLAGS'] ??= `--xla_gpu_cuda_data_dir=${compiler}`;
}
