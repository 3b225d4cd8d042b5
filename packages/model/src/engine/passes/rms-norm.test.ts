/** RMSNorm forward and backward as the decoder writes them, with readers of every part in between, and norms that are another. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rmsNorm } from '../../decoder/rms-norm.js';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { checked, ops } from './check.test.fixture.js';
import { fuseRmsNorm } from './rms-norm.js';
import { simplify } from './simplify.js';

const fuse = (graph: Graph): Graph => simplify(fuseRmsNorm(simplify(graph)));
const withGradient: Step = ([x, g, dy]) => {
  const f = (...given: tf.Tensor[]): tf.Tensor => rmsNorm(given[0]!, given[1]!, 1e-5);
  return [f(x!, g!), ...tf.grads(f)([x!, g!], dy!)];
};

describe('fuseRmsNorm', () => {
  it('writes the forward pass as one op', () => {
    expect(ops(checked(fuse, ([x, g]) => [rmsNorm(x!, g!, 1e-5)], [reals([3, 4]), reals([4])]))).toEqual(['RmsNorm']);
  });

  it('goes through the rows six times for both gradients', () => {
    const graph = checked(fuse, withGradient, [reals([3, 4]), reals([4]), reals([3, 4])]);
    expect(ops(graph)).not.toContain('Mean');
    const whole = graph.nodes.filter(({ op, outputs }) => op !== 'Reshape' && outputs[0]!.shape.join() === '3,4').map(({ op }) => op);
    expect(whole).toEqual(['RmsNorm', 'Multiply', 'Multiply', 'Multiply', 'Multiply', 'Sub']);
    expect(ops(graph).filter((op) => op === 'BatchMatMul')).toHaveLength(2);
  });

  it('keeps the scale and the normed rows for their other readers', () => {
    const graph = checked(fuse, ([x, g]) => {
      const r = tf.rsqrt(tf.add(tf.mean(tf.square(x!), -1, true), 1e-3));
      const n = tf.mul(x!, r);
      return [tf.mul(n, g!), r, n, tf.neg(n)];
    }, [reals([3, 4]), reals([4])]);
    expect(ops(graph)).toEqual(['RmsNorm', 'Multiply', 'Neg']);
    expect(graph.outputs[1]).toBe(graph.nodes[0]!.outputs[1]);
  });

  it('is the same for any shape, and leaves what is no such norm alone', () => {
    const twists = ['none', 'rank', 'axis', 'square', 'row weights', 'gradient of another', 'flat sum'] as const;
    fc.assert(fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 6 }), fc.constantFrom(...twists), fc.boolean(), (rows, width, twist, alsoRead) => {
      const graph = checked(fuse, ([given, g, dy, other]) => {
        const x = twist === 'rank' ? tf.expandDims(given!, 0) : given!;
        const r = tf.rsqrt(tf.add(tf.mean(tf.square(twist === 'square' ? other! : x), twist === 'axis' ? 0 : -1, true), 1e-5));
        const n = tf.mul(x, r);
        const y = tf.mul(n, twist === 'row weights' ? tf.slice(dy!, [0, 0], [rows, 1]) : g!);
        const d = tf.mul(dy!, g!);
        const along = tf.mean(tf.mul(d, twist === 'gradient of another' ? other! : n), -1, true);
        const dx = tf.mul(tf.sub(d, tf.mul(n, along)), r);
        const dg = twist === 'flat sum' ? tf.sum(tf.mul(dy!, n)) : tf.sum(tf.mul(dy!, n), 0);
        return [y, dx, dg, ...(alsoRead ? [d, along] : [])];
      }, [reals([rows, width]), reals([width]), reals([rows, width]), reals([rows, width])], 1e-4);
      expect(ops(graph).includes('RmsNorm')).toBe(!['rank', 'axis', 'square', 'row weights'].includes(twist));
      const products = { none: 2, 'row weights': 2, 'flat sum': 1, 'gradient of another': 1, rank: 0, axis: 0, square: 0 }[twist];
      expect(ops(graph).filter((op) => op === 'BatchMatMul')).toHaveLength(products);
    }), { numRuns: 60, seed: 3 });
  });
});
