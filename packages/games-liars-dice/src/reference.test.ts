/** Rounds of Liar's Dice that an independent program played, step by step: the order of bids, what is legal, who loses. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dealt, legalTexts, optionsOf, play, seatToAct } from './table.test.support.js';

const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
  readonly games: readonly {
    readonly seed: number;
    readonly dice: number;
    readonly hands: readonly [number[], number[]];
    readonly steps: readonly (readonly [player: number, action: string, legal: number, first: string, last: string])[];
    readonly returns: readonly number[];
  }[];
};

const ours = (action: string): string => (action === 'Liar' ? 'call' : action.replace('-', 'x'));

it.each(fixture.games)("replays OpenSpiel's round of $dice dice, seed $seed", ({ dice, hands, steps, returns }) => {
  const [first, second] = hands.map((hand) => hand.toSorted((a, b) => a - b)) as [number[], number[]];
  let state = dealt(optionsOf('default', { dice }), { first, second });
  for (const [player, action, count, lowest, highest] of steps) {
    expect(seatToAct(state)).toBe(player);
    const legal = legalTexts(state);
    expect([legal.length, legal[0], legal.at(-1)]).toEqual([count, ours(lowest), ours(highest)]);
    state = play(state, ours(action));
  }
  expect(state.results.map(({ loser }) => loser)).toEqual([returns[0] === 1 ? 'second' : 'first']);
});
