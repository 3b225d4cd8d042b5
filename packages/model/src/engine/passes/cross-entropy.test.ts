/** Cross entropy of the decoder's kind, its gradient by one number and by row, and what must stay a table. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenLogprobs } from '../../decoder/token-logprobs.js';
import { tf } from '../../tf.js';
import { reals, wholes, type CaseInput } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { checked, ops } from './check.test.fixture.js';
import { fuseCrossEntropy } from './cross-entropy.js';
import { foldConstants } from './fold-constants.js';
import { simplify } from './simplify.js';

const fuse = (graph: Graph): Graph => fuseCrossEntropy(simplify(foldConstants(graph)));
const tables = (graph: Graph): number => ops(graph).filter((op) => op === 'OneHot').length;
const gradient = (loss: (logprobs: tf.Tensor, weights: tf.Tensor) => tf.Tensor): Step => ([z, t, w]) => {
  const { value, grads } = tf.valueAndGrads((logits: tf.Tensor) => loss(tokenLogprobs(logits, t!), w!) as tf.Scalar)([z!]);
  return [value, ...grads];
};
const inputs = (rows: readonly number[], width: number, low = 0, high = width): CaseInput[] => [reals([...rows, width]), wholes(rows, low, high), reals(rows)];

describe('fuseCrossEntropy', () => {
  it('picks and writes single numbers for a mean over tokens', () => {
    const graph = checked(fuse, gradient((logprobs) => tf.neg(tf.mean(logprobs))), inputs([6], 5));
    expect(tables(graph)).toBe(0);
    expect(ops(graph)).toEqual(expect.arrayContaining(['PickLast', 'AddAtLast']));
    expect(graph.nodes.at(-1)).toMatchObject({ op: 'Multiply' });
    expect(graph.nodes.at(-1)!.inputs[1]!.data![0]).toBeCloseTo(1 / 6);
  });

  it('weighs rows by one number each', () => {
    const graph = checked(fuse, gradient((logprobs, w) => tf.sum(tf.mul(logprobs, w))), inputs([2, 3], 5));
    expect([tables(graph), ops(graph).at(-1)]).toEqual([0, 'AddAtLast']);
  });

  it('takes an index outside the row for no token, as a table does', () => {
    expect(tables(checked(fuse, gradient((logprobs, w) => tf.sum(tf.mul(logprobs, w))), inputs([9], 3, -2, 6)))).toBe(0);
  });

  it('leaves numbers alone that a table spreads over a row', () => {
    const graph = checked(fuse, ([x, t]) => {
      const table = tf.oneHot(t!, 4, 1, 0, 'float32');
      return [tf.sum(tf.mul(table, x!), -1), tf.mul(tf.sub(table, tf.exp(x!)), 3)];
    }, [reals([3, 1]), wholes([3], 0, 4)]);
    expect(ops(graph)).toEqual(['OneHot', 'Multiply', 'Sum', 'Exp', 'Sub', 'Multiply']);
  });

  it('is the same for any shape and weight, and leaves other tables alone', () => {
    const rows = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 });
    fc.assert(fc.property(rows, fc.integer({ min: 2, max: 5 }), fc.boolean(), fc.constantFrom('none', 'on', 'axis', 'values'), (shape, width, keep, twist) => {
      const graph = checked(fuse, ([x, t, w]) => {
        const table = tf.oneHot(t!, width, twist === 'on' ? 2 : 1, 0, 'float32');
        const other = twist === 'values' ? tf.add(table, 0) : tf.mul(table, x!);
        return [tf.sum(other, twist === 'axis' ? 0 : -1, keep), tf.mul(tf.sub(table, tf.exp(x!)), tf.expandDims(w!, -1))];
      }, inputs(shape, width, -1, width));
      expect(ops(graph).includes('AddAtLast')).toBe(twist !== 'on');
      expect(ops(graph).includes('PickLast')).toBe(twist === 'none');
    }), { numRuns: 40, seed: 2 });
  });
});
