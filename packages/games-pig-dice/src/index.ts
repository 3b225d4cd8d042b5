/** Pig Dice as a plugin: one game, its variants and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { pigDice } from './pig-dice.js';

export default { apiVersion: API_VERSION, games: [pigDice] } satisfies GamePlugin;

export { pigDice, ROLES } from './pig-dice.js';
export type { PigObservation, PigOptions, PigRole, PigScores, PigState } from './pig-dice.js';
export { BUST, MOVES } from './dice.js';
export type { PigAction, PigMove } from './dice.js';
export { OptimalPlay, optimalPlay } from './optimal.js';
