/**
 * Runs a graph node by node on tfjs's plain cpu backend, as it is written: the meaning of every op, those of fusions included.
 * Passes compute constants with it, tests compare with it; it is far too slow for anything else.
 */
import { ModelError } from '../../errors.js';
import { tf, withBackend } from '../../tf.js';
import type { Graph, GraphNode, GraphValue } from '../graph.js';

type T = tf.Tensor;
type Kernel = (x: readonly T[], node: GraphNode) => T | T[];

const numbers = (node: GraphNode, name: string): number[] => [...(node.attrs[name] as readonly number[])];
const count = (node: GraphNode, name: string): number => node.attrs[name] as number;
const flag = (node: GraphNode, name: string): boolean => node.attrs[name] === true;
const shapeOf = (node: GraphNode): number[] => [...node.outputs[0]!.shape];

const run = (op: string, inputs: { [name: string]: T }, attrs: tf.NamedAttrMap = {}): T => tf.engine().runKernel(op, inputs, attrs) as T;
const unary: Kernel = ([x], { op }) => run(op, { x: x! });
const binary: Kernel = ([a, b], { op }) => run(op, { a: a!, b: b! });
const each = (ops: readonly string[], kernel: Kernel): { [op: string]: Kernel } => Object.fromEntries(ops.map((op) => [op, kernel]));

/** Row i holds value i at column ids[i], and zeros; ids outside have none. `[.., depth]` */
const spread = (ids: T, values: T, depth: number): T => tf.mul(tf.oneHot(ids, depth, 1, 0, 'float32'), tf.expandDims(tf.broadcastTo(values, ids.shape), -1));

const KERNELS: { readonly [op: string]: Kernel } = {
  ...each(['Add', 'Sub', 'Multiply', 'RealDiv', 'Maximum', 'Minimum', 'Pow', 'SquaredDifference', 'FloorDiv', 'Mod', 'Greater', 'GreaterEqual', 'Less', 'LessEqual', 'Equal', 'NotEqual', 'LogicalAnd', 'LogicalOr'], binary),
  ...each(['Neg', 'Abs', 'Relu', 'Sign', 'Square', 'Exp', 'Expm1', 'Log', 'Log1p', 'Sigmoid', 'Softplus', 'Sqrt', 'Rsqrt', 'Tanh', 'Reciprocal', 'Sin', 'Cos', 'Erf', 'Floor', 'Ceil', 'Round', 'IsNan', 'IsInf', 'IsFinite', 'LogicalNot'], unary),
  Softmax: ([x]) => tf.softmax(x!),
  LogSoftmax: ([x]) => tf.logSoftmax(x!),
  AddN: (x) => tf.addN([...x]),
  Select: ([condition, t, e]) => tf.where(condition!, t!, e!),
  Step: ([x], node) => tf.step(x!, count(node, 'alpha')),
  ClipByValue: ([x], node) => tf.clipByValue(x!, count(node, 'min'), count(node, 'max')),
  Cast: ([x], node) => tf.cast(x!, node.outputs[0]!.dtype),
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- tf.fill is not Array.fill
  Fill: (_x, node) => tf.cast(tf.fill(shapeOf(node), count(node, 'value')), node.outputs[0]!.dtype),

  Sum: ([x], node) => tf.sum(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  Prod: ([x], node) => tf.prod(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  Mean: ([x], node) => tf.mean(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  Max: ([x], node) => tf.max(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  Min: ([x], node) => tf.min(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  All: ([x], node) => tf.all(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  Any: ([x], node) => tf.any(x!, numbers(node, 'axes'), flag(node, 'keepDims')),
  ArgMax: ([x], node) => tf.argMax(x!, count(node, 'axis')),
  ArgMin: ([x], node) => tf.argMin(x!, count(node, 'axis')),
  Cumsum: ([x], node) => tf.cumsum(x!, count(node, 'axis'), flag(node, 'exclusive'), flag(node, 'reverse')),
  BatchMatMul: ([a, b], node) => {
    const product = tf.matMul(a!, b!, flag(node, 'transposeA'), flag(node, 'transposeB'));
    return count(node, 'scale') === 1 ? product : tf.mul(product, count(node, 'scale'));
  },
  GatherV2: ([x, ids], node) => tf.gather(x!, ids as tf.Tensor1D, count(node, 'axis'), count(node, 'batchDims')),
  UnsortedSegmentSum: ([x, ids], node) => tf.unsortedSegmentSum(x!, ids as tf.Tensor1D, count(node, 'numSegments')),
  OneHot: ([ids], node) => tf.oneHot(ids!, count(node, 'depth'), count(node, 'onValue'), count(node, 'offValue'), node.outputs[0]!.dtype),

  Reshape: ([x], node) => tf.reshape(x!, shapeOf(node)),
  Transpose: ([x], node) => tf.transpose(x!, numbers(node, 'perm')),
  SplitV: ([x], node) => tf.split(x!, numbers(node, 'sizes'), count(node, 'axis')),
  Concat: (x, node) => tf.concat([...x], count(node, 'axis')),
  Tile: ([x], node) => tf.tile(x!, numbers(node, 'reps')),
  BroadcastTo: ([x], node) => tf.broadcastTo(x!, shapeOf(node)),
  Slice: ([x], node) => {
    const [begin, size, strides] = [numbers(node, 'begin'), numbers(node, 'size'), numbers(node, 'strides')];
    return tf.stridedSlice(x!, begin, begin.map((start, i) => start + (size[i]! - 1) * strides[i]! + 1), strides);
  },
  Reverse: ([x], node) => tf.reverse(x!, numbers(node, 'axes')),
  PadV2: ([x], node) => tf.pad(x!, numbers(node, 'before').map((n, i): [number, number] => [n, numbers(node, 'after')[i]!]), count(node, 'value')),

  RmsNorm: ([x, g], node) => {
    const r = tf.rsqrt(tf.add(tf.mean(tf.square(x!), -1, true), count(node, 'eps')));
    return [tf.mul(tf.mul(x!, r), g!), r];
  },
  PickLast: ([x, ids]) => tf.sum(tf.mul(spread(ids!, tf.onesLike(tf.cast(ids!, 'float32')), x!.shape.at(-1)!), x!), -1),
  Rotary: ([x, cos, sin, positions]) => {
    const [, length, , width] = x!.shape as [number, number, number, number];
    const rows = (table: T): T => (positions ? tf.reshape(tf.gather(table, positions as tf.Tensor1D), [-1, length, 1, width / 2]) : tf.reshape(tf.slice(table, [0, 0], [length, width / 2]), [1, length, 1, width / 2]));
    const [first, second] = tf.split(x!, 2, -1) as [T, T];
    return tf.concat([tf.sub(tf.mul(first, rows(cos!)), tf.mul(second, rows(sin!))), tf.add(tf.mul(second, rows(cos!)), tf.mul(first, rows(sin!)))], -1);
  },
  AddRows: ([y, x, ids]) => tf.add(y!, tf.unsortedSegmentSum(x!, ids as tf.Tensor1D, y!.shape[0]!)),
  SumSquares: ([x], node) => tf.sum(tf.square(x!), numbers(node, 'axes'), flag(node, 'keepDims')),
  AddAtLast: ([x, ids, values]) => tf.add(x!, spread(ids!, values!, x!.shape.at(-1)!)),
};

export type Numbers = Float32Array | Int32Array;

/** Whether the interpreter knows the op. */
export function isKnown(op: string): boolean {
  return op in KERNELS;
}

/** What one node makes of the numbers of its inputs; booleans are zeros and ones. */
export function evaluate(node: GraphNode, inputs: readonly Numbers[]): Numbers[] {
  const kernel = KERNELS[node.op];
  if (!kernel) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: node.op, reason: 'the interpreter does not know it' } });
  return withBackend('cpu', () => tf.tidy(() => {
    const tensors = node.inputs.map(({ shape, dtype }, i) => (dtype === 'bool' ? tf.tensor(Uint8Array.from(inputs[i]!), [...shape], 'bool') : tf.tensor(inputs[i]!, [...shape], dtype)));
    return [kernel(tensors, node)].flat().map((result, i) => (node.outputs[i]!.dtype === 'float32' ? Float32Array : Int32Array).from(result.dataSync()));
  }));
}

/** All outputs of a graph for the numbers of its inputs. */
export function interpret(graph: Graph, inputs: readonly Numbers[]): Numbers[] {
  const known = new Map<GraphValue, Numbers>(graph.inputs.map((value, i) => [value, inputs[i]!]));
  const numbersOf = (value: GraphValue): Numbers => value.data ?? known.get(value)!;
  for (const node of graph.nodes) evaluate(node, node.inputs.map(numbersOf)).forEach((result, i) => known.set(node.outputs[i]!, result));
  return graph.outputs.map(numbersOf);
}
