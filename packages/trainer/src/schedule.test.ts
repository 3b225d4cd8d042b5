/** Schedules at their ends and middles, by hand. */
import { describe, expect, it } from 'vitest';
import { geometric, linearDecay, ramp } from './schedule.js';

describe('schedules', () => {
  it('ramp up over the first updates', () => {
    expect([0, 9, 19, 50].map((index) => ramp(index, 20))).toEqual([0.05, 0.5, 1, 1]);
    expect(ramp(0, 0)).toBe(1);
  });

  it('decay linearly to a part of the peak', () => {
    expect([0, 0.5, 1, 2].map((progress) => linearDecay(1, 0.1, progress))).toEqual([1, 0.55, 0.1, 0.1].map((value) => expect.closeTo(value, 12)));
  });

  it('move geometrically, or linearly to and from 0', () => {
    expect(geometric(0.1, 0.001, 0.5)).toBeCloseTo(0.01, 12);
    expect(geometric(0.1, 0, 0.5)).toBeCloseTo(0.05, 12);
    expect([geometric(0.1, 0.02, 0), geometric(0.1, 0.02, 1)]).toEqual([0.1, 0.02]);
  });
});
