/**
 * The engine `tensorflow` against the contract of engines, where TensorFlow is installed (`spiral engine install`). Elsewhere it is left out, unless
 * SPIRAL_TENSORFLOW=1 says that it must be there. On a GPU, NVIDIA_TF32_OVERRIDE=0 is needed for float32 to be as exact as is asked here.
 */
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../packages/model/src/engine/create.js';
import { reals, wholes } from '../../packages/model/src/engine/engine-cases.js';
import { engineContract } from '../../packages/model/src/engine/engine-contract.js';
import { agreesOnAttention, agreesOnPrograms } from '../../packages/model/src/engine/engine-models.test.fixture.js';
import { createTensorFlowEngine, type TensorFlowOptions } from '../../packages/model/src/engine/tensorflow.js';
import { variableContract } from '../../packages/model/src/engine/variable-contract.js';
import { tensorFlowPlaces } from '../../packages/model/src/tensorflow/load.js';
import { tf } from '../../packages/model/src/tf.js';

/** bfloat16 has 8 bits: each factor and each product is rounded by up to 1/256. */
const BFLOAT16_TOLERANCE = 2e-2;

if (process.env['SPIRAL_TENSORFLOW'] !== '1' && tensorFlowPlaces().length === 0) {
  // Left out only where TensorFlow is not installed and SPIRAL_TENSORFLOW does not demand it: .ci/run installs it and sets that, so nothing is skipped there.
  it.skip('the engine tensorflow is not installed here: `spiral engine install`', () => undefined);
} else {
  const reference = await createEngine({ name: 'eager', backend: 'cpu' });
  const make = (options: TensorFlowOptions): ReturnType<typeof createTensorFlowEngine> => createTensorFlowEngine(options);
  const [plain, low, xla, joining] = [await make({}), await make({ dtype: 'bfloat16' }), await make({ xla: true }), await make({ bytesPerStep: 0 })];

  describe(plain.describe(), () => {
    for (const { name, run } of engineContract(plain, reference)) it(name, run);
    it('agrees on the loss and gradients of a two-layer attention model', () => agreesOnAttention(plain, reference, 1e-5));
    it('agrees on any composition of ops', () => agreesOnPrograms(plain, reference, 1e-5));

    it('names the op that fails in the graph, and keeps variables', async () => {
      const variable = await plain.variable(reals([2]), Float32Array.of(1, 2));
      const step = await plain.compile(([n], [v]) => ({ outputs: [tf.floorDiv(n!, tf.sub(n!, n!))], updates: [tf.add(v!, 1)] }), [wholes([2], 1, 9)], [variable]);
      await expect(step.run([Int32Array.of(4, 2)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED', details: { op: expect.stringMatching(/^FloorDiv_\d+$/), reason: expect.stringContaining('division by zero') }, cause: expect.any(Error) });
      expect([...(await variable.read())]).toEqual([1, 2]);
    });

    it('says when memory runs out, and keeps variables', async () => {
      const variable = await plain.variable(reals([2]), Float32Array.of(1, 2));
      const huge = 2 ** 24;
      const step = await plain.compile(([x], [v]) => ({ outputs: [tf.sum(tf.broadcastTo(x!, [huge, huge]))], updates: [tf.add(v!, 1)] }), [reals([1, huge])], [variable]);
      await expect(step.run([new Float32Array(huge)])).rejects.toMatchObject({ code: 'MODEL_ENGINE_MEMORY' });
      expect([...(await variable.read())]).toEqual([1, 2]);
    });

    it.runIf(plain.describe().includes('cpu'))('refuses to start without a GPU where one is required', async () => {
      await expect(createEngine({ name: 'tensorflow', requireGpu: true })).rejects.toMatchObject({ code: 'MODEL_TENSORFLOW_NO_GPU' });
      expect((await createEngine({ name: 'tensorflow', dtype: 'bfloat16', xla: true, threads: 2 })).describe()).toMatch(/^tensorflow on TensorFlow [\d.]+ cpu, 2 threads, products in bfloat16, XLA$/);
    });

    it('lets timers have their turn in a chain of runs', async () => {
      const step = await plain.compile(([x]) => [tf.neg(x!)], [reals([1])]);
      const tick = vi.fn();
      const timer = setInterval(tick, 1);
      for (let run = 0; run < 2000 && tick.mock.calls.length < 3; run++) await step.run([Float32Array.of(run)]);
      clearInterval(timer);
      expect(tick.mock.calls.length).toBeGreaterThanOrEqual(3);
    });
  });

  describe(low.describe(), () => {
    for (const { name, run } of engineContract(low, reference, BFLOAT16_TOLERANCE)) it(name, run);
    it('agrees on the loss and gradients of a two-layer attention model', () => agreesOnAttention(low, reference, BFLOAT16_TOLERANCE));
    it('really rounds factors, and only those', async () => {
      const step = await low.compile(([a, b]) => [tf.matMul(a!, b!), tf.mul(a!, b!)], [reals([1, 1]), reals([1, 1])]);
      const [product, each] = await step.run([Float32Array.of(1 + 1 / 1024), Float32Array.of(1)]);
      expect([product![0], each![0]]).toEqual([1, 1 + 1 / 1024]);
    });
  });

  describe(xla.describe(), () => {
    for (const { name, run } of variableContract(xla, reference)) it(name, run);
    it('agrees on the loss and gradients of a two-layer attention model', () => agreesOnAttention(xla, reference, 1e-5));
  });

  describe(`${joining.describe()}, steps joined in one session at once`, () => {
    for (const { name, run } of variableContract(joining, reference)) it(name, run);
  });
}
