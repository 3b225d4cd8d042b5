/**
 * Dots and Boxes: two seats draw lines between dots; whoever draws the fourth line of a box owns it and draws again. More boxes win.
 * No chance, nothing hidden; the turn does not alternate. The rules are the public ones, rows and columns of boxes are options.
 * Lines and shared action objects are in `grid.ts`, opponents in `opponents.ts`.
 */
import { API_VERSION, defineGame, foldAscii, readInteger, type Reader, type Returns, type Role, type Seat } from '@spiral-arena/core/game';
import { DIRECTIONS, drawGrid, gridOf, isClosed, lineCount, lineOf, type Box, type Line, type LineAction, type Mark } from './grid.js';
import { AGENTS } from './opponents.js';

export const ROLES = ['first', 'second'] as const;
export type DotsAndBoxesRole = (typeof ROLES)[number];

export type DotsAndBoxesOptions = {
  /** Rows of boxes. */
  readonly rows: number;
  /** Columns of boxes. */
  readonly cols: number;
};

export type DotsAndBoxesState = {
  readonly options: DotsAndBoxesOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** Per line, 1 when it is drawn: the horizontal ones row by row, then the vertical ones. */
  readonly lines: readonly Line[];
  /** Per box, row by row, the mark of whoever closed it. */
  readonly boxes: readonly Box[];
  /** Lines not drawn yet. */
  readonly free: number;
  readonly toMove: DotsAndBoxesRole;
  readonly last: LineAction | null;
};

export type DotsAndBoxesObservation = {
  readonly options: DotsAndBoxesOptions;
  readonly role: DotsAndBoxesRole | 'spectator';
  /** The reader's mark; empty for a spectator. */
  readonly mark: Box;
  readonly lines: readonly Line[];
  readonly boxes: readonly Box[];
  readonly scores: { readonly first: number; readonly second: number };
  readonly last: LineAction | null;
  readonly toMove: DotsAndBoxesRole | null;
  readonly winner: DotsAndBoxesRole | null;
};

const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly LineAction[] = Object.freeze([]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const TOKEN = /^([hv])(?: ?, ?| )([0-9]+)(?: ?, ?| )([0-9]+)$/;

export const dotsAndBoxes = defineGame<DotsAndBoxesOptions, DotsAndBoxesState, LineAction, DotsAndBoxesObservation>({
  id: 'dots-and-boxes',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Dots and Boxes',
  summary: 'Draw lines between dots; closing a box scores it and gives another turn.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: 'sequential',
  information: 'perfect',
  chance: 'none',
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: lineCount,

  optionsSchema: {
    type: 'object',
    properties: {
      rows: { type: 'integer', minimum: 1, maximum: 8, default: 3, description: 'Rows of boxes.' },
      cols: { type: 'integer', minimum: 1, maximum: 8, default: 3, description: 'Columns of boxes.' },
    },
    additionalProperties: false,
  },
  variants: { '2x2': { rows: 2, cols: 2 }, '5x5': { rows: 5, cols: 5 } },
  actionSchema: ({ rows, cols }) => ({
    type: 'object',
    properties: { dir: { enum: DIRECTIONS }, row: { type: 'integer', minimum: 0, maximum: rows }, col: { type: 'integer', minimum: 0, maximum: cols } },
    required: ['dir', 'row', 'col'],
    additionalProperties: false,
  }),

  initialState(options, roles) {
    const { noLines, noBoxes } = gridOf(options);
    return { options, first: roles[0] === 'first' ? 0 : 1, lines: noLines, boxes: noBoxes, free: noLines.length, toMove: 'first', last: null };
  },
  isTerminal: (state) => state.free === 0,
  seatsToAct: (state) => (state.free === 0 ? NOBODY : (ONLY[seatToMove(state)] as readonly Seat[])),
  apply(state, move) {
    if (move.kind !== 'actions') throw new TypeError('expected an action, got a chance outcome: dots-and-boxes has no chance');
    const { options, first, toMove, free } = state;
    const grid = gridOf(options);
    const line = lineOf(options, move.actions[seatToMove(state)] as LineAction);
    const lines = [...state.lines];
    lines[line] = 1;
    let { boxes } = state;
    for (const box of grid.boxesAt[line] as readonly number[]) {
      if (isClosed(grid, lines, box)) boxes = boxes.with(box, markOf(toMove));
    }
    const again = boxes !== state.boxes; // also after the last line, where nobody is to act any more
    return { options, first, lines, boxes, free: free - 1, toMove: again ? toMove : otherOf(toMove), last: grid.actions[line] as LineAction };
  },
  legalActions(state, seat) {
    if (state.free === 0 || seat !== seatToMove(state)) return NO_ACTIONS;
    const { actions } = gridOf(state.options);
    const legal: LineAction[] = [];
    for (let line = 0; line < actions.length; line++) if (state.lines[line] === 0) legal.push(actions[line] as LineAction);
    return legal;
  },
  refusal({ options, lines }, _seat, action) {
    const line = lineOf(options, action);
    const { rows, cols } = options;
    if (line === -1) return `there is no line ${wordsOf(action)}: h goes from 0 0 to ${rows} ${cols - 1}, v from 0 0 to ${rows - 1} ${cols}`;
    return lines[line] === 0 ? null : `line ${wordsOf(action)} is drawn already`;
  },

  observe(state, reader) {
    const { options, lines, boxes, last, toMove, free } = state;
    const role = readerRole(state, reader);
    const scores = scoresOf(boxes);
    const winner = free === 0 ? moreOf(scores) : null;
    return { options, role, mark: role === 'spectator' ? '' : markOf(role), lines, boxes, scores, last, toMove: free === 0 ? null : toMove, winner };
  },
  told(state, move) {
    if (move.kind !== 'actions') return null;
    const line = lineOf(state.options, move.actions[seatToMove(state)] as LineAction);
    return { role: state.toMove, ...(gridOf(state.options).actions[line] as LineAction) };
  },

  rules(role, { rows, cols }) {
    const mark = markOf(role);
    return [
      `Dots and Boxes with ${rows} ${rows === 1 ? 'row' : 'rows'} and ${cols} ${cols === 1 ? 'column' : 'columns'} of boxes between dots.`,
      `Your role is "${role}": your boxes are marked ${mark}, your opponent's ${mark === 'X' ? 'O' : 'X'}. ${role === 'second' ? 'Your opponent moves first.' : 'You move first.'}`,
      'In turn, each player draws one line between two neighbouring dots. Whoever draws the fourth line of a box owns it and must draw again; one line may close two boxes.',
      'When all lines are drawn, whoever has more boxes wins; equal numbers are a draw.',
      `A line is named by its direction, row and column, counted from 0 at the top left: horizontal lines (h) are in rows 0 to ${rows} and columns 0 to ${cols - 1},`,
      `vertical lines (v) in rows 0 to ${rows - 1} and columns 0 to ${cols}. The box in row r and column c lies between h r c above, h r+1 c below, v r c left and v r c+1 right.`,
      'Answer with a line that is not drawn, in brackets. Format only: [h 0 0]',
    ].join('\n');
  },
  text({ options, role, mark, lines, boxes, scores, last, toMove, winner }) {
    const texts = [role === 'spectator' ? 'You watch.' : `You are ${role} and mark your boxes ${mark}.`, 'Grid:', drawGrid(options, lines, boxes)];
    texts.push(`Boxes: first (X) ${scores.first}, second (O) ${scores.second}.`, last === null ? 'No line yet.' : `Last line: ${wordsOf(last)}.`);
    if (toMove === null) texts.push(winner ? `All lines are drawn: ${winner} wins.` : 'All lines are drawn: a draw.');
    else texts.push(toMove === role ? 'It is your turn.' : `${toMove} is to move.`);
    return texts.join('\n');
  },
  brief({ role, lines, scores }) {
    let text = `dots-and-boxes ${role} ${role === 'second' ? `${scores.second} ${scores.first}` : `${scores.first} ${scores.second}`}`;
    for (let line = 0; line < lines.length; line++) text += lines[line] === 1 ? ' -' : ' .';
    return text;
  },
  briefWords({ rows, cols }) {
    const most = Math.max(rows * cols, rows, cols);
    return ['dots-and-boxes', ...ROLES, 'spectator', '.', '-', ...DIRECTIONS, ...Array.from({ length: most + 1 }, (_, number) => String(number))];
  },
  formatAction: (action) => `[${wordsOf(action)}]`,
  keywords: [],
  readToken(inside) {
    const [, dir, first = '', second = ''] = TOKEN.exec(foldAscii(inside)) ?? [];
    const row = readInteger(first);
    const col = readInteger(second);
    return dir === undefined || row === null || col === null ? null : { dir, row, col };
  },

  returns({ first, boxes, free }) {
    const winner = free === 0 ? moreOf(scoresOf(boxes)) : null;
    return winner === null ? DRAW : (WON_BY[winner === 'first' ? first : 1 - first] as Returns);
  },

  sampleState({ options, role, lines, boxes, last, toMove }, seat) {
    const free = lines.reduce<number>((count, line) => count + 1 - line, 0);
    return { options, first: role === 'second' ? 1 - seat : seat, lines, boxes, free, toMove: toMove ?? 'first', last };
  },
  /** Positions with the same lines, scores and player to move go on alike: who owns which box and the last line are left out. */
  informationKey: ({ role, lines, scores, toMove }) => `${role} ${lines.join('')} ${scores.first} ${scores.second} ${toMove}`,
  agents: AGENTS,
});

function seatToMove(state: DotsAndBoxesState): Seat {
  return state.toMove === 'first' ? state.first : 1 - state.first;
}

function readerRole(state: DotsAndBoxesState, reader: Reader): DotsAndBoxesRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function markOf(role: Role): Mark {
  return role === 'second' ? 'O' : 'X';
}

function otherOf(role: DotsAndBoxesRole): DotsAndBoxesRole {
  return role === 'first' ? 'second' : 'first';
}

function scoresOf(boxes: readonly Box[]): { readonly first: number; readonly second: number } {
  let [first, second] = [0, 0];
  for (let box = 0; box < boxes.length; box++) {
    if (boxes[box] === 'X') first++;
    else if (boxes[box] === 'O') second++;
  }
  return { first, second };
}

function moreOf({ first, second }: { readonly first: number; readonly second: number }): DotsAndBoxesRole | null {
  return first === second ? null : first > second ? 'first' : 'second';
}

/** The line of an action as words; -0 is 0. */
function wordsOf({ dir, row, col }: LineAction): string {
  return `${dir} ${row} ${col}`;
}
