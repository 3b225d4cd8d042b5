/**
 * What can be read off a FEN text without a board: side to move, squares, material, and whether castling rights and the en passant square are true.
 * It knows no moves; the texts are well formed. Forsyth-Edwards notation: Edwards, PGN specification, section 16.1, 1994.
 */
import type { PieceKind } from './board.js';

export const POINTS: { readonly [kind in PieceKind]: number } = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

export function whiteToMove(fen: string): boolean {
  return fen[fen.indexOf(' ') + 1] === 'w';
}

/** Moves of both sides since the last capture or pawn move. */
export function halfMoves(fen: string): number {
  return Number(fen.split(' ', 5)[4]);
}

/** The part that repetition compares: pieces, side to move, castling rights, en passant. */
export function repetitionKey(fen: string): string {
  return fen.split(' ', 4).join(' ');
}

/** Points of White's pieces minus those of Black's. */
export function materialLead(fen: string): number {
  let lead = 0;
  for (const sign of fen.slice(0, fen.indexOf(' '))) {
    const kind = sign.toLowerCase() as PieceKind;
    const points = POINTS[kind] ?? 0;
    lead += sign === kind ? -points : points;
  }
  return lead;
}

/** Eight rows of eight signs from the top: FEN letters, `.` for an empty square. */
export function squaresOf(fen: string): readonly (readonly string[])[] {
  return fen.slice(0, fen.indexOf(' ')).split('/').map((row) => row.replaceAll(/\d/g, (count) => '.'.repeat(Number(count))).split(''));
}

const CASTLERS = {
  K: { king: 'e1', rook: 'h1', signs: 'KR' }, Q: { king: 'e1', rook: 'a1', signs: 'KR' }, k: { king: 'e8', rook: 'h8', signs: 'kr' }, q: { king: 'e8', rook: 'a8', signs: 'kr' },
} as const;

/** What castling rights or en passant square claim without ground; `null` when nothing. */
export function claimProblem(fen: string): string | null {
  const [, , castling = '', enPassant = ''] = fen.split(' ');
  for (const right of castling.replace('-', '')) {
    const { king, rook, signs } = CASTLERS[right as keyof typeof CASTLERS];
    if (signOn(fen, king) + signOn(fen, rook) !== signs) return `the castling right ${right} needs king and rook on ${king} and ${rook}`;
  }
  return enPassant === '-' || isPassed(fen, enPassant) ? null : `no pawn has just passed ${enPassant}`;
}

/** The position with the other side to move. */
export function otherToMove(fen: string): string {
  const parts = fen.split(' ');
  parts[1] = parts[1] === 'w' ? 'b' : 'w';
  parts[3] = '-';
  return parts.join(' ');
}

/** Whether a pawn of the side that has moved stands beyond the square, with the square and the one before it empty. */
function isPassed(fen: string, square: string): boolean {
  const [beyond, start, pawn] = whiteToMove(fen) ? ['5', '7', 'p'] : ['4', '2', 'P'];
  return signOn(fen, square) === '.' && signOn(fen, `${square[0]}${start}`) === '.' && signOn(fen, `${square[0]}${beyond}`) === pawn;
}

function signOn(fen: string, square: string): string {
  const row = squaresOf(fen)[8 - Number(square[1])] as readonly string[];
  return row['abcdefgh'.indexOf(square[0] as string)] as string;
}
