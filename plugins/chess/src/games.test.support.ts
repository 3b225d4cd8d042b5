/** For the tests of chess: option sets, and moves played through the rules alone. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { chess, type ChessOptions, type ChessState } from './index.js';

export function optionsOf(options: { readonly [name: string]: unknown } = {}): ChessOptions {
  return resolveOptions(chess, { options }).options as ChessOptions;
}

export function start(options: { readonly [name: string]: unknown } = {}, roles: readonly string[] = ['white', 'black']): ChessState {
  return chess.initialState(optionsOf(options), roles);
}

export function seatToAct(state: ChessState): number {
  return chess.seatsToAct(state)[0] as number;
}

export function play(state: ChessState, moves: string): ChessState {
  return moves.split(' ').filter(Boolean).reduce((before, uci) => {
    const seat = seatToAct(before);
    assert.equal(chess.refusal(before, seat, { uci }), null, `${uci} in ${before.fen}`);
    return chess.apply(before, { kind: 'actions', actions: { [seat]: { uci } } });
  }, state);
}

export function legal(state: ChessState): string[] {
  return (chess.legalActions(state, seatToAct(state)) ?? []).map((action) => action.uci);
}
