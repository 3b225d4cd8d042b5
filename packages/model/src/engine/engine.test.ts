/** Every engine against its contract and on larger steps. TensorFlow, which not every machine has, is in test/e2e. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tf } from '../tf.js';
import { createEngine, type EngineOptions } from './create.js';
import { reals, wholes } from './engine-cases.js';
import { engineContract } from './engine-contract.js';
import { agreesOnAttention, agreesOnPrograms } from './engine-models.test.fixture.js';

const reference = await createEngine({ name: 'eager', backend: 'cpu' });
const ENGINES: readonly EngineOptions[] = [{ name: 'eager', backend: 'cpu' }, { name: 'eager', backend: 'wasm' }, { name: 'onnx' }];

for (const options of ENGINES) {
  const engine = await createEngine(options);
  describe(engine.describe(), () => {
    for (const { name, run } of engineContract(engine, reference)) it(name, run);

    it('agrees on the loss and gradients of a two-layer attention model', () => agreesOnAttention(engine, reference, 1e-5));

    it('agrees on any composition of ops', () => agreesOnPrograms(engine, reference, 1e-5));
  });
}

describe('an index out of range', () => {
  it.each<EngineOptions>([{ name: 'eager' }, { name: 'onnx' }])('fails the run on $name, with the cause kept, and the step lives on', async (options) => {
    const step = await (await createEngine(options)).compile(([x, ids]) => [tf.gather(x!, ids as tf.Tensor1D)], [reals([4]), wholes([1], 0, 4)]);
    const before = tf.memory().numTensors;
    await expect(step.run([Float32Array.of(1, 2, 3, 4), Int32Array.of(4)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED', details: { engine: options.name, action: 'run the step' }, cause: expect.any(Error) });
    expect(tf.memory().numTensors).toBe(before);
    expect([...(await step.run([Float32Array.of(1, 2, 3, 4), Int32Array.of(3)]))[0]!]).toEqual([4]);
    await step.dispose();
  });
});

describe('createEngine', () => {
  it('says how to go on without the native runtime', async () => {
    vi.doMock('onnxruntime-node', () => {
      throw new Error('no binary for this platform');
    });
    await expect(createEngine({ name: 'onnx' })).rejects.toMatchObject({ code: 'MODEL_RUNTIME_MISSING', details: { library: 'onnxruntime-node' }, hint: expect.stringContaining('eager') });
    vi.doUnmock('onnxruntime-node');
  });

  it('describes what runs', async () => {
    expect((await createEngine({ name: 'onnx', threads: 2 })).describe()).toMatch(/^onnx on ONNX Runtime \d+\.\d+\.\d+ cpu, 2 threads$/);
    expect(reference.describe()).toMatch(/^eager on tfjs \d+\.\d+\.\d+ cpu, 1 thread$/);
  });

  it('says how to go on without TensorFlow', async () => {
    vi.stubEnv('SPIRAL_HOME', join(tmpdir(), 'spiral-home-of-nobody'));
    await expect(createEngine({ name: 'tensorflow' })).rejects.toMatchObject({ code: 'MODEL_TENSORFLOW_MISSING', hint: expect.stringContaining('spiral engine install') });
    vi.unstubAllEnvs();
  });

  it.each<[string, object, string]>([
    ['name', { name: 'torch' }, 'onnx or tensorflow or eager'],
    ['backend', { name: 'eager', backend: 'webgl' }, 'cpu or wasm'],
    ['threads', { name: 'onnx', threads: 0 }, 'a whole number from 1'],
    ['provider', { name: 'onnx', provider: 'tpu' }, 'cpu or cuda or dml or coreml'],
    ['provider', { name: 'tensorflow', provider: 'cuda' }, 'the engine onnx'],
    ['dtype', { name: 'tensorflow', dtype: 'float16' }, 'float32 or bfloat16'],
    ['dtype', { name: 'onnx', dtype: 'bfloat16' }, 'float32 with the engine onnx'],
    ['xla', { name: 'eager', xla: true }, 'the engine tensorflow'],
    ['requireGpu', { name: 'onnx', requireGpu: true }, 'the provider cuda, dml or coreml'],
    ['requireGpu', { name: 'eager', requireGpu: true }, 'the engine tensorflow or onnx'],
  ])('refuses a wrong %s: %j', async (option, options, expected) => {
    await expect(createEngine(options as EngineOptions)).rejects.toMatchObject({ code: 'MODEL_ENGINE_INVALID', details: { option, expected } });
  });
});
