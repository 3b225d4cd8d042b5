/**
 * A grid and its discs. The discs of one mark are one number per column, bit r standing for row r from the bottom, so that a move copies a few
 * numbers; readers see cells instead, row by row from the top left. It knows no seats, turns or matches; `connect-four.ts` does.
 */

export const MARKS = ['X', 'O'] as const;
export type Mark = (typeof MARKS)[number];
/** A cell holds a disc's mark or nothing. */
export type Cell = Mark | '';

/** An action: the column to drop a disc in, counted from 0 on the left. */
export type ColumnAction = { readonly column: number };

/** The measures of a grid, and the number of discs in line that wins. */
export type Measures = { readonly rows: number; readonly cols: number; readonly connect: number };

/** The discs of one mark: per column from the left, a bit per row from the bottom. */
export type Discs = readonly number[];

export interface Grid {
  /** Per column, the one action object that drops there. */
  readonly actions: readonly ColumnAction[];
  /** A grid without discs of a mark. */
  readonly empty: Discs;
  /** Columns from the middle outwards: the order in which search looks at them. */
  readonly fromCentre: readonly number[];
}

const WAYS = [[0, 1], [1, 0], [1, 1], [1, -1]] as const; // rows down, columns to the right
const grids = new Map<number, Grid>();

/** What a grid of so many columns needs; the same object each time. */
export function gridOf({ cols }: Pick<Measures, 'cols'>): Grid {
  const known = grids.get(cols);
  if (known) return known;
  const grid = makeGrid(cols);
  grids.set(cols, grid);
  return grid;
}

/** How many discs a column holds: the row in which the next one comes to rest. */
export function heightOf(x: Discs, o: Discs, column: number): number {
  return 32 - Math.clz32((x[column] as number) | (o[column] as number));
}

/** Whether a disc of these, the highest of its column, stands in a line of `connect` or more. */
export function completesLine(discs: Discs, column: number, row: number, connect: number): boolean {
  const upright = (1 << connect) - 1; // as many discs on top of each other
  if (row + 1 >= connect && (((discs[column] as number) >> (row + 1 - connect)) & upright) === upright) return true;
  for (let slope = -1; slope <= 1; slope++) {
    let count = 1;
    // Outside the grid there is no such column or no such bit (a shift by -1 is one by 31), so the line ends there.
    for (let at = column + 1, r = row + slope; ((discs[at] ?? 0) >> r) & 1; at++, r += slope) count++;
    for (let at = column - 1, r = row - slope; ((discs[at] ?? 0) >> r) & 1; at--, r -= slope) count++;
    if (count >= connect) return true;
  }
  return false;
}

/** The grid as readers see it, row by row from the top left. */
export function cellsOf({ rows, cols }: Measures, x: Discs, o: Discs): Cell[] {
  const cells: Cell[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < cols; column++) cells.push(((x[column] as number) >> row) & 1 ? 'X' : ((o[column] as number) >> row) & 1 ? 'O' : '');
  }
  return cells;
}

/** The discs of a mark in such cells. */
export function discsOf({ rows, cols }: Measures, cells: readonly Cell[], mark: Mark): number[] {
  return Array.from({ length: cols }, (_, column) => {
    let bits = 0;
    for (let row = 0; row < rows; row++) if (cells[(rows - 1 - row) * cols + column] === mark) bits |= 1 << row;
    return bits;
  });
}

/** The mark of the highest disc in a column; empty where there is none. */
export function topMark({ rows, cols }: Measures, cells: readonly Cell[], column: number): Cell {
  for (let row = 0; row < rows; row++) {
    const mark = cells[row * cols + column];
    if (mark) return mark;
  }
  return '';
}

/** Every line of exactly `connect` cells, as lists of cell numbers. */
export function linesOf({ rows, cols, connect }: Measures): number[][] {
  const lines: number[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < cols; column++) {
      for (const [down, right] of WAYS) {
        const lastRow = row + down * (connect - 1);
        const lastColumn = column + right * (connect - 1);
        if (lastRow >= rows || lastColumn >= cols || lastColumn < 0) continue;
        lines.push(Array.from({ length: connect }, (_, index) => (row + down * index) * cols + column + right * index));
      }
    }
  }
  return lines;
}

/** The grid as text under a line of column numbers, one row a line; numbers of two digits keep the columns aligned. */
export function drawGrid({ rows, cols }: Measures, cells: readonly Cell[]): string {
  const width = String(cols - 1).length;
  const line = (words: readonly string[]): string => words.map((word) => word.padStart(width)).join(' ');
  const drawn = [line(Array.from({ length: cols }, (_, column) => String(column)))];
  for (let row = 0; row < rows; row++) drawn.push(line(cells.slice(row * cols, (row + 1) * cols).map((mark) => mark || '.')));
  return drawn.join('\n');
}

function makeGrid(cols: number): Grid {
  const columns = Array.from({ length: cols }, (_, column) => column);
  const middle = (cols - 1) / 2;
  return {
    actions: Object.freeze(columns.map((column) => Object.freeze({ column }))),
    empty: Object.freeze(columns.map(() => 0)),
    fromCentre: columns.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b),
  };
}
