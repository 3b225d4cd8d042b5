/** Scripted opponents of the Game of Pure Strategy. They see an observation alone, and think of the prize on the table only. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { bidOf, type GopsAction } from './hands.js';

/** The part of an observation these agents look at. */
export type PrizeView = { readonly options: { readonly cards: number }; readonly prize: number | null; readonly hand: readonly number[] };

type Agent = ScriptedAgent<GopsAction, PrizeView>;

/** The wanted card, or the nearest above it, or the highest left: only a hand that others have played from lacks the card. */
function bid(hand: readonly number[], wanted: number): GopsAction {
  return bidOf(hand.find((card) => card >= wanted) ?? (hand.at(-1) as number));
}

export const AGENTS: { readonly [name in 'random' | 'match' | 'match+1']: Agent } = {
  random: {
    summary: 'Bids a uniformly random card of its hand.',
    make: (_params, rng) => ({ hand }) => bidOf(rng.pick(hand)),
  },
  match: {
    summary: 'Bids the card equal to the prize.',
    make: () => ({ hand, prize }) => bid(hand, prize as number),
  },
  'match+1': {
    summary: 'Bids one more than the prize, and its lowest card for the highest prize: beats match everywhere else.',
    make: () => ({ options, hand, prize }) => bid(hand, prize === options.cards ? 1 : (prize as number) + 1),
  },
};
