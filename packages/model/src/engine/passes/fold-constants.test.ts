/** Constants: what is computed at compile time, and what stays. */
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals, wholes } from '../engine-cases.js';
import { checked, ops } from './check.test.fixture.js';
import { foldConstants } from './fold-constants.js';
import { inOrder } from './rewrite.js';
import type { Graph } from '../graph.js';

const fold = (graph: Graph): Graph => inOrder(foldConstants(graph));

describe('foldConstants', () => {
  it('computes a causal mask once', () => {
    const graph = checked(fold, ([x]) => {
      const range = tf.range(0, 5);
      return [tf.add(x!, tf.mul(tf.maximum(tf.sub(range, tf.reshape(range, [5, 1])), 0), -10))];
    }, [reals([5, 5])], 0);
    expect(ops(graph)).toEqual(['Add']);
    expect([...graph.nodes[0]!.inputs[1]!.data!].slice(0, 6).map((number) => number || 0)).toEqual([0, -10, -20, -30, -40, 0]);
  });

  it('makes one number in every place a Fill', () => {
    const graph = checked(fold, ([x]) => [tf.mul(x!, tf.broadcastTo(tf.div(tf.tensor([-1]), 4), [3]))], [reals([3])], 0);
    expect(graph.nodes.map(({ op, attrs }) => [op, attrs['value']])).toEqual([['Fill', -0.25], ['Multiply', undefined]]);
  });

  it('computes with truths and whole numbers', () => {
    expect(ops(checked(fold, ([x]) => [tf.where(tf.greater(tf.tensor([1, 2, 3]), 2), x!, tf.zerosLike(x!)), tf.cast(tf.add(tf.tensor([1, 2], [2], 'int32'), 1), 'float32')], [reals([3])], 0))).toEqual(['Fill', 'Select']);
  });

  it('leaves what depends on an input, what is large, and what fails', () => {
    expect(ops(checked(fold, ([x]) => [tf.exp(tf.add(x!, 1))], [reals([3])]))).toEqual(['Add', 'Exp']);
    expect(ops(fold(checked((graph) => graph, ([x]) => [tf.add(x!, tf.exp(tf.linspace(0, 1, 20_000)))], [reals([20_000])])))).toEqual(['Exp', 'Add']);
    expect(ops(checked(fold, ([x]) => [tf.add(x!, tf.reshape(tf.linspace(0, 1, 20_000), [100, 200]))], [reals([100, 200])], 0))).toEqual(['Add']); // a reshape is never large
  });

  it('leaves a failing lookup to fail when it runs', () => {
    const before = checked((graph) => graph, ([ids]) => [tf.gather(tf.tensor([1, 2, 3]), ids as tf.Tensor1D)], [wholes([2], 0, 3)]);
    const outside = { ...before.inputs[0]!, name: 'outside', data: Int32Array.of(0, 3) };
    const graph: Graph = { ...before, inputs: [], nodes: before.nodes.map((node) => ({ ...node, inputs: [node.inputs[0]!, outside] })) };
    expect(ops(fold(graph))).toEqual(['GatherV2']);
  });
});
