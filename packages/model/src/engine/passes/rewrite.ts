/**
 * Find and replace: looks for the patterns of some fusions at every node of a graph and puts new nodes in place of what was found.
 * Parts that others read stay; what nobody reads any more goes. All patterns see the graph as it was before the pass.
 */
import { producers, readCounts, sameShape, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import { Builder, namesIn } from './builder.js';
import type { Found, Made, Pattern } from './pattern.js';

export interface Fusion {
  readonly find: Pattern;
  /**
   * Writes the nodes that stand for what was found. It is asked for every way to find the pattern until it has an answer.
   * @returns the value in place of the pattern's, of the same shape and type, and those in place of other values; or nothing, to leave all as it is
   */
  replace(found: Found, to: Builder, context: Context): GraphValue | ReadonlyMap<GraphValue, GraphValue> | undefined;
}

export interface Context {
  /** The value at which the pattern was found. */
  readonly root: GraphValue;
  readonly made: Made;
  /** The nodes that read a value. */
  readonly readers: ReadonlyMap<GraphValue, readonly GraphNode[]>;
  /** How many inputs of nodes and outputs of the graph a value is. */
  reads(value: GraphValue): number;
}

/** The graph with every fusion applied wherever it fits; the first that fits a node wins. */
export function rewrite(graph: Graph, fusions: readonly Fusion[]): Graph {
  const made = producers(graph);
  const readers = readersOf(graph);
  const counts = readCounts(graph);
  const reads = (value: GraphValue): number => counts.get(value) ?? 0;
  const taken = namesIn(graph.nodes);
  for (const { name } of graph.inputs) taken.add(name);
  const instead = new Map<GraphValue, GraphValue>();
  const nodes: GraphNode[] = [];
  for (const node of graph.nodes) {
    const [root] = node.outputs as [GraphValue];
    const context = { root, made, readers, reads };
    const attempt = (fusion: Fusion): boolean => fusion.find(root, {}, made).some((found) => {
      const to = new Builder(taken);
      const result = fusion.replace(found, to, context);
      if (result === undefined) return false;
      const pairs = 'get' in result ? [...result] : [[root, result] as const];
      if (pairs.some(([old, value]) => old.dtype !== value.dtype || !sameShape(old.shape, value.shape))) return false; // what was found is spread out further on
      nodes.push(...to.nodes);
      for (const [old, value] of pairs) instead.set(old, value);
      return true;
    });
    if (node.outputs.length === 1) fusions.some(attempt);
    nodes.push(node);
  }
  return instead.size === 0 ? graph : inOrder(withValues({ ...graph, nodes }, instead));
}

/** The graph with some values read in place of others. */
export function withValues({ inputs, nodes, outputs }: Graph, instead: ReadonlyMap<GraphValue, GraphValue>): Graph {
  const current = (value: GraphValue): GraphValue => {
    const next = instead.get(value);
    return next === undefined ? value : current(next);
  };
  return { inputs, nodes: nodes.map((node) => ({ ...node, inputs: node.inputs.map(current) })), outputs: outputs.map(current) };
}

/** The nodes that outputs need, each after those that make its inputs, else in the order they had. */
export function inOrder(graph: Graph): Graph {
  const made = producers(graph);
  const needed = new Set<GraphNode>();
  const need = (values: readonly GraphValue[]): void => {
    const waiting = [...values];
    for (let value = waiting.pop(); value; value = waiting.pop()) {
      const node = made.get(value);
      if (!node || needed.has(node)) continue;
      needed.add(node);
      waiting.push(...node.inputs);
    }
  };
  need(graph.outputs);
  const nodes = new Set<GraphNode>();
  const place = (node: GraphNode): void => {
    for (const value of node.inputs) {
      const before = made.get(value);
      if (before && !nodes.has(before)) place(before);
    }
    nodes.add(node);
  };
  for (const node of graph.nodes) if (needed.has(node) && !nodes.has(node)) place(node);
  return { ...graph, nodes: [...nodes] };
}

function readersOf(graph: Graph): Map<GraphValue, GraphNode[]> {
  const readers = new Map<GraphValue, GraphNode[]>();
  for (const node of graph.nodes) {
    for (const value of new Set(node.inputs)) {
      const known = readers.get(value);
      if (known) known.push(node);
      else readers.set(value, [node]);
    }
  }
  return readers;
}
