/** Who takes what: each thing once, loads that differ by less than the largest thing, the same each time. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './share-out.js';

it('shares out so that nobody has more than the largest thing over another', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (sizes, count) => {
    const takers = shareOut(sizes, count);
    expect(takers).toEqual(shareOut(sizes, count));
    expect(takers.length).toBe(sizes.length);
    const loads = Array.from({ length: count }, (_, taker) => sizes.reduce((sum, size, at) => sum + (takers[at] === taker ? size : 0), 0));
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(0, ...sizes));
  }));
});

it('gives the larger half of two to the first', () => {
  expect(shareOut([1, 5, 2, 2], 2)).toEqual([1, 0, 1, 1]);
  expect(shareOut([7], 3)).toEqual([0]);
});
