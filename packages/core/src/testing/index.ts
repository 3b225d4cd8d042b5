/** For the tests of games: the conformance kit and golden playthroughs. Runner-free. */
export { gameConformance } from './game-conformance.js';
export type { ConformanceCheck } from './game-conformance.js';
export type { ConformanceOptions, SmallestFailure } from './kit.js';
export type { Measures } from './measures.js';
export { playthrough } from './playthrough.js';
export type { PlaythroughOptions } from './playthrough.js';
export { conformanceReport } from './report.js';
export type { CheckResult, ConformanceReport, ReportOptions } from './report.js';
