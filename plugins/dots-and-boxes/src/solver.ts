/**
 * The exact worth of what is left of a grid of boxes: the most boxes that the player to move can win more than the other from here on,
 * whoever owns the closed ones. It fills a table over all sets of free lines, from the full set down: 2ⁿ entries for n lines.
 */
import type { Grid } from './grid.js';

/** Lines of a grid that is solved whole, with a table of 16 MiB made once: 3 by 3 boxes. */
const MOST_LINES = 24;
/** Free lines of a larger grid that are solved afresh in each turn. */
const MOST_FREE = 16;

/** The table of some lines of a grid; the other lines count as drawn. Bit i of a set of lines stands for `lines[i]`. */
interface Table {
  readonly lines: readonly number[];
  /** Per set of lines drawn besides the others, the margin for the player to move. */
  readonly margins: Int8Array;
}

const tables = new WeakMap<Grid, Table>();

/** The free lines that keep the best margin, and that margin; `null` where too many lines are free. */
export function bestLines(grid: Grid, lines: readonly number[]): { readonly margin: number; readonly lines: readonly number[] } | null {
  const free = lines.flatMap((line, index) => (line === 0 ? [index] : []));
  const isSmall = lines.length <= MOST_LINES;
  if (!isSmall && free.length > MOST_FREE) return null;
  const table = isSmall ? wholeTable(grid) : tableOf(grid, free);
  let drawn = 0;
  if (isSmall) for (const [line, isDrawn] of lines.entries()) if (isDrawn) drawn |= 1 << line;
  const margin = table.margins[drawn] as number;
  const sides = boxSides(grid, table.lines);
  return { margin, lines: table.lines.filter((line, index) => lines[line] === 0 && marginAfter(table.margins, sides, drawn, 1 << index) === margin) };
}

function wholeTable(grid: Grid): Table {
  let table = tables.get(grid);
  if (!table) {
    table = tableOf(grid, grid.actions.map((_, line) => line));
    tables.set(grid, table);
  }
  return table;
}

/** The table over all sets of these lines: a set comes after every set that holds it, so what is left after a move is known. */
function tableOf(grid: Grid, lines: readonly number[]): Table {
  const sides = boxSides(grid, lines);
  const all = 2 ** lines.length - 1;
  const margins = new Int8Array(all + 1);
  for (let drawn = all - 1; drawn >= 0; drawn--) {
    const free = all & ~drawn;
    // Lines that close a box now, the last of its sides missing.
    let closing = 0;
    for (let box = 0; box < sides.length; box++) {
      const missing = (sides[box] as number) & free;
      if ((missing & (missing - 1)) === 0) closing |= missing;
    }
    let worst = 127; // the least that a line which closes nothing leaves to the other
    for (let left = free & ~closing; left !== 0; left &= left - 1) {
      const rest = margins[drawn | (left & -left)] as number;
      if (rest < worst) worst = rest;
    }
    let best = -worst;
    for (let left = closing; left !== 0; left &= left - 1) best = Math.max(best, marginAfter(margins, sides, drawn, left & -left));
    margins[drawn] = best;
  }
  return { lines, margins };
}

/** Per box, those of its sides that are lines of the table, as a set. Boxes without any are closed already. */
function boxSides(grid: Grid, lines: readonly number[]): Int32Array {
  const sides = grid.linesOf.map((box) => box.reduce((set, side) => (lines.includes(side) ? set | (1 << lines.indexOf(side)) : set), 0));
  return Int32Array.from(sides.filter((set) => set !== 0));
}

/** The margin for the player to move who draws `line`, a set of one. */
function marginAfter(margins: Int8Array, sides: Int32Array, drawn: number, line: number): number {
  const then = drawn | line;
  let closed = 0;
  for (let box = 0; box < sides.length; box++) {
    const set = sides[box] as number;
    if ((set & line) !== 0 && (set & ~then) === 0) closed++;
  }
  const rest = margins[then] as number;
  return closed === 0 ? -rest : closed + rest;
}
