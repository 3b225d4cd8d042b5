/**
 * One step of any walk through a game: what a state is, and what may follow it, through the game contract alone.
 * The walks themselves (counting, trees, minimax) are its neighbours. A state at the game's `maxSteps` is an ending, as in a match.
 */
import { fact } from '@spiral-arena/core/game';
import type { Action, Game, Options, Returns, Seat, State } from '@spiral-arena/core/game';
import { AgentsError } from '../errors.js';

/** A state with the number of accepted decisions before it. */
export interface Place {
  readonly state: State;
  readonly ply: number;
}

export type Expansion =
  | { readonly kind: 'end'; readonly returns: Returns }
  | { readonly kind: 'chance'; readonly branches: readonly { readonly probability: number; readonly next: Place }[] }
  /** One seat, or several at once: `next` wants the action of each, in the order of `seats`. */
  | { readonly kind: 'stage'; readonly seats: readonly { readonly seat: Seat; readonly legalActions: readonly Action[] }[]; next(actions: readonly Action[]): Place };

/** What a state is and what may follow. @throws AGENTS_NOT_SOLVABLE where actions or chance cannot be listed */
export function expand(game: Game, options: Options, { state, ply }: Place): Expansion {
  if (game.isTerminal(state)) return { kind: 'end', returns: game.returns(state) };
  if (game.isChance?.(state)) {
    const outcomes = game.chanceOutcomes?.(state);
    if (!outcomes) throw notSolvable(game, 'its chance is drawn, not listed');
    const branches = outcomes.map(({ outcome, probability }) => ({ probability, next: { state: game.apply(state, { kind: 'chance', outcome }), ply } }));
    return { kind: 'chance', branches };
  }
  if (ply >= game.maxSteps(options)) return { kind: 'end', returns: game.returns(state) };
  const seats = game.seatsToAct(state).map((seat) => {
    const legalActions = game.legalActions(state, seat);
    if (!legalActions) throw notSolvable(game, 'its actions cannot be listed');
    return { seat, legalActions };
  });
  const next = (actions: readonly Action[]): Place => {
    const move = { kind: 'actions', actions: Object.fromEntries(seats.map(({ seat }, at) => [seat, actions[at] as Action])) } as const;
    return { state: game.apply(state, move), ply: ply + 1 };
  };
  return { kind: 'stage', seats, next };
}

/** The first state, with the roles in the game's own order. @throws AGENTS_NOT_SOLVABLE where chance is only sampled */
export function start(game: Game, options: Options): Place {
  if (fact(game.chance, options) === 'sampled') throw notSolvable(game, 'its chance is drawn, not listed');
  return { state: game.initialState(options, game.roles(options)), ply: 0 };
}

/** Why a game is not one of two opponents who act in turn and see everything; `null` where it is. */
export function openContestProblem(game: Game, options: Options): string | null {
  if (game.roles(options).length !== 2 || fact(game.utility, options) !== 'zero-sum') return 'it is not a zero-sum game of two seats';
  if (fact(game.turnOrder, options) !== 'sequential') return 'its seats act at once';
  return fact(game.information, options) === 'perfect' ? null : 'its seats do not see everything';
}

/** Every choice of one action per seat of a stage. */
export function jointActions(seats: readonly { readonly legalActions: readonly Action[] }[]): readonly (readonly Action[])[] {
  let joint: readonly (readonly Action[])[] = [[]];
  for (const { legalActions } of seats) joint = joint.flatMap((head) => legalActions.map((action) => [...head, action]));
  return joint;
}

export function notSolvable(game: Game, reason: string): AgentsError {
  return new AgentsError('AGENTS_NOT_SOLVABLE', { details: { game: game.id, reason } });
}

export function tooLarge(game: Game, limit: number): AgentsError {
  return new AgentsError('AGENTS_TREE_TOO_LARGE', { details: { game: game.id, limit } });
}
