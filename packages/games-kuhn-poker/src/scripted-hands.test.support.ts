/** For the tests of Kuhn poker: option sets, scripted deals, and hands played move by move through the rules alone. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { kuhnPoker, type Deal, type KuhnOptions, type KuhnState, type PokerMove } from './index.js';

export const KQ: Deal = { first: 'K', second: 'Q' };
export const QK: Deal = { first: 'Q', second: 'K' };

export function optionsOf(variant: string, options: { readonly [name: string]: unknown } = {}): KuhnOptions {
  return resolveOptions(kuhnPoker, { variant, options }).options as KuhnOptions;
}

export const SINGLE = optionsOf('single');

export function move(state: KuhnState, played: PokerMove): KuhnState {
  const seat = kuhnPoker.seatsToAct(state)[0] as number;
  assert.equal(kuhnPoker.refusal(state, seat, { move: played }), null);
  return kuhnPoker.apply(state, { kind: 'actions', actions: { [seat]: { move: played } } });
}

export function deal(state: KuhnState, outcome: Deal): KuhnState {
  assert.ok(kuhnPoker.isChance?.(state));
  return kuhnPoker.apply(state, { kind: 'chance', outcome });
}

/** A match from its hands: each a deal and the moves of its line. */
export function play(options: KuhnOptions, hands: readonly (readonly [Deal, string])[], roles: readonly string[] = ['first', 'second']): KuhnState {
  let state = kuhnPoker.initialState(options, roles);
  for (const [cards, line] of hands) {
    state = deal(state, cards);
    for (const played of line.split(' ').filter(Boolean)) state = move(state, played as PokerMove);
  }
  return state;
}
