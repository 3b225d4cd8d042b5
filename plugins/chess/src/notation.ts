/**
 * Texts of chess moves: UCI (`e2e4`, `e7e8q`) as the canonical form, and short algebraic notation where it names exactly one legal move.
 * In short notation the piece letter alone is case-sensitive: `Bxc3` is the bishop's move and `bxc3` the pawn's. What can be read as UCI is UCI.
 */
import { foldAscii } from '@spiral-arena/core/game';
import { squareName, type InnerMove } from './board.js';
import { actionOf, type ChessAction, type Position } from './position.js';

const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
/** Piece, file and row it comes from, capture, target, promotion, check. */
const SAN = /^([KQRBN])?([a-hA-H])?([1-8])?([xX])?([a-hA-H][1-8])(?:=?([qrbnQRBN]))?[+#]?$/;
const CASTLING = /^(?:o-o|0-0)(-o|-0)?[+#]?$/;

/** The action that a text names as UCI, legal or not; `null` when it is no UCI. */
export function readUci(text: string): ChessAction | null {
  const uci = foldAscii(text);
  return UCI.test(uci) ? { uci } : null;
}

/** The one legal move that a text names in short algebraic notation; `null` when it names none, or several. */
export function readSan(text: string, { moves }: Position): ChessAction | null {
  const fits = castling(text) ?? pieceMove(text);
  const named = fits === null ? [] : moves.filter(fits);
  return named.length === 1 ? actionOf(named[0] as InnerMove) : null;
}

type Fits = (move: InnerMove) => boolean;

function castling(text: string): Fits | null {
  const found = CASTLING.exec(foldAscii(text));
  if (!found) return null;
  const step = found[1] === undefined ? 2 : -2;
  return ({ piece, from, to }) => piece === 'k' && to - from === step;
}

function pieceMove(text: string): Fits | null {
  const found = SAN.exec(text);
  if (!found) return null;
  const [, letter, file, row, cross, target, promotion] = found;
  const piece = letter?.toLowerCase() ?? 'p';
  return (move) => {
    const from = squareName(move.from);
    if (move.piece !== piece || squareName(move.to) !== foldAscii(target as string)) return false;
    if ((file !== undefined && from[0] !== foldAscii(file)) || (row !== undefined && from[1] !== row)) return false;
    if (move.promotion !== promotion?.toLowerCase()) return false;
    if (cross !== undefined) return move.captured !== undefined;
    return piece !== 'p' || file !== undefined || move.captured === undefined; // `d5` is no capture, `exd5` and `ed5` are
  };
}
