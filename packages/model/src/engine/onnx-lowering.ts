/**
 * What each op of a recorded graph becomes in ONNX, opset 20 with ONNX Runtime's FusedMatMul. One row per op, in the order of the rule files.
 * A row without a function means: the op of that name, same inputs in the same order, no attributes.
 * @see https://onnx.ai/onnx/operators/
 */
import { ModelError } from '../errors.js';
import { producers, sizeOf, type Graph, type GraphNode, type GraphValue } from './graph.js';
import { ONNX_TYPES, type OnnxGraph } from './onnx-proto.js';
import { OnnxWriter } from './onnx-writer.js';

/** Writes a node; `x` are the names of its inputs, `y` the name of its first output, `ys` those of all. */
type Lowering = (to: OnnxWriter, node: GraphNode, x: readonly string[], y: string, ys: readonly string[]) => void;

const numbers = (node: GraphNode, name: string): readonly number[] => node.attrs[name] as readonly number[];
const number = (node: GraphNode, name: string): number => node.attrs[name] as number;
const rename = (op: string): Lowering => (to, _node, x, y) => void to.add(op, x, {}, y);
const reduce = (op: string): Lowering => (to, node, x, y) => void to.add(op, [x[0]!, to.int64(numbers(node, 'axes'))], { keepdims: node.attrs['keepDims'] ? 1 : 0 }, y);

/** All and Any are the least and the greatest of zeros and ones. */
const reduceBool = (op: string): Lowering => (to, node, x, y) => {
  const ones = to.add('Cast', x, { to: ONNX_TYPES.int32 });
  const result = to.add(op, [ones, to.int64(numbers(node, 'axes'))], { keepdims: node.attrs['keepDims'] ? 1 : 0 });
  to.add('Cast', [result], { to: ONNX_TYPES.bool }, y);
};

const argument = (op: string): Lowering => (to, node, x, y) =>
  void to.add('Cast', [to.add(op, x, { axis: number(node, 'axis'), keepdims: 0 })], { to: ONNX_TYPES.int32 }, y);

/** Which indices are places of a list of this length, and all of them as places, the others as 0: both in the shape of the indices. */
function placesIn(to: OnnxWriter, ids: string, length: number): { readonly inside: string; readonly places: string } {
  const inside = to.add('And', [to.add('GreaterOrEqual', [ids, to.scalar(0, 'int32')]), to.add('Less', [ids, to.scalar(length, 'int32')])]);
  return { inside, places: to.add('Where', [inside, ids, to.scalar(0, 'int32')]) };
}

/** The same for each row of a table of this width, with places as `[.., 1]`. */
function placesInRow(to: OnnxWriter, ids: string, width: number): { readonly inside: string; readonly places: string } {
  const { inside, places } = placesIn(to, ids, width);
  return { inside, places: to.add('Unsqueeze', [places, to.int64([-1])]) };
}

/**
 * Numbers that one ScatterND may add. From 210,000 on ONNX Runtime gives its rows to several threads, and two that add to one place lose a sum
 * (microsoft/onnxruntime issue 18048).
 */
const MOST_SCATTERED = 100_000;
/** ScatterElements, which is one thread's work at any size, takes about as much longer for a number as it takes to copy forty: each ScatterND copies the table. */
const COPIES_A_NUMBER = 40;

/** Each row is added at its id; where ids may be no rows, theirs add zero to the first. */
function scatterRows(to: OnnxWriter, { inputs, outputs, attrs }: GraphNode, { into, rows, ids }: { readonly into: string; readonly rows: string; readonly ids: string }, y: string): void {
  const { shape, dtype } = outputs[0]!;
  const [given, segments] = inputs.slice(-2) as [GraphValue, GraphValue];
  const count = sizeOf(segments.shape);
  const flat = [count, ...shape.slice(1)];
  const oneARow = (): string => to.int64([count, ...shape.slice(1).fill(1)]);
  let places = segments.shape.length === 1 ? ids : to.add('Reshape', [ids, to.int64([count])]);
  let kept = given.shape.length === flat.length ? rows : to.add('Reshape', [rows, to.int64(flat)]);
  if (attrs['inside'] !== true) {
    const checked = placesIn(to, places, shape[0]!);
    places = checked.places;
    kept = to.add('Where', [to.add('Reshape', [checked.inside, oneARow()]), kept, to.scalar(0, dtype)]);
  }
  const most = Math.max(1, Math.floor((MOST_SCATTERED * count) / Math.max(1, sizeOf(flat))));
  const sizes = Array.from({ length: Math.max(1, Math.ceil(count / most)) }, (_, piece) => Math.min(most, count - piece * most));
  if (sizes.length * shape[0]! > COPIES_A_NUMBER * count && sizes.length > 1) {
    const each = to.add('Expand', [to.add('Reshape', [places, oneARow()]), to.int64(flat)]);
    return void to.add('ScatterElements', [into, each, kept], { axis: 0, reduction: 'add' }, y);
  }
  const positions = to.add('Unsqueeze', [to.add('Cast', [places], { to: ONNX_TYPES.int64 }), to.int64([-1])]);
  const pieces = (x: string): readonly string[] => (sizes.length === 1 ? [x] : to.split(x, sizes));
  const [ownRows, ownPositions] = [pieces(kept), pieces(positions)];
  sizes.reduce((sum, _, piece) => to.add('ScatterND', [sum, ownPositions[piece]!, ownRows[piece]!], { reduction: 'add' }, piece === sizes.length - 1 ? y : undefined), into);
}

const LOWERINGS: { readonly [op: string]: string | Lowering } = {
  Add: 'Add',
  Sub: 'Sub',
  Multiply: 'Mul',
  RealDiv: 'Div',
  Maximum: 'Max',
  Minimum: 'Min',
  Pow: 'Pow',
  SquaredDifference: (to, _node, x, y) => {
    const difference = to.add('Sub', x);
    to.add('Mul', [difference, difference], {}, y);
  },
  FloorDiv: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    if (dtype === 'float32') return void to.add('Floor', [to.add('Div', x)], {}, y);
    const [a, b] = x.map((name) => to.add('Cast', [name], { to: ONNX_TYPES.float32 })); // ONNX divides whole numbers towards zero
    to.add('Cast', [to.add('Floor', [to.add('Div', [a!, b!])])], { to: ONNX_TYPES.int32 }, y);
  },
  Mod: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    if (dtype === 'int32') return void to.add('Mod', x, {}, y);
    const whole = to.add('Floor', [to.add('Div', x)]);
    to.add('Sub', [x[0]!, to.add('Mul', [whole, x[1]!])], {}, y);
  },
  AddN: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    if (dtype === 'float32') return void to.add('Sum', x, {}, y);
    const sum = x.slice(0, -1).reduce((left, right) => to.add('Add', [left, right]));
    to.add('Add', x.length === 1 ? [sum, to.scalar(0, dtype)] : [sum, x.at(-1)!], {}, y);
  },
  Greater: 'Greater',
  GreaterEqual: 'GreaterOrEqual',
  Less: 'Less',
  LessEqual: 'LessOrEqual',
  Equal: 'Equal',
  NotEqual: (to, _node, x, y) => void to.add('Not', [to.add('Equal', x)], {}, y),
  LogicalAnd: 'And',
  LogicalOr: 'Or',
  LogicalNot: 'Not',
  Select: 'Where',

  Neg: 'Neg',
  Abs: 'Abs',
  Relu: 'Relu',
  Sign: 'Sign',
  Square: (to, _node, x, y) => void to.add('Mul', [x[0]!, x[0]!], {}, y),
  Exp: 'Exp',
  Expm1: (to, _node, x, y) => void to.add('Sub', [to.add('Exp', x), to.scalar(1, 'float32')], {}, y),
  Log: 'Log',
  Log1p: (to, _node, x, y) => void to.add('Log', [to.add('Add', [x[0]!, to.scalar(1, 'float32')])], {}, y),
  Sigmoid: 'Sigmoid',
  Softplus: 'Softplus',
  Sqrt: 'Sqrt',
  Rsqrt: (to, _node, x, y) => void to.add('Reciprocal', [to.add('Sqrt', x)], {}, y),
  Tanh: 'Tanh',
  Reciprocal: 'Reciprocal',
  Sin: 'Sin',
  Cos: 'Cos',
  Erf: 'Erf',
  Floor: 'Floor',
  Ceil: 'Ceil',
  Round: 'Round',
  IsNan: 'IsNaN',
  IsInf: 'IsInf',
  IsFinite: (to, _node, x, y) => void to.add('Not', [to.add('Or', [to.add('IsNaN', x), to.add('IsInf', x)])], {}, y),
  Step: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    to.add('Where', [to.add('Greater', [x[0]!, to.scalar(0, dtype)]), to.scalar(1, dtype), to.scalar(number(node, 'alpha'), dtype)], {}, y);
  },
  ClipByValue: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    to.add('Clip', [x[0]!, to.scalar(number(node, 'min'), dtype), to.scalar(number(node, 'max'), dtype)], {}, y);
  },
  Softmax: (to, _node, x, y) => void to.add('Softmax', x, { axis: -1 }, y),
  LogSoftmax: (to, _node, x, y) => void to.add('LogSoftmax', x, { axis: -1 }, y),
  RmsNorm: (to, node, x, _y, ys) => to.addAll('SimplifiedLayerNormalization', x, ys, { axis: -1, epsilon: { float: number(node, 'eps') } }), // ONNX Runtime has it in ONNX's own domain
  Cast: (to, node, x, y) => void to.add('Cast', x, { to: ONNX_TYPES[node.outputs[0]!.dtype] }, y),
  Fill: (to, node, _x, y) => void to.filled(number(node, 'value'), node.outputs[0]!.shape, node.outputs[0]!.dtype, y),

  Sum: reduce('ReduceSum'),
  SumSquares: reduce('ReduceSumSquare'),
  Prod: reduce('ReduceProd'),
  Mean: reduce('ReduceMean'),
  Max: reduce('ReduceMax'),
  Min: reduce('ReduceMin'),
  All: reduceBool('ReduceMin'),
  Any: reduceBool('ReduceMax'),
  ArgMax: argument('ArgMax'),
  ArgMin: argument('ArgMin'),
  Cumsum: (to, node, x, y) => void to.add('CumSum', [x[0]!, to.int64([number(node, 'axis')])], { exclusive: node.attrs['exclusive'] ? 1 : 0, reverse: node.attrs['reverse'] ? 1 : 0 }, y),
  BatchMatMul: (to, node, x, y) => {
    const [transA, transB] = [node.attrs['transposeA'] ? 1 : 0, node.attrs['transposeB'] ? 1 : 0];
    const alpha = { float: number(node, 'scale') };
    const [a, b] = node.inputs;
    if (a!.shape.length === 2 && b!.shape.length === 2 && a!.dtype === 'float32') to.add('Gemm', x, { transA, transB, alpha }, y);
    else if (transA || transB || alpha.float !== 1) to.add('FusedMatMul', x, { transA, transB, alpha }, y, 'com.microsoft');
    else to.add('MatMul', x, {}, y);
  },
  GatherV2: (to, node, x, y) => {
    const axis = number(node, 'axis');
    if (number(node, 'batchDims') === 0) return void to.add('Gather', x, { axis }, y);
    const picks = to.add('Unsqueeze', [to.add('Cast', [x[1]!], { to: ONNX_TYPES.int64 }), to.int64([-1])]);
    to.add('GatherND', [x[0]!, picks], { batch_dims: axis }, y);
  },
  UnsortedSegmentSum: (to, node, [rows, ids], y) => {
    const { shape, dtype } = node.outputs[0]!;
    scatterRows(to, node, { into: to.filled(0, shape, dtype), rows: rows!, ids: ids! }, y);
  },
  AddRows: (to, node, [into, rows, ids], y) => scatterRows(to, node, { into: into!, rows: rows!, ids: ids! }, y),
  OneHot: (to, node, x, y) => {
    const { dtype } = node.outputs[0]!;
    const [on, off] = [number(node, 'onValue'), number(node, 'offValue')];
    const hit = to.add('Equal', [to.add('Unsqueeze', [x[0]!, to.int64([-1])]), to.upTo(number(node, 'depth'))]); // unlike ONNX's OneHot, negative indices hit nothing
    if (on === 1 && off === 0) to.add('Cast', [hit], { to: ONNX_TYPES[dtype] }, y);
    else to.add('Where', [hit, to.scalar(on, dtype), to.scalar(off, dtype)], {}, y);
  },
  PickLast: (to, node, x, y) => {
    const { inside, places } = placesInRow(to, x[1]!, node.inputs[0]!.shape.at(-1)!);
    const picked = to.add('Squeeze', [to.add('GatherElements', [x[0]!, places], { axis: -1 }), to.int64([-1])]);
    to.add('Where', [inside, picked, to.scalar(0, 'float32')], {}, y);
  },
  AddAtLast: (to, node, x, y) => {
    const { inside, places } = placesInRow(to, x[1]!, node.inputs[0]!.shape.at(-1)!);
    const values = to.add('Unsqueeze', [to.add('Where', [inside, x[2]!, to.scalar(0, 'float32')]), to.int64([-1])]);
    to.add('ScatterElements', [x[0]!, places, values], { axis: -1, reduction: 'add' }, y);
  },
  Rotary: (to, node, x, y) => {
    const [batch, length, heads, width] = node.outputs[0]!.shape as [number, number, number, number];
    const rows = to.add('Reshape', [x[0]!, to.int64([batch, length, heads * width])]);
    const positions = x[3] === undefined ? to.int64([0]) : to.add('Reshape', [to.add('Cast', [x[3]], { to: ONNX_TYPES.int64 }), to.int64([batch, length])]);
    to.add('Reshape', [to.add('RotaryEmbedding', [rows, positions, x[1]!, x[2]!], {}, undefined, 'com.microsoft'), to.int64([batch, length, heads, width])], {}, y);
  },

  Reshape: (to, node, x, y) => void to.add('Reshape', [x[0]!, to.int64(node.outputs[0]!.shape)], {}, y),
  Transpose: (to, node, x, y) => void to.add('Transpose', x, { perm: numbers(node, 'perm') }, y),
  SplitV: (to, node, x, _y, ys) => to.addAll('Split', [x[0]!, to.int64(numbers(node, 'sizes'))], ys, { axis: number(node, 'axis') }),
  Concat: (to, node, x, y) => void to.add('Concat', x, { axis: number(node, 'axis') }, y),
  Tile: (to, node, x, y) => void to.add('Tile', [x[0]!, to.int64(numbers(node, 'reps'))], {}, y),
  BroadcastTo: (to, node, x, y) => void to.add('Expand', [x[0]!, to.int64(node.outputs[0]!.shape)], {}, y),
  Slice: (to, node, x, y) => {
    const [begin, size, strides] = [numbers(node, 'begin'), numbers(node, 'size'), numbers(node, 'strides')];
    const end = begin.map((start, i) => start + (size[i]! - 1) * strides[i]! + 1);
    to.add('Slice', [x[0]!, to.int64(begin), to.int64(end), to.int64(begin.map((_, i) => i)), to.int64(strides)], {}, y);
  },
  Reverse: (to, node, x, y) => {
    const axes = numbers(node, 'axes');
    const each = (value: number): string => to.int64(axes.map(() => value));
    to.add('Slice', [x[0]!, each(-1), each(Number.MIN_SAFE_INTEGER), to.int64(axes), each(-1)], {}, y);
  },
  PadV2: (to, node, x, y) => void to.add('Pad', [x[0]!, to.int64([...numbers(node, 'before'), ...numbers(node, 'after')]), to.scalar(number(node, 'value'), node.outputs[0]!.dtype)], {}, y),
};

/**
 * The graph in ONNX. Inputs keep their names; output i is named `out{i}`, whatever else reads the value.
 * @throws MODEL_OP_UNRECORDABLE for an op without a row
 */
export function lowerToOnnx(graph: Graph): OnnxGraph {
  const to = new OnnxWriter();
  const constants = new Set([...graph.nodes.flatMap(({ inputs }) => inputs), ...graph.outputs].filter(({ data }) => data));
  for (const value of constants) to.constant(value);

  const made = producers(graph);
  const names = new Map<GraphValue, string>();
  graph.outputs.forEach((value, i) => {
    if (made.has(value) && !names.has(value)) names.set(value, `out${i}`);
  });
  const nameOf = (value: GraphValue): string => names.get(value) ?? value.name;

  for (const node of graph.nodes) {
    const lowering = LOWERINGS[node.op];
    if (!lowering) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: node.op, reason: 'it has no lowering to ONNX' } });
    const outputs = node.outputs.map(nameOf);
    (typeof lowering === 'string' ? rename(lowering) : lowering)(to, node, node.inputs.map(nameOf), outputs[0]!, outputs);
  }
  graph.outputs.forEach((value, i) => {
    if (nameOf(value) !== `out${i}`) to.add('Identity', [nameOf(value)], {}, `out${i}`); // an input, a constant, or an output given twice
  });
  return {
    nodes: to.nodes,
    initializers: to.initializers,
    inputs: graph.inputs,
    outputs: graph.outputs.map(({ shape, dtype }, i) => ({ name: `out${i}`, shape, dtype })),
  };
}
