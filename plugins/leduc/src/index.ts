/** Leduc Hold'em as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { leduc } from './leduc.js';

export default { apiVersion: API_VERSION, games: [leduc] } satisfies GamePlugin;

export { leduc } from './leduc.js';
export type { LeducState } from './leduc.js';
export { CARDS, DEALS, LINES, MOVES, OPEN_BETTINGS, publicCards, RANKS, rankOf, showdown } from './hand.js';
export type { Betting, Card, Deal, LeducAction, LeducMove, Line } from './hand.js';
export { ROLES } from './observation.js';
export type { HandResult, LeducObservation, LeducOptions, LeducRole } from './observation.js';
export { decisionKey, equilibrium, handNashConv, handValues, policyOf, solveHand } from './policy.js';
export type { LeducPolicy } from './policy.js';
