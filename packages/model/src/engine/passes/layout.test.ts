/** Axes of size 1 and batches that were made one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Graph } from '../graph.js';
import { checked, ops } from './check.test.fixture.js';
import { squeezeTransposes, unflattenProducts } from './layout.js';
import { simplify } from './simplify.js';

describe('squeezeTransposes', () => {
  it('moves no axis of size 1', () => {
    const graph = checked((given) => simplify(squeezeTransposes(given)), ([x]) => [tf.transpose(x!, [0, 2, 3, 1, 4])], [reals([2, 3, 4, 1, 5])], 0);
    expect(graph.nodes.map(({ op, attrs }) => [op, attrs['perm']])).toEqual([['Reshape', undefined], ['Transpose', [0, 2, 1, 3]], ['Reshape', undefined]]);
  });

  it('keeps the numbers of any transpose', () => {
    const shape = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(fc.property(shape, fc.nat(), (sizes, seed) => {
      const perm = sizes.map((_, axis) => axis).toSorted((a, b) => ((a * 7 + seed) % 5) - ((b * 7 + seed) % 5) || a - b);
      const graph = checked((given) => simplify(squeezeTransposes(given)), ([x]) => [tf.transpose(x!, perm)], [reals(sizes)], 0);
      for (const { op, inputs } of graph.nodes) if (op === 'Transpose') expect(inputs[0]!.shape).not.toContain(1);
    }), { numRuns: 50, seed: 1 });
  });
});

describe('unflattenProducts', () => {
  const unflatten = (graph: Graph): Graph => simplify(unflattenProducts(simplify(graph)));
  const flat = (x: tf.Tensor): tf.Tensor => tf.reshape(x, [-1, x.shape.at(-2)!, x.shape.at(-1)!]);

  it('multiplies batches as they come', () => {
    const graph = checked(unflatten, ([a, b]) => [tf.neg(tf.reshape(tf.matMul(flat(a!), flat(b!)), [2, 3, 4, 6]))], [reals([2, 3, 4, 5]), reals([2, 3, 5, 6])]);
    expect(ops(graph)).toEqual(['BatchMatMul', 'Neg']);
  });

  it('leaves other reshapes alone', () => {
    fc.assert(fc.property(fc.constantFrom('none', 'matrix', 'batches', 'one side', 'alike'), fc.boolean(), fc.boolean(), (twist, transposeA, transposeB) => {
      const [m, k, n] = [4, 6, 4];
      const left = transposeA ? [k, m] : [m, k];
      const right = transposeB ? [n, k] : [k, n];
      const shapes = twist === 'batches' ? [[2, 3, ...left], [3, 2, ...right]] : twist === 'one side' ? [[2, 3, ...left], [6, ...right]] : twist === 'alike' ? [[6, ...left], [6, ...right]] : [[2, 3, ...left], [2, 3, ...right]];
      const graph = checked(unflatten, ([a, b]) => {
        const product = tf.matMul(twist === 'matrix' ? tf.reshape(a!, [6, ...left.toReversed()]) : flat(a!), flat(b!), twist === 'matrix' ? !transposeA : transposeA, transposeB);
        return [tf.neg(tf.reshape(product, [2, 3, m, n]))];
      }, shapes.map((shape) => reals(shape)));
      const [product] = graph.nodes.filter(({ op }) => op === 'BatchMatMul');
      expect(product!.outputs[0]!.shape).toHaveLength(twist === 'none' ? 4 : 3);
    }), { numRuns: 40, seed: 2 });
  });
});
