/** Word Clues as a plugin: one game for four seats and its scripted players. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { wordClues } from './word-clues.js';

export { wordClues } from './word-clues.js';
export type { ClueAction, ClueState } from './word-clues.js';
export { ROLES, TEAMS } from './observation.js';
export type { ClueObservation, ClueOptions, ClueRole, Team } from './observation.js';
export { CARD_LISTS, cardsOf, isFoul } from './card-list.js';
export type { Card, CardList } from './card-list.js';

export default { apiVersion: API_VERSION, games: [wordClues] } satisfies GamePlugin;
