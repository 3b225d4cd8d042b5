/** For the tests of games: the conformance kit and golden playthroughs. Runner-free. */
export { gameConformance } from './game-conformance.js';
export type { ConformanceCheck } from './game-conformance.js';
export type { ConformanceOptions } from './kit.js';
export { playthrough } from './playthrough.js';
export type { PlaythroughOptions } from './playthrough.js';
