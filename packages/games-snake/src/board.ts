/**
 * The board of Snake: cells, neighbours, half turns, and the objects of actions shared by all matches. It knows no snakes.
 * A cell is y · width + x; y grows upwards.
 */

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type SnakeAction = { readonly direction: Direction };

/** One frozen action a direction, in the order of `DIRECTIONS`. */
export const ACTIONS: readonly SnakeAction[] = Object.freeze(DIRECTIONS.map((direction) => Object.freeze({ direction })));

/** The target beyond an edge. */
export const OUTSIDE = -1;

export interface Board {
  readonly width: number;
  readonly height: number;
  readonly cells: number;
  /** The neighbour of a cell in each direction, or `OUTSIDE`. */
  readonly next: { readonly [direction in Direction]: Int16Array };
  /** The cells where the first snake may start when starts are symmetric: inner ones at distance 2 or more from their image. */
  readonly starts: readonly number[];
}

const boards = new Map<number, Board>();

/** The board of this size, made once. */
export function boardOf(width: number, height: number): Board {
  const key = width * 1_000 + height;
  let board = boards.get(key);
  if (!board) boards.set(key, (board = makeBoard(width, height)));
  return board;
}

function makeBoard(width: number, height: number): Board {
  const cells = width * height;
  const neighbours = (dx: number, dy: number): Int16Array =>
    Int16Array.from({ length: cells }, (_, cell) => {
      const [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
      return x < 0 || x >= width || y < 0 || y >= height ? OUTSIDE : y * width + x;
    });
  const starts: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (Math.abs(width - 1 - 2 * x) + Math.abs(height - 1 - 2 * y) >= 2) starts.push(y * width + x);
    }
  }
  return { width, height, cells, next: { up: neighbours(0, 1), down: neighbours(0, -1), left: neighbours(-1, 0), right: neighbours(1, 0) }, starts };
}

/** Where a half turn of the board puts a cell; the centre of an odd board stays where it is. */
export function halfTurn({ cells }: Pick<Board, 'cells'>, cell: number): number {
  return cells - 1 - cell;
}
