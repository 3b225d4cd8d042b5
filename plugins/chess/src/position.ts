/**
 * Chess positions from FEN text to FEN text: what is legal in one, which one a move leads to, and whether a game may start from one.
 * A position depends on its text and nothing else; the ones asked about lately are kept for speed. It keeps no match.
 */
import { Board, fenError, squareName, type InnerMove } from './board.js';
import { claimProblem, halfMoves, otherToMove } from './fen.js';

export type ChessAction = { readonly uci: string };

/** What the rules say of one position. */
export interface Position {
  readonly fen: string;
  /** Legal actions, and the moves that they stand for at the same places. */
  readonly actions: readonly ChessAction[];
  readonly moves: readonly InnerMove[];
  readonly check: boolean;
  /** Whether nobody can mate with what is left. */
  readonly dead: boolean;
}

const MOST_KEPT = 256;
const kept = new Map<string, Position>();
/** The one board that answers, and the position it is at: along a match each position follows from the one before. */
const board = new Board('8/8/8/8/8/8/8/8 w - - 0 1');
let boardAt = '';

/** The position of a FEN text that `fenProblem` or play has found right. */
export function positionOf(fen: string): Position {
  const known = kept.get(fen);
  if (known) return known;
  goTo(fen);
  return keep(fen);
}

/** The position after a legal action. */
export function positionAfter(fen: string, uci: string): Position {
  const { actions, moves } = positionOf(fen);
  const move = moves[actions.findIndex((action) => action.uci === uci)];
  if (!move) throw new TypeError(`expected a legal move, got ${uci} in ${fen}`);
  goTo(fen);
  board.make(move);
  boardAt = board.fen();
  return kept.get(boardAt) ?? keep(boardAt);
}

/** A FEN text as play writes it: the en passant square only where such a capture is legal. */
export function asWritten(fen: string): string {
  return new Board(fen).fen();
}

/** What is wrong with a FEN text as the start of a game; `null` when it can be played. */
export function fenProblem(fen: string): string | null {
  const error = fenError(fen);
  if (error !== null) return `not a position: ${error}`;
  const claim = claimProblem(fen);
  if (claim !== null) return claim;
  if (new Board(otherToMove(fen)).isCheck()) return 'the side that is not to move is in check';
  const { actions, dead } = positionOf(asWritten(fen));
  return actions.length === 0 || dead || halfMoves(fen) >= 100 ? 'the game is over in this position' : null;
}

const made = new Map<string, ChessAction>();

/** The one action object of a move: at most 1,968 of them, shared by all matches. */
export function actionOf({ from, to, promotion }: InnerMove): ChessAction {
  const uci = `${squareName(from)}${squareName(to)}${promotion ?? ''}`;
  let action = made.get(uci);
  if (!action) made.set(uci, (action = Object.freeze({ uci })));
  return action;
}

function goTo(fen: string): void {
  if (boardAt === fen) return;
  board.load(fen);
  boardAt = fen;
}

/** Asks the board about the position it is at. */
function keep(fen: string): Position {
  const moves = board.moves();
  const position: Position = Object.freeze({ fen, actions: Object.freeze(moves.map(actionOf)), moves, check: board.isCheck(), dead: board.isDead() });
  kept.set(fen, position);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  return position;
}
