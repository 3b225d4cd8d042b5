/**
 * Chess as its readers see it: roles, options and the observation, with their words for people and language models.
 * Words show what an observation holds and nothing else. It makes no observation: `chess.ts` does.
 */
import { squaresOf, whiteToMove } from './fen.js';

export const ROLES = ['white', 'black'] as const;
export type ChessRole = (typeof ROLES)[number];

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export type ChessOptions = {
  readonly fen: string;
  readonly maxPlies: number;
  readonly adjudicate: 'draw' | 'material';
  /** Whether prompts list the legal moves. */
  readonly showLegal: boolean;
  /** Whether the board is hidden: players know it from the moves alone. */
  readonly blind: boolean;
};

/** How a game ended by the rules. */
export const RESULTS = ['checkmate', 'stalemate', 'dead-position', 'threefold-repetition', 'fifty-moves'] as const;
export type ChessResult = (typeof RESULTS)[number];

export type ChessObservation = {
  readonly options: ChessOptions;
  readonly role: ChessRole | 'spectator';
  /** The position; `null` when the game is blind. */
  readonly fen: string | null;
  /** All moves in UCI. */
  readonly moves: readonly string[];
  /** How often this position has stood on the board, this time included. */
  readonly occurred: number;
  readonly check: boolean;
  readonly toMove: ChessRole | null;
  readonly result: ChessResult | null;
  readonly winner: ChessRole | 'draw' | null;
};

/** The rules with the real options; the examples show the format alone. */
export function rulesText(role: string, { fen, maxPlies, adjudicate, blind }: ChessOptions): string {
  const mover = whiteToMove(fen) ? 'white' : 'black';
  const lines = [
    `Chess by the usual rules${fen === START_FEN ? '' : `, from the position ${fen}`}. Your role is "${role}". ${mover === 'white' ? 'White' : 'Black'} moves first.`,
    'Checkmate wins. Drawn at once: stalemate, a position in which nobody can mate, a position that stands for the third time with the same side to move, and fifty moves of each side without a capture or a pawn move.',
    `After ${maxPlies} moves of both sides together the game ends: ${adjudicate === 'draw' ? 'a draw.' : 'whoever is 2 or more points ahead wins (pawn 1, knight and bishop 3, rook 5, queen 9), else a draw.'}`,
    'Answer with one move in brackets: the square it starts from and the square it goes to, with the letter of the new piece for a promotion. Castling is the move of the king. Format only: [e2e4], [e7e8q]',
    'Short algebraic notation such as Nf3 is read too where it names exactly one legal move.',
  ];
  if (blind) lines.push('The board is not shown: keep it in mind from the moves.');
  return lines.join('\n');
}

/** An observation in words, several lines. */
export function describe({ options, role, fen, moves, occurred, check, toMove, result, winner }: ChessObservation): string {
  const lines = [role === 'spectator' ? 'You watch.' : `You play ${role}.`];
  if (fen === null) lines.push(moves.length === 0 ? 'No move yet.' : `Moves so far: ${moves.join(' ')}.`);
  else {
    lines.push('Board (capitals are white):', ...drawn(fen), `FEN: ${fen}`);
    lines.push(moves.length === 0 ? 'No move yet.' : `Move ${moves.length} was ${moves.at(-1)}.`);
    if (occurred > 1 && result === null) lines.push(`This position stands for the ${occurred === 2 ? 'second' : 'third'} time.`);
  }
  if (winner) lines.push(result === 'checkmate' ? `Checkmate: ${winner} wins.` : `A draw: ${(result as string).replaceAll('-', ' ')}.`);
  else lines.push(`${toMove === role ? 'It is your move' : `${toMove} is to move`}${check ? ', in check' : ''}. ${movesLeft(options.maxPlies - moves.length)}`);
  return lines.join('\n');
}

function movesLeft(plies: number): string {
  return plies === 1 ? 'It is the last move.' : `${plies} moves are left.`;
}

/** The rows of the board from the top, with their names. */
function drawn(fen: string): string[] {
  return [...squaresOf(fen).map((row, index) => `  ${8 - index} ${row.join(' ')}`), '    a b c d e f g h'];
}
