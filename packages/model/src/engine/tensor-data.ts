/** Arrays of numbers and what a spec asks of them: the check at every door through which numbers enter an engine. */
import { ModelError } from '../errors.js';
import type { TensorData, TensorSpec } from './engine.js';
import { sizeOf } from './graph.js';

export function zerosOf({ shape, dtype }: TensorSpec): TensorData {
  return dtype === 'int32' ? new Int32Array(sizeOf(shape)) : new Float32Array(sizeOf(shape));
}

/**
 * @param index for the error: which input or variable it is
 * @throws MODEL_INPUT_MISMATCH unless `array` has the type and size of the spec
 */
export function checkTensorData(array: unknown, { shape, dtype }: TensorSpec, index: number | string): void {
  const Type = dtype === 'int32' ? Int32Array : Float32Array;
  if (array instanceof Type && array.length === sizeOf(shape)) return;
  const expected = `${Type.name} of ${sizeOf(shape)} for [${shape.join(', ')}]`;
  const got = ArrayBuffer.isView(array) ? `${array.constructor.name} of ${(array as Float32Array).length}` : typeof array;
  throw new ModelError('MODEL_INPUT_MISMATCH', { details: { index, expected, got } });
}
