/**
 * A chess board on chess.js: legal moves, making and taking back, FEN text. The only file that knows chess.js.
 * chess.js makes names and texts of all moves at every question, which costs milliseconds; its own move generator, `_moves`, `_makeMove` and
 * `_undoMove`, costs microseconds. They are private in its types, but all of it is built on them; the version is pinned, and move counts are tested.
 */
import { Chess, validateFen } from 'chess.js';

export type PieceKind = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

/** A move as chess.js keeps it; squares number 16 to a row from a8, so that a square's row is `>> 4` and its file `& 7`. */
export interface InnerMove {
  readonly from: number;
  readonly to: number;
  readonly piece: PieceKind;
  readonly captured?: PieceKind;
  readonly promotion?: PieceKind;
  readonly flags: number;
}

const EN_PASSANT_FLAG = 8;

/** The private part of chess.js that is used here. */
interface MoveGenerator {
  readonly _turn: 'w' | 'b';
  readonly _kings: { readonly w: number; readonly b: number };
  _moves(options: { readonly legal: boolean }): InnerMove[];
  _makeMove(move: InnerMove): void;
  _undoMove(): unknown;
  _isKingAttacked(color: 'w' | 'b'): boolean;
}

/** A board that moves can be made on and taken back. The FEN text it is given must be well formed (`fenError`). */
export class Board {
  readonly #chess: Chess;
  readonly #generator: MoveGenerator;

  constructor(fen: string) {
    this.#chess = new Chess(fen, { skipValidation: true });
    this.#generator = this.#chess as unknown as MoveGenerator;
  }

  load(fen: string): void {
    this.#chess.load(fen, { skipValidation: true });
  }

  /**
   * The legal moves. chess.js tries every move to see whether it leaves the king attacked; out of check only moves of the king, en passant and
   * moves of pieces in line with the king can, so the others need no trial.
   */
  moves(): readonly InnerMove[] {
    const generator = this.#generator;
    const color = generator._turn;
    const king = generator._kings[color];
    const check = this.isCheck();
    return generator._moves({ legal: false }).filter((move) => {
      if (!check && (move.flags & EN_PASSANT_FLAG) === 0 && !inLine(move.from, king)) return true;
      generator._makeMove(move);
      const exposed = generator._isKingAttacked(color);
      generator._undoMove();
      return !exposed;
    });
  }

  make(move: InnerMove): void {
    this.#generator._makeMove(move);
  }

  undo(): void {
    this.#generator._undoMove();
  }

  /** With the en passant square only where such a capture is legal, so that equal positions have equal texts. */
  fen(): string {
    return this.#chess.fen();
  }

  isCheck(): boolean {
    return this.#chess.isCheck();
  }

  /** Neither side has what a mate needs: bare kings, one knight or one bishop, or bishops of one colour of squares only. */
  isDead(): boolean {
    return this.#chess.isInsufficientMaterial();
  }
}

/** What is wrong with the form of a FEN text; `null` when nothing is. */
export function fenError(fen: string): string | null {
  const { ok, error } = validateFen(fen);
  return ok ? null : (error ?? 'it cannot be read');
}

const SQUARES: readonly string[] = Array.from({ length: 128 }, (_, square) => `${'abcdefgh'[square & 7]}${8 - (square >> 4)}`);

export function squareName(square: number): string {
  return SQUARES[square] as string;
}

/** Whether two squares share a row, a file or a diagonal, or are one. */
function inLine(square: number, other: number): boolean {
  const [files, rows] = [(square & 7) - (other & 7), (square >> 4) - (other >> 4)];
  return files === 0 || rows === 0 || files === rows || files === -rows;
}
