/**
 * Tic-tac-toe and its larger boards: two seats take free cells in turn, the first own line of the wanted length wins.
 * No chance, nothing hidden. Lines and shared action objects are in `board.ts`, opponents in `minimax.ts`.
 * The rules are the public ones; size, line length and the first mover's mark are options.
 */
import { API_VERSION, defineGame, readInteger, type Reader, type Returns, type Role, type Seat } from '@spiral-arena/core/game';
import { boardOf, completesLine, drawBoard, MARKS, type Cell, type CellAction, type Mark } from './board.js';
import { AGENTS } from './minimax.js';

export const ROLES = ['first', 'second'] as const;
export type TicTacToeRole = (typeof ROLES)[number];

export type TicTacToeOptions = {
  readonly size: number;
  readonly line: number;
  readonly firstMark: Mark;
  /** Whether texts number the free cells; the rules are the same without. */
  readonly showLegal: boolean;
};

export type TicTacToeState = {
  readonly options: TicTacToeOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  readonly cells: readonly Cell[];
  /** Marks on the board. */
  readonly moves: number;
  readonly last: number | null;
  readonly winner: TicTacToeRole | null;
};

export type TicTacToeObservation = {
  readonly options: TicTacToeOptions;
  readonly role: TicTacToeRole | 'spectator';
  /** The reader's mark; empty for a spectator. */
  readonly mark: Cell;
  readonly cells: readonly Cell[];
  /** The cell taken last. */
  readonly last: number | null;
  readonly toMove: TicTacToeRole | null;
  readonly winner: TicTacToeRole | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly CellAction[] = Object.freeze([]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];


export const ticTacToe = defineGame<TicTacToeOptions, TicTacToeState, CellAction, TicTacToeObservation>({
  id: 'tic-tac-toe',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Tic-tac-toe',
  summary: 'Take cells in turn; the first own line wins. 3x3 by default, up to 7x7.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ size }) => size * size,

  optionsSchema: {
    type: 'object',
    properties: {
      size: { type: 'integer', minimum: 3, maximum: 7, default: 3, description: 'Cells along a side.' },
      line: { type: 'integer', minimum: 3, maximum: 7, default: 3, description: 'Marks in a row that win; at most the size.' },
      firstMark: { enum: MARKS, default: 'X', description: "The first mover's mark. TextArena gives the first mover O." },
      showLegal: { type: 'boolean', default: true, description: 'Number the free cells in the drawing.' },
    },
    additionalProperties: false,
  },
  variants: { '5x5': { size: 5, line: 4 }, '5x5-line5': { size: 5, line: 5 } },
  optionsProblem: ({ size, line }) => (line > size ? `a line of ${line} does not fit on a board of size ${size}` : null),
  actionSchema: ({ size }) => ({
    type: 'object',
    properties: { cell: { type: 'integer', minimum: 0, maximum: size * size - 1 } },
    required: ['cell'],
    additionalProperties: false,
  }),

  initialState: (options, roles) => ({
    options,
    first: roles[0] === 'first' ? 0 : 1,
    cells: boardOf(options.size, options.line).empty,
    moves: 0,
    last: null,
    winner: null,
  }),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: tic-tac-toe has no chance');
    const seat = seatToMove(state);
    const cell = (move.actions[seat] as CellAction).cell + 0; // -0 becomes 0
    const { options, first } = state;
    const role = seat === first ? 'first' : 'second';
    const cells = [...state.cells];
    cells[cell] = markOf(role, options);
    const winner = completesLine(boardOf(options.size, options.line), cells, cell) ? role : null;
    return { options, first, cells, moves: state.moves + 1, last: cell, winner };
  },
  legalActions(state, seat) {
    if (isTerminal(state) || seat !== seatToMove(state)) return NO_ACTIONS;
    const { actions } = boardOf(state.options.size, state.options.line);
    const legal: CellAction[] = [];
    for (let cell = 0; cell < actions.length; cell++) if (state.cells[cell] === '') legal.push(actions[cell] as CellAction);
    return legal;
  },
  refusal(state, _seat, { cell }) {
    const taken = state.cells[cell];
    if (taken === '') return null;
    if (taken === undefined) return `there is no cell ${cell}: cells go from 0 to ${state.cells.length - 1}`;
    return `cell ${cell} already holds ${taken}`;
  },

  observe(state, reader) {
    const { options, cells, last, winner } = state;
    const role = readerRole(state, reader);
    const toMove = isTerminal(state) ? null : roleToMove(state);
    return { options, role, mark: role === 'spectator' ? '' : markOf(role, options), cells, last, toMove, winner };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    const role = roleToMove(state);
    return { role, mark: markOf(role, state.options), cell: (move.actions[seatToMove(state)] as CellAction).cell + 0 };
  },

  rules(role, options) {
    const { size, line } = options;
    const last = size * size - 1;
    const mark = markOf(role === 'second' ? 'second' : 'first', options);
    const other = mark === 'X' ? 'O' : 'X';
    const order = role === 'second' ? 'Your opponent moves first.' : 'You move first.';
    return [
      `Tic-tac-toe on a board of ${size} by ${size} cells, numbered row by row from 0 (top left) to ${last} (bottom right).`,
      `Your role is "${role}": you play ${mark} against ${other}. ${order}`,
      `In turn, each player puts a mark on one free cell. Whoever first has ${line} own marks in a row wins: across, down or along a diagonal.`,
      'A full board without such a line is a draw. Taking a cell that is not free is an illegal action.',
      `Answer with the number of a free cell in brackets. Format only: [${(last - (last % 2)) / 2}]`,
    ].join('\n');
  },
  text(observation) {
    const { options, role, mark, cells, last, toMove, winner } = observation;
    const lines = [role === 'spectator' ? 'You watch.' : `You are ${role} and play ${mark}.`, 'Board:', drawBoard(options.size, cells, options.showLegal)];
    lines.push(last === null ? 'No move yet.' : `Last move: ${cells[last]} took cell ${last}.`);
    if (winner) lines.push(`${winner} has a line of ${options.line} and wins.`);
    else if (toMove === null) lines.push('The board is full: a draw.');
    else lines.push(toMove === role ? 'It is your turn.' : `${toMove} is to move.`);
    return lines.join('\n');
  },
  brief({ options, role, cells }) {
    const { words } = boardOf(options.size, options.line);
    let text = `tic-tac-toe ${role}`;
    for (let cell = 0; cell < cells.length; cell++) text += ` ${cells[cell] || words[cell]}`;
    return text;
  },
  briefWords: ({ size, line }) => ['tic-tac-toe', ...ROLES, 'spectator', ...MARKS, ...boardOf(size, line).words],
  formatAction: ({ cell }) => `[${cell}]`,
  keywords: [],
  readToken(inside, { options: { size, line } }) {
    const cell = readInteger(inside);
    return cell === null ? null : (boardOf(size, line).actions[cell] ?? { cell });
  },

  returns: (state) => (state.winner === null ? DRAW : (WON_BY[state.winner === 'first' ? state.first : 1 - state.first] as Returns)),

  sampleState({ options, role, cells, last, winner }, seat) {
    return { options, first: role === 'second' ? 1 - seat : seat, cells, moves: cells.filter((cell) => cell !== '').length, last, winner };
  },
  /** Positions with the same board go on alike, so the last move is left out. */
  informationKey: ({ role, cells }) => `${role} ${cells.map((cell) => cell || '.').join('')}`,
  agents: AGENTS,
});

function isTerminal(state: TicTacToeState): boolean {
  return state.winner !== null || state.moves === state.cells.length;
}

function seatToMove(state: TicTacToeState): Seat {
  return state.moves % 2 === 0 ? state.first : 1 - state.first;
}

function roleToMove(state: TicTacToeState): TicTacToeRole {
  return state.moves % 2 === 0 ? 'first' : 'second';
}

function readerRole(state: TicTacToeState, reader: Reader): TicTacToeRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function markOf(role: Role, { firstMark }: TicTacToeOptions): Mark {
  if (role === 'first') return firstMark;
  return firstMark === 'X' ? 'O' : 'X';
}
