/** What one turn of Pig Dice is made of: the two moves and the outcomes of a roll, as objects shared by all matches. It keeps no score. */
import type { ChanceOutcome } from '@spiral-arena/core/game';

export const MOVES = ['roll', 'hold'] as const;
export type PigMove = (typeof MOVES)[number];
export type PigAction = { readonly move: PigMove };

/** The roll that ends a turn and loses its total. */
export const BUST = 1;

export const ROLL: PigAction = Object.freeze({ move: 'roll' });
export const HOLD: PigAction = Object.freeze({ move: 'hold' });
export const ACTIONS: readonly PigAction[] = Object.freeze([ROLL, HOLD]);

const made = new Map<number, readonly ChanceOutcome[]>();

/** The equally likely outcomes of one roll, 1 to `sides`. */
export function rollsOf(sides: number): readonly ChanceOutcome[] {
  let rolls = made.get(sides);
  if (!rolls) {
    rolls = Object.freeze(Array.from({ length: sides }, (_, index) => Object.freeze({ outcome: index + 1, probability: 1 / sides })));
    made.set(sides, rolls);
  }
  return rolls;
}
