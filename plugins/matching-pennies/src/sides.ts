/** The two sides of a coin, and the shared objects of actions and finished rounds. It knows no match. */

export const SIDES = ['heads', 'tails'] as const;
export type Side = (typeof SIDES)[number];
export type PenniesAction = { readonly side: Side };

/** A finished round: the matcher's side, then the mismatcher's. */
export type Round = readonly [matcher: Side, mismatcher: Side];

/** One frozen action a side, in the order of `SIDES`, shared by all matches. */
export const ACTIONS: readonly PenniesAction[] = Object.freeze(SIDES.map((side) => Object.freeze({ side })));

const ROUNDS: readonly Round[] = SIDES.flatMap((matcher) => SIDES.map((mismatcher) => Object.freeze([matcher, mismatcher] as const)));

/** The one object for these two sides. */
export function roundOf(matcher: Side, mismatcher: Side): Round {
  return ROUNDS[(matcher === 'heads' ? 0 : 2) + (mismatcher === 'heads' ? 0 : 1)] as Round;
}

export function actionOf(side: Side): PenniesAction {
  return ACTIONS[side === 'heads' ? 0 : 1] as PenniesAction;
}

export function otherSide(side: Side): Side {
  return side === 'heads' ? 'tails' : 'heads';
}
