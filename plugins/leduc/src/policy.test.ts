/** Strategies of Leduc Hold'em against published numbers, and the opponents that play them. */
import { fillDefaults, type ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { decisionKey, equilibrium, handNashConv, handValues, leduc, policyOf, type LeducAction, type LeducMove, type LeducObservation } from './index.js';
import { move, play, seatToAct, SINGLE } from './hands.test.support.js';

/** Always the first of these moves that is legal. */
function always(...wanted: readonly LeducMove[]) {
  return policyOf((moves) => {
    const played = wanted.find((word) => moves.includes(word));
    return moves.map((word) => (word === played ? 1 : 0));
  });
}

describe('values', () => {
  it('uniform play: NashConv 1709/360, as the exact solution and OpenSpiel 2.0.2 have it', () => {
    const uniform = policyOf((moves) => moves.map(() => 1 / moves.length));
    const { value, openerBest, otherBest } = handValues(uniform);
    expect(value).toBeCloseTo(-0.078125, 12);
    expect(openerBest).toBeCloseTo(2.0875, 12);
    expect(otherBest).toBeCloseTo(2.659722222222, 11);
    expect(handNashConv(uniform)).toBeCloseTo(1709 / 360, 12);
  });

  it.each([
    ['always call', always('check', 'call'), 2.933333333333],
    ['raise when legal, else call', always('bet', 'raise', 'call'), 4.733333333333],
    ['fold when legal, else check', always('fold', 'check'), 2],
  ])('%s: NashConv as OpenSpiel 2.0.2 has it', (_name, policy, nashConv) => {
    expect(handValues(policy).value).toBeCloseTo(0, 12);
    expect(handNashConv(policy)).toBeCloseTo(nashConv, 11);
  });

  it('the equilibrium is worth -0.0856064 to first, and its NashConv is below 0.01', () => {
    const { openerBest, otherBest } = handValues(equilibrium());
    expect(openerBest).toBeGreaterThanOrEqual(-0.0856065); // the value lies between the best responses
    expect(-otherBest).toBeLessThanOrEqual(-0.0856063);
    expect(openerBest + otherBest).toBeLessThan(0.01);
  });
});

describe('agents', () => {
  const act = (name: string, hand: string, trials: number): Record<string, number> => {
    const agent = leduc.agents?.[name] as ScriptedAgent<LeducAction, LeducObservation>;
    const policy = agent.make(fillDefaults(agent.paramsSchema ?? {}, {}), Rng.fromSeed(1));
    const state = play(SINGLE, [hand]);
    const counts: Record<string, number> = {};
    for (let trial = 0; trial < trials; trial++) {
      const { move: played } = policy(leduc.observe(state, seatToAct(state)), null);
      counts[played] = (counts[played] ?? 0) + 1 / trials;
      move(state, played);
    }
    return counts;
  };

  it('cfr plays the equilibrium by its frequencies, in both rounds', () => {
    for (const [hand, key, rank] of [['Jh Kh', decisionKey(null, null, ''), 0], ['Kh Js check', decisionKey(null, null, 'check'), 0], ['Qh Ks bet call Js check', decisionKey('bet call', 0, 'check'), 2]] as const) {
      const frequencies = act('cfr', hand, 2000);
      const row = equilibrium()[key] as readonly number[];
      for (const [index, word] of ['check', 'bet'].entries()) expect(Math.abs((frequencies[word] ?? 0) - (row[2 * rank + index] as number)), hand).toBeLessThan(0.04);
    }
  });

  it('always-call checks and calls, random takes every move', () => {
    expect(act('always-call', 'Jh Kh', 5)).toEqual({ check: 1 });
    expect(act('always-call', 'Jh Kh bet', 1)).toEqual({ call: 1 });
    expect(Object.keys(act('random', 'Jh Kh bet', 100)).toSorted()).toEqual(['call', 'fold', 'raise']);
  });
});
