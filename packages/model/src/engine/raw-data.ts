/** Constants of a graph as the bytes that model files hold: little-endian, as the formats want it and every machine that their runtimes run on has it. */
import type { GraphDtype } from './graph.js';

/** Numbers in the type of the graph; booleans as bytes. */
export function typedArray(values: ArrayLike<number>, dtype: GraphDtype): ArrayBufferView {
  switch (dtype) {
    case 'float32':
      return Float32Array.from(values);
    case 'int32':
      return Int32Array.from(values);
    case 'bool':
      return Uint8Array.from(values);
    default:
      return dtype satisfies never;
  }
}

/** A view, not a copy. */
export function rawBytes(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
