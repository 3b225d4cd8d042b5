/** Rock-paper-scissors as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { rps } from './rps.js';

export default { apiVersion: API_VERSION, games: [rps] } satisfies GamePlugin;

export { ROLES, rps } from './rps.js';
export type { RpsObservation, RpsOptions, RpsState } from './rps.js';
export { beater, MOVES, winnerOf } from './moves.js';
export type { Round, RpsAction, RpsMove } from './moves.js';
