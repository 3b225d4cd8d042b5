/**
 * Breakthrough: two seats move men one step ahead in turn; whoever first reaches the far rank, or leaves the other without a move, wins.
 * No chance, nothing hidden, no draws. The rules are those of Dan Troyka (2000); the measures of the board are options, and so is
 * whether a man may step diagonally without taking. Squares and shared action objects are in `board.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { actionsOf, boardOf, canMove, fileOf, menOf, rankOf, rowsOf, type Men, type MenAction, type Way } from './board.js';
import { AGENTS } from './opponents.js';

export const ROLES = ['first', 'second'] as const;
export type BreakthroughRole = (typeof ROLES)[number];

export type BreakthroughOptions = {
  readonly rows: number;
  readonly cols: number;
  /** A man may step diagonally to a free square; without, only to take. TextArena plays without. */
  readonly diagonalMoves: boolean;
};

export type BreakthroughState = {
  readonly options: BreakthroughOptions;
  /** The seat of the role 'first', whose men go up. */
  readonly first: Seat;
  readonly up: Men;
  readonly down: Men;
  readonly toMove: BreakthroughRole;
  readonly last: MenAction | null;
  readonly winner: BreakthroughRole | null;
};

export type BreakthroughObservation = {
  readonly options: BreakthroughOptions;
  readonly role: BreakthroughRole | 'spectator';
  /** The board from the far rank down to rank 1, a letter a square: X for the men of first, O for those of second, a dot where it is free. */
  readonly board: readonly string[];
  readonly last: MenAction | null;
  readonly toMove: BreakthroughRole | null;
  readonly winner: BreakthroughRole | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly MenAction[] = Object.freeze([]);
const UNDECIDED: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const TOKEN = /^([a-z][1-9][0-9]?)([a-z][1-9][0-9]?)$/;

export const breakthrough = defineGame<BreakthroughOptions, BreakthroughState, MenAction, BreakthroughObservation>({
  id: 'breakthrough',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Breakthrough',
  summary: 'Move men ahead one step at a time; the first to reach the far rank wins.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  /** Every action takes a man one rank ahead, and only the last one reaches the far rank. */
  maxSteps: ({ rows, cols }) => 2 * cols * (2 * rows - 5) + 1,

  optionsSchema: {
    type: 'object',
    properties: {
      rows: { type: 'integer', minimum: 4, maximum: 12, default: 8, description: 'Ranks; each side starts on two of them.' },
      cols: { type: 'integer', minimum: 2, maximum: 12, default: 8, description: 'Files.' },
      diagonalMoves: { type: 'boolean', default: true, description: 'Men may step diagonally to a free square, not only to take. TextArena plays without.' },
    },
    additionalProperties: false,
  },
  variants: { '5x5': { rows: 5, cols: 5 }, '6x6': { rows: 6, cols: 6 }, '10x10': { rows: 10, cols: 10 } },
  actionSchema(options) {
    const square = { enum: boardOf(options).squares };
    return { type: 'object', properties: { from: square, to: square }, required: ['from', 'to'], additionalProperties: false };
  },

  initialState(options, roles) {
    const { startUp, startDown } = boardOf(options);
    return { options, first: roles[0] === 'first' ? 0 : 1, up: startUp, down: startDown, toMove: 'first', last: null, winner: null };
  },
  isTerminal: (state) => state.winner !== null,
  seatsToAct: (state) => (state.winner === null ? (ONLY[seatToMove(state)] as readonly Seat[]) : NOBODY),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: breakthrough has no chance');
    const { options, first, toMove } = state;
    const { from, to } = move.actions[seatToMove(state)] as MenAction;
    const goesUp = toMove === 'first';
    const [rank, bit] = [rankOf(to), 1 << fileOf(to)];
    const own = [...(goesUp ? state.up : state.down)];
    (own[rankOf(from)] as number) &= ~(1 << fileOf(from));
    (own[rank] as number) |= bit;
    let other = goesUp ? state.down : state.up;
    if ((other[rank] as number) & bit) {
      const left = [...other];
      (left[rank] as number) &= ~bit;
      other = left;
    }
    // Without men there is no move, so this covers a side that lost all of them.
    const wins = rank === (goesUp ? options.rows - 1 : 0) || !canMove(other, own, goesUp ? -1 : 1, options);
    const [up, down] = goesUp ? [own, other] : [other, own];
    return { options, first, up, down, toMove: goesUp ? 'second' : 'first', last: { from, to }, winner: wins ? toMove : null };
  },
  legalActions(state, seat) {
    if (state.winner !== null || seat !== seatToMove(state)) return NO_ACTIONS;
    const { options, up, down, toMove } = state;
    return toMove === 'first' ? actionsOf(up, down, 1, options) : actionsOf(down, up, -1, options);
  },
  refusal(state, _seat, { from, to }) {
    const { options, toMove } = state;
    const { rows, cols, diagonalMoves } = options;
    for (const square of [from, to]) if (!isSquare(square, options)) return `there is no square ${square}: squares go from a1 to ${String.fromCharCode(96 + cols)}${rows}`;
    const [own, other, way]: readonly [Men, Men, Way] = toMove === 'first' ? [state.up, state.down, 1] : [state.down, state.up, -1];
    const aside = Math.abs(fileOf(to) - fileOf(from));
    if (!isOn(own, from)) return `${toMove} has no man on ${from}`;
    if (rankOf(to) !== rankOf(from) + way || aside > 1) return `a man on ${from} goes one step ${way === 1 ? 'up' : 'down'}, straight or diagonally, not to ${to}`;
    if (isOn(own, to)) return `${to} holds a man of ${toMove}`;
    if (aside === 0) return isOn(other, to) ? `${to} is not free: a man takes diagonally only` : null;
    return diagonalMoves || isOn(other, to) ? null : `there is nothing to take on ${to}: a man steps diagonally only to take`;
  },

  observe(state, reader) {
    const { options, up, down, last, toMove, winner } = state;
    return { options, role: readerRole(state, reader), board: rowsOf(up, down, options.cols), last, toMove: winner === null ? toMove : null, winner };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    const { from, to } = move.actions[seatToMove(state)] as MenAction;
    return { role: state.toMove, from, to };
  },

  rules(role, { rows, cols, diagonalMoves }) {
    const isSecond = role === 'second';
    const lastFile = String.fromCharCode(96 + cols);
    return [
      `Breakthrough on a board of ${rows} ranks, numbered from 1 (bottom) to ${rows} (top), and ${cols} files, from a (left) to ${lastFile} (right).`,
      `Your role is "${role}": your men are ${isSecond ? `O, they start on ranks ${rows - 1} and ${rows} and go down` : 'X, they start on ranks 1 and 2 and go up'}. ${isSecond ? 'Your opponent moves first.' : 'You move first.'}`,
      'In turn, each player moves one own man one step ahead: straight to a free square,',
      diagonalMoves ? "or diagonally to a free square or onto an opponent's man, which is taken off the board." : "or diagonally onto an opponent's man, which is taken off the board. There are no other diagonal moves.",
      `You win by reaching rank ${isSecond ? 1 : rows}, or by leaving your opponent without men or without a move. There are no draws.`,
      `Answer with the square of the man and the square it goes to, in brackets. Format only: [${exampleOf(isSecond, rows)}]`,
    ].join('\n');
  },
  text({ role, board, last, toMove, winner }) {
    const lines = [role === 'spectator' ? 'You watch.' : role === 'first' ? 'You are first: your men are X and go up.' : 'You are second: your men are O and go down.'];
    const width = String(board.length).length;
    const files = Array.from({ length: board[0]?.length ?? 0 }, (_, file) => String.fromCharCode(97 + file));
    lines.push('Board:', ...board.map((row, index) => `${String(board.length - index).padStart(width)} ${spaced(row)}`), `${' '.repeat(width)} ${files.join(' ')}`);
    lines.push(last === null ? 'No move yet.' : `Last move: ${(toMove ?? other(winner)) === 'second' ? 'X' : 'O'} from ${last.from} to ${last.to}.`);
    if (winner) lines.push(`${winner} wins.`);
    else lines.push(toMove === role ? 'It is your turn.' : `${toMove} is to move.`);
    return lines.join('\n');
  },
  brief: ({ role, board }) => `breakthrough ${role} ${spaced(board.join(''))}`,
  briefWords(options) {
    const { up, down } = boardOf(options);
    const moves = [...up, ...down].flatMap((action) => (action ? [`${action.from}${action.to}`] : []));
    return ['breakthrough', ...ROLES, 'spectator', '.', 'X', 'O', ...moves];
  },
  formatAction: ({ from, to }) => `[${from}${to}]`,
  keywords: [],
  readToken(inside) {
    const [, from, to] = TOKEN.exec(foldAscii(inside)) ?? [];
    return from === undefined || to === undefined ? null : { from, to };
  },

  returns: ({ first, winner }) => (winner === null ? UNDECIDED : (WON_BY[winner === 'first' ? first : 1 - first] as Returns)),

  sampleState({ options, role, board, last, toMove, winner }, seat) {
    return { options, first: role === 'second' ? 1 - seat : seat, ...menOf(board), toMove: toMove ?? other(winner), last, winner };
  },
  /** Positions with the same board and player to move go on alike, so the last move is left out. */
  informationKey: ({ role, board, toMove }) => `${role} ${board.join('/')} ${toMove}`,
  agents: AGENTS,
});

function seatToMove(state: BreakthroughState): Seat {
  return state.toMove === 'first' ? state.first : 1 - state.first;
}

function readerRole(state: BreakthroughState, reader: Reader): BreakthroughRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function other(role: BreakthroughRole | null): BreakthroughRole {
  return role === 'first' ? 'second' : 'first';
}

/** The letters of a text with spaces between. */
function spaced(text: string): string {
  return text.split('').join(' ');
}

/** A move that the role can make at the start: on four ranks the men stand face to face, so that only taking is left. */
function exampleOf(isSecond: boolean, rows: number): string {
  const toFile = rows === 4 ? 'b' : 'a';
  return isSecond ? `a${rows - 1}${toFile}${rows - 2}` : `a2${toFile}3`;
}

function isOn(men: Men, square: string): boolean {
  return (((men[rankOf(square)] as number) >> fileOf(square)) & 1) === 1;
}

function isSquare(square: string, { rows, cols }: BreakthroughOptions): boolean {
  if (!/^[a-z][1-9][0-9]?$/.test(square)) return false;
  return fileOf(square) < cols && rankOf(square) < rows;
}
