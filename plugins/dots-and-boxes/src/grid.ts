/**
 * A grid of boxes and its lines: which line bounds which boxes, the shared action objects, the drawing. Lines have numbers: first the
 * horizontal ones row by row from the top, then the vertical ones row by row. It knows no seats, turns or matches; `dots-and-boxes.ts` does.
 */

export const DIRECTIONS = ['h', 'v'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** An action: the line to draw, horizontal or vertical, by its row and column counted from 0 at the top left. */
export type LineAction = { readonly dir: Direction; readonly row: number; readonly col: number };

export const MARKS = ['X', 'O'] as const;
export type Mark = (typeof MARKS)[number];
/** A box holds the mark of whoever closed it or nothing. */
export type Box = Mark | '';
/** 1 where a line is drawn. */
export type Line = 0 | 1;

/** Rows and columns of boxes. */
export type Measures = { readonly rows: number; readonly cols: number };

export interface Grid {
  /** Per line, the one action object that draws it. */
  readonly actions: readonly LineAction[];
  /** Per line, the one or two boxes that it bounds, row by row from the top left. */
  readonly boxesAt: readonly (readonly number[])[];
  /** Per box, its four lines. */
  readonly linesOf: readonly (readonly number[])[];
  /** No line drawn, no box closed. */
  readonly noLines: readonly Line[];
  readonly noBoxes: readonly Box[];
}

const grids = new Map<number, Grid>();

/** The grid of these measures; the same object each time. */
export function gridOf({ rows, cols }: Measures): Grid {
  const key = rows * 64 + cols;
  let grid = grids.get(key);
  if (!grid) {
    grid = makeGrid(rows, cols);
    grids.set(key, grid);
  }
  return grid;
}

/** How many lines a grid has. */
export function lineCount({ rows, cols }: Measures): number {
  return (rows + 1) * cols + rows * (cols + 1);
}

/** The number of an action's line; -1 where the grid has no such line. */
export function lineOf({ rows, cols }: Measures, { dir, row, col }: LineAction): number {
  const [mostRow, mostCol] = dir === 'h' ? [rows, cols - 1] : [rows - 1, cols];
  if (!(row >= 0 && row <= mostRow && col >= 0 && col <= mostCol && Number.isInteger(row) && Number.isInteger(col))) return -1;
  return dir === 'h' ? row * cols + col : (rows + 1) * cols + row * (cols + 1) + col;
}

/** Whether all four lines of a box are drawn. */
export function isClosed(grid: Grid, lines: readonly number[], box: number): boolean {
  const [top, bottom, left, right] = grid.linesOf[box] as readonly [number, number, number, number];
  return lines[top] === 1 && lines[bottom] === 1 && lines[left] === 1 && lines[right] === 1;
}

/** The grid as text: dots, the lines drawn, and in each closed box the mark of whoever closed it. */
export function drawGrid(measures: Measures, lines: readonly Line[], boxes: readonly Box[]): string {
  const { rows, cols } = measures;
  const isDrawn = (dir: Direction, row: number, col: number): boolean => lines[lineOf(measures, { dir, row, col })] === 1;
  const drawn: string[] = [];
  for (let row = 0; row <= rows; row++) {
    let text = '+';
    for (let col = 0; col < cols; col++) text += `${isDrawn('h', row, col) ? '---' : '   '}+`;
    drawn.push(text);
    if (row === rows) break;
    text = '';
    for (let col = 0; col <= cols; col++) text += `${isDrawn('v', row, col) ? '|' : ' '}${col < cols ? ` ${boxes[row * cols + col] || ' '} ` : ''}`;
    drawn.push(text.trimEnd());
  }
  return drawn.join('\n');
}

function makeGrid(rows: number, cols: number): Grid {
  const actions: LineAction[] = [];
  for (let row = 0; row <= rows; row++) for (let col = 0; col < cols; col++) actions.push(Object.freeze({ dir: 'h', row, col }));
  for (let row = 0; row < rows; row++) for (let col = 0; col <= cols; col++) actions.push(Object.freeze({ dir: 'v', row, col }));
  const at = (dir: Direction, row: number, col: number): number => lineOf({ rows, cols }, { dir, row, col });
  const linesOf = Array.from({ length: rows * cols }, (_, box) => {
    const [row, col] = [Math.floor(box / cols), box % cols];
    return [at('h', row, col), at('h', row + 1, col), at('v', row, col), at('v', row, col + 1)];
  });
  return {
    actions: Object.freeze(actions),
    boxesAt: actions.map((_, line) => linesOf.flatMap((lines, box) => (lines.includes(line) ? [box] : []))),
    linesOf,
    noLines: actions.map((): Line => 0),
    noBoxes: linesOf.map((): Box => ''),
  };
}
