/**
 * Othello: two seats place discs that turn over the other's discs between; whoever has more discs in the end wins.
 * No chance, nothing hidden; the rules are the public ones, the size of the board is an option. A player who cannot place a disc
 * passes, which is an action of its own. Bits and shared action objects are in `board.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, readInteger, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { cellsOf, countOf, isAny, PASS, place, placements, startOf, type Discs, type OthelloAction } from './board.js';
import { AGENTS } from './opponents.js';
import { discsOf, rowsOf, type Rows } from './rows.js';

export const ROLES = ['first', 'second'] as const;
export type OthelloRole = (typeof ROLES)[number];

export type OthelloOptions = {
  /** Cells along a side. */
  readonly size: number;
  /** Whether texts mark the cells where a disc may be placed; the rules are the same without. */
  readonly showLegal: boolean;
};

export type OthelloState = {
  readonly options: OthelloOptions;
  /** The seat of the role 'first', which plays black. */
  readonly first: Seat;
  readonly black: Discs;
  readonly white: Discs;
  /** Free cells. */
  readonly free: number;
  readonly toMove: OthelloRole;
  readonly last: OthelloAction | null;
  readonly over: boolean;
};

export type OthelloObservation = {
  readonly options: OthelloOptions;
  readonly role: OthelloRole | 'spectator';
  /** The board from the top row down, a letter a cell: X black, O white, a dot where it is free. */
  readonly rows: Rows;
  readonly discs: { readonly first: number; readonly second: number };
  readonly last: OthelloAction | null;
  readonly toMove: OthelloRole | null;
  readonly winner: OthelloRole | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly OthelloAction[] = Object.freeze([]);
const ONLY_PASS: readonly OthelloAction[] = Object.freeze([PASS]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const TOKEN = /^([0-9]+) ?, ?([0-9]+)$/;

export const othello = defineGame<OthelloOptions, OthelloState, OthelloAction, OthelloObservation>({
  id: 'othello',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Othello',
  summary: 'Place discs and turn over what they enclose; more discs in the end win.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  /** A placement or two passes in a row: every placement can follow one pass, and two end it. */
  maxSteps: ({ size }) => 2 * (size * size - 4) + 2,

  optionsSchema: {
    type: 'object',
    properties: {
      size: { enum: [4, 6, 8, 10], default: 8, description: 'Cells along a side.' },
      showLegal: { type: 'boolean', default: true, description: 'Mark the cells where a disc may be placed.' },
    },
    additionalProperties: false,
  },
  variants: { '4x4': { size: 4 }, '6x6': { size: 6 } },
  actionSchema({ size }) {
    const index = { type: 'integer', minimum: 0, maximum: size - 1 };
    return {
      oneOf: [
        { type: 'object', properties: { row: index, col: index }, required: ['row', 'col'], additionalProperties: false },
        { type: 'object', properties: { pass: { const: true } }, required: ['pass'], additionalProperties: false },
      ],
    };
  },

  initialState(options, roles) {
    const { black, white } = startOf(options.size);
    return { options, first: roles[0] === 'first' ? 0 : 1, black, white, free: options.size ** 2 - 4, toMove: 'first', last: null, over: false };
  },
  isTerminal: (state) => state.over,
  seatsToAct: (state) => (state.over ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: othello has no chance');
    const { options, first, toMove, free } = state;
    const action = move.actions[seatToMove(state)] as OthelloAction;
    const isBlack = toMove === 'first';
    const next = isBlack ? 'second' : 'first';
    if ('pass' in action) return { options, first, black: state.black, white: state.white, free, toMove: next, last: PASS, over: isPass(state.last) };
    const black = [...state.black];
    const white = [...state.white];
    place(isBlack ? black : white, isBlack ? white : black, action.row, action.col);
    return { options, first, black, white, free: free - 1, toMove: next, last: actionAt(options, action), over: free === 1 };
  },
  legalActions(state, seat) {
    if (state.over || seat !== seatToMove(state)) return NO_ACTIONS;
    const { actions } = startOf(state.options.size);
    const legal: OthelloAction[] = [];
    const found = placementsIn(state);
    for (let row = 0, from = 0; row < found.length; row++, from += found.length) {
      for (let left = found[row] as number; left !== 0; left &= left - 1) legal.push(actions[from + 31 - Math.clz32(left & -left)] as OthelloAction);
    }
    return legal.length > 0 ? legal : ONLY_PASS;
  },
  refusal(state, _seat, action) {
    const found = placementsIn(state);
    if ('pass' in action) return isAny(found) ? 'a player who can place a disc cannot pass' : null;
    const { row, col } = action;
    const { size } = state.options;
    if (!(row >= 0 && row < size && col >= 0 && col < size && Number.isInteger(row) && Number.isInteger(col))) return `there is no cell ${row}, ${col}: rows and columns go from 0 to ${size - 1}`;
    if (((found[row] as number) >> col) & 1) return null;
    if ((((state.black[row] as number) | (state.white[row] as number)) >> col) & 1) return `cell ${row}, ${col} already holds a disc`;
    return isAny(found) ? `a disc in cell ${row}, ${col} would turn over nothing` : `a disc in cell ${row}, ${col} would turn over nothing: no disc can be placed, so pass`;
  },

  observe(state, reader) {
    const { options, black, white, last, toMove, over } = state;
    const discs = { first: countOf(black), second: countOf(white) };
    return { options, role: readerRole(state, reader), rows: rowsOf(black, white), discs, last, toMove: over ? null : toMove, winner: over ? moreOf(discs) : null };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    return { role: state.toMove, ...actionAt(state.options, move.actions[seatToMove(state)] as OthelloAction) };
  },

  rules(role, { size }) {
    const half = size / 2;
    return [
      `Othello on a board of ${size} by ${size} cells. Rows are numbered from 0 (top) to ${size - 1} (bottom), columns from 0 (left) to ${size - 1} (right).`,
      `Your role is "${role}": you play ${role === 'second' ? 'white (O) against black (X). Your opponent moves first.' : 'black (X) against white (O). You move first.'}`,
      'In turn, each player places a disc on a free cell so that it encloses discs of the other colour: in a straight line, across, down or along a diagonal,',
      'between the new disc and another own disc, without a gap. All enclosed discs are turned over, in every direction, and change colour.',
      'A disc that would turn over nothing cannot be placed. A player who cannot place any disc passes, and only then.',
      'The game ends when the board is full or after two passes in a row. Whoever has more discs wins; equal numbers are a draw.',
      'Answer with row and column in brackets, or with [pass] when you cannot place a disc.',
      `Format only: [${half - 2}, ${half - 1}]`,
    ].join('\n');
  },
  text({ options, role, rows, discs, last, toMove, winner }) {
    const lines = [role === 'spectator' ? 'You watch.' : `You are ${role} and play ${role === 'second' ? 'white (O)' : 'black (X)'}.`];
    const [black, white] = discsOf(rows);
    const found = toMove === 'second' ? placements(white, black) : placements(black, white);
    const marked = options.showLegal && toMove !== null;
    lines.push(`Board${marked ? ' (* where a disc may be placed)' : ''}:`, draw(rows, marked ? new Set(cellsOf(found)) : new Set()), `Discs: black (X) ${discs.first}, white (O) ${discs.second}.`);
    if (last === null) lines.push('No move yet.');
    else lines.push('pass' in last ? 'Last move: a pass.' : `Last move: ${rows[last.row]?.[last.col]} at ${last.row}, ${last.col}.`);
    if (toMove === null) lines.push(winner ? `The game is over: ${winner} wins.` : 'The game is over: a draw.');
    else lines.push(`${toMove === role ? 'It is your turn' : `${toMove} is to move`}.${isAny(found) ? '' : ' No disc can be placed: only a pass is possible.'}`);
    return lines.join('\n');
  },
  brief: ({ role, rows }) => `othello ${role} ${rows.join('').split('').join(' ')}`,
  briefWords({ size }) {
    const numbers = Array.from({ length: size }, (_, number) => String(number));
    return ['othello', ...ROLES, 'spectator', '.', 'X', 'O', 'pass', ...numbers.map((number) => `${number},`), ...numbers];
  },
  formatAction: (action) => ('pass' in action ? '[pass]' : `[${action.row}, ${action.col}]`),
  keywords: ['pass'],
  readToken(inside) {
    if (foldAscii(inside) === 'pass') return PASS;
    const [, first = '', second = ''] = TOKEN.exec(inside) ?? [];
    const row = readInteger(first);
    const col = readInteger(second);
    return row === null || col === null ? null : { row, col };
  },

  returns({ first, black, white, over }) {
    const winner = over ? moreOf({ first: countOf(black), second: countOf(white) }) : null;
    return winner === null ? DRAW : (WON_BY[winner === 'first' ? first : 1 - first] as Returns);
  },

  sampleState({ options, role, rows, discs, last, toMove }, seat) {
    const [black, white] = discsOf(rows);
    const free = options.size ** 2 - discs.first - discs.second;
    return { options, first: role === 'second' ? 1 - seat : seat, black, white, free, toMove: toMove ?? 'first', last, over: toMove === null };
  },
  /** Positions with the same board and player to move go on alike, but for a pass before: a second one ends the game. */
  informationKey: ({ role, rows, toMove, last }) => `${role} ${rows.join('/')} ${toMove}${isPass(last) ? ' pass' : ''}`,
  agents: AGENTS,
});

function seatToMove(state: OthelloState): Seat {
  return state.toMove === 'first' ? state.first : 1 - state.first;
}

function placementsIn({ black, white, toMove }: OthelloState): number[] {
  return toMove === 'first' ? placements(black, white) : placements(white, black);
}

function readerRole(state: OthelloState, reader: Reader): OthelloRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function isPass(action: OthelloAction | null): boolean {
  return action !== null && 'pass' in action;
}

/** The shared action object that equals this action; -0 becomes 0. */
function actionAt({ size }: OthelloOptions, action: OthelloAction): OthelloAction {
  return 'pass' in action ? PASS : (startOf(size).actions[action.row * size + action.col] as OthelloAction);
}

function moreOf({ first, second }: { readonly first: number; readonly second: number }): OthelloRole | null {
  return first === second ? null : first > second ? 'first' : 'second';
}

function draw(rows: Rows, marked: ReadonlySet<number>): string {
  const size = rows.length;
  const numbers = Array.from({ length: size }, (_, number) => String(number));
  return [`  ${numbers.join(' ')}`, ...rows.map((row, at) => `${at} ${row.split('').map((cell, col) => (marked.has(at * size + col) ? '*' : cell)).join(' ')}`)].join('\n');
}
