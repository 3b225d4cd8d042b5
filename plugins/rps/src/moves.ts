/** The three moves, what beats what, and the shared objects of actions and finished rounds. It knows no match. */

export const MOVES = ['rock', 'paper', 'scissors'] as const;
export type RpsMove = (typeof MOVES)[number];
export type RpsAction = { readonly move: RpsMove };

/** A finished round: by seat in a state, the reader's own move first in an observation. */
export type Round = readonly [RpsMove, RpsMove];

/** One frozen action a move, in the order of `MOVES`, shared by all matches. */
export const ACTIONS: readonly RpsAction[] = Object.freeze(MOVES.map((move) => Object.freeze({ move })));

const ROUNDS: { readonly [first in RpsMove]: { readonly [second in RpsMove]: Round } } = byMove((first) => byMove((second) => Object.freeze([first, second] as const)));

/** The one object for these two moves. */
export function roundOf(first: RpsMove, second: RpsMove): Round {
  return ROUNDS[first][second];
}

/** The move that beats this one. */
export function beater(move: RpsMove): RpsMove {
  return MOVES[(MOVES.indexOf(move) + 1) % MOVES.length] as RpsMove;
}

/** 1 when the first move wins, -1 when the second does, 0 when they are equal. */
export function winnerOf([first, second]: Round): -1 | 0 | 1 {
  if (first === second) return 0;
  return beater(second) === first ? 1 : -1;
}

function byMove<T>(make: (move: RpsMove) => T): { readonly [move in RpsMove]: T } {
  return { rock: make('rock'), paper: make('paper'), scissors: make('scissors') };
}
