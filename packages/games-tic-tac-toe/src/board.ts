/**
 * A square board and its lines: what depends on size and line length alone, made once per pair and shared by all matches.
 * It knows no seats, turns or matches; `tic-tac-toe.ts` does.
 */

export const MARKS = ['X', 'O'] as const;
export type Mark = (typeof MARKS)[number];
/** A cell holds a mark or nothing. */
export type Cell = Mark | '';

/** An action: the number of a cell, row by row from the top left. */
export type CellAction = { readonly cell: number };

/** A winning line, as the numbers of its cells. */
export type Line = readonly number[];

export interface Board {
  readonly size: number;
  readonly lines: readonly Line[];
  /** Per cell, the lines that go through it. */
  readonly linesThrough: readonly (readonly Line[])[];
  /** Per cell, the one action object that takes it. */
  readonly actions: readonly CellAction[];
  /** A board without marks. */
  readonly empty: readonly Cell[];
  /** The number of each cell as a word. */
  readonly words: readonly string[];
  /** Cells from the middle outwards: the order in which search looks at them. */
  readonly fromCentre: readonly number[];
}

const STEPS = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;
const boards = new Map<number, Board>();

/** The board of a size with a line length; the same object each time. */
export function boardOf(size: number, line: number): Board {
  const key = size * 64 + line;
  const known = boards.get(key);
  if (known) return known;
  const board = makeBoard(size, line);
  boards.set(key, board);
  return board;
}

/** Whether the mark in `cell` completes a line. */
export function completesLine(board: Board, cells: readonly unknown[], cell: number): boolean {
  const mark = cells[cell];
  for (const line of board.linesThrough[cell] as readonly Line[]) {
    let all = true;
    for (let index = 0; index < line.length; index++) {
      if (cells[line[index] as number] !== mark) {
        all = false;
        break;
      }
    }
    if (all) return true;
  }
  return false;
}

/** The board as text, one row a line; a free cell shows its number, or a dot when numbers are not wanted. */
export function drawBoard(size: number, cells: readonly Cell[], numbered: boolean): string {
  const width = numbered ? String(size * size - 1).length : 1;
  const rule = Array.from({ length: size }, () => '-'.repeat(width + 2)).join('+');
  const rows: string[] = [];
  for (let row = 0; row < size; row++) {
    const shown = cells.slice(row * size, (row + 1) * size).map((mark, column) => (mark || (numbered ? String(row * size + column) : '.')).padStart(width));
    rows.push(` ${shown.join(' | ')} `.trimEnd());
  }
  return rows.join(`\n${rule}\n`);
}

function makeBoard(size: number, length: number): Board {
  const lines: Line[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      for (const [down, right] of STEPS) {
        const lastRow = row + down * (length - 1);
        const lastColumn = column + right * (length - 1);
        if (lastRow >= size || lastColumn >= size || lastColumn < 0) continue;
        lines.push(Array.from({ length }, (_, index) => (row + down * index) * size + column + right * index));
      }
    }
  }
  const numbers = Array.from({ length: size * size }, (_, cell) => cell);
  const middle = (size - 1) / 2;
  const distance = (cell: number): number => Math.hypot(Math.floor(cell / size) - middle, (cell % size) - middle);
  return {
    size,
    lines,
    linesThrough: numbers.map((cell) => lines.filter((line) => line.includes(cell))),
    actions: Object.freeze(numbers.map((cell) => Object.freeze({ cell }))),
    empty: numbers.map((): Cell => ''),
    words: numbers.map(String),
    fromCentre: numbers.toSorted((a, b) => distance(a) - distance(b) || a - b),
  };
}
