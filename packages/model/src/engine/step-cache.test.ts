/** The cache of compiled steps: one compilation a key, a bound, disposal of what leaves. */
import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { createEngine } from './create.js';
import type { CompiledStep, Engine } from './engine.js';
import { StepCache, type StepSource } from './step-cache.js';

const eager = await createEngine({ name: 'eager' });

/** An engine that tells what it compiled and which steps were disposed of. */
function watched(): { engine: Engine; compiled: CompiledStep[]; disposed: CompiledStep[] } {
  const compiled: CompiledStep[] = [];
  const disposed: CompiledStep[] = [];
  const engine: Engine = {
    ...eager,
    compile: async (step, inputs) => {
      const inner = await eager.compile(step, inputs);
      const outer: CompiledStep = { inputs: inner.inputs, outputs: inner.outputs, explain: () => inner.explain(), run: (arrays) => inner.run(arrays), dispose: async () => { disposed.push(outer); await inner.dispose(); } };
      compiled.push(outer);
      return outer;
    },
  };
  return { engine, compiled, disposed };
}

const plus = (size: number): (() => StepSource) => () => ({ step: ([x]) => [tf.add(x!, size)], inputs: [{ shape: [size], dtype: 'float32' }] });
const broken = (): StepSource => ({ step: ([x]) => [tf.topk(x!, 1).values], inputs: [{ shape: [3], dtype: 'float32' }] });

describe('StepCache', () => {
  it('compiles once for all who ask', async () => {
    const { engine, compiled } = watched();
    const cache = new StepCache(engine);
    const steps = await Promise.all([cache.get('2', plus(2)), cache.get('2', plus(2)), cache.get('3', plus(3))]);
    expect(steps[0]).toBe(steps[1]);
    expect([compiled.length, cache.size]).toEqual([2, 2]);
    expect([...(await steps[2]!.run([Float32Array.of(1, 2, 3)]))[0]!]).toEqual([4, 5, 6]);
  });

  it('drops the step that was not used for longest, and disposes of it', async () => {
    const { engine, compiled, disposed } = watched();
    const cache = new StepCache(engine, 2);
    await cache.get('1', plus(1));
    await cache.get('2', plus(2));
    await cache.get('1', plus(1));
    await cache.get('3', plus(3));
    await expect.poll(() => disposed).toEqual([compiled[1]]);
    await cache.get('2', plus(2));
    expect(compiled.length).toBe(4);
    await cache.dispose();
    expect([disposed.length, cache.size]).toEqual([4, 0]);
  });

  it('lets a run end that began before its step was dropped', async () => {
    const cache = new StepCache(eager, 1);
    const run = (await cache.get('1', plus(1))).run([Float32Array.of(5)]);
    await cache.get('2', plus(2));
    expect([...(await run)[0]!]).toEqual([6]);
  });

  it('does not keep a failure', async () => {
    const cache = new StepCache(eager);
    await expect(cache.get('k', broken)).rejects.toBeInstanceOf(ModelError);
    expect(cache.size).toBe(0);
    await cache.get('k', plus(1));
    await expect(cache.get('j', () => { throw new Error('no source'); })).rejects.toThrow('no source');
    expect(cache.size).toBe(1);
  });
});
