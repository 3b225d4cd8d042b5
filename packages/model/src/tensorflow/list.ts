/** The TensorFlow engines of this machine in one list: those of the cache, unfinished and damaged ones included, and those in node_modules. Loads none. */
import { cachedEngines } from './engine-cache.js';
import { tensorFlowPlaces } from './load.js';

export interface ListedEngine {
  readonly name: string;
  readonly from: 'cache' | 'node_modules';
  /** Version of the library; `null` where it is not known without loading it. */
  readonly tensorflow: string | null;
  readonly forGpu: boolean;
  readonly sizeBytes: number | null;
  /** What was computed right when it was installed; empty for one that nobody checked. */
  readonly verified: readonly string[];
  /** Whether it is the first that would be tried. */
  readonly used: boolean;
  /** Why it cannot be used, or `null`. */
  readonly problem: string | null;
}

export function listTensorFlow(from?: string, home?: string): ListedEngine[] {
  const places = tensorFlowPlaces(from, home);
  const cached = cachedEngines(home).map(({ name, manifest, binding, problem }): ListedEngine => ({
    name, from: 'cache', tensorflow: manifest?.tensorflow ?? null, forGpu: manifest?.gpu ?? name.includes('-gpu-'), sizeBytes: manifest?.sizeBytes ?? null,
    verified: manifest?.verified ?? [], used: problem === null && places[0]?.path === binding, problem,
  }));
  const installed = places
    .filter((place) => place.from === 'node_modules')
    .map(({ source, forGpu, path }): ListedEngine => ({ name: source, from: 'node_modules', tensorflow: null, forGpu, sizeBytes: null, verified: [], used: places[0]?.path === path, problem: null }));
  return [...installed, ...cached];
}
