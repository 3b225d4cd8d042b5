/** One round of the prisoner's dilemma: its moves, its payoffs, and the objects shared by all matches. It knows no match. */

export const MOVES = ['cooperate', 'defect'] as const;
export type IpdMove = (typeof MOVES)[number];
export type Decision = { readonly move: IpdMove };
export type Talk = { readonly kind: 'talk'; readonly message: string };
export type IpdAction = Decision | Talk;

/** A decided round: by seat in a state, the reader's own move first in an observation. */
export type Round = readonly [IpdMove, IpdMove];

/** Reward of both cooperating, punishment of both defecting, temptation of defecting alone, the sucker's payoff of cooperating alone. */
export type Payoffs = { readonly R: number; readonly P: number; readonly T: number; readonly S: number };

export const COOPERATE: Decision = Object.freeze({ move: 'cooperate' });
export const DEFECT: Decision = Object.freeze({ move: 'defect' });
export const DECISIONS: readonly Decision[] = Object.freeze([COOPERATE, DEFECT]);

const ROUNDS: readonly Round[] = MOVES.flatMap((first) => MOVES.map((second) => Object.freeze([first, second] as const)));

/** The one object for these two moves. */
export function roundOf(first: IpdMove, second: IpdMove): Round {
  return ROUNDS[(first === 'defect' ? 2 : 0) + (second === 'defect' ? 1 : 0)] as Round;
}

/** What the first of the two gets. */
export function payoffOf([own, other]: Round, { R, P, T, S }: Payoffs): number {
  if (own === 'cooperate') return other === 'cooperate' ? R : S;
  return other === 'cooperate' ? T : P;
}
