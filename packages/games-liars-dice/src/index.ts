/** Liar's Dice as a plugin: one game, its variants and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { liarsDice } from './liars-dice.js';

export default { apiVersion: API_VERSION, games: [liarsDice] } satisfies GamePlugin;

export { liarsDice } from './liars-dice.js';
export type { LiarsDiceState } from './liars-dice.js';
export { actionsAfter, BIDS, FACES, rankOf } from './bids.js';
export type { Bid, LiarsDiceAction } from './bids.js';
export { chanceOfAtLeast, countFace } from './dice.js';
export type { DiceCounts, Hand, Hands } from './dice.js';
export { duelEquilibrium, duelNashConv, DuelPolicy, duelValues, solveDuel, uniformDuel } from './duel.js';
export type { DuelRules } from './duel.js';
export { ROLES } from './observation.js';
export type { LiarsDiceObservation, LiarsDiceOptions, RoundResult } from './observation.js';
export { chanceOfBid } from './opponents.js';
