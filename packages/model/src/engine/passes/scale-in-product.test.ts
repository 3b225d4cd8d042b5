/** Constants that go into a product, and those that may not. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Step } from '../engine.js';
import { checked } from './check.test.fixture.js';
import { scaleInProduct } from './scale-in-product.js';
import { simplify } from './simplify.js';

/** The ops, products as their scales. */
const scales = (step: Step): unknown[] => checked((graph) => simplify(scaleInProduct(simplify(graph))), step, [reals([3, 4]), reals([4, 3])]).nodes.map(({ op, attrs }) => attrs['scale'] ?? op);

describe('scaleInProduct', () => {
  it('takes a factor of the result, through reshapes and one after the other', () => {
    expect(scales(([x, y]) => [tf.mul(0.5, tf.div(tf.matMul(x!, y!), 2))])).toEqual([0.25]);
    expect(scales(([x, y]) => [tf.mul(tf.reshape(tf.matMul(x!, y!), [9]), 0.5)])).toEqual([0.5, 'Reshape']);
  });

  it('leaves the result alone where others read it, or where the factor is no number', () => {
    expect(scales(([x, y]) => { const p = tf.matMul(x!, y!); return [p, tf.mul(p, 0.5)]; })).toEqual([1, 'Multiply']);
    expect(scales(([x, y]) => { const p = tf.matMul(x!, y!); return [tf.mul(tf.reshape(p, [9]), 0.5), tf.exp(p)]; })).toEqual([1, 'Reshape', 'Multiply', 'Exp']);
    expect(scales(([x, y]) => [tf.mul(tf.matMul(x!, y!), tf.tensor([1, 2, 3]))])).toEqual([1, 'Multiply']);
    expect(scales(([x, y]) => [tf.div(2, tf.matMul(x!, y!))])).toEqual([1, 'RealDiv']);
  });

  it('takes a factor of a factor that only products read', () => {
    expect(scales(([x, y]) => { const a = tf.mul(x!, 2); return [tf.matMul(a, y!), tf.matMul(y!, a), tf.matMul(tf.reshape(a, [4, 3]), x!)]; })).toEqual([2, 2, 'Reshape', 2]);
    expect(scales(([x, y]) => [tf.matMul(tf.mul(x!, 2), tf.mul(y!, 3))])).toEqual([6]);
    expect(scales(([x, y]) => { const a = tf.mul(x!, 2); return [tf.matMul(a, y!), a]; })).toEqual(['Multiply', 1]);
    expect(scales(([x, y]) => { const a = tf.mul(x!, 2); return [tf.matMul(a, y!), tf.exp(a)]; })).toEqual(['Multiply', 1, 'Exp']);
  });

  it('keeps a factor on both sides of one product', () => {
    expect(scales(([x]) => { const a = tf.mul(x!, 2); return [tf.matMul(a, a, false, true)]; })).toEqual(['Multiply', 1]);
  });

  it('keeps the results of any arrangement', () => {
    const factor = fc.constantFrom(-2, 0.25, 1, 3);
    fc.assert(fc.property(factor, factor, factor, fc.boolean(), fc.boolean(), (left, right, result, readLeft, readProduct) => {
      scales(([x, y]) => {
        const [a, b] = [tf.mul(x!, left), tf.mul(right, y!)];
        const p = tf.matMul(a, b);
        return [tf.div(tf.mul(p, result), 2), ...(readLeft ? [tf.tanh(a)] : []), ...(readProduct ? [tf.tanh(p)] : [])];
      });
    }), { numRuns: 40, seed: 3 });
  });
});
