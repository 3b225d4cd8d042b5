/**
 * 16-bit floating point numbers, given as their bits, as numbers: IEEE 754 binary16 and bfloat16. Exact in both cases.
 */

const word = new Uint32Array(1);
const number = new Float32Array(word.buffer);

/** The upper half of a float32. */
export function widenBfloat16(bits: number): number {
  word[0] = bits << 16;
  return number[0] as number;
}

/** (−1)ˢ 2^(e−15) (1 + f/1024); e = 0: (−1)ˢ 2^−14 f/1024; e = 31: infinity, or not a number. */
export function widenFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
