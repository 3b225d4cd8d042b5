/** Optimal play of Pig Dice against numbers of an independent computation, and exact chances of the scripted opponents against each other. */
import { readFileSync } from 'node:fs';
import { fillDefaults, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { optimalPlay, pigDice, type OptimalPlay, type PigAction, type PigObservation, type PigOptions } from './index.js';

const fixture = JSON.parse(readFileSync(new URL('../fixtures/optimal.json', import.meta.url), 'utf8')) as {
  readonly holdAt20: readonly (readonly number[])[];
  readonly samples: { readonly [target: string]: readonly (readonly [own: number, other: number, holdAt: number, chance: number])[] };
  readonly rolls41to49: readonly number[];
};

function holdTotal(play: OptimalPlay, own: number, other: number): number {
  let total = 0;
  while (play.rolls(own, other, total)) total++;
  return total;
}

type Rolls = (own: number, other: number, total: number) => boolean;

/**
 * The chance that the first player wins when both play by their rule, no turn limit. With x, y the chance at a pair of scores when the first or the
 * second player is to move: each is a straight line in the other, worked out from the largest total down.
 */
function firstWins(target: number, first: Rolls, second: Rolls): number {
  const x: number[][] = Array.from({ length: target }, () => []);
  const y: number[][] = Array.from({ length: target }, () => []);
  for (let sum = 2 * (target - 1); sum >= 0; sum--) {
    for (let a = Math.max(0, sum - target + 1); a < target && a <= sum; a++) {
      const b = sum - a;
      // A turn of a player: [c, m] with chance = c + m · (chance after the turn passes with the scores as they are).
      const turn = (own: number, rolls: (total: number) => boolean, banked: (total: number) => number, won: number): readonly [number, number] => {
        const line: [number, number][] = [];
        for (let total = target - own - 1; total >= 0; total--) {
          if (!rolls(total)) {
            line[total] = total === 0 ? [0, 1] : [banked(total), 0];
            continue;
          }
          const next: [number, number] = [0, 1 / 6];
          for (let die = 2; die <= 6; die++) {
            const [c, m] = line[total + die] ?? [won, 0];
            next[0] += c / 6;
            next[1] += m / 6;
          }
          line[total] = next;
        }
        return line[0] as [number, number];
      };
      const [cx, mx] = turn(a, (total) => first(a, b, total), (total) => (y[a + total] as number[])[b] as number, 1);
      const [cy, my] = turn(b, (total) => second(b, a, total), (total) => (x[a] as number[])[b + total] as number, 0);
      (x[a] as number[])[b] = (cx + mx * cy) / (1 - mx * my);
      (y[a] as number[])[b] = cy + (my * (cx + mx * cy)) / (1 - mx * my);
    }
  }
  return (x[0] as number[])[0] as number;
}

const holdAt20 = (target: number): Rolls => (own, _other, total) => total < 20 && own + total < target;

describe('optimal play', () => {
  it('gives the first player 0.5461508 at 50 points and 0.5305927 at 100', () => {
    expect(optimalPlay(50, 6).chance(0, 0)).toBeCloseTo(0.546150844167, 10);
    expect(optimalPlay(100, 6).chance(0, 0)).toBeCloseTo(0.530592725274, 10);
    expect(optimalPlay(20, 6).chance(0, 0)).toBeCloseTo(0.615558549805, 10);
  });

  it('first holds at the totals of the reference, for every pair of scores at 20 points and 25 pairs at 50 and 100', () => {
    for (let own = 0; own < 20; own++) for (let other = 0; other < 20; other++) expect(holdTotal(optimalPlay(20, 6), own, other)).toBe(fixture.holdAt20[own]?.[other]);
    for (const target of [50, 100]) {
      const play = optimalPlay(target, 6);
      for (const [own, other, hold, chance] of fixture.samples[target] ?? []) {
        expect(holdTotal(play, own, other), `${own} ${other}`).toBe(hold);
        expect(play.chance(own, other)).toBeCloseTo(chance, 8);
      }
    }
    expect([[0, 0], [10, 10], [25, 0], [0, 25]].map(([own, other]) => holdTotal(optimalPlay(50, 6), own as number, other as number))).toEqual([21, 18, 25, 50]);
    expect([[0, 0], [50, 0], [0, 50], [30, 10], [10, 30], [50, 50]].map(([own, other]) => holdTotal(optimalPlay(100, 6), own as number, other as number))).toEqual([21, 15, 29, 19, 23, 21]);
  });

  it('is no plain threshold: of the pairs of scores that optimal play gets to at 100 points, 53 have a total above it where play rolls again', () => {
    const play = optimalPlay(100, 6);
    const pairs: (readonly [own: number, other: number])[] = [[0, 0]];
    const seen = new Set(['0 0']);
    const visit = (own: number, other: number): void => {
      if (own >= 100 || other >= 100 || seen.has(`${own} ${other}`)) return;
      seen.add(`${own} ${other}`);
      pairs.push([own, other]);
    };
    let rollingAgain = 0;
    for (const [own, other] of pairs) { // grows on the way
      const hold = holdTotal(play, own, other);
      const reached = new Set([0]);
      let again = false;
      for (let total = 0; total < 100 - own; total++) {
        if (!reached.has(total)) continue;
        if (!play.rolls(own, other, total)) visit(other, own + total);
        else {
          if (total > hold) again = true;
          for (let die = 2; die <= 6; die++) reached.add(total + die);
        }
      }
      visit(other, own); // a 1
      if (again) rollingAgain++;
    }
    expect(rollingAgain).toBe(53);
    expect(Array.from({ length: 59 }, (_, total) => total).filter((total) => play.rolls(41, 49, total))).toEqual(fixture.rolls41to49);
  });

  it('against itself and against hold-at-20', () => {
    for (const [target, self, first, second] of [[50, 0.555562, 0.613339, 0.476445], [100, 0.534698, 0.571498, 0.491658]] as const) {
      const best: Rolls = (own, other, total) => optimalPlay(target, 6).rolls(own, other, total);
      const simple = holdAt20(target);
      expect(firstWins(target, simple, simple)).toBeCloseTo(self, 6);
      expect(firstWins(target, best, simple)).toBeCloseTo(first, 6);
      expect(firstWins(target, simple, best)).toBeCloseTo(second, 6);
      expect(firstWins(target, best, best)).toBeCloseTo(optimalPlay(target, 6).chance(0, 0), 10);
    }
  });

  it('takes other dice: a coin that busts on one side is a matter of one roll', () => {
    const coin = optimalPlay(2, 2); // each roll wins or passes: the first player wins with 1/2 + 1/4 · that
    expect(coin.chance(0, 0)).toBeCloseTo(2 / 3, 12);
    expect(coin.rolls(0, 0, 0)).toBe(true);
  });
});

describe('agents', () => {
  const options = resolveOptions(pigDice, { variant: 'short' }).options as PigOptions;

  function act(name: string, view: Partial<PigObservation>, params: { readonly n?: number } = {}): string {
    const agent = pigDice.agents?.[name] as ScriptedAgent<PigAction, PigObservation>;
    const seen = { ...pigDice.observe(pigDice.initialState(options, ['first', 'second']), 0), ...view } as PigObservation;
    return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(1))(seen, null).move;
  }

  it('hold-at holds at n or when the total wins', () => {
    expect([act('hold-at', { total: 19 }), act('hold-at', { total: 20 }), act('hold-at', { total: 9 }, { n: 9 })]).toEqual(['roll', 'hold', 'hold']);
    expect([act('hold-at', { total: 5, scores: { first: 44, second: 0 } }), act('hold-at', { total: 6, scores: { first: 44, second: 0 } })]).toEqual(['roll', 'hold']);
  });

  it('optimal plays the table of the match, from either role', () => {
    expect([act('optimal', { total: 20 }), act('optimal', { total: 21 })]).toEqual(['roll', 'hold']);
    const view = { role: 'second', scores: { first: 0, second: 25 } } as const;
    expect([act('optimal', { ...view, total: 24 }), act('optimal', { ...view, total: 25 })]).toEqual(['roll', 'hold']);
  });

  it('both answer a reached target until it is beaten', () => {
    for (const name of ['hold-at', 'optimal']) {
      const view = { role: 'second', scores: { first: 52, second: 20 } } as const;
      expect([act(name, { ...view, total: 32 }), act(name, { ...view, total: 33 })]).toEqual(['roll', 'hold']);
    }
  });
});
