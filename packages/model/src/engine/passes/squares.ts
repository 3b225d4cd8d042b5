/** Sums of squares in one way through the numbers: SumSquares(x) {axes, keepDims} is Sum(Square(x)). */
import type { Graph } from '../graph.js';
import { any, op } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

const SUM: Fusion = {
  find: op('Sum', [op('Square', [any('x')])]),
  replace: ({ x }, to, { root, made }) => (x!.dtype === 'float32' ? to.add('SumSquares', [x!], root.shape, made.get(root)!.attrs) : undefined),
};

export function fuseSquares(graph: Graph): Graph {
  return rewrite(graph, [SUM]);
}
