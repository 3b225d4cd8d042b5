/**
 * Shape rules of kernels that combine elements: sums and extremes along axes, products of matrices, lookups. See `kernel-rules.ts`.
 */
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { cast, typeOf } from './elementwise-rules.js';
import type { GraphDtype } from './graph.js';
import type { KernelRule, KernelRules } from './kernel-rules.js';

/** Reduces the given axes (all, if none are given); `dtype` says what comes of x's type. */
function reduction(op: string, dtype: (x: GraphDtype) => GraphDtype): KernelRule {
  return (to, { x }, attrs) => {
    const axes = tf.util.parseAxisParam((attrs['axis'] ?? attrs['reductionIndices']) as number | number[], x!.shape);
    const keepDims = attrs['keepDims'] === true;
    const wanted = cast(to, x!, dtype(typeOf(x!)));
    if (axes.length === 0) return wanted === x ? to.same(x) : wanted;
    const shape = keepDims ? x!.shape.map((n, i) => (axes.includes(i) ? 1 : n)) : x!.shape.filter((_, i) => !axes.includes(i));
    return to.emit(op, [wanted], { shape, dtype: typeOf(wanted) }, { axes, keepDims });
  };
}

function argument(op: string): KernelRule {
  return (to, { x }, attrs) => {
    const axis = tf.util.parseAxisParam(attrs['axis'] as number, x!.shape)[0]!;
    return to.emit(op, [x!], { shape: x!.shape.filter((_, i) => i !== axis), dtype: 'int32' }, { axis });
  };
}

const countable = (dtype: GraphDtype): GraphDtype => (dtype === 'bool' ? 'int32' : dtype);

export const REDUCTION_RULES: KernelRules = {
  [tf.Sum]: reduction(tf.Sum, countable),
  [tf.Prod]: reduction(tf.Prod, countable),
  [tf.Mean]: reduction(tf.Mean, () => 'float32'),
  [tf.Max]: reduction(tf.Max, (dtype) => dtype),
  [tf.Min]: reduction(tf.Min, (dtype) => dtype),
  [tf.All]: reduction(tf.All, () => 'bool'),
  [tf.Any]: reduction(tf.Any, () => 'bool'),
  [tf.ArgMax]: argument(tf.ArgMax),
  [tf.ArgMin]: argument(tf.ArgMin),
  [tf.Cumsum]: (to, { x }, { axis, exclusive, reverse }) => {
    const counted = cast(to, x!, countable(typeOf(x!)));
    const attrs = { axis: tf.util.parseAxisParam(axis as number, x!.shape)[0]!, exclusive: exclusive === true, reverse: reverse === true };
    return to.emit(tf.Cumsum, [counted], { shape: x!.shape, dtype: typeOf(counted) }, attrs);
  },
  [tf.BatchMatMul]: (to, inputs, attrs) => {
    const [a, b] = [inputs['a']!, inputs['b']!];
    const [transposeA, transposeB] = [attrs['transposeA'] === true, attrs['transposeB'] === true];
    const [innerA, innerB] = [a.shape.at(transposeA ? -2 : -1), b.shape.at(transposeB ? -1 : -2)];
    if (a.shape.length < 2 || b.shape.length < 2 || innerA !== innerB) throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what: `matMul of [${a.shape.join(', ')}] and [${b.shape.join(', ')}], inner axis`, expected: innerA ?? 'rank 2', got: innerB ?? 'rank 1' } });
    const batch = tf.broadcast_util.assertAndGetBroadcastShape(a.shape.slice(0, -2), b.shape.slice(0, -2));
    const shape = [...batch, a.shape.at(transposeA ? -1 : -2)!, b.shape.at(transposeB ? -2 : -1)!];
    return to.emit(tf.BatchMatMul, [a, b], { shape, dtype: typeOf(a) }, { transposeA, transposeB, scale: 1 });
  },
  [tf.GatherV2]: (to, inputs, attrs) => {
    const [x, indices] = [inputs['x']!, cast(to, inputs['indices']!, 'int32')];
    const axis = tf.util.parseAxisParam(attrs['axis'] as number, x.shape)[0]!;
    const batchDims = (attrs['batchDims'] as number | undefined) ?? 0;
    if (batchDims !== 0 && batchDims !== axis) throw new ModelError('MODEL_OP_UNRECORDABLE', { details: { op: tf.GatherV2, reason: 'batchDims must be 0 or equal to the axis' } });
    const shape = [...x.shape.slice(0, axis), ...indices.shape.slice(batchDims), ...x.shape.slice(axis + 1)];
    return to.emit(tf.GatherV2, [x, indices], { shape, dtype: typeOf(x) }, { axis, batchDims });
  },
  [tf.UnsortedSegmentSum]: (to, { x, segmentIds }, attrs) => {
    const numSegments = attrs['numSegments'] as number;
    const shape = [numSegments, ...x!.shape.slice(segmentIds!.shape.length)];
    return to.emit(tf.UnsortedSegmentSum, [x!, segmentIds!], { shape, dtype: typeOf(x!) }, { numSegments });
  },
  [tf.OneHot]: (to, { indices }, attrs) => {
    const { depth, onValue = 1, offValue = 0 } = attrs as { depth: number; onValue?: number; offValue?: number };
    const dtype = (attrs['dtype'] as GraphDtype | undefined) ?? 'int32';
    return to.emit(tf.OneHot, [cast(to, indices!, 'int32')], { shape: [...indices!.shape, depth], dtype }, { depth, onValue, offValue });
  },
};
