/** The iterated prisoner's dilemma as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { ipd } from './ipd.js';

export default { apiVersion: API_VERSION, games: [ipd] } satisfies GamePlugin;

export { ipd, ROLES } from './ipd.js';
export type { Exchange, IpdObservation, IpdOptions, IpdState } from './ipd.js';
export { MOVES, payoffOf } from './payoffs.js';
export type { IpdAction, IpdMove, Payoffs, Round } from './payoffs.js';
