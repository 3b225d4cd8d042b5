/**
 * Shape rules of kernels that move, repeat, cut or join elements without changing them. See `kernel-rules.ts`.
 */
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { typeOf } from './elementwise-rules.js';
import { sizeOf } from './graph.js';
import type { Emitter, KernelRules } from './kernel-rules.js';

type Info = tf.TensorInfo;

function reshape(to: Emitter, x: Info, shape: readonly number[]): Info {
  if (sizeOf(shape) !== sizeOf(x.shape)) throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what: `reshape to [${shape.join(', ')}]`, expected: `${sizeOf(shape)} elements`, got: x.shape } });
  return to.emit(tf.Reshape, [x], { shape, dtype: typeOf(x) });
}
const axisOf = (axis: unknown, rank: number): number => ((axis as number) < 0 ? (axis as number) + rank : (axis as number));

/** Pieces of x along an axis, of the given sizes. */
function split(to: Emitter, x: Info, axis: number, sizes: readonly number[]): Info[] {
  const pieces = sizes.map((size) => ({ shape: x.shape.map((n, i) => (i === axis ? size : n)), dtype: typeOf(x) }));
  return to.emitAll(tf.SplitV, [x], pieces, { axis, sizes });
}

function concat(to: Emitter, xs: readonly Info[], axis: number): Info {
  tf.backend_util.assertParamsConsistent(xs.map((x) => x.shape), axis);
  return to.emit(tf.Concat, xs, { shape: tf.backend_util.computeOutShape(xs.map((x) => x.shape), axis), dtype: typeOf(xs[0]!) }, { axis });
}

export const MOVEMENT_RULES: KernelRules = {
  [tf.Reshape]: (to, { x }, { shape }) => reshape(to, x!, tf.util.inferFromImplicitShape(shape as number[], sizeOf(x!.shape))),
  [tf.ExpandDims]: (to, { input }, { dim }) => reshape(to, input!, input!.shape.toSpliced(axisOf(dim, input!.shape.length + 1), 0, 1)),
  [tf.Transpose]: (to, { x }, attrs) => {
    const perm = attrs['perm'] as number[];
    return to.emit(tf.Transpose, [x!], { shape: perm.map((i) => x!.shape[i]!), dtype: typeOf(x!) }, { perm });
  },
  [tf.SplitV]: (to, { x }, attrs) => {
    const axis = axisOf(attrs['axis'], x!.shape.length);
    const sizes = tf.backend_util.prepareSplitSize({ shape: x!.shape } as tf.Tensor, attrs['numOrSizeSplits'] as number | number[], axis);
    return split(to, x!, axis, sizes);
  },
  [tf.Unpack]: (to, { value }, attrs) => {
    const axis = axisOf(attrs['axis'], value!.shape.length);
    const pieces = split(to, value!, axis, Array<number>(value!.shape[axis]!).fill(1));
    return pieces.map((piece) => reshape(to, piece, piece.shape.toSpliced(axis, 1)));
  },
  [tf.Pack]: (to, inputs, attrs) => {
    const xs = Object.values(inputs) as Info[];
    const axis = axisOf(attrs['axis'], xs[0]!.shape.length + 1);
    return concat(to, xs.map((x) => reshape(to, x, x.shape.toSpliced(axis, 0, 1))), axis);
  },
  [tf.Concat]: (to, inputs, { axis }) => {
    const xs = Object.values(inputs) as Info[];
    return concat(to, xs, axisOf(axis, xs[0]!.shape.length));
  },
  [tf.Tile]: (to, { x }, attrs) => {
    const reps = attrs['reps'] as number[];
    const output = { shape: x!.shape.map((n, i) => n * reps[i]!), dtype: typeOf(x!) };
    return x!.shape.every((n, i) => n === 1 || reps[i] === 1) ? to.emit(tf.BroadcastTo, [x!], output) : to.emit(tf.Tile, [x!], output, { reps });
  },
  [tf.BroadcastTo]: (to, { x }, { shape }) => to.emit(tf.BroadcastTo, [x!], { shape: shape as number[], dtype: typeOf(x!) }),
  [tf.Slice]: (to, { x }, attrs) => {
    const [begin, size] = tf.slice_util.parseSliceParams(x as tf.Tensor, attrs['begin'] as number[], attrs['size'] as number[]) as [number[], number[]];
    return to.emit(tf.Slice, [x!], { shape: size, dtype: typeOf(x!) }, { begin, size, strides: size.map(() => 1) });
  },
  [tf.StridedSlice]: (to, { x }, attrs) => {
    const { begin, end, strides, beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = attrs as unknown as tf.StridedSliceAttrs;
    const cut = tf.slice_util.sliceInfo(x!.shape, begin, end, strides, beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask);
    if (cut.strides.some((stride) => stride < 0)) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: tf.StridedSlice, reason: 'a stride is negative; use tf.reverse' } });
    const piece = to.emit(tf.Slice, [x!], { shape: cut.finalShapeSparse, dtype: typeOf(x!) }, { begin: cut.begin, size: cut.finalShapeSparse, strides: cut.strides });
    return reshape(to, piece, cut.finalShape);
  },
  [tf.Reverse]: (to, { x }, { dims }) => to.emit(tf.Reverse, [x!], { shape: x!.shape, dtype: typeOf(x!) }, { axes: tf.util.parseAxisParam(dims as number | number[], x!.shape) }),
  [tf.PadV2]: (to, { x }, attrs) => {
    const paddings = attrs['paddings'] as [number, number][];
    const shape = x!.shape.map((n, i) => n + paddings[i]![0] + paddings[i]![1]);
    const value = (attrs['constantValue'] as number | undefined) ?? 0;
    return to.emit(tf.PadV2, [x!], { shape, dtype: typeOf(x!) }, { before: paddings.map(([n]) => n), after: paddings.map(([, n]) => n), value });
  },
};
