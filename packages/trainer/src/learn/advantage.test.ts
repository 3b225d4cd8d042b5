/** Advantages of steps: returns minus baseline, discounted by turns left, divided by the game's largest return; nothing else. */
import { describe, expect, it } from 'vitest';
import type { Trajectory } from '../episode.js';
import { stepAdvantages } from './advantage.js';
import { RoleBaseline } from './role-baseline.js';

const trajectory = (plies: readonly number[], value = 1): Trajectory => ({
  seat: 0, role: 'first', return: value,
  steps: plies.map((ply) => ({ ply, promptTokenIds: [1], tokenIds: [2], logprobs: [-1], allowedTokenIds: [] })),
});
const PLAIN = { gamma: 1, gammaUnit: 'own', scale: 1 } as const;

describe('TRAIN-01 all rewards equal', () => {
  it.each([[1], [0], [0.1]])('eight returns of %d with baseline none are that return, exactly', (value) => {
    const baseline = new RoleBaseline({ kind: 'none', order: 'read-first', decay: 0.95 });
    for (let match = 0; match < 8; match++) {
      const [advantage] = baseline.advance('g', 'default', [{ role: 'first', return: value }]);
      expect(stepAdvantages(trajectory([0, 2], value), advantage as number, 3, PLAIN)).toEqual([value, value]);
    }
  });

  it('seven times 0 and once 1e-12 stays that small, with a baseline too', () => {
    const baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 });
    const advantages = [0, 0, 0, 0, 0, 0, 0, 1e-12].flatMap((value) => baseline.advance('g', 'default', [{ role: 'first', return: value }]));
    expect(Math.max(...advantages.map(Math.abs))).toBe(1e-12);
  });
});

describe('TRAIN-02 a group of one', () => {
  it('one match: the advantage is the return minus the baseline', () => {
    const baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 }, [{ game: 'g', variant: 'default', role: 'first', value: 0.25, matches: 3 }]);
    expect(baseline.advance('g', 'default', [{ role: 'first', return: 1 }])).toEqual([0.75]);
  });
});

describe('discount and scale', () => {
  it('counts own turns left, or all plies left', () => {
    expect(stepAdvantages(trajectory([0, 2, 4]), 1, 5, { ...PLAIN, gamma: 0.5 })).toEqual([0.25, 0.5, 1]);
    expect(stepAdvantages(trajectory([0, 2, 4]), 1, 5, { ...PLAIN, gamma: 0.5, gammaUnit: 'all' })).toEqual([1 / 32, 1 / 8, 1 / 2]);
  });

  it('divides by the largest return', () => {
    expect(stepAdvantages(trajectory([0], -2), -2, 0, { ...PLAIN, scale: 2 })).toEqual([-1]);
  });
});
