/** The onnx engine in a thread of its own: the contract of engines, the calling thread free meanwhile, and what happens when the thread is gone. Needs the built package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { createEngine } from './create.js';
import { engineContract } from './engine-contract.js';
import { reals } from './engine-cases.js';

const built = existsSync(join(import.meta.dirname, '../../dist/engine/onnx-worker.js'));

describe.runIf(built)('onnx in its own thread', async () => {
  const [engine, reference] = built ? [await createEngine({ name: 'onnx', threads: 2, ownThread: true }), await createEngine({ name: 'eager' })] : [];

  it.each(built ? engineContract(engine!, reference!).map((check) => [check.name, check] as const) : [])('%s', (_, check) => check.run());

  it('leaves the calling thread free while it runs', async () => {
    const step = await engine!.compile(([x]) => [tf.sum(tf.matMul(tf.matMul(x!, x!), x!))], [reals([1500, 1500])]);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await step.run([new Float32Array(1500 * 1500).fill(0.001)]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    await step.dispose();
  });

  it('moves arrays that are given away, and copies the others', async () => {
    const step = await engine!.compile(([x]) => [tf.neg(x!)], [reals([3])]);
    const [kept, given] = [Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)];
    expect([...(await step.run([kept]))[0]!]).toEqual([-1, -2, -3]);
    expect([...(await step.run([given], { gives: true }))[0]!]).toEqual([-4, -5, -6]);
    expect([kept.length, given.length]).toEqual([3, 0]);
    await step.dispose();
  });

  it('fails what is under way and what comes later when its thread is gone', async () => {
    const gone = await createEngine({ name: 'onnx', threads: 1, ownThread: true });
    const step = await gone.compile(([x]) => [tf.neg(x!)], [reals([3])]);
    const run = step.run([Float32Array.of(1, 2, 3)]);
    await gone.dispose();
    await expect(run).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
    await expect(step.run([Float32Array.of(1, 2, 3)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
  });
});
