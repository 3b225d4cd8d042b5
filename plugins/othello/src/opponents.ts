/**
 * Scripted opponents of Othello: random, greedy, an alpha-beta search for corners and mobility that plays the last cells exactly,
 * and perfect play on 4x4. They see an observation, never a state.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { cellsOf, countOf, PASS, place, placements, startOf, type Discs, type OthelloAction } from './board.js';
import { discsOf, type Rows } from './rows.js';

/** The part of an observation these agents look at. */
export type BoardView = { readonly rows: Rows; readonly toMove: 'first' | 'second' | null };

/** What one disc at the end is worth beside the estimates of a search that stops before it. */
const DISC = 10_000;
const CORNER = 40;
/** Free cells up to which a search goes to the end: under a tenth of a second. */
const EXACT_FREE = 10;
/** Free cells of the 4x4 board at its start: solved at once. */
const SOLVED_FREE = 12;

/** The cells that a search finds best; empty when only a pass is possible. */
export function bestCells(view: BoardView, depth: number, exactFree: number): number[] {
  const { own, other } = sidesOf(view);
  const free = own.length ** 2 - countOf(own) - countOf(other);
  const plies = free <= exactFree ? Infinity : depth;
  return bestBy(own, other, (mine, theirs, best) => -search(theirs, mine, plies - 1, -Infinity, 1 - best, false));
}

/** The difference in discs at the end under best play, from the view of the player to move. Searches to the end. */
export function bestMargin(view: BoardView): number {
  const { own, other } = sidesOf(view);
  return search(own, other, Infinity, -Infinity, Infinity, false) / DISC;
}

/** All cells with the highest score; `score` may be too low where it is below the best so far. */
function bestBy(own: Discs, other: Discs, score: (mine: Discs, theirs: Discs, best: number, turned: number) => number): number[] {
  let best = -Infinity;
  let cells: number[] = [];
  for (const cell of cellsOf(placements(own, other))) {
    const [mine, theirs, turned] = after(own, other, cell);
    const value = score(mine, theirs, best, turned);
    if (value > best) cells = [];
    if (value >= best) cells.push(cell);
    best = Math.max(best, value);
  }
  return cells;
}

/** Negamax with alpha-beta: exact between the bounds. `passed`: the other player has just passed. */
function search(own: Discs, other: Discs, depth: number, alpha: number, beta: number, passed: boolean): number {
  const found = placements(own, other);
  const cells = cellsOf(found);
  if (cells.length === 0) {
    if (passed || countOf(own) + countOf(other) === own.length ** 2) return DISC * (countOf(own) - countOf(other));
    return -search(other, own, depth, -beta, -alpha, true);
  }
  if (depth <= 0) return CORNER * (corners(own) - corners(other)) + cells.length - countOf(placements(other, own));
  let best = -Infinity;
  for (const cell of cells) {
    const [mine, theirs] = after(own, other, cell);
    best = Math.max(best, -search(theirs, mine, depth - 1, -beta, -Math.max(alpha, best), false));
    if (best >= beta) break;
  }
  return best;
}

function after(own: Discs, other: Discs, cell: number): readonly [mine: Discs, theirs: Discs, turned: number] {
  const mine = own.slice();
  const theirs = other.slice();
  const turned = place(mine, theirs, Math.floor(cell / own.length), cell % own.length);
  return [mine, theirs, turned];
}

function corners(discs: Discs): number {
  const last = discs.length - 1;
  const ends = (row: number): number => (row & 1) + ((row >> last) & 1);
  return ends(discs[0] as number) + ends(discs[last] as number);
}

function sidesOf({ rows, toMove }: BoardView): { readonly own: Discs; readonly other: Discs } {
  const [black, white] = discsOf(rows);
  return toMove === 'second' ? { own: white, other: black } : { own: black, other: white };
}

function take({ rows }: BoardView, cells: readonly number[], rng: Rng): OthelloAction {
  return cells.length === 0 ? PASS : (startOf(rows.length).actions[rng.pick(cells)] as OthelloAction);
}

const DEPTH = {
  type: 'object',
  // Deep enough not to give a corner away, quick enough for a live table on 10x10.
  properties: { depth: { type: 'integer', minimum: 1, maximum: 6, default: 3, description: 'Plies searched before the last 10 free cells.' } },
  additionalProperties: false,
} as const;

type AgentName = 'random' | 'greedy' | 'alpha-beta' | 'perfect';

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<OthelloAction, BoardView> } = {
  random: {
    summary: 'Takes a uniformly random legal action.',
    make: (_params, rng) => (view) => {
      const { own, other } = sidesOf(view);
      return take(view, cellsOf(placements(own, other)), rng);
    },
  },
  greedy: {
    summary: 'Turns over as many discs as it can; uniform among equals.',
    make: (_params, rng) => (view) => {
      const { own, other } = sidesOf(view);
      return take(view, bestBy(own, other, (_mine, _theirs, _best, turned) => turned), rng);
    },
  },
  'alpha-beta': {
    summary: 'Searches for corners and mobility so many plies deep, and the last 10 free cells to the end.',
    paramsSchema: DEPTH,
    make: (params, rng) => (view) => take(view, bestCells(view, params['depth'] as number, EXACT_FREE), rng),
  },
  perfect: {
    summary: 'Never gives away a disc on 4x4; on larger boards it plays as alpha-beta does.',
    paramsSchema: DEPTH,
    make: (params, rng) => (view) => take(view, bestCells(view, params['depth'] as number, view.rows.length === 4 ? SOLVED_FREE : EXACT_FREE), rng),
  },
};
