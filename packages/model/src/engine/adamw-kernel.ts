/**
 * AdamW on the processor, over arrays that lie side by side in one memory of WebAssembly: each number goes through memory once, where ONNX Runtime has an
 * op, and a pass over memory, for each of twelve steps. It runs in the calling thread; the four arrays are ordinary typed arrays to everybody else.
 */
import type { AdamWFactors } from './adamw-rule.js';
import { ADAMW_WASM } from './adamw-kernel.wasm.js';

type Kernel = (w: number, m: number, v: number, g: number, bytes: number, beta1: number, beta2: number, factor1: number, factor2: number, step: number, floor: number, kept: number) => void;

const PAGE = 65_536; // bytes of WebAssembly's memory
const APART = 4352; // bytes between arrays: at multiples of large powers of two they would contend for the same places of the caches
const LARGEST = 2 ** 32; // bytes that 32-bit addresses reach
const LANES = 4;

let compiled: WebAssembly.Module | undefined;
const kernels = new WeakMap<ArrayBufferLike, Kernel>();

const strideOf = (size: number): number => Math.ceil(size / LANES) * LANES * 4 + APART;

/** Whether weights, moments and gradient of so many numbers each fit one memory. */
export function fitsAdamW(size: number): boolean {
  return 4 * strideOf(size) <= LARGEST;
}

/**
 * Four arrays of zeros in a memory of their own.
 * @throws RangeError when there is no memory
 */
export function adamWArrays(size: number): [Float32Array, Float32Array, Float32Array, Float32Array] {
  const stride = strideOf(size);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * stride) / PAGE) });
  compiled ??= new WebAssembly.Module(Buffer.from(ADAMW_WASM, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  kernels.set(memory.buffer, exports['adamW'] as Kernel);
  const array = (at: number): Float32Array => new Float32Array(memory.buffer, at * stride, size);
  return [array(0), array(1), array(2), array(3)];
}

/** Whether these arrays are of one call of `adamWArrays`. */
export function areAdamWArrays(arrays: readonly { readonly buffer: ArrayBufferLike }[]): boolean {
  return kernels.has(arrays[0]!.buffer) && arrays.every(({ buffer }) => buffer === arrays[0]!.buffer);
}

/** One update of weights and moments, in place. All four arrays are of one call of `adamWArrays`. */
export function applyAdamW(weights: Float32Array, first: Float32Array, second: Float32Array, gradient: Float32Array, { beta1, beta2, factor1, factor2, step, floor, kept }: AdamWFactors): void {
  const bytes = Math.ceil(weights.length / LANES) * LANES * 4;
  kernels.get(weights.buffer)!(weights.byteOffset, first.byteOffset, second.byteOffset, gradient.byteOffset, bytes, beta1, beta2, factor1, factor2, step, floor, kept);
}
