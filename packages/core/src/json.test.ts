import { describe, expect, it } from 'vitest';
import { assert, jsonValue, property } from 'fast-check';
import { canonicalJson, isJsonObject, type Json } from './json.js';

describe('canonicalJson', () => {
  it('GAME-18 is equal for equal values whatever the order of keys, and different for different ones', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}');
    expect(canonicalJson({ a: [{ c: 'x', d: null }], b: 1 })).toBe('{"a":[{"c":"x","d":null}],"b":1}');
    expect(canonicalJson({ toAct: 0 })).not.toBe(canonicalJson({ toAct: 1 }));
    expect(canonicalJson(['1'])).not.toBe(canonicalJson([1]));
  });

  it('PARSE-07 writes minus zero as zero', () => {
    expect(canonicalJson({ cell: -0 })).toBe('{"cell":0}');
  });

  it('sorts keys by code unit and keeps awkward ones', () => {
    expect(canonicalJson(JSON.parse('{"é":1,"Z":2,"a":3,"__proto__":4,"10":5,"9":6}') as Json)).toBe('{"10":5,"9":6,"Z":2,"__proto__":4,"a":3,"é":1}');
  });

  it('refuses what is not JSON', () => {
    for (const value of [undefined, NaN, Infinity, () => 1, Symbol('x'), 1n, { a: undefined }]) expect(() => canonicalJson(value as Json)).toThrow(TypeError);
  });

  it('reads back as the same value', () => {
    assert(property(jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value as Json);
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
    }), { seed: 1, numRuns: 200 });
  });
});

it('isJsonObject tells objects from lists and null', () => {
  expect([{}, [], null, 'x', undefined].map((value) => isJsonObject(value as Json))).toEqual([true, false, false, false, false]);
});
