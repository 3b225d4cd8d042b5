/** The variant `reference` of Kuhn poker: what it repeats of spiral-rl's KuhnPoker-v1, and that it says so. */
import { describe, expect, it } from 'vitest';
import { dealsOf, kuhnPoker } from './index.js';
import { KQ, optionsOf, play, QK } from './scripted-hands.test.support.js';

const options = optionsOf('reference');

/** How often 'first' takes a hand in uniformly random play. */
function winsOfFirst(opener: 'first' | 'second'): number {
  const chance = { 'check check': 1 / 4, 'check bet fold': 1 / 8, 'check bet call': 1 / 8, 'bet fold': 1 / 4, 'bet call': 1 / 4 };
  let first = 0;
  for (const { outcome, probability } of dealsOf(3)) {
    for (const [line, share] of Object.entries(chance)) {
      const hands = opener === 'first' ? [[outcome, line] as const] : [[KQ, 'check check'] as const, [outcome, line] as const];
      if (play(options, hands).results.at(-1)?.winner === 'first') first += probability * share;
    }
  }
  return first;
}

describe('the reference variant', () => {
  it('says so, hides chips, and refuses chip scoring', () => {
    expect(kuhnPoker.rules('first', options)).toMatch(/^Reference rules \(spiral-rl KuhnPoker-v1\)/);
    const seen = kuhnPoker.observe(play(options, [[KQ, 'bet call'], [KQ, '']]), 0);
    expect(seen).toMatchObject({ chips: null, pot: null });
    expect(kuhnPoker.text(seen)).not.toMatch(/chip|Pot/);
    expect(() => optionsOf('reference', { scoring: 'chips' })).toThrow(/scoring must be "match"/);
  });

  it('the winner of the last hand wins, whatever the chips; bets move none', () => {
    const lost = [...Array.from({ length: 4 }, () => [KQ, 'check check'] as const), [QK, 'bet call'] as const];
    const end = play(options, lost);
    expect(end.net).toBe(3);
    expect(kuhnPoker.returns(end)).toEqual([-1, 1]);
    expect(kuhnPoker.returns(play(optionsOf('paper'), lost))).toEqual([1, -1]);
  });

  it('in random play about three matches in ten go against the chip leader', () => {
    // Exact: distribution of the chips before the last hand, then the last hand. A sample of 3,000 published matches had 878 (29%).
    const chances = [1, 2, 3, 4].map((hand) => winsOfFirst(hand % 2 === 1 ? 'first' : 'second'));
    expect(chances[0]).toBeCloseTo(9 / 16, 12);
    let spread = new Map([[0, 1]]);
    for (const chance of chances) {
      const after = new Map<number, number>();
      for (const [net, share] of spread) {
        after.set(net + 1, (after.get(net + 1) ?? 0) + share * chance);
        after.set(net - 1, (after.get(net - 1) ?? 0) + share * (1 - chance));
      }
      spread = after;
    }
    let against = 0;
    for (const [net, share] of spread) {
      if (net <= -2) against += share * (chances[0] as number);
      if (net >= 2) against += share * (1 - (chances[0] as number));
    }
    expect(against).toBeCloseTo(0.3105, 4);
    expect(Math.abs(against - 878 / 3000)).toBeLessThan(3 * Math.sqrt((against * (1 - against)) / 3000));
  });
});
