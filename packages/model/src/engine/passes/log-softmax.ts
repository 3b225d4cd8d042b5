/**
 * log softmax as tfjs spells it, (z − max z) − log Σ exp(z − max z), is one op again.
 */
import { any, named, op, overLastAxis } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';
import type { Graph } from '../graph.js';

const SHIFTED = named('shifted', op('Sub', [any('z'), op('Max', [any('z')], (node) => overLastAxis(node) && node.attrs['keepDims'] === true)]));

const LOG_SOFTMAX: Fusion = {
  find: op('Sub', [SHIFTED, op('Log', [op('Sum', [op('Exp', [any('shifted')])], (node) => overLastAxis(node) && node.attrs['keepDims'] === true)])]),
  replace: ({ z }, to) => to.unary('LogSoftmax', z!),
};

export function fuseLogSoftmax(graph: Graph): Graph {
  return rewrite(graph, [LOG_SOFTMAX]);
}
