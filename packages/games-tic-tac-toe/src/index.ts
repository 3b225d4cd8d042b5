/** Tic-tac-toe as a plugin: one game, its boards and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { ticTacToe } from './tic-tac-toe.js';

export default { apiVersion: API_VERSION, games: [ticTacToe] } satisfies GamePlugin;

export { ROLES, ticTacToe } from './tic-tac-toe.js';
export type { TicTacToeObservation, TicTacToeOptions, TicTacToeRole, TicTacToeState } from './tic-tac-toe.js';
export { boardOf, completesLine, drawBoard, MARKS } from './board.js';
export type { Board, Cell, CellAction, Line, Mark } from './board.js';
export { bestCells, solvedValue } from './minimax.js';
export type { BoardView, Choice } from './minimax.js';
