/** Breakthrough as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { breakthrough } from './breakthrough.js';

export default { apiVersion: API_VERSION, games: [breakthrough] } satisfies GamePlugin;

export { breakthrough, ROLES } from './breakthrough.js';
export type { BreakthroughObservation, BreakthroughOptions, BreakthroughRole, BreakthroughState } from './breakthrough.js';
export { actionsOf, boardOf, canMove, fileOf, menOf, rankOf, rowsOf } from './board.js';
export type { Board, Measures, Men, MenAction, Way } from './board.js';
export { bestActions } from './opponents.js';
export type { BoardView } from './opponents.js';
export { isSolvable, isWon, winningActions } from './solver.js';
