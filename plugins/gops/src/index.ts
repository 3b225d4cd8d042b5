/** The Game of Pure Strategy as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { gops } from './gops.js';

export default { apiVersion: API_VERSION, games: [gops] } satisfies GamePlugin;

export { gops, ROLES } from './gops.js';
export type { GopsObservation, GopsOptions, GopsState, Round } from './gops.js';
export { ranksOf } from './hands.js';
export type { GopsAction, RankSet } from './hands.js';
