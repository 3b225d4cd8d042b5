/** Each local rule: what it removes from a graph, and that the rest still computes the same. */
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals, wholes, type CaseInput } from '../engine-cases.js';
import type { Step } from '../engine.js';
import { record } from '../record.js';
import { checked, ops } from './check.test.fixture.js';
import { LOCAL_RULES, PRODUCT_RULES } from './local-rules.js';
import { inOrder } from './rewrite.js';
import { simplify } from './simplify.js';

const simplified = (step: Step, ...shapes: number[][]): string[] => simplifiedFor(step, shapes.map((shape) => reals(shape)));
const simplifiedFor = (step: Step, inputs: readonly CaseInput[]): string[] => ops(checked((graph) => simplify(graph), step, inputs));

describe('inOrder', () => {
  it('drops what no output needs, and puts makers before readers', () => {
    const graph = record(([x]) => { tf.exp(x!); return [tf.neg(tf.sin(x!))]; }, [reals([2])]);
    expect(ops(graph)).toEqual(['Exp', 'Sin', 'Neg']);
    expect(ops(inOrder(graph))).toEqual(['Sin', 'Neg']);
    expect(ops(inOrder({ ...graph, nodes: graph.nodes.toReversed() }))).toEqual(['Sin', 'Neg']);
  });
});

describe('simplify', () => {
  it('computes equal expressions once', () => {
    expect(simplified(([x, y]) => [tf.add(tf.exp(x!), tf.exp(x!)), tf.exp(y!), tf.add(tf.exp(x!), tf.exp(x!))], [2], [2])).toEqual(['Exp', 'Add', 'Exp']);
  });
  it('takes equal ops with other attributes for what they are', () => {
    expect(simplified(([x]) => [tf.sum(x!, 0), tf.sum(x!, 1)], [2, 2])).toEqual(['Sum', 'Sum']);
  });
  it('joins reshapes and drops those that change nothing', () => {
    expect(simplified(([x]) => [tf.neg(tf.reshape(tf.reshape(tf.reshape(x!, [12]), [4, 3]), [3, 4]))], [3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.reshape(tf.reshape(x!, [12]), [4, 3])], [3, 4])).toEqual(['Reshape']);
  });
  it('joins transposes, and reshapes where only axes of size 1 move', () => {
    expect(simplified(([x]) => [tf.neg(tf.transpose(tf.transpose(x!, [1, 2, 0]), [2, 0, 1]))], [2, 3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.transpose(x!, [0, 2, 1, 3])], [2, 1, 3, 4])).toEqual(['Reshape']);
  });
  it('does not spread out what ops broadcast by themselves', () => {
    expect(simplified(([x, y]) => [tf.mul(tf.broadcastTo(x!, [3, 4]), y!), tf.where(tf.greater(y!, 0), y!, tf.zerosLike(y!))], [4], [3, 4])).toEqual(['Reshape', 'Multiply', 'Greater', 'Select']);
    expect(simplified(([x]) => [tf.mul(tf.broadcastTo(x!, [3, 4]), 2)], [4])).toEqual(['Reshape', 'BroadcastTo', 'Multiply']);
  });
  it('writes truths and indicators in the type that is asked for', () => {
    expect(simplified(([x]) => [tf.cast(tf.cast(tf.greater(x!, 0), 'int32'), 'float32')], [4])).toEqual(['Greater', 'Cast']);
    expect(simplified(([x]) => [tf.mul(tf.oneHot(tf.cast(x!, 'int32'), 3), 0.5)], [4])).toEqual(['Cast', 'OneHot', 'Multiply']);
  });
  it('drops neutral numbers', () => {
    expect(simplified(([x]) => [tf.neg(tf.sub(tf.add(tf.div(tf.mul(tf.onesLike(x!), x!), 1), tf.zeros([4])), 0))], [3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.add(x!, tf.zeros([3, 4]))], [4])).toEqual(['Fill', 'Add']);
  });
  it('takes rows in their order as they are', () => {
    const order = (...ids: number[]): tf.Tensor1D => tf.tensor1d(ids, 'int32');
    expect(simplified(([x]) => [tf.neg(tf.gather(x!, order(0, 1, 2))), tf.neg(tf.unsortedSegmentSum(x!, order(0, 1, 2), 3))], [3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.gather(x!, order(0, 2, 1)), tf.gather(x!, order(0, 1)), tf.unsortedSegmentSum(x!, order(0, 1, 2), 4)], [3, 4])).toEqual(['GatherV2', 'GatherV2', 'UnsortedSegmentSum']);
    expect(simplified(([x]) => [tf.gather(x!, order(0, 1, 2), 1)], [3, 3])).toEqual(['GatherV2']);
    expect(simplifiedFor(([x, ids]) => [tf.gather(x!, ids as tf.Tensor1D)], [reals([3, 4]), wholes([3], 0, 3)])).toEqual(['GatherV2']);
  });
  it('reads transposed factors in place, where products can', () => {
    const step: Step = ([x, y]) => [tf.matMul(tf.transpose(x!), tf.transpose(y!), false, true)];
    const graph = checked((given) => simplify(given, [...LOCAL_RULES, ...PRODUCT_RULES]), step, [reals([4, 3]), reals([4, 5])]);
    expect(graph.nodes.map(({ op, attrs }) => [op, attrs['transposeA'], attrs['transposeB']])).toEqual([['BatchMatMul', true, false]]);
  });
});
