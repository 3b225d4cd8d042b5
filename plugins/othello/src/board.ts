/**
 * Discs of one colour as one number per row, bit c standing for column c: where a disc may be placed, and what it turns over.
 * All rows of a direction are found in one pass over the board, so a list of placements costs a few hundred bit operations.
 * It knows no roles, turns or matches; `othello.ts` does.
 */

/** The discs of one colour: per row from the top, a bit per column from the left. */
export type Discs = readonly number[];

/** An action: a cell to place a disc in, row and column counted from 0 at the top left, or a pass. */
export type OthelloAction = { readonly row: number; readonly col: number } | { readonly pass: true };

export const PASS: OthelloAction = Object.freeze({ pass: true });

export interface Start {
  readonly black: Discs;
  readonly white: Discs;
  /** Row by row, the one action object that places a disc there. */
  readonly actions: readonly OthelloAction[];
}

const starts = new Map<number, Start>();

/** The first position on a board of this size, and its actions; the same object each time. */
export function startOf(size: number): Start {
  let start = starts.get(size);
  if (!start) {
    const half = size / 2;
    const [left, right] = [1 << (half - 1), 1 << half];
    const rows = (upper: number, lower: number): Discs => Array.from({ length: size }, (_, row) => (row === half - 1 ? upper : row === half ? lower : 0));
    const actions = Array.from({ length: size * size }, (_, cell) => Object.freeze({ row: Math.floor(cell / size), col: cell % size }));
    start = { black: rows(right, left), white: rows(left, right), actions: Object.freeze(actions) };
    starts.set(size, start);
  }
  return start;
}

/** Where the owner of `own` may place a disc, in the form of discs: the free cells that turn over at least one of `other`. */
export function placements(own: Discs, other: Discs): number[] {
  const size = own.length;
  const full = (1 << size) - 1;
  const found: number[] = [];
  for (let row = 0; row < size; row++) {
    const [mine, theirs] = [own[row] as number, other[row] as number];
    const free = full & ~(mine | theirs);
    let cells = 0;
    for (let run = (mine << 1) & theirs; run !== 0; run &= theirs) cells |= (run <<= 1) & free;
    for (let run = (mine >> 1) & theirs; run !== 0; run &= theirs) cells |= (run >>= 1) & free;
    found.push(cells);
  }
  addColumns(own, other, found, full, 0, 1);
  addColumns(own, other, found, full, size - 1, -1);
  return found;
}

/** Adds what three of the directions allow, straight and both diagonals, going from the first row by `step`. */
function addColumns(own: Discs, other: Discs, found: number[], full: number, from: number, step: 1 | -1): void {
  const size = own.length;
  let before = 0; // own discs of the row before
  // Per direction: cells of this row that lie behind an unbroken run of the other's discs with an own disc at its far end.
  let [straight, left, right] = [0, 0, 0];
  for (let row = from; row >= 0 && row < size; row += step) {
    const [mine, theirs] = [own[row] as number, other[row] as number];
    (found[row] as number) |= (straight | left | right) & full & ~(mine | theirs);
    straight = theirs & (straight | before);
    left = (theirs & (left | (before >> 1))) >> 1;
    right = (theirs & (right | (before << 1))) << 1;
    before = mine;
  }
}

/**
 * Places a disc of `own` and turns over what it encloses; both lists are changed in place.
 * @returns how many discs were turned over; at 0 nothing was changed but the placed disc
 */
export function place(own: number[], other: number[], row: number, col: number): number {
  let turned = 0;
  for (let down = -1; down <= 1; down++) {
    for (let right = -1; right <= 1; right++) {
      let [r, c] = [row + down, col + right];
      let run = 0;
      // Off the board there is no row or no such bit (a shift by -1 is one by 31), so the run ends there.
      while (((other[r] ?? 0) >> c) & 1) {
        run++;
        r += down;
        c += right;
      }
      if (run === 0 || !(((own[r] ?? 0) >> c) & 1)) continue;
      turned += run;
      for (; run > 0; run--) {
        r -= down;
        c -= right;
        (own[r] as number) |= 1 << c;
        (other[r] as number) &= ~(1 << c);
      }
    }
  }
  (own[row] as number) |= 1 << col;
  return turned;
}

/** How many bits of these rows are set. */
export function countOf(discs: Discs): number {
  let count = 0;
  for (let row = 0; row < discs.length; row++) {
    for (let left = discs[row] as number; left !== 0; left &= left - 1) count++;
  }
  return count;
}

/** Whether any bit of these rows is set. */
export function isAny(discs: Discs): boolean {
  for (let row = 0; row < discs.length; row++) if (discs[row] !== 0) return true;
  return false;
}

/** The cells of these rows by number, row by row. */
export function cellsOf(discs: Discs): number[] {
  const cells: number[] = [];
  for (let row = 0; row < discs.length; row++) {
    for (let left = discs[row] as number; left !== 0; left &= left - 1) cells.push(row * discs.length + 31 - Math.clz32(left & -left));
  }
  return cells;
}
