/**
 * Simplifications of one node at a time: what tfjs's ops and gradients write twice, move about or spread out for nothing.
 * A rule looks at a node and at how its inputs were made; who reads the result is of no concern to it.
 */
import { broadcast_util } from '@tensorflow/tfjs-core';
import { sameShape, type GraphNode, type GraphValue } from '../graph.js';
import { numberOf, type Made } from './pattern.js';

/** Another node for the same output, a value that already has the result, or nothing. */
export type Rule = (node: GraphNode, made: Made) => GraphNode | GraphValue | undefined;

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
  const keeps = (x: GraphValue, other: GraphValue): boolean => sameShape(x.shape, node.outputs[0]!.shape) && x.dtype === node.outputs[0]!.dtype && numberOf(other, made) === nothing;
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

/** Rows taken, or put back, one by one in their order are the rows as they are. */
const rowsInOrder: Rule = (node) => {
  const [rows, ids] = node.inputs;
  const { shape } = node.outputs[0]!;
  const isAll = (node.op === 'GatherV2' && node.attrs['axis'] === 0 && node.attrs['batchDims'] === 0) || node.op === 'UnsortedSegmentSum';
  return isAll && ids!.shape.length === 1 && sameShape(rows!.shape, shape) && ids!.data?.every((id, place) => id === place) ? rows : undefined;
};

/** The rules that hold for every engine. */
export const LOCAL_RULES: readonly Rule[] = [reshapes, transposes, broadcasts, casts, neutral, rowsInOrder];
/** And those that move transposes into products. */
export const PRODUCT_RULES: readonly Rule[] = [transposedFactors];

function scalarOf({ name, dtype }: GraphValue, number: number): GraphValue {
  return { name: `${name}_scalar`, shape: [], dtype, data: dtype === 'float32' ? Float32Array.of(number) : Int32Array.of(number) };
}

function swapsLastTwo(perm: readonly number[]): boolean {
  const rank = perm.length;
  return perm.every((axis, i) => axis === (i === rank - 1 ? rank - 2 : i === rank - 2 ? rank - 1 : i));
}
