/** Role baseline: values worked by hand. 0.05 = (1 − 0.95)·1, 0.0975 = 0.95·0.05 + 0.05, 0.042625 = 0.95·0.0975 − 0.05. */
import { describe, expect, it } from 'vitest';
import { RoleBaseline, type BaselineSettings } from './role-baseline.js';

const SETTINGS: BaselineSettings = { kind: 'role', order: 'read-first', decay: 0.95 };
const one = (baseline: RoleBaseline, value: number, role = 'first'): number => baseline.advance('g', 'default', [{ role, return: value }])[0] as number;

describe('TRAIN-06 the baseline is used before it is updated', () => {
  it('read-first: +1, +0.95, -1.0975', () => {
    const baseline = new RoleBaseline(SETTINGS);
    const advantages = [1, 1, -1].map((value) => one(baseline, value));
    [1, 0.95, -1.0975].forEach((expected, index) => expect(advantages[index]).toBeCloseTo(expected, 9));
    expect(baseline.value('g', 'default', 'first')).toBeCloseTo(0.042625, 9);
  });

  it('update-first: +0.95, +0.9025, -1.042625, and the same baselines', () => {
    const baseline = new RoleBaseline({ ...SETTINGS, order: 'update-first' });
    const seen = [1, 1, -1].map((value) => [one(baseline, value), baseline.value('g', 'default', 'first')]);
    [[0.95, 0.05], [0.9025, 0.0975], [-1.042625, 0.042625]].forEach(([advantage, value], index) => {
      expect(seen[index]?.[0]).toBeCloseTo(advantage as number, 9);
      expect(seen[index]?.[1]).toBeCloseTo(value as number, 9);
    });
  });
});

describe('TRAIN-07 the baseline follows the role, not the seat', () => {
  it('two matches of deceiver and guesser with seats swapped', () => {
    const baseline = new RoleBaseline(SETTINGS);
    const [deceiver, guesser] = [{ role: 'deceiver', return: -1 }, { role: 'guesser', return: 1 }];
    baseline.advance('truth-and-deception', 'default', [deceiver, guesser]);
    expect(baseline.value('truth-and-deception', 'default', 'guesser')).toBeCloseTo(0.05, 12);
    expect(baseline.value('truth-and-deception', 'default', 'deceiver')).toBeCloseTo(-0.05, 12);
    const second = baseline.advance('truth-and-deception', 'default', [guesser, deceiver]);
    expect(second[0]).toBeCloseTo(0.95, 12);
    expect(second[1]).toBeCloseTo(-0.95, 12);
    expect(baseline.entries().map(({ role, value }) => [role, Number(value.toFixed(9))])).toEqual([['deceiver', -0.0975], ['guesser', 0.0975]]);
  });

  it('seats that share a role read once and update once, with the mean', () => {
    const baseline = new RoleBaseline(SETTINGS);
    const advantages = baseline.advance('snake', 'default', [{ role: 'player', return: 1 }, { role: 'player', return: -1 }, { role: 'player', return: 1 }]);
    expect(advantages).toEqual([1, -1, 1]);
    expect(baseline.entries()).toHaveLength(1);
    expect(baseline.value('snake', 'default', 'player')).toBeCloseTo(0.05 / 3, 12);
    expect(baseline.entries()[0]?.matches).toBe(1);
  });
});

describe('TRAIN-08 the same role name in two games', () => {
  it('games and variants never share, whatever their names hold', () => {
    const baseline = new RoleBaseline(SETTINGS);
    baseline.advance('x', 'default', [{ role: 'first', return: 1 }]);
    baseline.advance('y', 'default', [{ role: 'first', return: -1 }]);
    baseline.advance('x', '5x5', [{ role: 'first', return: 0.5 }]);
    baseline.advance('a:b', 'default', [{ role: 'c', return: 1 }]);
    baseline.advance('a', 'default', [{ role: 'b:c', return: -1 }]);
    baseline.advance('a', 'default', [{ role: '__proto__', return: 1 }]);
    expect(baseline.value('x', 'default', 'first')).toBeCloseTo(0.05, 12);
    expect(baseline.value('y', 'default', 'first')).toBeCloseTo(-0.05, 12);
    expect(baseline.value('x', '5x5', 'first')).toBeCloseTo(0.025, 12);
    expect(baseline.value('a:b', 'default', 'c')).toBeCloseTo(0.05, 12);
    expect(baseline.value('a', 'default', 'b:c')).toBeCloseTo(-0.05, 12);
    expect(baseline.value('a', 'default', '__proto__')).toBeCloseTo(0.05, 12);
    expect(baseline.entries()).toHaveLength(6);
  });

  it('the version of the rules is not part of the key: a new version goes on from the old mean', () => {
    expect(Object.keys(new RoleBaseline(SETTINGS, [{ game: 'x', variant: 'default', role: 'first', value: 0.5, matches: 9 }]).entries()[0] as object)).toEqual(['game', 'variant', 'role', 'value', 'matches']);
  });
});

describe('ablations and storage', () => {
  it('none gives plain returns and keeps nothing; shared keeps one entry per game', () => {
    const none = new RoleBaseline({ ...SETTINGS, kind: 'none' });
    expect(none.advance('g', 'default', [{ role: 'first', return: 1 }, { role: 'second', return: -1 }])).toEqual([1, -1]);
    expect(none.entries()).toEqual([]);
    const shared = new RoleBaseline({ ...SETTINGS, kind: 'shared' });
    shared.advance('g', 'default', [{ role: 'first', return: 1 }, { role: 'second', return: 0.5 }]);
    expect(shared.entries()).toEqual([{ game: 'g', variant: 'default', role: null, value: 0.75 * (1 - 0.95), matches: 1 }]);
  });

  it('goes on from its entries exactly', () => {
    const straight = new RoleBaseline(SETTINGS);
    [1, -1, 0.5].forEach((value) => one(straight, value));
    const first = new RoleBaseline(SETTINGS);
    one(first, 1);
    const resumed = new RoleBaseline(SETTINGS, JSON.parse(JSON.stringify(first.entries())) as ReturnType<RoleBaseline['entries']>);
    [-1, 0.5].forEach((value) => one(resumed, value));
    expect(resumed.entries()).toEqual(straight.entries());
  });
});
