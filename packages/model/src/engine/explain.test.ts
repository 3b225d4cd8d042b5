/** Explained graphs: lines worked out by hand. */
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { reals, wholes } from './engine-cases.js';
import { explain, nodeCost } from './explain.js';
import type { GraphNode } from './graph.js';
import { record } from './record.js';

describe('explain', () => {
  it('prints a graph one node a line, with totals', () => {
    const graph = record(([x]) => [tf.sum(tf.mul(x!, 2), 1)], [reals([2, 3])]);
    expect(explain(graph).split('\n')).toEqual([
      'inputs in0:float32[2,3]',
      'Multiply_0:float32[2,3] = Multiply(in0, 2) # 6 FLOP, 52 B',
      'Sum_2:float32[2] = Sum(Multiply_0) {axes=[1] keepDims=false} # 6 FLOP, 32 B',
      'outputs Sum_2',
      'total 2 nodes, 12 FLOP, 84 B',
    ]);
  });

  it('counts a product by its inner axis and a move by its bytes', () => {
    const graph = record(([x, y]) => [tf.reshape(tf.transpose(tf.matMul(x!, y!, true, false)), [-1])], [reals([3, 50, 20]), reals([3, 50, 10])]);
    expect(graph.nodes.map(({ op }) => op)).toEqual(['BatchMatMul', 'Transpose', 'Reshape']);
    expect(graph.nodes.map(nodeCost)).toEqual([{ flops: 2 * 3 * 20 * 10 * 50, bytes: 4 * 3 * (50 * 20 + 50 * 10 + 20 * 10) }, { flops: 0, bytes: 2 * 4 * 600 }, { flops: 0, bytes: 0 }]);
    expect(explain(graph)).toContain('# 60.0 kFLOP, 20.4 kB');
  });

  it('reads of a table the rows that are taken', () => {
    const graph = record(([x, ids]) => [tf.gather(x!, ids as tf.Tensor1D), tf.slice(x!, [1, 0], [2, 5])], [reals([100, 5]), wholes([3], 0, 100)]);
    expect(graph.nodes.map(nodeCost)).toEqual([{ flops: 0, bytes: 4 * (15 + 3 + 15) }, { flops: 0, bytes: 4 * (10 + 10) }]);
  });

  it('reads an input that is given twice once, and booleans as one byte', () => {
    const value = { name: 'x', shape: [10], dtype: 'float32' } as const;
    const node: GraphNode = { op: 'Greater', inputs: [value, value], outputs: [{ name: 'y', shape: [10], dtype: 'bool' }], attrs: {} };
    expect(nodeCost(node)).toEqual({ flops: 10, bytes: 50 });
  });
});
