/** Connect Four as a plugin: one game, its grids and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { connectFour } from './connect-four.js';

export default { apiVersion: API_VERSION, games: [connectFour] } satisfies GamePlugin;

export { connectFour, ROLES } from './connect-four.js';
export type { ConnectFourObservation, ConnectFourOptions, ConnectFourRole, ConnectFourState } from './connect-four.js';
export { cellsOf, completesLine, discsOf, drawGrid, gridOf, heightOf, linesOf, MARKS } from './grid.js';
export type { Cell, ColumnAction, Discs, Grid, Mark, Measures } from './grid.js';
export { bestColumns } from './negamax.js';
export type { GridView } from './negamax.js';
