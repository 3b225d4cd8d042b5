/** Rows: equal places once, weights summed, nothing lost; shapes from a short ladder. */
import { describe, expect, it } from 'vitest';
import { RowCollector, rowsFor, type RowBucket } from './rows.js';

const V = 10;
/** What a bucket says, by place: tokens read, summed weights by token, entropy weight, visits. */
function places(buckets: readonly RowBucket[]): Map<string, { weights: Record<number, number>; entropy: number; visits: number; allowed: number[] }> {
  const found = new Map<string, { weights: Record<number, number>; entropy: number; visits: number; allowed: number[] }>();
  for (const bucket of buckets) {
    for (let at = 0; at < bucket.rows * bucket.places; at++) {
      if (bucket.visits[at] === 0) continue;
      const row = Math.floor(at / bucket.places);
      const read = bucket.tokenIds.slice(row * bucket.tokens, row * bucket.tokens + (bucket.positions[at] as number) + 1).join(' ');
      const ids = Array.from({ length: V }, (_, id) => id);
      const weights = Object.fromEntries(ids.filter((id) => bucket.weights[at * V + id] !== 0).map((id) => [id, bucket.weights[at * V + id] as number]));
      expect(found.has(read)).toBe(false);
      found.set(read, { weights, entropy: bucket.entropyWeights[at] as number, visits: bucket.visits[at] as number, allowed: ids.filter((id) => bucket.allowed[at * V + id] === 1) });
    }
  }
  return found;
}

describe('RowCollector', () => {
  it('sums equal steps into one place', () => {
    const rows = new RowCollector(V);
    rows.add([1, 2], [5], [[5, 6]], 0.5, 0.25);
    rows.add([1, 2], [5], [[5, 6]], 0.25, 0.25);
    rows.add([1, 2], [6], [[5, 6]], -1, 0.25);
    rows.add([1, 3], [6], [[6]], 2, 0.25);
    const buckets = rows.buckets();
    expect(buckets).toHaveLength(1);
    expect(rows.tokens).toBe(4);
    expect(Object.fromEntries(places(buckets))).toEqual({
      '1 2': { weights: { 5: 0.75, 6: -1 }, entropy: 0.75, visits: 3, allowed: [5, 6] },
      '1 3': { weights: { 6: 2 }, entropy: 0.25, visits: 1, allowed: [6] },
    });
  });

  it('lets a longer reply serve the places of its beginnings', () => {
    const rows = new RowCollector(V);
    rows.add([1], [7], [[7, 8]], 1, 0); // the place after the prompt alone
    rows.add([1], [8, 3, 4], [[7, 8], [3], [4]], 1, 0);
    rows.add([1], [8, 3, 5], [[7, 8], [3], [4]], -2, 0); // 5 is not allowed: still a place, still a weight
    const buckets = rows.buckets();
    expect(buckets.map(({ rows: count, tokens, places: width }) => [count, tokens, width])).toEqual([[8, 4, 3]]);
    expect(Object.fromEntries(places(buckets))).toEqual({
      1: { weights: { 7: 1, 8: -1 }, entropy: 0, visits: 3, allowed: [7, 8] },
      '1 8': { weights: { 3: -1 }, entropy: 0, visits: 2, allowed: [3] },
      '1 8 3': { weights: { 4: 1, 5: -2 }, entropy: 0, visits: 2, allowed: [4] },
    });
  });

  it('keeps one text with two sets of legal continuations apart', () => {
    const rows = new RowCollector(V);
    rows.add([1, 2], [5], [[5]], 1, 1);
    rows.add([1, 2], [6], [[6]], 1, 1);
    rows.add([1, 2], [6], [[6]], 1, 1);
    const [bucket] = rows.buckets() as [RowBucket];
    expect(Array.from(bucket.visits.subarray(0, 3))).toEqual([1, 2, 0]);
  });

  it('spreads a uniform draw over all that could have been drawn', () => {
    const rows = new RowCollector(V);
    rows.addUniform([1], [3], [[2, 3, 4, 5]], 1);
    expect(places(rows.buckets()).get('1')?.weights).toEqual({ 2: 0.25, 3: 0.25, 4: 0.25, 5: 0.25 });
  });

  it('treats every token as allowed where nothing is known', () => {
    const rows = new RowCollector(V);
    rows.add([1], [3], [], 1, 0);
    expect(places(rows.buckets()).get('1')?.allowed).toHaveLength(V);
  });

  it('is empty for no steps, and refuses a token outside the vocabulary', () => {
    expect(new RowCollector(V).buckets()).toEqual([]);
    const rows = new RowCollector(V);
    rows.add([1], [V], [], 1, 0);
    expect(() => rows.buckets()).toThrow(expect.objectContaining({ code: 'TRAINER_SHAPE_MISMATCH' }));
  });

  it('uses few row counts', () => {
    expect([1, 8, 9, 13, 17, 25, 33, 130, 300, 512].map(rowsFor)).toEqual([8, 8, 16, 16, 24, 32, 40, 144, 320, 512]);
  });
});
