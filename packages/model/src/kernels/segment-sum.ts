/**
 * Sum of rows by segment, the derivative of an embedding lookup, as a kernel for the cpu and wasm backends.
 * tfjs's own cpu kernel compares every row with every segment and wasm has none; this one adds each row once.
 */
import * as tf from '@tensorflow/tfjs-core';

interface SegmentSumCall {
  readonly inputs: tf.NamedTensorInfoMap;
  readonly backend: tf.KernelBackend;
  readonly attrs: { readonly numSegments: number };
}

/** Registers the kernel for one backend, in place of what was there. */
export function registerSegmentSum(backendName: 'cpu' | 'wasm'): void {
  tf.registerKernel({ kernelName: tf.UnsortedSegmentSum, backendName, kernelFunc: (call) => segmentSum(call as unknown as SegmentSumCall) });
}

/** out[s] = sum of the rows x[i] with segmentIds[i] = s; rows whose id is no segment count nowhere. x `[N, ...]`, ids `[N]` int32 -> `[numSegments, ...]`. */
function segmentSum({ inputs, backend, attrs }: SegmentSumCall): tf.TensorInfo {
  const { x, segmentIds } = inputs as { readonly [name: string]: tf.TensorInfo } & { x: tf.TensorInfo; segmentIds: tf.TensorInfo };
  const shape = [attrs.numSegments, ...x.shape.slice(segmentIds.shape.length)];
  const width = tf.util.sizeFromShape(shape.slice(1));
  const values = backend.readSync(x.dataId) as Float32Array | Int32Array;
  const ids = backend.readSync(segmentIds.dataId) as Int32Array;
  const sums = x.dtype === 'int32' ? new Int32Array(attrs.numSegments * width) : new Float32Array(attrs.numSegments * width);
  ids.forEach((segment, row) => {
    if (segment < 0 || segment >= attrs.numSegments) return;
    for (let column = 0; column < width; column++) sums[segment * width + column]! += values[row * width + column]!;
  });
  return { dataId: backend.write(sums, shape, x.dtype), shape, dtype: x.dtype };
}
