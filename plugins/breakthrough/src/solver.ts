/**
 * The exact outcome of Breakthrough on boards of up to 20 squares, by search with a table of positions met.
 * The men of one side are one number here, bit `rank * cols + file`. It finds who wins, not how soon: every move goes ahead, so any win comes.
 * The table has a fixed size and forgets: a position met again after its place was taken is searched again.
 */
import { actionsOf, fileOf, rankOf, type Measures, type Men, type MenAction, type Way } from './board.js';

const MOST_SQUARES = 20;

const LOST = 1 << MOST_SQUARES;
const WON = 2 << MOST_SQUARES;

/** Positions of one board with one set of rules: whether the player to move wins. */
class Solver {
  readonly #cols: number;
  readonly #diagonalMoves: boolean;
  /** Squares of the far rank, per way. */
  readonly #far: readonly [up: number, down: number];
  /** All squares but those of the first file, and of the last. */
  readonly #notFirst: number;
  readonly #notLast: number;
  /** Per place two numbers: `own` and the way, then `other` and the outcome; 0 where nothing is known. */
  readonly #known: Int32Array;
  readonly #squares: number;

  constructor({ rows, cols, diagonalMoves }: Measures) {
    this.#cols = cols;
    this.#diagonalMoves = diagonalMoves;
    this.#squares = rows * cols;
    this.#known = new Int32Array(2 << this.#squares); // a place per set of squares: 8 MiB for 20 of them
    const rank = (1 << cols) - 1;
    this.#far = [rank << ((rows - 1) * cols), rank];
    let firstFile = 0;
    for (let row = 0; row < rows; row++) firstFile |= 1 << (row * cols);
    const all = 2 ** (rows * cols) - 1;
    this.#notFirst = all & ~firstFile;
    this.#notLast = all & ~(firstFile << (cols - 1));
  }

  /** Whether the owner of `own`, to move and going `way`, wins; nobody has won yet but by leaving this player without a move. */
  wins(own: number, other: number, way: Way): boolean {
    const takes = this.#diagonalMoves ? ~own : other & ~own;
    const straight = this.#ahead(own, 0, way) & ~(own | other);
    const left = this.#ahead(own & this.#notFirst, -1, way) & takes;
    const right = this.#ahead(own & this.#notLast, 1, way) & takes;
    if (((straight | left | right) & this.#far[way === 1 ? 0 : 1]) !== 0) return true; // most positions end here, so only the others are kept
    const key = way === 1 ? own : own | (1 << MOST_SQUARES);
    const place = 2 * ((Math.imul(key, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)) >>> (32 - this.#squares));
    const known = this.#known[place + 1] as number;
    if (this.#known[place] === key && (known === (other | LOST) || known === (other | WON))) return known === (other | WON);
    const result = this.#anyWins(own, other, way, left & other, -1) || this.#anyWins(own, other, way, right & other, 1)
      || this.#anyWins(own, other, way, left & ~other, -1) || this.#anyWins(own, other, way, right & ~other, 1) || this.#anyWins(own, other, way, straight, 0);
    this.#known[place] = key;
    this.#known[place + 1] = other | (result ? WON : LOST);
    return result;
  }

  /** These men one rank on and `aside` files to the right. */
  #ahead(men: number, aside: number, way: Way): number {
    return way === 1 ? men << (this.#cols + aside) : men >> (this.#cols - aside);
  }

  /** Whether one of the moves to these squares wins, the foremost first; each came from one rank back and `aside` files to the left. */
  #anyWins(own: number, other: number, way: Way, targets: number, aside: number): boolean {
    for (let left = targets; left !== 0; ) {
      const to = way === 1 ? 1 << (31 - Math.clz32(left)) : left & -left;
      left ^= to;
      const from = this.#ahead(to, -aside, -way as Way);
      if (!this.wins(other & ~to, (own & ~from) | to, -way as Way)) return true;
    }
    return false;
  }
}

const solvers = new Map<string, Solver>();

/** Whether a board is small enough to be solved. */
export function isSolvable({ rows, cols }: Measures): boolean {
  return rows * cols <= MOST_SQUARES;
}

/**
 * Whether the player to move wins against any defence.
 * @throws RangeError on boards of more than 20 squares
 */
export function isWon(own: Men, other: Men, way: Way, options: Measures): boolean {
  return solverOf(options).wins(bitsOf(own, options), bitsOf(other, options), way);
}

/** The legal actions after which the other player cannot win any more. @throws RangeError on boards of more than 20 squares */
export function winningActions(own: Men, other: Men, way: Way, options: Measures): MenAction[] {
  const solver = solverOf(options);
  const mine = bitsOf(own, options);
  const theirs = bitsOf(other, options);
  const bitOf = (square: string): number => 1 << (rankOf(square) * options.cols + fileOf(square));
  return actionsOf(own, other, way, options).filter(({ from, to }) => {
    if (rankOf(to) === (way === 1 ? options.rows - 1 : 0)) return true;
    return !solver.wins(theirs & ~bitOf(to), (mine & ~bitOf(from)) | bitOf(to), -way as Way);
  });
}

function solverOf(options: Measures): Solver {
  const { rows, cols, diagonalMoves } = options;
  if (!isSolvable(options)) throw new RangeError(`expected a board of at most ${MOST_SQUARES} squares, got ${rows} by ${cols}`);
  const key = `${rows} ${cols} ${diagonalMoves}`;
  let solver = solvers.get(key);
  if (!solver) {
    solver = new Solver(options);
    solvers.set(key, solver);
  }
  return solver;
}

function bitsOf(men: Men, { cols }: Measures): number {
  return men.reduce((bits, rank, at) => bits | (rank << (at * cols)), 0);
}
