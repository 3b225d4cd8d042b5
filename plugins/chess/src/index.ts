/** Chess as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { chess } from './chess.js';

export default { apiVersion: API_VERSION, games: [chess] } satisfies GamePlugin;

export { chess } from './chess.js';
export type { ChessState } from './chess.js';
export { materialLead } from './fen.js';
export { RESULTS, ROLES, START_FEN } from './observation.js';
export type { ChessObservation, ChessOptions, ChessResult, ChessRole } from './observation.js';
export { bestMove } from './opponents.js';
export { fenProblem, positionAfter, positionOf } from './position.js';
export type { ChessAction, Position } from './position.js';
