/**
 * Chess: usual rules, draws by repetition and fifty moves taken at once, a limit of moves with a written adjudication.
 * Positions are in `position.ts` (chess.js is behind `board.ts`), texts of moves in `notation.ts`, what readers see in `observation.ts`,
 * opponents in `opponents.ts`. The state is FEN, the moves so far and the positions that may still be repeated.
 */
import { API_VERSION, defineGame, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { squareName } from './board.js';
import { halfMoves, materialLead, repetitionKey, squaresOf, whiteToMove } from './fen.js';
import { readSan, readUci } from './notation.js';
import { describe, ROLES, rulesText, START_FEN, type ChessObservation, type ChessOptions, type ChessResult, type ChessRole } from './observation.js';
import { AGENTS } from './opponents.js';
import { asWritten, fenProblem, positionAfter, positionOf, type ChessAction, type Position } from './position.js';

export type ChessState = {
  readonly options: ChessOptions;
  /** The seat of the role 'white'. */
  readonly white: Seat;
  readonly fen: string;
  /** Positions since the last capture or pawn move, this one included: none before can come back. */
  readonly repeatable: readonly string[];
  /** All moves in UCI. */
  readonly moves: readonly string[];
  readonly result: ChessResult | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly ChessAction[] = Object.freeze([]);
const NO_MOVES: readonly string[] = Object.freeze([]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const WINNING_LEAD = 2;
const HALF_MOVES_TO_DRAW = 100;
/** Latest moves that a brief shows when the board is hidden. */
const BRIEF_MOVES = 8;

export const chess = defineGame<ChessOptions, ChessState, ChessAction, ChessObservation>({
  id: 'chess',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Chess',
  summary: 'Chess by the usual rules, from any position, with the board shown or blind.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: ({ blind }) => (blind ? 'imperfect' : 'perfect'),
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ maxPlies }) => maxPlies,
  mayTruncate: true,

  optionsSchema: {
    type: 'object',
    properties: {
      fen: { type: 'string', maxLength: 100, default: START_FEN, description: 'The position to start from, in Forsyth-Edwards notation.' },
      maxPlies: { type: 'integer', minimum: 1, maximum: 2000, default: 200, description: 'Moves of both sides together after which the game is adjudicated.' },
      adjudicate: { enum: ['draw', 'material'], default: 'draw', description: 'At the limit: a draw, or a win for whoever is 2 or more points ahead.' },
      showLegal: { type: 'boolean', default: true, description: 'List the legal moves in prompts.' },
      blind: { type: 'boolean', default: false, description: 'Hide the board; moves are still told and listed.' },
    },
    additionalProperties: false,
  },
  variants: { blind: { blind: true } },
  optionsProblem: ({ fen }) => fenProblem(fen),
  actionSchema: () => ({ type: 'object', properties: { uci: { type: 'string', pattern: '^[a-h][1-8][a-h][1-8][qrbn]?$' } }, required: ['uci'], additionalProperties: false }),

  initialState: (options, roles) => firstState(options, roles[0] === 'white' ? 0 : 1),
  isTerminal: ({ result }) => result !== null,
  seatsToAct: (state) => (state.result === null ? (ONLY[seatToMove(state)] as readonly Seat[]) : NOBODY),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: chess has no chance');
    return afterMove(state, (move.actions[seatToMove(state)] as ChessAction).uci);
  },
  legalActions: (state, seat) => (state.result !== null || seat !== seatToMove(state) ? NO_ACTIONS : positionOf(state.fen).actions),
  refusal(state, _seat, { uci }) {
    const position = positionOf(state.fen);
    return position.actions.some((action) => action.uci === uci) ? null : whyNot(uci, position);
  },

  observe(state, reader) {
    const { options, fen, repeatable, moves, result } = state;
    const { check } = positionOf(fen);
    return {
      options,
      role: reader === 'spectator' ? reader : roleOf(state, reader),
      fen: options.blind ? null : fen,
      moves,
      occurred: timesOf(repeatable.at(-1) as string, repeatable),
      check,
      toMove: result === null ? roleToMove(state) : null,
      result,
      winner: result === null ? null : result === 'checkmate' ? (whiteToMove(fen) ? 'black' : 'white') : 'draw',
    };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    return { role: roleToMove(state), uci: (move.actions[seatToMove(state)] as ChessAction).uci };
  },

  rules: rulesText,
  text: describe,
  /** The 64 squares from a8 to h1, castling rights and en passant square; blind: the latest moves. */
  brief({ role, fen, moves }) {
    if (fen === null) return ['chess', role, 'blind', ...moves.slice(-BRIEF_MOVES)].join(' ');
    const [, , castling, enPassant] = fen.split(' ', 4);
    return `chess ${role} ${squaresOf(fen).map((row) => row.join(' ')).join(' ')} ${castling} ${enPassant}`;
  },
  briefWords: ({ blind }) => ['chess', ...ROLES, 'spectator', ...(blind ? ['blind'] : BOARD_WORDS), ...MOVE_WORDS],
  formatAction: ({ uci }) => `[${uci}]`,
  keywords: [],
  readToken(inside, observation) {
    return readUci(inside) ?? (observation.result === null ? readSan(inside, positionOf(fenOf(observation))) : null);
  },

  /** By the rules; at the limit of moves as `adjudicate` says. */
  returns({ options, white, fen, result }) {
    let lead = 0;
    if (result === 'checkmate') lead = whiteToMove(fen) ? -1 : 1;
    else if (result === null && options.adjudicate === 'material') lead = Math.trunc(materialLead(fen) / WINNING_LEAD);
    if (lead === 0) return DRAW;
    return WON_BY[lead > 0 ? white : 1 - white] as Returns;
  },

  /** Nothing is hidden that the moves do not tell: the state is the true one. */
  sampleState({ options, role, moves }, seat) {
    return moves.reduce(afterMove, firstState(options, role === 'black' ? 1 - seat : seat));
  },
  /** Positions go on alike when they, and what may be repeated, are the same; the order of moves is left out where it shows nothing. */
  informationKey: (observation) => `${observation.role} ${observation.fen ?? observation.moves.join(' ')} ${observation.occurred}`,
  agents: AGENTS,
});

const PIECES = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
const CASTLING = Array.from({ length: 15 }, (_, index) => ['K', 'Q', 'k', 'q'].filter((_side, bit) => ((index + 1) >> bit) & 1).join('')).filter((word) => word.length > 1);
const EN_PASSANT = ['3', '6'].flatMap((row) => [...'abcdefgh'].map((file) => `${file}${row}`));
const BOARD_WORDS: readonly string[] = ['.', '-', ...PIECES, ...CASTLING, ...EN_PASSANT];
const MOVE_WORDS: readonly string[] = everyMove();

/** Every move that some piece can make on an empty board, and every promotion. */
function everyMove(): string[] {
  const words: string[] = [];
  for (let from = 0; from < 128; from++) {
    if ((from & 0x88) !== 0) continue;
    for (let to = 0; to < 128; to++) {
      if ((to & 0x88) !== 0 || from === to) continue;
      const [files, rows] = [Math.abs((from & 7) - (to & 7)), Math.abs((from >> 4) - (to >> 4))];
      if (files !== 0 && rows !== 0 && files !== rows && files + rows !== 3) continue;
      const word = `${squareName(from)}${squareName(to)}`;
      words.push(word);
      const promotes = (from >> 4 === 1 && to >> 4 === 0) || (from >> 4 === 6 && to >> 4 === 7);
      if (promotes && files <= 1) words.push(...[...'qrbn'].map((kind) => word + kind));
    }
  }
  return words;
}

function roleToMove({ fen }: ChessState): ChessRole {
  return whiteToMove(fen) ? 'white' : 'black';
}

function seatToMove({ fen, white }: ChessState): Seat {
  return whiteToMove(fen) ? white : 1 - white;
}

function roleOf({ white }: ChessState, reader: Reader): ChessRole {
  return reader === white ? 'white' : 'black';
}

function firstState(options: ChessOptions, white: Seat): ChessState {
  const fen = asWritten(options.fen);
  return { options, white, fen, repeatable: [repetitionKey(fen)], moves: NO_MOVES, result: null };
}

function afterMove({ options, white, fen, repeatable, moves }: ChessState, uci: string): ChessState {
  const position = positionAfter(fen, uci);
  const key = repetitionKey(position.fen);
  const next = halfMoves(position.fen) === 0 ? [key] : [...repeatable, key];
  return { options, white, fen: position.fen, repeatable: next, moves: [...moves, uci], result: resultOf(position, timesOf(key, next)) };
}

function resultOf({ fen, actions, check, dead }: Position, times: number): ChessResult | null {
  if (actions.length === 0) return check ? 'checkmate' : 'stalemate';
  if (dead) return 'dead-position';
  if (times >= 3) return 'threefold-repetition';
  return halfMoves(fen) >= HALF_MOVES_TO_DRAW ? 'fifty-moves' : null;
}

function timesOf(key: string, keys: readonly string[]): number {
  let times = 0;
  for (let index = 0; index < keys.length; index++) if (keys[index] === key) times++;
  return times;
}

/** The position an observation tells of: from its moves when the board is hidden. */
function fenOf({ fen, options, moves }: ChessObservation): string {
  return fen ?? moves.reduce((before, uci) => positionAfter(before, uci).fen, options.fen);
}

function whyNot(uci: string, { actions, check }: Position): string {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  if (from === to) return `${uci} does not move: the two squares are the same`;
  if (uci.length === 4 && actions.some((action) => action.uci === `${uci}q`)) return `${uci} is a promotion: add the letter of the new piece, q, r, b or n`;
  if (uci.length === 5 && actions.some((action) => action.uci === from + to)) return `${uci} is no promotion: leave the letter out`;
  if (!actions.some((action) => action.uci.startsWith(from))) return `no piece of yours can move from ${from}${check ? ', and you are in check' : ''}`;
  return `the piece on ${from} cannot go to ${to}${check ? ', and you are in check' : ''}`;
}
