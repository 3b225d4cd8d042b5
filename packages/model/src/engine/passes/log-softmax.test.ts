/** log softmax as tfjs spells it: what becomes one op, and what only looks like it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import { checked, ops } from './check.test.fixture.js';
import { fuseLogSoftmax } from './log-softmax.js';

describe('fuseLogSoftmax', () => {
  it('writes one op in place of five', () => {
    expect(ops(checked(fuseLogSoftmax, ([x]) => [tf.logSoftmax(x!)], [reals([2, 3, 4], -90, 90)]))).toEqual(['LogSoftmax']);
  });

  it('stays finite where exponentials do not', () => {
    expect(ops(checked(fuseLogSoftmax, ([x]) => [tf.logSoftmax(tf.mul(x!, 1e30))], [reals([3, 4])], 0))).toEqual(['Multiply', 'LogSoftmax']);
  });

  it('keeps parts that others read', () => {
    const graph = checked(fuseLogSoftmax, ([x]) => {
      const shifted = tf.sub(x!, tf.max(x!, -1, true));
      return [tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), -1, true))), tf.exp(shifted)];
    }, [reals([3, 4])]);
    expect(ops(graph).toSorted()).toEqual(['Exp', 'LogSoftmax', 'Max', 'Sub']);
  });

  it('leaves other axes and other trees alone, whatever the shape', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom('none', 'axis', 'sum axis', 'other', 'twice'), (rows, columns, twist) => {
      const graph = checked(fuseLogSoftmax, ([x, y]) => {
        const axis = twist === 'axis' ? 0 : 1;
        const shifted = tf.sub(x!, tf.max(twist === 'other' ? y! : x!, axis, true));
        const sums = tf.sum(tf.exp(shifted), twist === 'sum axis' ? 0 : axis, true);
        return [tf.sub(twist === 'twice' ? tf.sub(shifted, 1) : shifted, tf.log(sums))];
      }, [reals([rows, columns]), reals([rows, columns])]);
      expect(ops(graph).includes('LogSoftmax')).toBe(twist === 'none');
    }), { numRuns: 40, seed: 1 });
  });
});
