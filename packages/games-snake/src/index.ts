/** Snake as a plugin: one game, its variants and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { snake } from './snake.js';

export default { apiVersion: API_VERSION, games: [snake] } satisfies GamePlugin;

export { ROLES, snake } from './snake.js';
export type { SnakeObservation, SnakeOptions, SnakeState, SnakeView } from './snake.js';
export { DIRECTIONS } from './board.js';
export type { Direction, SnakeAction } from './board.js';
export type { Body } from './tick.js';
export type { Spawn } from './spawn.js';
