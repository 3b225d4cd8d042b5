/**
 * A recorded step as a list of nodes in the order of running: what the record backend writes, passes rewrite and engines lower.
 * Ops are tfjs kernel names (plus a few of our own, named in `kernel-rules.ts`), so the graph belongs to no engine.
 * Graphs are never changed in place: a pass returns a new one.
 */
export const GRAPH_DTYPES = ['float32', 'int32', 'bool'] as const;
export type GraphDtype = (typeof GRAPH_DTYPES)[number];

/** One tensor of the graph: an input, a constant (it has `data`), or the output of exactly one node. */
export interface GraphValue {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: GraphDtype;
  /** Row-major; booleans as 0 and 1. */
  readonly data?: Float32Array | Int32Array;
}

export type GraphAttr = number | boolean | string | readonly number[];
export type GraphAttrs = { readonly [name: string]: GraphAttr };

export interface GraphNode {
  readonly op: string;
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly attrs: GraphAttrs;
}

export interface Graph {
  readonly inputs: readonly GraphValue[];
  /** Every node stands after the nodes that make its inputs. */
  readonly nodes: readonly GraphNode[];
  readonly outputs: readonly GraphValue[];
}

/** The graph without nodes whose outputs nobody reads. */
export function withoutDeadCode(graph: Graph): Graph {
  const read = new Set(graph.outputs);
  const alive = new Set<GraphNode>();
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((value) => read.has(value))) continue;
    for (const value of node.inputs) read.add(value);
    alive.add(node);
  }
  return { ...graph, nodes: graph.nodes.filter((node) => alive.has(node)) };
}

/** The node that makes each value; inputs and constants have none. */
export function producers(graph: Graph): Map<GraphValue, GraphNode> {
  return new Map(graph.nodes.flatMap((node) => node.outputs.map((value) => [value, node] as const)));
}

/** How many nodes and graph outputs read each value. */
export function readCounts(graph: Graph): Map<GraphValue, number> {
  const counts = new Map<GraphValue, number>();
  for (const value of [...graph.nodes.flatMap((node) => node.inputs), ...graph.outputs]) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, n) => size * n, 1);
}

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}
