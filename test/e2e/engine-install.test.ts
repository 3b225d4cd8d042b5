/**
 * Native TensorFlow installed for real by the built program, used, interrupted and installed again. Needs npm, Python with pip, a C++ compiler and 3 GB of
 * disk. With SPIRAL_HOME set, that cache is used and kept, so that a machine installs once for all suites.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { loadTensorFlow } from '@spiral-arena/model';
import { afterAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../packages/cli/bin/run.js');
const given = process.env['SPIRAL_HOME'];
const home = given ?? mkdtempSync(join(tmpdir(), 'spiral-home-'));
const environment = { ...process.env, SPIRAL_HOME: home };
const NAME = `tensorflow-2.21.0-cpu-${process.platform}-${process.arch}`;
afterAll(() => {
  if (given === undefined) rmSync(home, { recursive: true, force: true });
});

function engine(...args: string[]): { status: number | null; err: string; seconds: number; json: () => unknown } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'engine', ...args], { cwd: tmpdir(), encoding: 'utf8', env: environment, timeout: 600_000 });
  return { status, err: stderr, seconds: (performance.now() - start) / 1000, json: () => JSON.parse(stdout.trim().split('\n').at(-1) as string) };
}

/** Runs until a line of progress, then ends it as a crash would. */
async function killedAt(pattern: RegExp, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, 'engine', ...args], { cwd: tmpdir(), env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      err += String(data);
      if (pattern.test(err)) child.kill('SIGKILL');
    });
    child.on('exit', (_, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(`it ended before ${pattern}: ${err}`))));
  });
}

describe('spiral engine', () => {
  it('installs TensorFlow in under five minutes, and finds it in under two seconds the next time', () => {
    const first = engine('install', '--json');
    expect(first.err).not.toContain('Error');
    expect(first.json()).toMatchObject({ engine: NAME, tensorflow: '2.21.0', gpu: false, verified: ['product', 'gradient', 'session'] });
    expect(first.seconds).toBeLessThan(300);
    const second = engine('install', '--json');
    expect(second.json()).toMatchObject({ installed: false });
    expect(second.seconds).toBeLessThan(2);
    expect(engine('list', '--json').json()).toContainEqual(expect.objectContaining({ name: NAME, from: 'cache', problem: null, verified: ['product', 'gradient', 'session'] }));
  });

  it('gives a binding that multiplies matrices', () => {
    const { binding, version } = loadTensorFlow({ home, from: home });
    expect(version).toBe('2.21.0');
    const square = binding.createTensor([2, 2], binding.TF_FLOAT, Float32Array.of(1, 2, 3, 4));
    const no = (name: string): object => ({ name, type: binding.TF_ATTR_BOOL, value: false });
    const [product] = binding.executeOp('MatMul', [{ name: 'T', type: binding.TF_ATTR_TYPE, value: binding.TF_FLOAT }, no('transpose_a'), no('transpose_b')] as never, [square, square], 1);
    expect(binding.tensorDataSync(product?.id ?? -1)).toEqual(Float32Array.of(7, 10, 15, 22));
    for (const id of [square, product?.id ?? -1]) binding.deleteTensor(id);
    expect(binding.getNumOfTensors()).toBe(0);
    expect(() => binding.loadSavedModel(home, 'serve')).toThrow(/SavedModel/);
  });

  it('an install that is killed leaves the engine as it was, and the next one fetches nothing again', async () => {
    await killedAt(/compiling/, 'install', '--force');
    expect(engine('install', '--json').json()).toMatchObject({ installed: false });
    const again = engine('install', '--force', '--json');
    expect(again.json()).toMatchObject({ engine: NAME, installed: true });
    expect(again.err).not.toContain('Downloading');
    expect(readdirSync(join(home, 'engines', NAME)).filter((entry) => entry.startsWith('build-'))).toHaveLength(1);
  });
});
