/** Othello as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { othello } from './othello.js';

export default { apiVersion: API_VERSION, games: [othello] } satisfies GamePlugin;

export { othello, ROLES } from './othello.js';
export type { OthelloObservation, OthelloOptions, OthelloRole, OthelloState } from './othello.js';
export { cellsOf, countOf, PASS, place, placements, startOf } from './board.js';
export type { Discs, OthelloAction, Start } from './board.js';
export { discsOf, rowsOf } from './rows.js';
export type { Rows } from './rows.js';
export { bestCells, bestMargin } from './opponents.js';
export type { BoardView } from './opponents.js';
