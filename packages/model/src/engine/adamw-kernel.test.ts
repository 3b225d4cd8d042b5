/** The optimiser in WebAssembly: the bytes are those of the text, the numbers those of the optimiser on the host, and what stands beside an array stays. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { adamWScalars } from '../optimiser/adamw-step.js';
import { AdamW } from '../optimiser/adamw.js';
import { adamWArrays, addAndSquare, applyAdamW, areAdamWArrays, fitsAdamW, kernelArrays } from './adamw-kernel.js';
import { ADAMW_WASM } from './adamw-kernel.wasm.js';
import { adamWFactors } from './adamw-rule.js';

const OPTIONS = { beta1: 0.9, beta2: 0.95, eps: 1e-8, weightDecay: 0.1 };

describe('AdamW in WebAssembly', () => {
  it('is assembled from its text', async () => {
    const text = readFileSync(new URL('adamw-kernel.wat', import.meta.url), 'utf8');
    const { buffer } = (await wabt()).parseWat('adamw-kernel.wat', text, { simd: true }).toBinary({});
    expect(ADAMW_WASM).toBe(Buffer.from(buffer).toString('base64'));
  });
  it('gives the numbers of the optimiser on the host, for any size, over several updates', () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 41 }), fc.double({ min: 0.001, max: 1, noNaN: true }), (numbers, factor) => {
      const [weights, first, second, gradient] = adamWArrays(numbers.length);
      weights.set(numbers.map(([w]) => w));
      const spec = { name: 'w.weight', shape: [numbers.length, 1] };
      const host = new AdamW([spec], OPTIONS);
      const expected = [weights.slice()];
      for (let update = 1; update <= 3; update++) {
        gradient.set(numbers.map(([, g]) => g / update));
        applyAdamW(weights, first, second, gradient, adamWFactors(OPTIONS, [...adamWScalars(OPTIONS, update, 0.01), factor]));
        host.update(expected, [gradient.map((g) => g * factor)], 0.01);
      }
      weights.forEach((w, at) => expect(Math.abs(w - expected[0]![at]!)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(w))));
    }), { numRuns: 50 });
  });
  it.each([1, 3, 4, 5, 1027])('with %d numbers touches no other array', (size) => {
    const arrays = adamWArrays(size);
    arrays.forEach((array) => array.fill(1));
    const others = [arrays[3].slice(), new Float32Array(arrays[0].buffer, arrays[0].byteOffset + Math.ceil(size / 4) * 16, 8).slice()];
    applyAdamW(...arrays, adamWFactors(OPTIONS, [0.01, 0.1, 0.5, 1]));
    expect(arrays[0].every((w) => w === arrays[0][0] && w < 1)).toBe(true);
    expect([arrays[3], new Float32Array(arrays[0].buffer, arrays[0].byteOffset + Math.ceil(size / 4) * 16, 8)]).toEqual(others);
  });
  it('knows its arrays, and what is too large for its addresses', () => {
    const [a, b] = [adamWArrays(4), adamWArrays(4)];
    expect([areAdamWArrays(a), areAdamWArrays([a[0], b[1]]), areAdamWArrays([new Float32Array(4)])]).toEqual([true, false, false]);
    expect([fitsAdamW(1 << 27), fitsAdamW(1 << 28)]).toEqual([true, false]);
  });
});

describe('sums in WebAssembly', () => {
  it.each([0, 1, 3, 4, 7, 8, 9, 64, 1001])('adds %d numbers in pieces, gives their squares and touches nothing else', (size) => {
    const [before, sum, after, piece] = kernelArrays([4, size, 4, 8]) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const addend = Float32Array.from({ length: size }, (_, at) => (at % 13) / 8);
    const beside = new Float32Array(sum.buffer, sum.byteOffset + 4 * size, 8);
    for (const array of [before, after]) array.fill(5);
    piece.fill(9); // of a sum before
    beside.fill(0);
    sum.forEach((_, at) => (sum[at] = at % 7));
    const expected = Float32Array.from(addend, (number, at) => number + (at % 7));
    const squares = addAndSquare(sum, addend, piece);
    expect(sum).toEqual(expected);
    expect(squares).toBeCloseTo(expected.reduce((all, number) => all + number * number, 0), 0);
    expect([...before, ...after, ...beside]).toEqual([...Array(8).fill(5), ...Array(8).fill(0)]);
  });
});
