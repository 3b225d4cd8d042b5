import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widenFloat16 } from './half-precision.js';
import { decodeSafetensors, encodeSafetensors } from './safetensors.js';

/** A file with any header and values. */
function file(header: string, values: number): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + values);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}

const entry = (dtype: string, shape: unknown, offsets: unknown): string => JSON.stringify({ dtype, shape, data_offsets: offsets });

describe('safetensors', () => {
  it('round trip: values, shapes, order, metadata', () => {
    const tensors = new Map([['b', { shape: [2, 2], values: Float32Array.of(1.5, -0, Infinity, 3e-45) }], ['scalar', { shape: [], values: Float32Array.of(7) }], ['none', { shape: [0, 3], values: new Float32Array(0) }], ['a "name"', { shape: [1], values: Float32Array.of(2) }]]);
    const bytes = encodeSafetensors(tensors, new Map([['format', 'pt']]));
    const read = decodeSafetensors(bytes, 'x');
    expect([...read.tensors].toSorted()).toEqual([...tensors].toSorted());
    expect([...read.metadata]).toEqual([['format', 'pt']]);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(decodeSafetensors(shifted.subarray(1), 'x').tensors.get('b')).toEqual(tensors.get('b')); // alignment does not matter
  });

  it('widens float16 and bfloat16 exactly', () => {
    const bytes = file(`{"h":${entry('F16', [3], [0, 6])},"b":${entry('BF16', [2], [6, 10])}}`, 10);
    const view = new DataView(bytes.buffer);
    [0x3c00, 0x0001, 0xfbff, 0x3fc0, 0xc2f7].forEach((bits, index) => view.setUint16(bytes.length - 10 + 2 * index, bits, true));
    const { tensors } = decodeSafetensors(bytes, 'x');
    expect([...(tensors.get('h')?.values ?? [])]).toEqual([1, 2 ** -24, -65504]);
    expect([...(tensors.get('b')?.values ?? [])]).toEqual([1.5, -123.5]);
    expect([0x7c00, 0xfc00, 0x8000].map(widenFloat16)).toEqual([Infinity, -Infinity, -0]);
    expect(widenFloat16(0x7e00)).toBeNaN();
  });

  const hostile: readonly [string, Uint8Array][] = [
    ['empty', new Uint8Array(0)],
    ['only half a length', new Uint8Array(4)],
    ['a header longer than the file', file('{}', 0).fill(255, 0, 8)],
    ['a header that is cut', file('{"a":', 0)],
    ['a header that is no UTF-8', file('{}', 0).fill(0xff, 8)],
    ['a header that is a list', file('[]', 0)],
    ['a header that is null', file('null', 0)],
    ['a name twice', file(`{"a":${entry('F32', [1], [0, 4])},"a":${entry('F32', [1], [0, 4])}}`, 4)],
    ['a name twice, once escaped', file(`{"a":${entry('F32', [1], [0, 4])},"\\u0061":${entry('F32', [1], [0, 4])}}`, 4)],
    ['a field twice', file('{"a":{"dtype":"F32","shape":[1],"shape":[1],"data_offsets":[0,4]}}', 4)],
    ['__proto__ as a name', file(`{"__proto__":${entry('F32', [1], [0, 4])}}`, 4)],
    ['an entry that is null', file('{"a":null}', 0)],
    ['another type', file(`{"a":${entry('I64', [1], [0, 8])}}`, 8)],
    ['a type named as a method', file(`{"a":${entry('toString', [1], [0, 4])}}`, 4)],
    ['a negative size', file(`{"a":${entry('F32', [-1], [0, 4])}}`, 4)],
    ['a size that is a text', file(`{"a":${entry('F32', ['1'], [0, 4])}}`, 4)],
    ['sizes whose product is beyond all numbers', file(`{"a":${entry('F32', [2 ** 40, 2 ** 40], [0, 4])}}`, 4)],
    ['a size that does not fit the offsets', file(`{"a":${entry('F32', [2], [0, 4])}}`, 4)],
    ['offsets the wrong way round', file(`{"a":${entry('F32', [1], [4, 0])}}`, 4)],
    ['offsets beyond the file', file(`{"a":${entry('F32', [2], [0, 8])}}`, 4)],
    ['offsets that overlap', file(`{"a":${entry('F32', [1], [0, 4])},"b":${entry('F32', [1], [0, 4])}}`, 8)],
    ['a gap between values', file(`{"a":${entry('F32', [1], [0, 4])},"b":${entry('F32', [1], [8, 12])}}`, 12)],
    ['values that belong to nothing', file(`{"a":${entry('F32', [1], [0, 4])}}`, 5)],
    ['three offsets', file(`{"a":${entry('F32', [1], [0, 4, 4])}}`, 4)],
    ['metadata of numbers', file('{"__metadata__":{"a":1}}', 0)],
  ];
  it.each(hostile)('MODEL_FILE_INVALID: %s', (_, bytes) => {
    expect(() => decodeSafetensors(bytes, 'model.safetensors')).toThrow(expect.objectContaining({ code: 'MODEL_FILE_INVALID' }));
  });

  it('a file cut anywhere, or with any byte changed in its header, is read or refused, never a crash', () => {
    const good = encodeSafetensors(new Map([['a', { shape: [2], values: Float32Array.of(1, 2) }], ['b', { shape: [1], values: Float32Array.of(3) }]]));
    for (let length = 0; length < good.length; length++) expect(() => decodeSafetensors(good.subarray(0, length), 'x')).toThrow(expect.objectContaining({ code: 'MODEL_FILE_INVALID' }));
    fc.assert(fc.property(fc.nat(good.length - 13), fc.nat(255), (at, value) => {
      const changed = good.slice();
      changed[at] = value;
      try {
        decodeSafetensors(changed, 'x');
      } catch (error) {
        expect(error).toMatchObject({ code: 'MODEL_FILE_INVALID' });
      }
    }));
  });
});
