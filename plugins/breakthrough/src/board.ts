/**
 * A board of men: squares by name, who may go where, and the shared action objects. The men of one side are one number per rank,
 * bit c standing for file c. It knows no roles, turns or matches; `breakthrough.ts` does.
 */

/** The men of one side: per rank from the bottom (rank 1), a bit per file from the left (file a). */
export type Men = readonly number[];

/** An action: the names of two squares, such as a2 and b3. */
export type MenAction = { readonly from: string; readonly to: string };

/** What decides where men go: the measures of the board, and whether a man may step diagonally without taking. */
export type Measures = { readonly rows: number; readonly cols: number; readonly diagonalMoves: boolean };

/** Which way a side goes: 1 up the ranks, -1 down. */
export type Way = 1 | -1;

export interface Board {
  /** Names of the squares, rank by rank from a1. */
  readonly squares: readonly string[];
  /** At `3 * square + 1 + side`, the one action object for a man on `square` that goes up, `side` -1 to the left, 0 straight, 1 to the right. */
  readonly up: readonly (MenAction | null)[];
  /** The same for a man that goes down. */
  readonly down: readonly (MenAction | null)[];
  /** The men of both sides at the start: two full ranks each. */
  readonly startUp: Men;
  readonly startDown: Men;
}

const boards = new Map<number, Board>();

/** The board of these measures; the same object each time. */
export function boardOf({ rows, cols }: Pick<Measures, 'rows' | 'cols'>): Board {
  const key = rows * 64 + cols;
  let board = boards.get(key);
  if (!board) {
    board = makeBoard(rows, cols);
    boards.set(key, board);
  }
  return board;
}

/** File (from 0) and rank (from 0) of a square's name, such as 0 and 9 of a10. */
export function fileOf(square: string): number {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square: string): number {
  const first = square.charCodeAt(1) - 48;
  return square.length === 2 ? first - 1 : first * 10 + square.charCodeAt(2) - 49;
}

/** Every legal action of the men of `own`, which go `way`, against the men of `other`. */
export function actionsOf(own: Men, other: Men, way: Way, options: Measures): MenAction[] {
  const { cols, diagonalMoves } = options;
  const board = boardOf(options);
  const actions = way === 1 ? board.up : board.down;
  const legal: MenAction[] = [];
  for (let rank = 0; rank < own.length; rank++) {
    const mine = own[rank + way] as number; // a man on the last rank has won, so there is a rank ahead
    const theirs = other[rank + way] as number;
    const open = diagonalMoves ? ~mine : theirs;
    for (let men = own[rank] as number; men !== 0; men &= men - 1) {
      const file = 31 - Math.clz32(men & -men);
      const at = 3 * (rank * cols + file);
      if (file > 0 && (open >> (file - 1)) & 1) legal.push(actions[at] as MenAction);
      if (!(((mine | theirs) >> file) & 1)) legal.push(actions[at + 1] as MenAction);
      if (file < cols - 1 && (open >> (file + 1)) & 1) legal.push(actions[at + 2] as MenAction);
    }
  }
  return legal;
}

/** Whether the men of `own` have any legal action; false too where there are none left. */
export function canMove(own: Men, other: Men, way: Way, { cols, diagonalMoves }: Measures): boolean {
  const full = (1 << cols) - 1;
  for (let rank = 0; rank < own.length; rank++) {
    const men = own[rank] as number;
    if (men === 0) continue;
    const mine = own[rank + way] as number;
    const theirs = other[rank + way] as number;
    if ((men & ~(mine | theirs)) !== 0) return true;
    if ((((men >> 1) | (men << 1)) & full & (diagonalMoves ? ~mine : theirs)) !== 0) return true;
  }
  return false;
}

/** One letter a square, rank by rank from the top: X goes up, O goes down, a dot is free. */
export function rowsOf(up: Men, down: Men, cols: number): string[] {
  const rows: string[] = [];
  for (let rank = up.length - 1; rank >= 0; rank--) {
    let text = '';
    for (let file = 0; file < cols; file++) text += ((up[rank] as number) >> file) & 1 ? 'X' : ((down[rank] as number) >> file) & 1 ? 'O' : '.';
    rows.push(text);
  }
  return rows;
}

/** The men of both sides from such rows. */
export function menOf(rows: readonly string[]): { readonly up: Men; readonly down: Men } {
  const bitsOf = (letter: string): Men => rows.toReversed().map((row) => [...row].reduce((bits, cell, file) => (cell === letter ? bits | (1 << file) : bits), 0));
  return { up: bitsOf('X'), down: bitsOf('O') };
}

function makeBoard(rows: number, cols: number): Board {
  const squares = Array.from({ length: rows * cols }, (_, square) => `${String.fromCharCode(97 + (square % cols))}${Math.floor(square / cols) + 1}`);
  const actionsTo = (way: Way): (MenAction | null)[] => squares.flatMap((from, square) => [-1, 0, 1].map((side) => {
    const file = (square % cols) + side;
    const to = squares[square + way * cols + side];
    return file < 0 || file >= cols || to === undefined ? null : Object.freeze({ from, to });
  }));
  const full = (1 << cols) - 1;
  const ranks = (first: number): Men => Array.from({ length: rows }, (_, rank) => (rank === first || rank === first + 1 ? full : 0));
  return { squares, up: actionsTo(1), down: actionsTo(-1), startUp: ranks(0), startDown: ranks(rows - 2) };
}
