/** Matching pennies as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { matchingPennies } from './matching-pennies.js';

export default { apiVersion: API_VERSION, games: [matchingPennies] } satisfies GamePlugin;

export { matchingPennies, ROLES } from './matching-pennies.js';
export type { PenniesObservation, PenniesOptions, PenniesRole, PenniesState } from './matching-pennies.js';
export { SIDES } from './sides.js';
export type { PenniesAction, Round, Side } from './sides.js';
