/** Rotary positions of the decoder, forward and backward, of whole rows and of single positions; and rotations that are no such thing. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotaryTable, rotate } from '../../decoder/rotary.js';
import { tf } from '../../tf.js';
import { reals, wholes } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { checked, ops } from './check.test.fixture.js';
import { foldConstants } from './fold-constants.js';
import { fuseRotary } from './rotary.js';
import { simplify } from './simplify.js';

const fuse = (graph: Graph): Graph => simplify(fuseRotary(simplify(foldConstants(graph))));

/** x and its gradient for `[B, T, H, d]`, at all positions or at those of the second input. */
const rotation = (everywhere: boolean, twist = 'none'): Step => ([x, positions, dy]) => {
  const [batch, length, , width] = x!.shape as [number, number, number, number];
  const table = rotaryTable(10, width, 100);
  if (twist === 'halves') table.sin.dispose();
  const sines = twist === 'halves' ? tf.tensor(Float32Array.from({ length: 10 * width }, (_, i) => Math.sin(i)), [10, width]) : table.sin;
  const rows = (numbers: tf.Tensor): tf.Tensor => {
    if (!everywhere) return tf.reshape(tf.gather(numbers, tf.reshape(positions!, [batch * length]) as tf.Tensor1D), [batch, length, 1, width]);
    return tf.reshape(tf.slice(numbers, [0, 0], [length, width]), [1, length, 1, width]);
  };
  const f = (given: tf.Tensor): tf.Tensor => rotate(given, rows(table.cos), twist === 'sine of x' ? tf.sin(x!) : rows(sines));
  const turned = twist === 'sine of x' ? [] : [tf.grad(f)(x!, dy!)];
  return [f(x!), ...turned];
};
const inputs = (shape: readonly number[]) => [reals(shape), wholes(shape.slice(0, 2), 0, 10), reals(shape)];

describe('fuseRotary', () => {
  it('turns whole rows and single positions, there and back', () => {
    expect(ops(checked(fuse, rotation(true), inputs([2, 5, 3, 4])))).toEqual(['Rotary', 'Rotary']);
    expect(ops(checked(fuse, rotation(false), inputs([2, 3, 2, 6])))).toEqual(['Reshape', 'Rotary', 'Rotary']);
  });

  it('leaves tables with unlike halves and other factors alone', () => {
    for (const twist of ['halves', 'sine of x']) expect(ops(checked(fuse, rotation(true, twist), inputs([2, 5, 3, 4])))).not.toContain('Rotary');
  });

  it('keeps the numbers for any shape, also where parts are read', () => {
    const size = fc.integer({ min: 1, max: 4 });
    fc.assert(fc.property(size, fc.integer({ min: 2, max: 4 }), size, size, fc.boolean(), (batch, length, heads, half, everywhere) => {
      const graph = checked(fuse, (given, variables) => [...(rotation(everywhere)(given, variables) as tf.Tensor[]), tf.neg(tf.split(given[0]!, 2, -1)[1]!)], inputs([batch, length, heads, 2 * half]));
      expect(ops(graph).filter((op) => op === 'Rotary')).toHaveLength(2);
    }), { numRuns: 20, seed: 5 });
  });
});
