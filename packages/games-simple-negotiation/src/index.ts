/** Simple Negotiation as a plugin: the default export is what hosts load. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { simpleNegotiation } from './simple-negotiation.js';

export { simpleNegotiation, type NegotiationState } from './simple-negotiation.js';
export type { NegotiationAction } from './action.js';
export type { NegotiationObservation } from './observation.js';
export type { NegotiationOptions } from './options.js';

const plugin: GamePlugin = { apiVersion: API_VERSION, games: [simpleNegotiation] };
export default plugin;
