/** Sums of squares, over any axes; and what are no such sums. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { createEngine } from '../create.js';
import { reals, wholes, type CaseInput } from '../engine-cases.js';
import { assertSameResults } from '../engine-contract.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { checked, ops, recorded } from './check.test.fixture.js';
import { optimise } from './optimise.js';
import { fuseSquares } from './squares.js';

const [onnx, reference] = [await createEngine({ name: 'onnx' }), await createEngine({ name: 'eager' })];
const fused = (step: Step, ...inputs: readonly CaseInput[]): Graph => checked(fuseSquares, step, inputs);
const squares = (axes?: number | number[], keepDims = false): Step => ([x]) => [tf.sum(tf.square(x!), axes, keepDims)];

describe('fuseSquares', () => {
  it('sums over all axes, or over some, which stay or go', () => {
    expect(fused(squares(), reals([2, 3])).nodes).toMatchObject([{ op: 'SumSquares', attrs: { axes: [0, 1], keepDims: false }, outputs: [{ shape: [] }] }]);
    expect(fused(squares([0, -1]), reals([2, 3, 4])).nodes).toMatchObject([{ op: 'SumSquares', attrs: { axes: [0, 2], keepDims: false }, outputs: [{ shape: [3] }] }]);
    expect(fused(squares([1], true), reals([2, 3, 4])).nodes).toMatchObject([{ op: 'SumSquares', attrs: { axes: [1], keepDims: true }, outputs: [{ shape: [2, 1, 4] }] }]);
  });

  it('leaves squares to others that read them', () => {
    expect(ops(fused(([x]) => { const y = tf.square(x!); return [tf.sum(y), tf.neg(y)]; }, reals([2, 3])))).toEqual(['Square', 'SumSquares', 'Neg']);
  });

  it.each<[string, Step, CaseInput]>([
    ['squares of whole numbers', squares(0), wholes([4, 3], -9, 9)],
    ['means of squares', ([x]) => [tf.mean(tf.square(x!), -1)], reals([4, 3])],
    ['products of a value with itself', ([x]) => [tf.sum(tf.mul(x!, x!))], reals([4, 3])],
    ['squares of sums', ([x]) => [tf.square(tf.sum(x!, 0))], reals([4, 3])],
    ['squares in another shape', ([x]) => [tf.sum(tf.reshape(tf.square(x!), [6, 2]), 0)], reals([4, 3])],
  ])('leaves %s alone', (_name, step, input) => {
    expect(ops(fused(step, input))).toEqual(ops(recorded(step, input)));
  });

  it('is the same for any shape and axes, in ONNX Runtime too', async () => {
    const shape = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(fc.asyncProperty(shape, fc.integer({ min: 1, max: 15 }), fc.boolean(), fc.constantFrom('none', 'read', 'whole'), async (sizes, chosen, keepDims, twist) => {
      const some = sizes.map((_, axis) => axis).filter((axis) => (chosen >> axis) % 2 === 1);
      const axes = some.length === 0 ? [0] : some;
      const input = twist === 'whole' ? wholes(sizes, -9, 9) : reals(sizes);
      const step: Step = ([x]) => {
        const y = tf.square(tf.neg(x!));
        return [tf.sum(y, axes, keepDims), ...(twist === 'read' ? [tf.add(y, 1)] : [])];
      };
      expect(ops(fused(step, input)).includes('SumSquares')).toBe(twist !== 'whole');
      await assertSameResults(onnx, reference, step, [input], 1e-5);
    }), { numRuns: 25, seed: 8 });
  });

  it('is in the norm of gradients, which ONNX Runtime computes alike', async () => {
    const step: Step = ([x, y]) => {
      const { grads } = tf.valueAndGrads((a: tf.Tensor, b: tf.Tensor) => tf.sum(tf.square(tf.matMul(a, b))) as tf.Scalar)([x!, y!]);
      return [tf.sqrt(tf.addN(grads.map((grad) => tf.sum(tf.square(grad))))), ...grads];
    };
    const inputs = [reals([3, 40]), reals([40, 5])];
    expect(ops(optimise(recorded(step, ...inputs))).filter((op) => op === 'SumSquares' || op === 'Sum' || op === 'Square')).toEqual(['SumSquares', 'SumSquares']);
    await assertSameResults(onnx, reference, step, inputs, 1e-5);
  });
});
