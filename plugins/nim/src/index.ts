/** Nim as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { nim } from './nim.js';

export default { apiVersion: API_VERSION, games: [nim] } satisfies GamePlugin;

export { nim, ROLES } from './nim.js';
export type { NimObservation, NimOptions, NimRole, NimState } from './nim.js';
export { isLost, nimSum, winningActions } from './nim-sum.js';
export type { NimAction, PilesView } from './nim-sum.js';
