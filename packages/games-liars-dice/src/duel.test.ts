/** The duel of Liar's Dice: its value, its information sets, its equilibrium, and what best responses take from weaker play. */
import { fillDefaults, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { duelEquilibrium, duelNashConv, duelValues, liarsDice, rankOf, solveDuel, uniformDuel, type LiarsDiceAction, type LiarsDiceObservation, type LiarsDiceState } from './index.js';
import { actionOf, dealt, DUEL, legalTexts, optionsOf, play, SMALL } from './table.test.support.js';

const SIX = { faces: 6, onesWild: false };

function policyOf(name: string, params: { readonly [name: string]: number } = {}, seed = 1): ScriptedPolicy<LiarsDiceAction, LiarsDiceObservation> {
  const agent = liarsDice.agents?.[name] as ScriptedAgent<LiarsDiceAction, LiarsDiceObservation>;
  return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed));
}

describe('values', () => {
  it('the duel is worth -1/9 to the opener', () => {
    const { openerBest, secondBest } = duelValues(duelEquilibrium(false), SIX);
    expect(openerBest).toBeGreaterThanOrEqual(-1 / 9); // the value lies between the two best responses
    expect(secondBest).toBeLessThanOrEqual(-1 / 9);
    expect(openerBest - secondBest).toBeLessThan(1e-3);
    expect(duelNashConv(duelEquilibrium(true), { faces: 6, onesWild: true })).toBeLessThan(3e-3);
  });

  it.each([[2, 0], [3, -1 / 9], [4, -1 / 8], [5, -3 / 25]])('with dice of %i faces it is %d', (faces, value) => {
    const rules = { faces, onesWild: false };
    const { openerBest, secondBest } = duelValues(solveDuel(rules, faces === 2 ? 2000 : 300), rules);
    expect(openerBest).toBeGreaterThanOrEqual(value - 1e-12);
    expect(secondBest).toBeLessThanOrEqual(value + 1e-12);
    expect(openerBest - secondBest).toBeLessThan(2e-3);
  });

  it('best responses to uniform play, found by walking the game itself as well', () => {
    const uniform = duelValues(uniformDuel(SIX), SIX);
    expect(valueOfUniform()).toBeCloseTo(uniform.value, 12);
    expect(uniform.openerBest).toBeGreaterThan(uniform.value);
    expect(uniform.secondBest).toBeLessThan(uniform.value);
  });

  it('there are 24,576 information sets, each with a key of its own', () => {
    const keys = new Set<string>();
    const walk = (state: LiarsDiceState): void => {
      for (const face of [1, 2, 3, 4, 5, 6]) {
        const seen = liarsDice.observe({ ...state, hands: { first: [face], second: [face] } }, liarsDice.seatsToAct(state)[0] as number);
        keys.add(liarsDice.informationKey?.(seen) as string);
      }
      for (const text of legalTexts(state)) if (text !== 'call') walk(play(state, text));
    };
    walk(dealt(DUEL, { first: [1], second: [1] }));
    expect(keys.size).toBe(24_576);
  });
});

/** Mean return of the opener when both play uniformly: over the game's own states, by dice and bids. */
function valueOfUniform(): number {
  const value = (state: LiarsDiceState): number => {
    if (liarsDice.isTerminal(state)) return liarsDice.returns(state)[0] as number;
    const legal = legalTexts(state);
    return legal.reduce((sum, text) => sum + value(play(state, text)), 0) / legal.length;
  };
  // Only whether each die equals a bid face matters, so two deals of 36 stand for all: equal dice, and different ones, averaged over faces.
  const pairs = [1, 2, 3, 4, 5, 6].flatMap((first) => [1, 2, 3, 4, 5, 6].map((second) => [first, second] as const));
  const sampled = pairs.filter(([first, second]) => first <= second);
  return sampled.reduce((sum, [first, second]) => sum + (first === second ? 1 : 2) * value(dealt(DUEL, { first: [first], second: [second] })), 0) / 36;
}

describe('agents', () => {
  const seen = (options: typeof SMALL, hands: { first: number[]; second: number[] }, ...line: string[]) => {
    const state = play(dealt(options, hands), ...line);
    return liarsDice.observe(state, liarsDice.seatsToAct(state)[0] as number);
  };

  it('odds calls below its limit, else makes the lowest bid of its best face', () => {
    const hands = { first: [2, 2, 5], second: [4, 4, 6] };
    expect(policyOf('odds')(seen(SMALL, hands), null)).toEqual(actionOf('1x2'));
    expect(policyOf('odds')(seen(SMALL, hands, '1x2'), null)).toEqual(actionOf('1x4'));
    expect(policyOf('odds')(seen(SMALL, hands, '1x5'), null)).toEqual(actionOf('2x4'));
    expect(policyOf('odds')(seen(SMALL, hands, '2x2'), null)).toEqual({ kind: 'call' }); // two of three unseen: 0.07
    expect(policyOf('odds', { c: 0.05 })(seen(SMALL, hands, '2x2'), null)).toEqual(actionOf('2x4'));
    expect(policyOf('odds', { c: 0 })(seen(SMALL, hands, '6x5'), null)).toEqual(actionOf('6x6'));
    expect(policyOf('odds', { c: 0 })(seen(SMALL, hands, '6x6'), null)).toEqual({ kind: 'call' });
  });

  it('odds counts wild ones', () => {
    const wild = optionsOf('small', { onesWild: true });
    expect(policyOf('odds')(seen(wild, { first: [1, 3, 3], second: [6, 6, 6] }), null)).toEqual(actionOf('1x3'));
  });

  it('random takes every legal action', () => {
    const policy = policyOf('random');
    const view = seen(DUEL, { first: [3], second: [4] }, '2x1');
    const taken = new Set(Array.from({ length: 200 }, () => JSON.stringify(policy(view, null))));
    expect(taken.size).toBe(6);
  });

  it('nash plays the equilibrium of the duel, by frequency', () => {
    const policy = policyOf('nash');
    const view = seen(DUEL, { first: [3], second: [4] }, '1x3');
    const equilibrium = duelEquilibrium(false);
    const at = equilibrium.at(1 << rankOf({ quantity: 1, face: 3 }), 3);
    const trials = 3000;
    const counts = new Map<number, number>();
    for (let trial = 0; trial < trials; trial++) {
      const action = policy(view, null);
      const slot = action.kind === 'call' ? 12 : rankOf(action);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    for (let slot = 0; slot <= 12; slot++) expect(Math.abs((counts.get(slot) ?? 0) / trials - (equilibrium.probabilities[at + slot] as number)), `${slot}`).toBeLessThan(0.04);
  });

  it('nash plays as odds while more dice are on the table', () => {
    const view = seen(SMALL, { first: [2, 2, 5], second: [4, 4, 6] }, '2x2');
    expect(policyOf('nash')(view, null)).toEqual({ kind: 'call' });
  });
});
