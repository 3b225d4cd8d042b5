/**
 * Applies local rules from the first node to the last, and computes equal expressions once.
 */
import type { Graph, GraphNode, GraphValue } from '../graph.js';
import { LOCAL_RULES, type Rule } from './local-rules.js';
import type { Made } from './pattern.js';
import { inOrder } from './rewrite.js';

export function simplify(graph: Graph, rules: readonly Rule[] = LOCAL_RULES): Graph {
  const replaced = new Map<GraphValue, GraphValue>();
  const made = new Map<GraphValue, GraphNode>();
  const seen = new Map<string, GraphNode>();
  const nodes: GraphNode[] = [];
  const current = (value: GraphValue): GraphValue => replaced.get(value) ?? value;

  for (const original of graph.nodes) {
    const result = applyRules({ ...original, inputs: original.inputs.map(current) }, made, rules);
    if (!isNode(result)) {
      replaced.set(original.outputs[0]!, result);
      continue;
    }
    const key = expression(result);
    const twin = seen.get(key);
    if (twin) {
      result.outputs.forEach((value, i) => replaced.set(value, twin.outputs[i]!));
      continue;
    }
    seen.set(key, result);
    nodes.push(result);
    for (const value of result.outputs) made.set(value, result);
  }
  return inOrder({ inputs: graph.inputs, nodes, outputs: graph.outputs.map(current) });
}

function applyRules(node: GraphNode, made: Made, rules: readonly Rule[]): GraphNode | GraphValue {
  for (const rule of rules) {
    const result = rule(node, made);
    if (result) return isNode(result) ? applyRules(result, made, rules) : result;
  }
  return node;
}

const isNode = (result: GraphNode | GraphValue): result is GraphNode => 'op' in result;

/** Equal texts are equal results; values are told apart by their names. */
function expression({ op, inputs, outputs, attrs }: GraphNode): string {
  return JSON.stringify([op, inputs.map(({ name }) => name), Object.entries(attrs), outputs.map(({ shape, dtype }) => [shape, dtype])]);
}
