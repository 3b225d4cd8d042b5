/**
 * What each op of a recorded graph becomes in TensorFlow. One row per op, in the order of the rule files.
 * A text means: the op of that name, same inputs in the same order, typed by the first of them. All of these run on a GPU and under XLA as well.
 * @see https://www.tensorflow.org/api_docs/python/tf/raw_ops
 */
import { ModelError } from '../errors.js';
import { sizeOf, type Graph, type GraphNode } from './graph.js';
import type { TensorFlowWriter } from './tensorflow-writer.js';

/** How products of matrices are computed; everything else is float32. */
export const TENSORFLOW_COMPUTE = ['float32', 'bfloat16'] as const;
export type TensorFlowCompute = (typeof TENSORFLOW_COMPUTE)[number];

/** Writes nodes and gives the name that stands for the output; `x` are those of the inputs, `name` is what the last node should be called. */
type Lowering = (to: TensorFlowWriter, node: GraphNode, x: readonly string[], name: string, compute: TensorFlowCompute) => string;

const numbers = (node: GraphNode, name: string): readonly number[] => node.attrs[name] as readonly number[];
const number = (node: GraphNode, name: string): number => node.attrs[name] as number;
const flag = (node: GraphNode, name: string): boolean => node.attrs[name] === true;
const typeOf = (node: GraphNode): GraphNode['outputs'][number]['dtype'] => node.inputs[0]!.dtype;
const T = (node: GraphNode): { readonly T: ReturnType<typeof typeOf> } => ({ T: typeOf(node) });

const rename = (op: string): Lowering => (to, node, x, name) => to.add(op, x, T(node), name);
/** For ops on truths, which have one type and no attribute for it. */
const logical = (op: string): Lowering => (to, _node, x, name) => to.add(op, x, {}, name);
const reduce = (op: string): Lowering => (to, node, x, name) => to.add(op, [x[0]!, to.ints(numbers(node, 'axes'))], { ...T(node), keep_dims: flag(node, 'keepDims') }, name);
const reduceBool = (op: string): Lowering => (to, node, x, name) => to.add(op, [x[0]!, to.ints(numbers(node, 'axes'))], { keep_dims: flag(node, 'keepDims') }, name);
const argument = (op: string): Lowering => (to, node, x, name) => to.add(op, [x[0]!, to.int(number(node, 'axis'))], { ...T(node), output_type: 'int32' }, name);

const LOWERINGS: { readonly [op: string]: string | Lowering } = {
  Add: 'AddV2',
  Sub: 'Sub',
  Multiply: 'Mul',
  RealDiv: 'RealDiv',
  Maximum: 'Maximum',
  Minimum: 'Minimum',
  Pow: 'Pow',
  SquaredDifference: 'SquaredDifference',
  FloorDiv: 'FloorDiv',
  Mod: 'FloorMod',
  AddN: (to, node, x, name) => to.add('AddN', x, { ...T(node), N: x.length }, name),
  Greater: 'Greater',
  GreaterEqual: 'GreaterEqual',
  Less: 'Less',
  LessEqual: 'LessEqual',
  Equal: 'Equal',
  NotEqual: 'NotEqual',
  LogicalAnd: logical('LogicalAnd'),
  LogicalOr: logical('LogicalOr'),
  LogicalNot: logical('LogicalNot'),
  Select: (to, node, x, name) => to.add('SelectV2', x, { T: node.outputs[0]!.dtype }, name),

  Neg: 'Neg',
  Abs: 'Abs',
  Relu: 'Relu',
  Sign: 'Sign',
  Square: 'Square',
  Exp: 'Exp',
  Expm1: 'Expm1',
  Log: 'Log',
  Log1p: 'Log1p',
  Sigmoid: 'Sigmoid',
  Softplus: 'Softplus',
  Sqrt: 'Sqrt',
  Rsqrt: 'Rsqrt',
  Tanh: 'Tanh',
  Reciprocal: 'Reciprocal',
  Sin: 'Sin',
  Cos: 'Cos',
  Erf: 'Erf',
  Floor: 'Floor',
  Ceil: 'Ceil',
  Round: 'Round',
  IsNan: 'IsNan',
  IsInf: 'IsInf',
  IsFinite: 'IsFinite',
  Step: (to, node, x, name) => {
    const dtype = typeOf(node);
    const positive = to.add('Greater', [x[0]!, to.scalar(0, dtype)], { T: dtype });
    return to.add('SelectV2', [positive, to.scalar(1, dtype), to.scalar(number(node, 'alpha'), dtype)], { T: dtype }, name);
  },
  ClipByValue: (to, node, x, name) => to.add('ClipByValue', [x[0]!, to.scalar(number(node, 'min'), typeOf(node)), to.scalar(number(node, 'max'), typeOf(node))], T(node), name),
  Softmax: 'Softmax',
  LogSoftmax: 'LogSoftmax',
  Cast: (to, node, x, name) => to.add('Cast', x, { SrcT: typeOf(node), DstT: node.outputs[0]!.dtype }, name),
  Fill: (to, node, _x, name) => to.filled(number(node, 'value'), node.outputs[0]!.shape, node.outputs[0]!.dtype, name),

  Sum: reduce('Sum'),
  Prod: reduce('Prod'),
  Mean: reduce('Mean'),
  Max: reduce('Max'),
  Min: reduce('Min'),
  All: reduceBool('All'),
  Any: reduceBool('Any'),
  ArgMax: argument('ArgMax'),
  ArgMin: argument('ArgMin'),
  Cumsum: (to, node, x, name) => to.add('Cumsum', [x[0]!, to.int(number(node, 'axis'))], { ...T(node), exclusive: flag(node, 'exclusive'), reverse: flag(node, 'reverse') }, name),
  BatchMatMul: (to, node, x, name, compute) => {
    const scale = number(node, 'scale');
    if (scale === 1) return product(to, node, x, compute, name);
    return to.add('Mul', [product(to, node, x, compute), to.scalar(scale, typeOf(node))], T(node), name);
  },
  GatherV2: (to, node, x, name) => to.add('GatherV2', [x[0]!, x[1]!, to.int(number(node, 'axis'))], { Tparams: typeOf(node), Tindices: 'int32', Taxis: 'int32', batch_dims: number(node, 'batchDims') }, name),
  UnsortedSegmentSum: (to, node, x, name) => {
    const count = number(node, 'numSegments');
    const inside = to.add('Less', [x[1]!, to.int(count)], { T: 'int32' });
    const ids = to.add('SelectV2', [inside, x[1]!, to.int(-1)], { T: 'int32' }); // TensorFlow leaves out negative ones and refuses those above
    return to.add('UnsortedSegmentSum', [x[0]!, ids, to.int(count)], { ...T(node), Tindices: 'int32', Tnumsegments: 'int32' }, name);
  },
  OneHot: (to, node, x, name) => {
    const { dtype } = node.outputs[0]!;
    return to.add('OneHot', [x[0]!, to.int(number(node, 'depth')), to.scalar(number(node, 'onValue'), dtype), to.scalar(number(node, 'offValue'), dtype)], { T: dtype, TI: 'int32', axis: -1 }, name);
  },

  Reshape: (to, node, x, name) => reshape(to, x[0]!, node, node.outputs[0]!.shape, name),
  Transpose: (to, node, x, name) => to.add('Transpose', [x[0]!, to.ints(numbers(node, 'perm'))], { ...T(node), Tperm: 'int32' }, name),
  SplitV: (to, node, x, name) => to.add('SplitV', [x[0]!, to.ints(numbers(node, 'sizes')), to.int(number(node, 'axis'))], { ...T(node), Tlen: 'int32', num_split: node.outputs.length }, name),
  Concat: (to, node, x, name) => {
    if (x.length === 1) return to.add('Identity', x, T(node), name); // ConcatV2 wants two or more
    return to.add('ConcatV2', [...x, to.int(number(node, 'axis'))], { ...T(node), N: x.length, Tidx: 'int32' }, name);
  },
  Tile: (to, node, x, name) => to.add('Tile', [x[0]!, to.ints(numbers(node, 'reps'))], { ...T(node), Tmultiples: 'int32' }, name),
  BroadcastTo: (to, node, x, name) => to.add('BroadcastTo', [x[0]!, to.ints(node.outputs[0]!.shape)], { ...T(node), Tidx: 'int32' }, name),
  Slice: (to, node, x, name) => {
    const [begin, size, strides] = [numbers(node, 'begin'), numbers(node, 'size'), numbers(node, 'strides')];
    if (strides.every((stride) => stride === 1)) return to.add('Slice', [x[0]!, to.ints(begin), to.ints(size)], { ...T(node), Index: 'int32' }, name);
    const end = begin.map((start, i) => (size[i] === 0 ? start : start + (size[i]! - 1) * strides[i]! + 1));
    return to.add('StridedSlice', [x[0]!, to.ints(begin), to.ints(end), to.ints(strides)], { ...T(node), Index: 'int32' }, name);
  },
  Reverse: (to, node, x, name) => to.add('ReverseV2', [x[0]!, to.ints(numbers(node, 'axes'))], { ...T(node), Tidx: 'int32' }, name),
  PadV2: (to, node, x, name) => {
    const [before, after] = [numbers(node, 'before'), numbers(node, 'after')];
    const paddings = to.ints(before.flatMap((n, i) => [n, after[i]!]), [before.length, 2]);
    return to.add('PadV2', [x[0]!, paddings, to.scalar(number(node, 'value'), typeOf(node))], { ...T(node), Tpaddings: 'int32' }, name);
  },
};

function reshape(to: TensorFlowWriter, x: string, node: GraphNode, shape: readonly number[], name?: string): string {
  return to.add('Reshape', [x, to.ints(shape)], { ...T(node), Tshape: 'int32' }, name);
}

/**
 * A product of matrices. Many matrices times one are one tall matrix times it: one large product is faster than many small ones.
 * With bfloat16, the factors are rounded to it and the result comes back as float32.
 */
function product(to: TensorFlowWriter, node: GraphNode, x: readonly string[], compute: TensorFlowCompute, name?: string): string {
  const [a, b, y] = [node.inputs[0]!, node.inputs[1]!, node.outputs[0]!];
  const [transposeA, transposeB] = [flag(node, 'transposeA'), flag(node, 'transposeB')];
  const low = compute === 'bfloat16' && y.dtype === 'float32';
  const [left, right] = low ? x.map((factor) => to.once(`bfloat16 ${factor}`, () => to.add('Cast', [factor], { SrcT: 'float32', DstT: 'bfloat16' }))) : x;
  const dtype = low ? 'bfloat16' : y.dtype;
  const flat = b.shape.length === 2 && (a.shape.length === 2 || !transposeA);
  const isLast = flat ? a.shape.length === 2 && !low : !low;
  let result: string;
  if (flat) {
    const rows = a.shape.length === 2 ? left! : to.add('Reshape', [left!, to.ints([sizeOf(a.shape.slice(0, -1)), a.shape.at(-1)!])], { T: dtype, Tshape: 'int32' });
    result = to.add('MatMul', [rows, right!], { T: dtype, transpose_a: transposeA, transpose_b: transposeB }, isLast ? name : undefined);
    if (a.shape.length > 2) result = to.add('Reshape', [result, to.ints(y.shape)], { T: dtype, Tshape: 'int32' }, low ? undefined : name);
  } else {
    result = to.add('BatchMatMulV2', [left!, right!], { T: dtype, adj_x: transposeA, adj_y: transposeB }, isLast ? name : undefined);
  }
  return low ? to.add('Cast', [result], { SrcT: 'bfloat16', DstT: 'float32' }, name) : result;
}

/**
 * Writes all nodes of a graph. Each is called as its first output in the graph, so an error of TensorFlow names what `explain()` shows.
 * @param inputs what stands for the inputs of the graph, in their order
 * @returns what stands for its outputs
 * @throws MODEL_OP_UNRECORDABLE for an op without a row
 */
export function lowerToTensorFlow(graph: Graph, inputs: readonly string[], to: TensorFlowWriter, compute: TensorFlowCompute): string[] {
  const names = new Map(graph.inputs.map((value, i) => [value.name, inputs[i]!]));
  const nameOf = (value: Graph['outputs'][number]): string => {
    if (value.data) return to.once(`constant ${value.name}`, () => to.constant(value, value.name));
    return names.get(value.name)!;
  };
  for (const node of graph.nodes) {
    const lowering = LOWERINGS[node.op];
    if (!lowering) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: node.op, reason: 'it has no lowering to TensorFlow' } });
    const first = node.outputs[0]!.name;
    const made = (typeof lowering === 'string' ? rename(lowering) : lowering)(to, node, node.inputs.map(nameOf), first, compute);
    node.outputs.forEach((value, i) => names.set(value.name, i === 0 ? made : `${made}:${i}`));
  }
  return graph.outputs.map(nameOf);
}
