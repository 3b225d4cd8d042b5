/**
 * Connect Four: two seats drop discs into columns in turn, the first line of four (or `connect`) own discs wins.
 * No chance, nothing secret; with `blind` the grid is not shown and readers get the columns played instead.
 * The rules are the public ones; lines and shared action objects are in `grid.ts`, opponents in `negamax.ts`.
 */
import { API_VERSION, defineGame, foldAscii, readInteger, type Reader, type Returns, type Role, type Seat } from '@spiral-arena/core/game';
import { cellsOf, completesLine, discsOf, drawGrid, gridOf, heightOf, MARKS, topMark, type Cell, type ColumnAction, type Discs, type Mark } from './grid.js';
import { AGENTS } from './negamax.js';

export const ROLES = ['first', 'second'] as const;
export type ConnectFourRole = (typeof ROLES)[number];

export type ConnectFourOptions = {
  readonly rows: number;
  readonly cols: number;
  /** Discs in line that win. */
  readonly connect: number;
  /** The grid is not shown: readers get the columns played so far. */
  readonly blind: boolean;
};

export type ConnectFourState = {
  readonly options: ConnectFourOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** Discs of 'first', and of 'second': per column a number, bit r for row r from the bottom. */
  readonly x: Discs;
  readonly o: Discs;
  /** Discs in the grid. */
  readonly discs: number;
  /** The column played last. */
  readonly last: number | null;
  readonly winner: ConnectFourRole | null;
  /** The columns in order of play; kept only where the grid is hidden. */
  readonly history: readonly number[];
};

export type ConnectFourObservation = {
  readonly options: ConnectFourOptions;
  readonly role: ConnectFourRole | 'spectator';
  /** The reader's mark; empty for a spectator. */
  readonly mark: Cell;
  /** Row by row from the top left; `null` where the grid is hidden. */
  readonly cells: readonly Cell[] | null;
  /** The columns in order of play where the grid is hidden; else empty. */
  readonly history: readonly number[];
  readonly last: number | null;
  readonly toMove: ConnectFourRole | null;
  readonly winner: ConnectFourRole | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly ColumnAction[] = Object.freeze([]);
const NO_HISTORY: readonly number[] = Object.freeze([]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const TOKEN = /^(?:col ?)?([0-9]+)$/;

export const connectFour = defineGame<ConnectFourOptions, ConnectFourState, ColumnAction, ConnectFourObservation>({
  id: 'connect-four',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Connect Four',
  summary: 'Drop discs into columns in turn; the first line of four wins.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: ({ blind }) => (blind ? 'imperfect' : 'perfect'),
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ rows, cols }) => rows * cols,

  optionsSchema: {
    type: 'object',
    properties: {
      rows: { type: 'integer', minimum: 3, maximum: 20, default: 6, description: 'Cells in a column.' },
      cols: { type: 'integer', minimum: 3, maximum: 20, default: 7, description: 'Columns.' },
      connect: { type: 'integer', minimum: 3, maximum: 10, default: 4, description: 'Discs in line that win.' },
      blind: { type: 'boolean', default: false, description: 'Do not show the grid; list the columns played instead.' },
    },
    additionalProperties: false,
  },
  variants: { large: { rows: 12, cols: 15 }, blind: { blind: true } },
  optionsProblem: ({ rows, cols, connect }) => (connect > Math.max(rows, cols) ? `a line of ${connect} does not fit in a grid of ${rows} rows and ${cols} columns` : null),
  actionSchema: ({ cols }) => ({
    type: 'object',
    properties: { column: { type: 'integer', minimum: 0, maximum: cols - 1 } },
    required: ['column'],
    additionalProperties: false,
  }),

  initialState: (options, roles) => startOf(options, roles[0] === 'first' ? 0 : 1),
  isTerminal,
  seatsToAct: (state) => (isTerminal(state) ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: connect-four has no chance');
    const seat = seatToMove(state);
    return drop(state, (move.actions[seat] as ColumnAction).column + 0); // -0 becomes 0
  },
  legalActions(state, seat) {
    if (isTerminal(state) || seat !== seatToMove(state)) return NO_ACTIONS;
    const { options, x, o, discs } = state;
    const { actions } = gridOf(options);
    if (discs < options.rows) return actions; // too few discs to fill a column
    const legal: ColumnAction[] = [];
    for (let column = 0; column < actions.length; column++) if (heightOf(x, o, column) < options.rows) legal.push(actions[column] as ColumnAction);
    return legal;
  },
  refusal({ options, x, o }, _seat, { column }) {
    if (!(column >= 0 && column < options.cols && Number.isInteger(column))) return `there is no column ${column}: columns go from 0 to ${options.cols - 1}`;
    return heightOf(x, o, column) < options.rows ? null : `column ${column} is full`;
  },

  observe(state, reader) {
    const { options, x, o, history, last, winner } = state;
    const role = readerRole(state, reader);
    return {
      options,
      role,
      mark: role === 'spectator' ? '' : markOf(role),
      cells: options.blind ? null : cellsOf(options, x, o),
      history,
      last,
      toMove: isTerminal(state) ? null : roleToMove(state),
      winner,
    };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    const role = roleToMove(state);
    return { role, mark: markOf(role), column: (move.actions[seatToMove(state)] as ColumnAction).column + 0 };
  },

  rules(role, { rows, cols, connect, blind }) {
    const mark = markOf(role);
    return [
      `Connect Four in a grid of ${rows} rows and ${cols} columns. The columns are numbered from 0 (left) to ${cols - 1} (right).`,
      `Your role is "${role}": your discs are ${mark}, your opponent's are ${mark === 'X' ? 'O' : 'X'}. ${role === 'second' ? 'Your opponent moves first.' : 'You move first.'}`,
      'In turn, each player drops a disc into a column that is not full. It falls to the lowest free cell of that column.',
      `Whoever first has ${connect} or more own discs in a line wins: across, down or along a diagonal. A full grid without such a line is a draw.`,
      ...(blind ? ['The grid is not shown. You see the columns played so far, in order; X played the first of them.'] : []),
      `Answer with the number of a column in brackets. Format only: [col ${Math.floor((cols - 1) / 2)}]`,
    ].join('\n');
  },
  text({ options, role, mark, cells, history, last, toMove, winner }) {
    const lines = [role === 'spectator' ? 'You watch.' : `You are ${role} and play ${mark}.`];
    if (cells) lines.push('Grid:', drawGrid(options, cells));
    else if (history.length > 0) lines.push('The grid is hidden. Columns played, from the first move on:', history.map((column, move) => `${move % 2 === 0 ? 'X' : 'O'} ${column}`).join(', '));
    if (last === null) lines.push('No move yet.');
    else if (cells) lines.push(`Last move: ${topMark(options, cells, last)} played column ${last}.`);
    if (winner) lines.push(`${winner} has ${options.connect} in a line and wins.`);
    else if (toMove === null) lines.push('The grid is full: a draw.');
    else lines.push(toMove === role ? 'It is your turn.' : `${toMove} is to move.`);
    return lines.join('\n');
  },
  brief({ role, cells, history }) {
    let text = `connect-four ${role}`;
    if (cells === null) for (let move = 0; move < history.length; move++) text += ` ${history[move]}`;
    else for (let cell = 0; cell < cells.length; cell++) text += ` ${cells[cell] || '.'}`;
    return text;
  },
  briefWords: ({ cols, blind }) => ['connect-four', ...ROLES, 'spectator', 'col', ...Array.from({ length: cols }, (_, column) => String(column)), ...(blind ? [] : ['.', ...MARKS])],
  formatAction: ({ column }) => `[col ${column}]`,
  keywords: ['col'],
  readToken(inside) {
    const column = readInteger(TOKEN.exec(foldAscii(inside))?.[1] ?? '');
    return column === null ? null : { column };
  },

  returns: (state) => (state.winner === null ? DRAW : (WON_BY[state.winner === 'first' ? state.first : 1 - state.first] as Returns)),

  sampleState({ options, role, cells, history, last, winner }, seat) {
    const first = role === 'second' ? 1 - seat : seat;
    if (cells) return { options, first, x: discsOf(options, cells, 'X'), o: discsOf(options, cells, 'O'), discs: cells.filter((cell) => cell !== '').length, last, winner, history };
    let state = startOf(options, first);
    for (const column of history) state = drop(state, column);
    return state;
  },
  /** Positions with the same grid go on alike, so the last move is left out. */
  informationKey: ({ role, cells, history }) => `${role} ${cells ? cells.map((cell) => cell || '.').join('') : history.join(' ')}`,
  agents: AGENTS,
});

function startOf(options: ConnectFourOptions, first: Seat): ConnectFourState {
  const { empty } = gridOf(options);
  return { options, first, x: empty, o: empty, discs: 0, last: null, winner: null, history: NO_HISTORY };
}

/** The state after a disc of the player to move in a column that is not full. */
function drop(state: ConnectFourState, column: number): ConnectFourState {
  const { options, first, x, o, discs } = state;
  const isX = discs % 2 === 0;
  const row = heightOf(x, o, column);
  const own = [...(isX ? x : o)];
  (own[column] as number) |= 1 << row;
  const winner = completesLine(own, column, row, options.connect) ? roleToMove(state) : null;
  return { options, first, x: isX ? own : x, o: isX ? o : own, discs: discs + 1, last: column, winner, history: options.blind ? [...state.history, column] : NO_HISTORY };
}

function isTerminal(state: ConnectFourState): boolean {
  return state.winner !== null || state.discs === state.options.rows * state.options.cols;
}

function seatToMove(state: ConnectFourState): Seat {
  return state.discs % 2 === 0 ? state.first : 1 - state.first;
}

function roleToMove(state: ConnectFourState): ConnectFourRole {
  return state.discs % 2 === 0 ? 'first' : 'second';
}

function readerRole(state: ConnectFourState, reader: Reader): ConnectFourRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function markOf(role: Role): Mark {
  return role === 'second' ? 'O' : 'X';
}
