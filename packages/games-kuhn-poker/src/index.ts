/** Kuhn poker as a plugin: one game, its variants and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { kuhnPoker } from './kuhn-poker.js';

export default { apiVersion: API_VERSION, games: [kuhnPoker] } satisfies GamePlugin;

export { kuhnPoker } from './kuhn-poker.js';
export type { KuhnState } from './kuhn-poker.js';
export { ROLES } from './observation.js';
export type { HandResult, KuhnObservation, KuhnOptions, KuhnRole } from './observation.js';
export { dealsOf, LINES, MOVES, OPEN_BETTINGS, ranksOf } from './hand.js';
export type { Betting, Deal, Line, PokerAction, PokerMove } from './hand.js';
export { constantPolicy, equilibrium, handNashConv, handValue, kuhnEquilibrium, solveHand } from './policy.js';
export type { HandPolicy, Stakes } from './policy.js';
export { policyFromTable } from './opponents.js';
