/**
 * Scripted opponents of Connect Four: random play, and a negamax search of limited depth that takes wins, stops them and counts open lines.
 * They see an observation, never a state; where the grid is hidden they set it up again from the columns played.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { completesLine, discsOf, gridOf, heightOf, linesOf, type Cell, type ColumnAction, type Measures } from './grid.js';

/** The part of an observation these agents look at. */
export type GridView = { readonly options: Measures; readonly cells: readonly Cell[] | null; readonly history: readonly number[] };

const WIN = 1_000_000;

/** The columns that a search of `depth` plies finds best: the soonest win, the latest loss, else the most open lines. */
export function bestColumns(view: GridView, depth: number): number[] {
  const search = searchOf(view);
  let best = -Infinity;
  let columns: number[] = [];
  for (const column of gridOf(view.options).fromCentre) {
    // One below the best score so far, so that an equal score comes out exact.
    const score = scoreOf(search, column, search.own, search.other, depth, best - 1, Infinity, 1);
    if (score === null || score < best) continue;
    if (score > best) columns = [];
    best = score;
    columns.push(column);
  }
  return columns.toSorted((a, b) => a - b);
}

/** The grid that a search plays on; discs are put in and taken out again. */
interface Search {
  readonly measures: Measures;
  /** Discs of the player to move at the root, and of the other. */
  readonly own: number[];
  readonly other: number[];
  /** Every line, as column and row of each of its cells. */
  readonly lines: Int8Array;
  free: number;
}

/** The score of a disc in `column` for the owner of `own`, exact between alpha and beta; `null` when the column is full. */
function scoreOf(search: Search, column: number, own: number[], other: number[], depth: number, alpha: number, beta: number, ply: number): number | null {
  const { rows, connect } = search.measures;
  const row = heightOf(own, other, column);
  if (row === rows) return null;
  (own[column] as number) ^= 1 << row;
  search.free--;
  const score = completesLine(own, column, row, connect) ? WIN - ply : -negamax(search, other, own, depth - 1, -beta, -alpha, ply + 1);
  search.free++;
  (own[column] as number) ^= 1 << row;
  return score;
}

function negamax(search: Search, own: number[], other: number[], depth: number, alpha: number, beta: number, ply: number): number {
  if (search.free === 0) return 0;
  if (depth <= 0) return openLines(search, own, other);
  let best = -Infinity;
  const { fromCentre } = gridOf(search.measures);
  for (let index = 0; index < fromCentre.length; index++) {
    const score = scoreOf(search, fromCentre[index] as number, own, other, depth, Math.max(alpha, best), beta, ply);
    if (score === null || score <= best) continue;
    best = score;
    if (best >= beta) break;
  }
  return best;
}

/** Lines that only one side has discs in, each worth the square of their number, from the view of the owner of `own`. */
function openLines({ measures, lines }: Search, own: readonly number[], other: readonly number[]): number {
  const length = 2 * measures.connect;
  let total = 0;
  for (let line = 0; line < lines.length; line += length) {
    let mine = 0;
    let theirs = 0;
    for (let at = line; at < line + length; at += 2) {
      const column = lines[at] as number;
      const row = lines[at + 1] as number;
      mine += ((own[column] as number) >> row) & 1;
      theirs += ((other[column] as number) >> row) & 1;
    }
    if (theirs === 0) total += mine * mine;
    else if (mine === 0) total -= theirs * theirs;
  }
  return total;
}

/** The lines of every grid searched so far, by its measures. */
const known = new Map<string, Int8Array>();

function linesIn(measures: Measures): Int8Array {
  const { rows, cols, connect } = measures;
  const key = `${rows} ${cols} ${connect}`;
  let lines = known.get(key);
  if (!lines) {
    lines = Int8Array.from(linesOf(measures).flat().flatMap((cell) => [cell % cols, rows - 1 - Math.floor(cell / cols)]));
    known.set(key, lines);
  }
  return lines;
}

function searchOf(view: GridView): Search {
  const { options } = view;
  const [x, o] = discsIn(view);
  const discs = x.reduce((sum, _, column) => sum + heightOf(x, o, column), 0);
  const [own, other] = discs % 2 === 0 ? [x, o] : [o, x];
  return { measures: options, own, other, lines: linesIn(options), free: options.rows * options.cols - discs };
}

/** The discs of X and O, from the cells or from the columns played. */
function discsIn({ options, cells, history }: GridView): readonly [x: number[], o: number[]] {
  if (cells) return [discsOf(options, cells, 'X'), discsOf(options, cells, 'O')];
  const [x, o] = [gridOf(options).empty.slice(), gridOf(options).empty.slice()];
  for (const [move, column] of history.entries()) ((move % 2 === 0 ? x : o)[column] as number) |= 1 << heightOf(x, o, column);
  return [x, o];
}

/** The actions that drop into a column that is not full. */
function openActions(view: GridView): ColumnAction[] {
  const [x, o] = discsIn(view);
  return gridOf(view.options).actions.filter(({ column }) => heightOf(x, o, column) < view.options.rows);
}

type AgentName = 'random' | 'negamax';

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<ColumnAction, GridView> } = {
  random: {
    summary: 'Drops into a uniformly random column that is not full.',
    make: (_params, rng) => (view) => rng.pick(openActions(view)),
  },
  negamax: {
    summary: 'Takes wins, stops wins and counts open lines, so many plies deep; uniform among equal columns.',
    paramsSchema: {
      type: 'object',
      // Deep enough to see a double threat coming, quick enough for a live table on the large grid.
      properties: { depth: { type: 'integer', minimum: 1, maximum: 10, default: 4, description: 'Plies searched.' } },
      additionalProperties: false,
    },
    make: (params, rng) => (view) => gridOf(view.options).actions[rng.pick(bestColumns(view, params['depth'] as number))] as ColumnAction,
  },
};
