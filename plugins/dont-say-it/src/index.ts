/** Don't Say It as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { dontSayIt } from './dont-say-it.js';

export { dontSayIt } from './dont-say-it.js';
export type { SayAction, SayState } from './dont-say-it.js';
export type { SayObservation, SayOptions, SayRole } from './observation.js';
export { says, WORD_LISTS, wordsOf } from './word-list.js';
export type { WordList } from './word-list.js';

export default { apiVersion: API_VERSION, games: [dontSayIt] } satisfies GamePlugin;
