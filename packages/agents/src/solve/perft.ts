/**
 * Counts the move sequences of a game by their length, as chess programs prove their move generators ("perft").
 * Unlike `enumerate.ts` it stops at a depth, so that large games can be counted too, and it walks every sequence by itself: nothing is merged.
 */
import type { Game, Options, State } from '@spiral-arena/core/game';
import { notSolvable, start } from './expand.js';

/**
 * Entry k - 1 counts the sequences of exactly k plies, a joint stage being one; a match that has ended counts no further. Chance outcomes multiply.
 * The last ply is counted by its legal actions, not played.
 * @param depth plies, from 1
 * @throws AGENTS_NOT_SOLVABLE where chance or actions cannot be listed
 */
export function perft(game: Game, options: Options, depth: number): readonly number[] {
  const counts = Array.from({ length: depth }, () => 0);
  const most = game.maxSteps(options);

  const walk = (state: State, ply: number): void => {
    if (game.isTerminal(state)) return;
    if (game.isChance?.(state)) {
      const outcomes = game.chanceOutcomes?.(state);
      if (!outcomes) throw notSolvable(game, 'its chance is drawn, not listed');
      for (const { outcome } of outcomes) walk(game.apply(state, { kind: 'chance', outcome }), ply);
      return;
    }
    if (ply >= most) return;
    const seats = game.seatsToAct(state);
    const lists = seats.map((seat) => {
      const legalActions = game.legalActions(state, seat);
      if (!legalActions) throw notSolvable(game, 'its actions cannot be listed');
      return legalActions;
    });
    (counts[ply] as number) += lists.reduce((product, { length }) => product * length, 1);
    if (ply + 1 === depth) return;
    const choose = (chosen: { readonly [seat: number]: object }, at: number): void => {
      const seat = seats[at];
      if (seat === undefined) return walk(game.apply(state, { kind: 'actions', actions: chosen as never }), ply + 1);
      for (const action of lists[at] ?? []) choose({ ...chosen, [seat]: action }, at + 1);
    };
    choose({}, 0);
  };
  walk(start(game, options).state, 0);
  return counts;
}
