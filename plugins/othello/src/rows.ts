/**
 * A board as readers see it: one text per row, a letter a cell, and the way back to bits.
 * An observation holds rows, a state holds bits; nothing else converts between them.
 */
import type { Discs } from './board.js';

/** From the top row down; X black, O white, a dot where the cell is free. */
export type Rows = readonly string[];

export function rowsOf(black: Discs, white: Discs): string[] {
  return black.map((mine, row) => {
    let text = '';
    for (let col = 0; col < black.length; col++) text += (mine >> col) & 1 ? 'X' : ((white[row] as number) >> col) & 1 ? 'O' : '.';
    return text;
  });
}

/** Black and white discs of these rows. */
export function discsOf(rows: Rows): readonly [black: Discs, white: Discs] {
  const bitsOf = (letter: string): Discs => rows.map((row) => [...row].reduce((bits, cell, col) => (cell === letter ? bits | (1 << col) : bits), 0));
  return [bitsOf('X'), bitsOf('O')];
}
