/** Every derivative against central differences of the function itself, (f(x + ε) − f(x − ε)) / 2ε. */
import { Rng } from '@spiral-arena/core/random';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../engine/create.js';
import { drawInput, ENGINE_CASES } from '../engine/engine-cases.js';
import { tf } from '../tf.js';

const engine = await createEngine({ name: 'onnx', threads: 1 });
afterAll(() => engine.dispose());

const EPSILON = 1e-2;

describe('derivatives', () => {
  const cases = ENGINE_CASES.filter(({ name }) => name.startsWith('gradient of '));

  it.each(cases.map((one) => [one.name, one] as const))('%s is the slope', async (_name, { inputs, step }) => {
    const rng = Rng.fromSeed(7);
    const arrays = inputs.map((input) => drawInput(input, rng));
    const compiled = await engine.compile(step, inputs);
    const gradients = (await compiled.run(arrays)).slice(1);
    const valueAt = async (array: Float32Array, i: number, x: number): Promise<number> => {
      const kept = array[i]!;
      array[i] = x;
      const [value] = await compiled.run(arrays);
      array[i] = kept;
      return value![0]!;
    };
    for (const array of arrays) {
      if (!(array instanceof Float32Array)) continue;
      const gradient = gradients.shift()!;
      for (const [i, x] of array.entries()) {
        const [above, below] = [await valueAt(array, i, x + EPSILON), await valueAt(array, i, x - EPSILON)];
        const slope = (above - below) / (2 * EPSILON);
        expect(Math.abs(gradient[i]! - slope), `element ${i}: slope ${slope}, gradient ${gradient[i]}`).toBeLessThan(5e-3 * Math.max(1, Math.abs(slope)));
      }
    }
    await compiled.dispose();
  });

  it('does not share a gradient between two inputs of one sum', () => {
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      const [x, y] = [tf.scalar(3), tf.scalar(4)];
      const gradients = tf.grads((a: tf.Tensor, b: tf.Tensor) => tf.mul(tf.add(a, b), tf.add(a, tf.addN([a, b]))))([x, y]);
      expect(gradients.map((gradient) => gradient.dataSync()[0])).toEqual([10 + 14, 10 + 7]); // (a+b)(2a+b): 4a+3b, 3a+2b
    });
    expect(tf.memory().numTensors).toBe(before);
  });

  it('names a kernel without a derivative', () => {
    expect(() => tf.tidy(() => tf.grad((x: tf.Tensor) => tf.prod(x))(tf.tensor1d([1, 2])))).toThrow(/Prod/);
  });
});
