/** For the tests of Leduc Hold'em: option sets, scripted cards, and hands played move by move through the rules alone. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { leduc, type Card, type LeducMove, type LeducOptions, type LeducState } from './index.js';

export function optionsOf(options: { readonly [name: string]: unknown } = {}): LeducOptions {
  return resolveOptions(leduc, { options }).options as LeducOptions;
}

export const SINGLE = optionsOf();

export function seatToAct(state: LeducState): number {
  return leduc.seatsToAct(state)[0] as number;
}

export function move(state: LeducState, played: LeducMove): LeducState {
  const seat = seatToAct(state);
  assert.equal(leduc.refusal(state, seat, { move: played }), null);
  return leduc.apply(state, { kind: 'actions', actions: { [seat]: { move: played } } });
}

export function chance(state: LeducState, outcome: { readonly first: Card; readonly second: Card } | Card): LeducState {
  assert.ok(leduc.isChance?.(state));
  return leduc.apply(state, { kind: 'chance', outcome });
}

/** Hands as text: cards of first and second, then moves and where it is turned the public card: `Kh Js bet call Jh check`. */
export function play(options: LeducOptions, hands: readonly string[], roles: readonly string[] = ['first', 'second']): LeducState {
  let state = leduc.initialState(options, roles);
  for (const hand of hands) {
    const [first, second, ...words] = hand.split(' ');
    state = chance(state, { first: first as Card, second: second as Card });
    for (const word of words) state = /^[JQK]/.test(word) ? chance(state, word as Card) : move(state, word as LeducMove);
  }
  return state;
}
