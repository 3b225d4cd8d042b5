/** Products with a transposed left factor: which factor is transposed instead, and which are left as they are. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Step } from '../engine.js';
import { checked } from './check.test.fixture.js';
import { simplify } from './simplify.js';
import { straightenProducts } from './transposed-product.js';

/** What is done, with the shapes of the results. */
const straightened = (step: Step, ...shapes: number[][]): string[] =>
  checked((graph) => simplify(straightenProducts(graph)), step, shapes.map((shape) => reals(shape)), 1e-4).nodes.map(({ op, outputs, attrs }) => `${op}${attrs['transposeA'] ? ' aT' : ''} ${outputs[0]!.shape.join('x')}`);
const product: Step = ([a, b]) => [tf.matMul(a!, b!, true, false)];

describe('straightenProducts', () => {
  it('transposes the left factor where it is small', () => {
    expect(straightened(product, [512, 8], [512, 96])).toEqual(['Transpose 8x512', 'BatchMatMul 8x96']);
  });

  it('else the right one, and the result', () => {
    expect(straightened(product, [512, 96], [512, 8])).toEqual(['Transpose 8x512', 'BatchMatMul 8x96', 'Transpose 96x8']);
  });

  it('transposes once what products share', () => {
    expect(straightened(([a, b, c]) => [tf.matMul(a!, c!, true, false), tf.matMul(b!, c!, true, false)], [512, 32], [512, 32], [512, 33])).toEqual(['Transpose 33x512', 'BatchMatMul 33x32', 'Transpose 32x33', 'BatchMatMul 33x32', 'Transpose 32x33']);
  });

  it('puts the narrower factor of a batch on the left', () => {
    expect(straightened(product, [9, 64, 64], [9, 64, 8])).toEqual(['BatchMatMul aT 9x8x64', 'Transpose 9x64x8']);
    expect(straightened(product, [9, 64, 8], [9, 64, 64])).toEqual(['BatchMatMul aT 9x8x64']);
  });

  it('leaves small products, straight ones and unlike batches alone', () => {
    expect(straightened(product, [16, 8], [16, 4])).toEqual(['BatchMatMul aT 8x4']);
    expect(straightened(([a, b]) => [tf.matMul(a!, b!)], [96, 512], [512, 8])).toEqual(['BatchMatMul 96x8']);
    expect(straightened(product, [1, 64, 64], [9, 64, 8])).toEqual(['BatchMatMul aT 9x64x8']);
  });

  it('keeps scale and numbers for any shape', () => {
    const side = fc.integer({ min: 1, max: 90 });
    fc.assert(fc.property(side, side, fc.integer({ min: 30, max: 90 }), fc.constantFrom([], [3], [2, 2]), (m, n, k, batch) => {
      straightened(([a, b]) => [tf.matMul(a!, b!, true, false)], [...batch, k, m], [...batch, k, n]);
    }), { numRuns: 20, seed: 4 });
  });
});
