/** Dots and Boxes as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { dotsAndBoxes } from './dots-and-boxes.js';

export default { apiVersion: API_VERSION, games: [dotsAndBoxes] } satisfies GamePlugin;

export { dotsAndBoxes, ROLES } from './dots-and-boxes.js';
export type { DotsAndBoxesObservation, DotsAndBoxesOptions, DotsAndBoxesRole, DotsAndBoxesState } from './dots-and-boxes.js';
export { DIRECTIONS, drawGrid, gridOf, isClosed, lineCount, lineOf, MARKS } from './grid.js';
export type { Box, Direction, Grid, Line, LineAction, Mark, Measures } from './grid.js';
export { greedyLines, perfectLines } from './opponents.js';
export type { LinesView } from './opponents.js';
export { bestLines } from './solver.js';
