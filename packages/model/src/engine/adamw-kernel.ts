/**
 * AdamW on the processor, over arrays that lie side by side in one memory of WebAssembly: each number goes through memory once, where ONNX Runtime has an
 * op, and a pass over memory, for each of twelve steps. It runs in the calling thread; the arrays are ordinary typed arrays to everybody else.
 */
import type { AdamWFactors } from './adamw-rule.js';
import { ADAMW_WASM } from './adamw-kernel.wasm.js';

interface Kernel {
  readonly adamW: (w: number, m: number, v: number, g: number, bytes: number, beta1: number, beta2: number, factor1: number, factor2: number, step: number, floor: number, kept: number) => void;
  readonly addAndSquare: (sum: number, addend: number, bytes: number) => number;
}

const PAGE = 65_536; // bytes of WebAssembly's memory
const APART = 4352; // bytes between arrays: at multiples of large powers of two they would contend for the same places of the caches
const LARGEST = 2 ** 32; // bytes that 32-bit addresses reach
const LANES = 4;

let compiled: WebAssembly.Module | undefined;
const kernels = new WeakMap<ArrayBufferLike, Kernel>();

const bytesOf = (size: number): number => Math.ceil(size / LANES) * LANES * 4;
const strideOf = (size: number): number => bytesOf(size) + APART;

/** Whether weights, moments and gradient of so many numbers each fit one memory. */
export function fitsAdamW(size: number): boolean {
  return 4 * strideOf(size) <= LARGEST;
}

/**
 * Four arrays of zeros in a memory of their own.
 * @throws RangeError when there is no memory
 */
export function adamWArrays(size: number): [Float32Array, Float32Array, Float32Array, Float32Array] {
  return kernelArrays([size, size, size, size]) as [Float32Array, Float32Array, Float32Array, Float32Array];
}

/**
 * Arrays of zeros, of these sizes, in a memory of their own.
 * @throws RangeError when there is no memory
 */
export function kernelArrays(sizes: readonly number[]): Float32Array[] {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(sizes.reduce((sum, size) => sum + strideOf(size), 0) / PAGE) });
  compiled ??= new WebAssembly.Module(Buffer.from(ADAMW_WASM, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  kernels.set(memory.buffer, exports as unknown as Kernel);
  let at = 0;
  return sizes.map((size) => {
    const array = new Float32Array(memory.buffer, at, size);
    at += strideOf(size);
    return array;
  });
}

/** Whether these arrays are of one call of `adamWArrays`. */
export function areAdamWArrays(arrays: readonly { readonly buffer: ArrayBufferLike }[]): boolean {
  return kernels.has(arrays[0]!.buffer) && arrays.every(({ buffer }) => buffer === arrays[0]!.buffer);
}

/** One update of weights and moments, in place. All four arrays are of one memory. */
export function applyAdamW(weights: Float32Array, first: Float32Array, second: Float32Array, gradient: Float32Array, { beta1, beta2, factor1, factor2, step, floor, kept }: AdamWFactors): void {
  const { adamW } = kernels.get(weights.buffer)!;
  adamW(weights.byteOffset, first.byteOffset, second.byteOffset, gradient.byteOffset, bytesOf(weights.length), beta1, beta2, factor1, factor2, step, floor, kept);
}

/**
 * sum ← sum + addend, from anywhere.
 * @param piece an array of the memory of `sum`, of a multiple of four numbers, through which the addend goes; small enough for a cache
 * @returns Σ sum² of the new numbers
 */
export function addAndSquare(sum: Float32Array, addend: Float32Array, piece: Float32Array): number {
  const kernel = kernels.get(sum.buffer)!;
  let squares = 0;
  for (let at = 0; at < sum.length; at += piece.length) {
    const size = Math.min(piece.length, sum.length - at);
    piece.set(addend.subarray(at, at + size));
    if (size < piece.length) piece.fill(0, size, size + LANES); // what stands beside the sum stays
    squares += kernel.addAndSquare(sum.byteOffset + 4 * at, piece.byteOffset, bytesOf(size));
  }
  return squares;
}
