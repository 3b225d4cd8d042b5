/**
 * Fleets of Battleship: cells and their names, where ships may lie, drawing a fleet at random, and the texts of placements and shots.
 * Cells count row by row from 0 (A1); a ship is named by its top left cell and its direction. It knows no shots that were fired.
 */
import { foldAscii, readInteger } from '@spiral-arena/core/game';
import type { Json } from '@spiral-arena/core';
import type { Rng } from '@spiral-arena/core/random';

export const DIRECTIONS = ['h', 'v'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const MOST_SIZE = 15;
export const ROW_NAMES: readonly string[] = Object.freeze(Array.from({ length: MOST_SIZE }, (_, row) => String.fromCodePoint(65 + row)));

/** A ship's top left cell, and whether it goes on to the right (`h`) or downwards (`v`). Its length is that of its place in the fleet. */
export type Placement = { readonly row: string; readonly col: number; readonly dir: Direction };
/** One placement for each ship, in the order of the option `fleet`. */
export type Fleet = readonly Placement[];

export type ShotAction = { readonly row: string; readonly col: number };
export type FleetAction = { readonly fleet: Fleet };
export type BattleshipAction = ShotAction | FleetAction;

/** One way to lay a ship of some length, with the cells that it covers. */
export interface Lay {
  readonly placement: Placement;
  readonly cells: readonly number[];
}

export function cellOf({ row, col }: { readonly row: string; readonly col: number }, size: number): number {
  return ROW_NAMES.indexOf(row) * size + col - 1;
}

const shotTables = new Map<number, readonly ShotAction[]>();

/** The shot at each cell: shared and frozen. */
export function shotsOn(size: number): readonly ShotAction[] {
  let shots = shotTables.get(size);
  if (!shots) {
    shots = Object.freeze(Array.from({ length: size * size }, (_, cell): ShotAction => Object.freeze({ row: ROW_NAMES[Math.floor(cell / size)] as string, col: (cell % size) + 1 })));
    shotTables.set(size, shots);
  }
  return shots;
}

const layTables = new Map<number, readonly Lay[]>();

/** Every way to lay a ship of this length on an empty board. */
export function laysOf(size: number, length: number): readonly Lay[] {
  const key = size * 100 + length;
  let lays = layTables.get(key);
  if (!lays) {
    lays = Object.freeze(DIRECTIONS.flatMap((dir) => shotsOn(size).flatMap(({ row, col }) => {
      const cells = cellsOf({ row, col, dir }, length, size);
      return cells ? [{ placement: Object.freeze({ row, col, dir }), cells: Object.freeze(cells) }] : [];
    })));
    layTables.set(key, lays);
  }
  return lays;
}

/** The cells of a ship laid so; `null` when it leaves the board. */
export function cellsOf(placement: Placement, length: number, size: number): number[] | null {
  const from = cellOf(placement, size);
  const end = (placement.dir === 'h' ? (from % size) : Math.floor(from / size)) + length;
  if (from < 0 || placement.col > size || end > size) return null;
  const step = placement.dir === 'h' ? 1 : size;
  return Array.from({ length }, (_, index) => from + index * step);
}

/** A fleet uniform over all that do not overlap: ships are drawn one by one, and all again when two overlap. */
export function drawFleet(size: number, lengths: readonly number[], rng: Rng): Fleet {
  const taken = new Uint8Array(size * size);
  for (;;) {
    taken.fill(0);
    const fleet: Placement[] = [];
    for (const length of lengths) {
      const { placement, cells } = rng.pick(laysOf(size, length));
      if (cells.some((cell) => taken[cell] === 1)) break;
      for (const cell of cells) taken[cell] = 1;
      fleet.push(placement);
    }
    if (fleet.length === lengths.length) return fleet;
  }
}

/** The board with the number of the ship, from 1, on every cell that it covers. */
export function watersOf(size: number, lengths: readonly number[], fleet: Fleet): number[] {
  const waters = Array<number>(size * size).fill(0);
  fleet.forEach((placement, ship) => {
    for (const cell of cellsOf(placement, lengths[ship] as number, size) ?? []) waters[cell] = ship + 1;
  });
  return waters;
}

/** Why a fleet cannot lie so; `null` when it can. */
export function fleetProblem(size: number, lengths: readonly number[], fleet: Fleet): string | null {
  if (fleet.length !== lengths.length) return `the fleet has ${lengths.length} ships, not ${fleet.length}`;
  const taken = new Set<number>();
  for (const [ship, placement] of fleet.entries()) {
    const length = lengths[ship] as number;
    const cells = cellsOf(placement, length, size);
    if (!cells) return `ship ${ship + 1}, of length ${length}, leaves the board at ${placementText(placement)}`;
    if (cells.some((cell) => taken.has(cell))) return `ship ${ship + 1} at ${placementText(placement)} overlaps another`;
    for (const cell of cells) taken.add(cell);
  }
  return null;
}

/** Ways to lay the next ship so that the rest of the fleet still fits. */
export function nextLays(size: number, lengths: readonly number[], placed: Fleet): readonly Lay[] {
  if (placed.length >= lengths.length || fleetProblem(size, lengths.slice(0, placed.length), placed) !== null) return [];
  const taken = new Set(placed.flatMap((placement, ship) => cellsOf(placement, lengths[ship] as number, size) ?? []));
  const rest = lengths.slice(placed.length + 1).toSorted((a, b) => b - a);
  return laysOf(size, lengths[placed.length] as number).filter(({ cells }) => {
    if (cells.some((cell) => taken.has(cell))) return false;
    return fits(size, rest, new Set([...taken, ...cells]));
  });
}

function fits(size: number, lengths: readonly number[], taken: ReadonlySet<number>): boolean {
  const [length, ...rest] = lengths;
  if (length === undefined) return true;
  return laysOf(size, length).some(({ cells }) => cells.every((cell) => !taken.has(cell)) && fits(size, rest, new Set([...taken, ...cells])));
}

/** `B4`. */
export function cellText({ row, col }: { readonly row: string; readonly col: number }): string {
  return `${row}${col}`;
}

/** `B4h`. */
export function placementText(placement: Placement): string {
  return `${cellText(placement)}${placement.dir}`;
}

export function formatBattleshipAction(action: BattleshipAction): string {
  return 'fleet' in action ? `[Place ${action.fleet.map(placementText).join(' ')}]` : `[${cellText(action)}]`;
}

const SHOT = /^([a-z])([^ ]+)$/;
const PLACEMENT = /^([a-z])(\d+)([hv])$/;

/** A cell, or `place` and a cell with a direction for every ship, with spaces or commas between them. */
export function readBattleshipToken(inside: string): Json {
  const text = foldAscii(inside);
  if (text.startsWith('place ')) {
    const fleet: Placement[] = [];
    for (const word of text.slice(6).split(/ ?, ?| /)) {
      const [, row = '', digits = '', dir] = PLACEMENT.exec(word) ?? [];
      const col = readInteger(digits);
      if (col === null) return null;
      fleet.push({ row: row.toUpperCase(), col, dir: dir as Direction });
    }
    return { fleet };
  }
  const [, row = '', digits = ''] = SHOT.exec(text) ?? [];
  const col = readInteger(digits);
  return col === null ? null : { row: row.toUpperCase(), col };
}
