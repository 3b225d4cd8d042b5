/** What is particular to the onnx engine: providers that are not there, and runs that ask for more memory than there is. */
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { createEngine } from './create.js';

const ELSEWHERE = process.platform === 'darwin' ? 'dml' : 'coreml'; // a provider that no build for this platform has

describe('onnx', () => {
  it('a provider that does not run here is refused, not replaced', async () => {
    await expect(createEngine({ name: 'onnx', provider: ELSEWHERE })).rejects.toMatchObject({ code: 'MODEL_PROVIDER_UNAVAILABLE', details: { provider: ELSEWHERE } });
  });

  it('a run that does not fit in memory is an error, variables stay, and the next run is fine', async () => {
    const engine = await createEngine({ name: 'onnx', threads: 1 });
    const sum = await engine.variable({ shape: [1], dtype: 'float32' });
    const size = 4_000_000;
    const huge = await engine.compile(
      ([x], [s]) => ({ outputs: [], updates: [tf.add(s!, tf.reshape(tf.max(tf.add(tf.reshape(x!, [size, 1]), x!)), [1]))] }), // 64 TB between two ops
      [{ shape: [size], dtype: 'float32' }],
      [sum],
    );
    await expect(huge.run([new Float32Array(size)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
    const small = await engine.compile((_, [s]) => ({ outputs: [], updates: [tf.add(s!, 1)] }), [], [sum]);
    await small.run([]);
    expect([...(await sum.read())]).toEqual([1]);
  });
});
