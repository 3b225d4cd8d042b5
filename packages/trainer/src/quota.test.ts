/** Shares that sum exactly, match counts that suffice, sub-samples that are seeded and uniform. */
import { Rng } from '@spiral-arena/core/random';
import { array, assert, double, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MatchLength, splitByShare, subsample } from './quota.js';

describe('splitByShare', () => {
  it('splits by largest remainders', () => {
    expect(splitByShare(128, [1, 1, 1])).toEqual([43, 43, 42]);
    expect(splitByShare(128, [2, 1, 1])).toEqual([64, 32, 32]);
    expect(splitByShare(1, [1, 3])).toEqual([0, 1]);
  });

  it('sums to the total and is off by less than one each', () => {
    assert(property(nat(5000), array(double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 }), (total, shares) => {
      const parts = splitByShare(total, shares);
      const sum = shares.reduce((left, right) => left + right, 0);
      expect(parts.reduce((left, right) => left + right, 0)).toBe(total);
      parts.forEach((part, index) => expect(Math.abs(part - (total * (shares[index] as number)) / sum)).toBeLessThan(1 + 1e-9));
    }));
  });
});

describe('MatchLength', () => {
  it('asks for a little more than the mean needs, and follows the newest matches', () => {
    const length = new MatchLength(4);
    expect(length.matchesFor(400)).toBe(107); // 400 · 1.06 / 4 + 1
    length.observe(900, 100);
    expect(length.mean).toBe(5);
    length.observe(0, 0);
    expect(length.mean).toBe(5);
  });
});

describe('subsample', () => {
  it('is exact, rising, without repetition, and all there is when there is no more', () => {
    assert(property(nat(60), nat(60), nat(1000), (count, wanted, seed) => {
      const chosen = [...subsample(Rng.fromSeed(seed), count, wanted)];
      expect(chosen).toHaveLength(Math.min(count, wanted));
      expect(chosen.every((value, index) => value < count && (index === 0 || value > (chosen[index - 1] as number)))).toBe(true);
    }));
  });

  it('is seeded, and every position is as likely as another', () => {
    expect(subsample(Rng.fromSeed(3), 100, 30)).toEqual(subsample(Rng.fromSeed(3), 100, 30));
    for (const wanted of [3, 7]) {
      const hits = Array.from({ length: 10 }, () => 0);
      for (let seed = 0; seed < 4000; seed++) for (const at of subsample(Rng.fromSeed(seed), 10, wanted)) hits[at] = (hits[at] as number) + 1;
      for (const hit of hits) expect(Math.abs(hit / 4000 - wanted / 10)).toBeLessThan(0.03);
    }
  });
});
