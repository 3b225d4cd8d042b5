/**
 * Computes once, when a step is compiled, what depends on constants alone: masks, positions, scalings. The plain cpu backend does the sums.
 * What comes out large stays to be computed, for constants take memory in every session; one number in every place becomes a Fill.
 */
import { sizeOf, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import { evaluate, isKnown, type Numbers } from './interpret.js';

/** Numbers in one constant: a causal mask of 128 positions. */
const LARGEST = 16_384;

export function foldConstants(graph: Graph): Graph {
  const fills = new Map<GraphValue, GraphNode>();
  const instead = new Map<GraphValue, GraphValue>();
  const current = (value: GraphValue): GraphValue => instead.get(value) ?? value;
  const numbersOf = (value: GraphValue): Numbers | undefined => {
    const fill = fills.get(value);
    return fill ? filled(value, fill.attrs['value'] as number) : value.data;
  };
  const nodes: GraphNode[] = [];
  for (const original of graph.nodes) {
    const node = { ...original, inputs: original.inputs.map(current) };
    const constant = node.inputs.every((value) => value.data !== undefined || fills.has(value));
    if (node.op === 'Fill' || !constant || !isKnown(node.op) || isLarge(node)) {
      if (node.op === 'Fill') fills.set(node.outputs[0]!, node);
      nodes.push(node);
      continue;
    }
    const results = attempt(node, node.inputs.map((value) => numbersOf(value)!));
    if (!results) nodes.push(node);
    results?.forEach((data, i) => {
      const output = node.outputs[i]!;
      const first = data[0];
      if (data.length > 1 && data.every((number) => Object.is(number, first))) {
        const fill: GraphNode = { op: 'Fill', inputs: [], outputs: [output], attrs: { value: first! } };
        fills.set(output, fill);
        nodes.push(fill);
      } else {
        instead.set(output, { ...output, data });
      }
    });
  }
  return { inputs: graph.inputs, nodes, outputs: graph.outputs.map(current) };
}

/** Nothing for a node that fails, such as a lookup outside its table: it is for the run to fail, as it does without this pass. */
function attempt(node: GraphNode, inputs: readonly Numbers[]): Numbers[] | undefined {
  try {
    return evaluate(node, inputs);
  } catch {
    return undefined;
  }
}

/** A reshape costs nothing: it is the same numbers. */
function isLarge({ op, inputs, outputs }: GraphNode): boolean {
  return op !== 'Reshape' && [...inputs, ...outputs].some(({ shape }) => sizeOf(shape) > LARGEST);
}

function filled({ shape, dtype }: GraphValue, value: number): Numbers {
  return (dtype === 'float32' ? new Float32Array(sizeOf(shape)) : new Int32Array(sizeOf(shape))).fill(value);
}
