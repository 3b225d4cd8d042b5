/**
 * Sums by segment, which are the gradients of lookups, without the table of zeros that they start from: where one is added to something else, its rows
 * are added there. An op of ours says so:
 *   AddRows(y [S, ..], x [N, ..], ids [N]) -> [S, ..]: y, with row i of x added to row ids[i]
 * Ids that have looked up rows of such a table elsewhere in the graph are rows of it (a lookup fails for others); both ops are then marked `inside`,
 * and need not look for rows of no segment.
 */
import { sameShape, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import { any, named, op } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

const INTO_SUM: Fusion = {
  find: op('Add', [any('y'), named('sums', op('UnsortedSegmentSum', [any('x'), any('ids')], ({ inputs }) => inputs[1]!.shape.length === 1))]),
  replace: ({ y, sums, x, ids }, to, { root, reads }) => {
    const isAlike = sameShape(y!.shape, root.shape) && sameShape(sums!.shape, root.shape) && y!.dtype === 'float32';
    return isAlike && reads(sums!) === 1 ? to.add('AddRows', [y!, x!, ids!], root.shape) : undefined;
  },
};

/** The ids of a sum by segment, and how many segments there are. */
function segmentsOf({ op: kind, inputs, outputs }: GraphNode): { readonly ids: GraphValue; readonly count: number } | undefined {
  const ids = kind === 'AddRows' ? inputs[2] : kind === 'UnsortedSegmentSum' ? inputs[1] : undefined;
  return ids && { ids, count: outputs[0]!.shape[0]! };
}

const isLookup = ({ op: kind, attrs }: GraphNode): boolean => kind === 'GatherV2' && attrs['axis'] === 0 && attrs['batchDims'] === 0;

function markInside(graph: Graph): Graph {
  const lookups = graph.nodes.filter(isLookup);
  const isInside = (node: GraphNode): boolean => {
    const segments = segmentsOf(node);
    return segments !== undefined && lookups.some(({ inputs: [table, taken] }) => taken === segments.ids && table!.shape[0] === segments.count);
  };
  return { ...graph, nodes: graph.nodes.map((node) => (isInside(node) ? { ...node, attrs: { ...node.attrs, inside: true } } : node)) };
}

export function joinSegmentSums(graph: Graph): Graph {
  return markInside(rewrite(graph, [INTO_SUM]));
}
