/**
 * Rewrites of a recorded graph that leave its results alone: what tfjs's ops and gradients write twice, move about or spread out for nothing.
 * Each pass takes a graph and returns a new one; `optimise` is their order. Results differ by rounding at most (a scale inside a product).
 */
import { broadcast_util } from '@tensorflow/tfjs-core';
import { producers, readCounts, sameShape, withoutDeadCode, type Graph, type GraphNode, type GraphValue } from './graph.js';

export function optimise(graph: Graph): Graph {
  return withoutDeadCode(scaleInMatMul(withoutDeadCode(simplify(graph))));
}

/** What a rule may answer: another node for the same output, a value that already has the result, or nothing. */
type Rewrite = GraphNode | GraphValue | undefined;
type Rule = (node: GraphNode, made: ReadonlyMap<GraphValue, GraphNode>) => Rewrite;

/** Applies all local rules, first node to last, and computes equal expressions once. */
export function simplify(graph: Graph): Graph {
  const replaced = new Map<GraphValue, GraphValue>();
  const made = new Map<GraphValue, GraphNode>();
  const seen = new Map<string, GraphNode>();
  const nodes: GraphNode[] = [];
  const current = (value: GraphValue): GraphValue => replaced.get(value) ?? value;

  for (const original of graph.nodes) {
    const result = applyRules({ ...original, inputs: original.inputs.map(current) }, made);
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
  return { inputs: graph.inputs, nodes, outputs: graph.outputs.map(current) };
}

function applyRules(node: GraphNode, made: ReadonlyMap<GraphValue, GraphNode>): GraphNode | GraphValue {
  for (const rule of RULES) {
    const result = rule(node, made);
    if (result) return isNode(result) ? applyRules(result, made) : result;
  }
  return node;
}

const isNode = (result: GraphNode | GraphValue): result is GraphNode => 'op' in result;

/** Equal texts are equal results; values are told apart by their names. */
function expression({ op, inputs, outputs, attrs }: GraphNode): string {
  return JSON.stringify([op, inputs.map(({ name }) => name), Object.entries(attrs), outputs.map(({ shape, dtype }) => [shape, dtype])]);
}

const BROADCASTING = new Set(['Add', 'Sub', 'Multiply', 'RealDiv', 'Maximum', 'Minimum', 'Pow', 'SquaredDifference', 'Greater', 'GreaterEqual', 'Less', 'LessEqual', 'Equal', 'NotEqual', 'LogicalAnd', 'LogicalOr', 'Select']);

/** Reshape of a reshape looks at the first; a shape that stays needs none. */
const reshapes: Rule = (node, made) => {
  if (node.op !== 'Reshape') return undefined;
  const [x] = node.inputs as [GraphValue];
  if (sameShape(x.shape, node.outputs[0]!.shape)) return x;
  const before = made.get(x);
  if (before?.op === 'Reshape') return { ...node, inputs: before.inputs };
  return before?.op === 'Fill' ? { ...before, outputs: node.outputs } : undefined;
};

/** Two transposes are one; one that moves only axes of size 1 is a reshape. */
const transposes: Rule = (node, made) => {
  if (node.op !== 'Transpose') return undefined;
  const [x] = node.inputs as [GraphValue];
  const perm = node.attrs['perm'] as readonly number[];
  const moved = perm.filter((axis) => x.shape[axis] !== 1);
  if (moved.every((axis, i) => i === 0 || axis > moved[i - 1]!)) return { ...node, op: 'Reshape', attrs: {} };
  const before = made.get(x);
  if (before?.op !== 'Transpose') return undefined;
  const first = before.attrs['perm'] as readonly number[];
  return { ...node, inputs: before.inputs, attrs: { perm: perm.map((axis) => first[axis]!) } };
};

/** Kernels that broadcast by themselves read the value before it was spread out, and the number instead of an array full of it. */
const broadcasts: Rule = (node, made) => {
  if (node.op === 'BroadcastTo' && sameShape(node.inputs[0]!.shape, node.outputs[0]!.shape)) return node.inputs[0];
  if (!BROADCASTING.has(node.op)) return undefined;
  for (const [i, input] of node.inputs.entries()) {
    const before = made.get(input);
    const smaller = before?.op === 'BroadcastTo' ? before.inputs[0]! : before?.op === 'Fill' && input.shape.length > 0 ? scalarOf(input, before.attrs['value'] as number) : undefined;
    if (!smaller) continue;
    const inputs = node.inputs.with(i, smaller);
    const shape = inputs.map((value) => [...value.shape]).reduce((a, b) => broadcast_util.assertAndGetBroadcastShape(a, b));
    if (sameShape(shape, node.outputs[0]!.shape)) return { ...node, inputs };
  }
  return undefined;
};

/** A truth or an indicator is written in the type that is asked for, without a type between. */
const casts: Rule = (node, made) => {
  const before = node.op === 'Cast' ? made.get(node.inputs[0]!) : undefined;
  if (before?.op === 'OneHot' && node.outputs[0]!.dtype === 'float32') return { ...before, outputs: node.outputs };
  return before?.op === 'Cast' && before.inputs[0]!.dtype === 'bool' ? { ...node, inputs: before.inputs } : undefined;
};

/** x·1, x/1, x+0, x−0. */
const neutral: Rule = (node, made) => {
  const [a, b] = node.inputs;
  if (!a || !b || !['Multiply', 'RealDiv', 'Add', 'Sub'].includes(node.op)) return undefined;
  const nothing = node.op === 'Multiply' || node.op === 'RealDiv' ? 1 : 0;
  const keeps = (x: GraphValue, other: GraphValue): boolean => sameShape(x.shape, node.outputs[0]!.shape) && x.dtype === node.outputs[0]!.dtype && constantOf(other, made) === nothing;
  if (keeps(a, b)) return a;
  return (node.op === 'Multiply' || node.op === 'Add') && keeps(b, a) ? b : undefined;
};

/** Products read a transposed factor in place. */
const transposedFactors: Rule = (node, made) => {
  if (node.op !== 'BatchMatMul') return undefined;
  for (const [i, flag] of ['transposeA', 'transposeB'].entries()) {
    const before = made.get(node.inputs[i]!);
    if (before?.op === 'Transpose' && swapsLastTwo(before.attrs['perm'] as readonly number[])) {
      return { ...node, inputs: node.inputs.with(i, before.inputs[0]!), attrs: { ...node.attrs, [flag]: node.attrs[flag] !== true } };
    }
  }
  return undefined;
};

const RULES: readonly Rule[] = [reshapes, transposes, broadcasts, casts, neutral, transposedFactors];

/** The number that a value holds in every place, if it is a constant. */
function constantOf(value: GraphValue, made: ReadonlyMap<GraphValue, GraphNode>): number | undefined {
  if (value.data) return value.data.length === 1 ? value.data[0] : undefined;
  const node = made.get(value);
  return node?.op === 'Fill' ? (node.attrs['value'] as number) : undefined;
}

function scalarOf({ name, dtype }: GraphValue, number: number): GraphValue {
  return { name: `${name}_scalar`, shape: [], dtype, data: dtype === 'float32' ? Float32Array.of(number) : Int32Array.of(number) };
}

function swapsLastTwo(perm: readonly number[]): boolean {
  const rank = perm.length;
  return perm.every((axis, i) => axis === (i === rank - 1 ? rank - 2 : i === rank - 2 ? rank - 1 : i));
}

/** A product that is read once, by a multiplication with a constant (a reshape may stand between), takes the constant as its scale: attention's 1/√d. */
export function scaleInMatMul(graph: Graph): Graph {
  const made = producers(graph);
  const reads = readCounts(graph);
  const nodes: (GraphNode | undefined)[] = [...graph.nodes];
  const places = new Map(graph.nodes.flatMap((node, place) => node.outputs.map((value) => [value, place] as const)));
  const placeOfOnlyRead = (value: GraphValue): number | undefined => (reads.get(value) === 1 ? places.get(value) : undefined);

  for (const [place, node] of graph.nodes.entries()) {
    const scaled = scaling(node, made);
    const last = scaled && placeOfOnlyRead(scaled.x);
    if (last === undefined) continue;
    const productPlace = nodes[last]!.op === 'Reshape' ? placeOfOnlyRead(nodes[last]!.inputs[0]!) : last;
    const product = productPlace === undefined ? undefined : nodes[productPlace];
    if (product?.op !== 'BatchMatMul') continue;
    nodes[productPlace!] = { ...product, attrs: { ...product.attrs, scale: (product.attrs['scale'] as number) * scaled!.factor } };
    nodes[last] = { ...nodes[last]!, outputs: node.outputs };
    nodes[place] = undefined;
    places.set(node.outputs[0]!, last);
  }
  return { ...graph, nodes: nodes.filter((node) => node !== undefined) };
}

/** `factor` and `x` of a node that is x times one number, in x's shape and float32. */
function scaling(node: GraphNode, made: ReadonlyMap<GraphValue, GraphNode>): { x: GraphValue; factor: number } | undefined {
  const [a, b] = node.inputs;
  const [y] = node.outputs;
  if (!a || !b || y?.dtype !== 'float32') return undefined;
  const scaled = (x: GraphValue, factor: number | undefined): { x: GraphValue; factor: number } | undefined => (factor !== undefined && sameShape(x.shape, y.shape) ? { x, factor } : undefined);
  if (node.op === 'Multiply') return scaled(a, constantOf(b, made)) ?? scaled(b, constantOf(a, made));
  const divisor = node.op === 'RealDiv' ? constantOf(b, made) : undefined;
  return divisor === undefined ? undefined : scaled(a, 1 / divisor);
}
