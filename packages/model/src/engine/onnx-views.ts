/**
 * Reads and writes parts of variables where they lie: a slice of a variable becomes an input of its own that points into the variable's array, and an
 * update that is put together from pieces becomes one output for each piece. ONNX Runtime would copy both. Only what is contiguous in memory can be one.
 */
import { producers, withoutDeadCode, type Graph, type GraphNode, type GraphValue } from './graph.js';
import type { RecordedStep } from './record.js';

/** Where a part of a variable lies: `length` numbers from `offset`. */
export interface VariablePart {
  readonly variable: number;
  readonly offset: number;
  readonly length: number;
}

/** A graph whose first inputs and outputs are those of the step; the others are parts of variables, and last the number that commits. */
export interface ViewedStep {
  readonly graph: Graph;
  readonly reads: readonly VariablePart[];
  readonly writes: readonly VariablePart[];
  readonly commits: boolean;
}

const sizeOf = ({ shape }: GraphValue): number => shape.reduce((size, n) => size * n, 1);

export function viewVariables(graph: Graph, { inputs, outputs, updates, commits }: RecordedStep): ViewedStep {
  const variables = graph.inputs.slice(inputs.length);
  const parts = new Map<GraphValue, VariablePart>(variables.map((value, variable) => [value, { variable, offset: 0, length: sizeOf(value) }]));
  for (const node of graph.nodes) {
    const part = partOf(node, parts);
    if (part) parts.set(node.outputs[0]!, part);
  }
  const made = producers(graph);
  const ends = graph.outputs.slice(outputs.length, outputs.length + updates.length);
  const pieces = ends.flatMap((value, index) => piecesOf(value, made).map((piece) => ({ piece, variable: updates[index]! })));
  const offsets = new Map<number, number>();
  const writes = pieces.map(({ piece, variable }): VariablePart => {
    const offset = offsets.get(variable) ?? 0;
    offsets.set(variable, offset + sizeOf(piece));
    return { variable, offset, length: sizeOf(piece) };
  });
  const nodes = graph.nodes.filter(({ outputs: [value] }) => !parts.has(value!));
  const alive = withoutDeadCode({ inputs: graph.inputs, nodes, outputs: [...graph.outputs.slice(0, outputs.length), ...pieces.map(({ piece }) => piece), ...(commits ? [graph.outputs.at(-1)!] : [])] });
  const used = new Set([...alive.nodes.flatMap((node) => node.inputs), ...alive.outputs]);
  const reads = [...parts].filter(([value]) => used.has(value));
  return {
    graph: { ...alive, inputs: [...graph.inputs.slice(0, inputs.length), ...reads.map(([value]) => value)] },
    reads: reads.map(([, part]) => part),
    writes,
    commits,
  };
}

/** The part of a variable that a node gives unchanged, if it does. */
function partOf(node: GraphNode, parts: ReadonlyMap<GraphValue, VariablePart>): VariablePart | undefined {
  const [x] = node.inputs;
  const whole = x && parts.get(x);
  if (!whole) return undefined;
  const length = sizeOf(node.outputs[0]!);
  if (node.op === 'Reshape') return whole;
  if (node.op !== 'Slice') return undefined;
  const [begin, size, strides] = ['begin', 'size', 'strides'].map((name) => node.attrs[name] as readonly number[]) as [readonly number[], readonly number[], readonly number[]];
  const cut = size.findIndex((n) => n !== 1); // all before it are single places
  const contiguous = strides.every((stride) => stride === 1) && size.every((n, axis) => axis <= cut || cut === -1 || n === x.shape[axis]);
  if (!contiguous || length === 0) return undefined;
  const start = begin.reduce((at, n, axis) => at * x.shape[axis]! + n, 0);
  return { variable: whole.variable, offset: whole.offset + start, length };
}

/** The values that stand one after the other in `value`. */
function piecesOf(value: GraphValue, made: ReadonlyMap<GraphValue, GraphNode>): readonly GraphValue[] {
  const node = made.get(value);
  if (node?.op === 'Reshape') return piecesOf(node.inputs[0]!, made);
  if (node?.op !== 'Concat' || (node.attrs['axis'] !== 0 && node.outputs[0]!.shape.slice(0, node.attrs['axis'] as number).some((n) => n !== 1))) return [value];
  return node.inputs.flatMap((piece) => piecesOf(piece, made));
}
