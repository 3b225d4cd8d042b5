/**
 * Scripted opponents of tic-tac-toe: random play, perfect play, and perfect play with slips.
 * The 3x3 board is solved once into a table; larger boards get an alpha-beta search of limited depth with a count of open lines.
 * They see an observation, never a state, and need no list of legal actions: the free cells are on the board.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { boardOf, completesLine, type Board, type Cell, type CellAction } from './board.js';

/** The part of an observation these agents look at. */
export type BoardView = { readonly options: { readonly size: number; readonly line: number }; readonly mark: Cell; readonly cells: readonly Cell[] };

/** `best`: every move that keeps the value is as good as another. `fastest`: among those, the soonest win and the latest loss. */
export type Choice = 'best' | 'fastest';

/** A side on the search board: 1 the one to move at the root, -1 the other, 0 free. */
type Side = 1 | -1;
type Sides = (Side | 0)[];

const WIN = 1_000_000;
const SOLVED_CELLS = 9;

/** The moves that are best for `mark` to make now: exact on 3x3, by a search of `depth` plies on larger boards. */
export function bestCells(view: BoardView, choice: Choice, depth: number): number[] {
  const board = boardOf(view.options.size, view.options.line);
  const sides: Sides = view.cells.map((cell) => (cell === '' ? 0 : cell === view.mark ? 1 : -1));
  let best = -Infinity;
  let cells: number[] = [];
  for (const cell of board.fromCentre) {
    if (sides[cell] !== 0) continue;
    const score = sides.length === SOLVED_CELLS ? solvedScore(board, sides, cell, choice) : searchedScore(board, sides, cell, choice, depth, best);
    if (score > best) {
      best = score;
      cells = [];
    }
    if (score === best) cells.push(cell);
  }
  return cells.toSorted((a, b) => a - b);
}

/**
 * The exact outcome of a 3x3 position for the side to move, +1, 0 or -1.
 * @param cells the board; `mark` is to move and nobody has won yet
 */
export function solvedValue(cells: readonly Cell[], mark: Cell, line: number): number {
  const sides: Sides = cells.map((cell) => (cell === '' ? 0 : cell === mark ? 1 : -1));
  return Math.sign(solve(boardOf(3, line), sides, 1));
}

function solvedScore(board: Board, sides: Sides, cell: number, choice: Choice): number {
  const score = scoreAfter(board, sides, cell, 1);
  return choice === 'best' ? Math.sign(score) : score;
}

/** Per board, the score of every position met, by its base-3 number. */
const tables = new WeakMap<Board, Int8Array>();
const UNKNOWN = 127;

/** Score of a position for `side`, to move: 0 a draw, else (10 - plies to the end) with the winner's sign. */
function solve(board: Board, sides: Sides, side: Side): number {
  let table = tables.get(board);
  if (!table) {
    table = new Int8Array(3 ** SOLVED_CELLS).fill(UNKNOWN);
    tables.set(board, table);
  }
  let key = 0;
  let free = 0;
  for (const cell of sides) {
    key = key * 3 + (cell === 0 ? 0 : cell === side ? 1 : 2);
    if (cell === 0) free++;
  }
  const known = table[key] as number;
  if (known !== UNKNOWN) return known;
  let best = free === 0 ? 0 : -UNKNOWN;
  for (let cell = 0; cell < sides.length; cell++) {
    if (sides[cell] === 0) best = Math.max(best, scoreAfter(board, sides, cell, side));
  }
  table[key] = best;
  return best;
}

/** Score for `side` of taking `cell`; the board is as before afterwards. */
function scoreAfter(board: Board, sides: Sides, cell: number, side: Side): number {
  sides[cell] = side;
  let score: number;
  if (completesLine(board, sides, cell)) score = 9;
  else {
    const reply = solve(board, sides, -side as Side);
    score = reply === 0 ? 0 : -(reply - Math.sign(reply)); // one ply further from the end
  }
  sides[cell] = 0;
  return score;
}

function searchedScore(board: Board, sides: Sides, cell: number, choice: Choice, depth: number, best: number): number {
  const won = choice === 'fastest' ? 1 : 0; // what each ply takes off a win
  sides[cell] = 1;
  // One below the best score so far, so that an equal score comes out exact.
  const score = completesLine(board, sides, cell) ? WIN : -alphaBeta(board, sides, -1, depth - 1, -Infinity, 1 - best, won, 1);
  sides[cell] = 0;
  return score;
}

function alphaBeta(board: Board, sides: Sides, side: Side, depth: number, alpha: number, beta: number, perPly: number, ply: number): number {
  if (!sides.includes(0)) return 0;
  if (depth <= 0) return openLines(board, sides, side);
  let best = -Infinity;
  for (const cell of board.fromCentre) {
    if (sides[cell] !== 0) continue;
    sides[cell] = side;
    const score = completesLine(board, sides, cell) ? WIN - perPly * ply : -alphaBeta(board, sides, -side as Side, depth - 1, -beta, -Math.max(alpha, best), perPly, ply + 1);
    sides[cell] = 0;
    if (score > best) best = score;
    if (best >= beta) break;
  }
  return best;
}

/** Lines that only one side has marks in, each worth 4^marks, from the view of `side`. */
function openLines(board: Board, sides: Sides, side: Side): number {
  let total = 0;
  for (const line of board.lines) {
    let own = 0;
    let other = 0;
    for (let index = 0; index < line.length; index++) {
      const cell = sides[line[index] as number];
      if (cell === side) own++;
      else if (cell !== 0) other++;
    }
    if (other === 0 && own > 0) total += 4 ** own;
    else if (own === 0 && other > 0) total -= 4 ** other;
  }
  return total;
}

function freeCells(view: BoardView): number[] {
  const free: number[] = [];
  for (let cell = 0; cell < view.cells.length; cell++) if (view.cells[cell] === '') free.push(cell);
  return free;
}

function take(view: BoardView, cells: readonly number[], rng: Rng): CellAction {
  return boardOf(view.options.size, view.options.line).actions[rng.pick(cells)] as CellAction;
}

const SEARCH_PARAMS = {
  choice: { enum: ['best', 'fastest'], default: 'best', description: 'Uniform among all moves that keep the value, or the soonest win (the latest loss).' },
  // Deep enough to see an open threat through, quick enough for a live table on 7x7.
  depth: { type: 'integer', minimum: 1, maximum: 8, default: 4, description: 'Plies searched on boards larger than 3x3.' },
} as const;

type AgentName = 'random' | 'minimax' | 'noisy-minimax';

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<CellAction, BoardView> } = {
  random: {
    summary: 'Takes a uniformly random free cell.',
    make: (_params, rng) => (view) => take(view, freeCells(view), rng),
  },
  minimax: {
    summary: 'Never loses on 3x3 (solved table); larger boards by search of limited depth.',
    paramsSchema: { type: 'object', properties: SEARCH_PARAMS, additionalProperties: false },
    make: (params, rng) => (view) => take(view, bestCells(view, params['choice'] as Choice, params['depth'] as number), rng),
  },
  'noisy-minimax': {
    summary: 'Minimax that plays a uniformly random free cell with probability e.',
    paramsSchema: {
      type: 'object',
      properties: { e: { type: 'number', minimum: 0, maximum: 1, default: 0.1, description: 'Probability of a random move.' }, ...SEARCH_PARAMS },
      additionalProperties: false,
    },
    make: (params, rng) => (view) => {
      const slips = rng.float() < (params['e'] as number);
      return take(view, slips ? freeCells(view) : bestCells(view, params['choice'] as Choice, params['depth'] as number), rng);
    },
  },
};
