/** Addons are stood in for by JavaScript files: what is tested is where they are looked for and what is said. The real ones are in test/e2e. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cachedEngines, enginesFolder, type EngineManifest } from './engine-cache.js';
import { listTensorFlow } from './list.js';
import { loadTensorFlow, tensorFlowPlaces } from './load.js';
import { removeTensorFlow } from './remove.js';

const MANIFEST: EngineManifest = {
  format: 1, build: 'build-a', binding: 'binding.cjs', tensorflow: '2.21.0', source: 'made up', gpu: false, official: false,
  platform: process.platform, arch: process.arch, sizeBytes: 3, files: {}, verified: ['product'], gpuSeen: false,
};
const addon = (gpu: boolean): string => `exports.TF_Version = '2.21.0'; exports.isUsingGpuDevice = () => ${gpu};`;

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spiral-load-'));
  home = join(folder, 'home');
  for (const name of ['TF_NUM_INTRAOP_THREADS', 'TF_XLA_FLAGS', 'TF_CPP_MIN_LOG_LEVEL']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function cache(name: string, code: string, change: Partial<EngineManifest> = {}): void {
  write(join(enginesFolder(home), name, 'engine.json'), JSON.stringify({ ...MANIFEST, ...change }));
  write(join(enginesFolder(home), name, 'build-a/binding.cjs'), code);
}

/** A package in node_modules; the addon is garbage, since Node would load it as native code. */
function install(name: string, withAddon = true): void {
  const at = join(folder, 'node_modules/@tensorflow', name);
  write(join(at, 'package.json'), JSON.stringify({ name: `@tensorflow/${name}`, version: '4.22.0', exports: { './package.json': './package.json' } }));
  if (withAddon) write(join(at, 'lib/napi-v8/tfjs_binding.node'), 'garbage');
}

const load = (options = {}): ReturnType<typeof loadTensorFlow> => loadTensorFlow({ from: folder, home, ...options });
const coded = (code: string, words = ''): unknown => expect.objectContaining({ code, message: expect.stringContaining(words), hint: expect.stringMatching(/spiral/) });

describe('loading TensorFlow', () => {
  it('says what to do where there is none', () => {
    install('tfjs-node', false); // installed without its script
    expect(() => load()).toThrow(coded('MODEL_TENSORFLOW_MISSING'));
  });

  it('takes the engine of the cache, and tells the library about threads and XLA', () => {
    cache('tf-cpu', addon(false));
    expect(load({ threads: 3, xla: true })).toMatchObject({ source: 'tf-cpu', version: '2.21.0', gpu: false, from: 'cache', skipped: [] });
    expect(process.env['TF_NUM_INTRAOP_THREADS']).toBe('3');
    expect(process.env['TF_XLA_FLAGS']).toContain('auto_jit');
  });

  it('leaves what the user has set', () => {
    vi.stubEnv('TF_CPP_MIN_LOG_LEVEL', '0');
    cache('tf-cpu', addon(false));
    load();
    expect(process.env['TF_CPP_MIN_LOG_LEVEL']).toBe('0');
  });

  it('tries builds for a GPU first, node_modules before the cache, newer before the official, and passes over what does not load', () => {
    cache('tf-cpu', addon(false));
    cache('tf-a-official', addon(false), { official: true });
    cache('tf-gpu', 'throw new Error("libcuda.so.1: cannot open")', { gpu: true });
    cache('tf-elsewhere', addon(true), { platform: 'plan9', gpu: true });
    install('tfjs-node');
    install('tfjs-node-gpu');
    expect(tensorFlowPlaces(folder, home).map(({ source }) => source)).toEqual(['@tensorflow/tfjs-node-gpu 4.22.0', 'tf-gpu', '@tensorflow/tfjs-node 4.22.0', 'tf-cpu', 'tf-a-official']);
    const { source, skipped } = load();
    expect(source).toBe('tf-cpu');
    expect(skipped.map((line) => line.split(':')[0])).toEqual(['@tensorflow/tfjs-node-gpu 4.22.0', 'tf-gpu', '@tensorflow/tfjs-node 4.22.0']);
    expect(skipped[1]).toContain('libcuda.so.1');
  });

  it('throws when nothing loads, with every reason', () => {
    cache('tf-cpu', 'throw new Error("GLIBC_2.99 not found")');
    install('tfjs-node');
    expect(() => load()).toThrow(coded('MODEL_TENSORFLOW_UNLOADABLE', 'tf-cpu: GLIBC_2.99 not found'));
    expect(() => load()).toThrow(coded('MODEL_TENSORFLOW_UNLOADABLE', 'tfjs-node 4.22.0'));
  });

  it('with a GPU required takes one or refuses', () => {
    cache('tf-cpu', addon(false));
    expect(() => load({ requireGpu: true })).toThrow(coded('MODEL_TENSORFLOW_NO_GPU', 'tf-cpu found no device'));
    cache('tf-gpu', addon(true), { gpu: true });
    expect(load({ requireGpu: true })).toMatchObject({ source: 'tf-gpu', gpu: true });
  });
});

describe('the list of engines', () => {
  it('tells which would be used and what is wrong with the rest', () => {
    cache('a-cut', addon(false), { files: { 'binding.cjs': 999 } });
    cache('b-good', addon(false));
    cache('c-gone', addon(false), { build: 'build-b' });
    write(join(enginesFolder(home), 'd-damaged/engine.json'), '{"format":1,');
    write(join(enginesFolder(home), 'e-outside/engine.json'), JSON.stringify({ ...MANIFEST, build: '../b-good/build-a' }));
    write(join(enginesFolder(home), 'f-unfinished/downloads/x/file'), '');
    write(`${join(enginesFolder(home), 'b-good')}.lock`, '');
    install('tfjs-node');
    expect(listTensorFlow(folder, home).map(({ name, used, problem }) => [name, used, problem])).toEqual([
      ['@tensorflow/tfjs-node 4.22.0', true, null],
      ['a-cut', false, expect.stringContaining('binding.cjs: expected 999 bytes')],
      ['b-good', false, null],
      ['c-gone', false, 'its binding is missing'],
      ['d-damaged', false, 'engine.json is damaged'],
      ['e-outside', false, 'engine.json is damaged'],
      ['f-unfinished', false, 'its install was not finished'],
    ]);
  });

  it('is empty without a cache', () => expect(listTensorFlow(folder, home)).toEqual([]));

  it('loses what is removed, and knows no other names', async () => {
    cache('tf-cpu', addon(false));
    await removeTensorFlow('tf-cpu', home);
    expect(cachedEngines(home)).toEqual([]);
    for (const name of ['tf-cpu', '..', '']) await expect(removeTensorFlow(name, home)).rejects.toMatchObject({ code: 'MODEL_ENGINE_NOT_INSTALLED', hint: 'Installed engines: none.' });
  });
});
