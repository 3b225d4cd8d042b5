/**
 * Scripted opponents of chess: random, one that captures, and alpha-beta on material.
 * They see an observation, never a state; when the board is hidden they follow it from the moves.
 * Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { Board, type InnerMove } from './board.js';
import { materialLead, POINTS, whiteToMove } from './fen.js';
import type { ChessObservation } from './observation.js';
import { actionOf, positionAfter, positionOf, type ChessAction, type Position } from './position.js';

type Agent = ScriptedAgent<ChessAction, ChessObservation>;
type AgentName = 'random' | 'capture-first' | 'alpha-beta';

const DEFAULT_DEPTH = 2;
const MATE = 1000;

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: {
    summary: 'Plays a uniformly random legal move.',
    make: (_params, rng) => (observation) => rng.pick(seen(observation).actions),
  },
  'capture-first': {
    summary: 'Captures whenever it can, any move else.',
    make: (_params, rng) => (observation) => {
      const { moves } = seen(observation);
      const captures = moves.filter(({ captured }) => captured !== undefined);
      return actionOf(rng.pick(captures.length > 0 ? captures : moves));
    },
  },
  'alpha-beta': {
    summary: 'Looks `depth` moves ahead and counts material; random among equal moves.',
    paramsSchema: {
      type: 'object',
      properties: { depth: { type: 'integer', minimum: 1, maximum: 4, default: DEFAULT_DEPTH, description: 'Moves of both sides that it looks ahead. Two see a mate in one.' } },
      additionalProperties: false,
    },
    make: (params, rng) => (observation) => bestMove(seen(observation).fen, params['depth'] as number, rng),
  },
};

function seen({ fen, options, moves }: ChessObservation): Position {
  return positionOf(fen ?? moves.reduce((before, uci) => positionAfter(before, uci).fen, options.fen));
}

/** A move of the largest value that material and mates give at this depth. */
export function bestMove(fen: string, depth: number, rng: Rng): ChessAction {
  const board = new Board(fen);
  const lead = whiteToMove(fen) ? materialLead(fen) : -materialLead(fen);
  let best = -Infinity;
  let equals: InnerMove[] = [];
  for (const move of inOrder(board.moves())) {
    // Values are whole numbers: with this window an equal value comes back exact, a smaller one as some smaller one.
    const value = -afterMove(board, move, lead, depth, -Infinity, -(best - 1));
    if (value < best) continue;
    if (value > best) equals = [];
    best = value;
    equals.push(move);
  }
  return actionOf(rng.pick(equals));
}

/** Value to the side to move, from its material lead; sooner mates count more. */
function search(board: Board, lead: number, depth: number, alpha: number, beta: number): number {
  if (depth === 0) return lead;
  const moves = board.moves();
  if (moves.length === 0) return board.isCheck() ? -MATE - depth : 0;
  let best = -Infinity;
  for (const move of inOrder(moves)) {
    best = Math.max(best, -afterMove(board, move, lead, depth, -beta, -Math.max(alpha, best)));
    if (best >= beta) break;
  }
  return best;
}

/** Value to the other side once this move is made. */
function afterMove(board: Board, move: InnerMove, lead: number, depth: number, alpha: number, beta: number): number {
  board.make(move);
  const value = search(board, -(lead + gain(move)), depth - 1, alpha, beta);
  board.undo();
  return value;
}

/** Points that a move wins at once. */
function gain({ captured, promotion }: InnerMove): number {
  return (captured ? POINTS[captured] : 0) + (promotion ? POINTS[promotion] - POINTS.p : 0);
}

/** Moves that win most first: they cut off most. */
function inOrder(moves: readonly InnerMove[]): readonly InnerMove[] {
  return moves.toSorted((a, b) => gain(b) - gain(a));
}
