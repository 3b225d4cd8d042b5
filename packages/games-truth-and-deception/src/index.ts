/** Truth and Deception as a plugin: the default export is what hosts load. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { truthAndDeception } from './truth-and-deception.js';

export { truthAndDeception } from './truth-and-deception.js';
export type { TruthAction, TruthState } from './truth-and-deception.js';
export { FACT_SETS, pairsOf, TOPICS } from './fact-list.js';
export type { FactChoice, FactNumber, FactSet, Pair, Topic } from './fact-list.js';
export type { TruthObservation, TruthOptions, TruthRole } from './observation.js';

const plugin: GamePlugin = { apiVersion: API_VERSION, games: [truthAndDeception] };
export default plugin;
