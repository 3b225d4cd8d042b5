/** The words of Snake: rules, observations with a drawing of the board, and briefs. No rule is decided here. */
import { DIRECTIONS } from './board.js';
import type { SnakeObservation, SnakeOptions, SnakeView } from './snake.js';

/** What a cell holds, as the reader sees it: word of the brief and sign of the drawing. */
const CELLS = {
  free: ['.', '.'],
  apple: ['apple', '*'],
  ownHead: ['me', 'H'],
  ownBody: ['my', 'o'],
  ownTail: ['mytail', 't'],
  otherHead: ['foe', 'E'],
  otherBody: ['its', 'x'],
  otherTail: ['itstail', 'y'],
} as const;
type CellKind = keyof typeof CELLS;

export function rules({ width, height, apples, maxTicks, scoreBreaksTies }: SnakeOptions): string {
  return [
    `Snake for two on ${width} by ${height} cells: x goes from 0 to ${width - 1} to the right, y from 0 to ${height - 1} upwards.`,
    'In each tick both players choose a direction at the same time, and both heads move one cell.',
    `A head on an apple eats it: 1 point, the snake grows by one cell, and a new apple appears. ${apples} ${apples === 1 ? 'apple is' : 'apples are'} on the board.`,
    'A snake dies when its head leaves the board or runs into a cell that a body still holds after the tick. The cell of a tail is free, unless that snake eats in this tick. Two heads that meet on one cell or change places both die.',
    `Whoever is left alone wins. When both die in one tick ${scoreBreaksTies ? 'the higher score wins' : 'it is a draw'}. After ${maxTicks} ticks with both alive the higher score wins, equal scores are a draw.`,
    'Answer with a direction in brackets: [up], [down], [left] or [right].',
  ].join('\n');
}

export function text(observation: SnakeObservation): string {
  const { options, role, own, other, apples, tick, over } = observation;
  const [me, you] = role === 'player' ? ['you', 'opponent'] : ['seat 0', 'seat 1'];
  const at = (cell: number): string => `(${cell % options.width},${Math.floor(cell / options.width)})`;
  const described = (name: string, { alive, score, length, body }: SnakeView): string =>
    `${name}: ${alive ? `alive, score ${score}, length ${length}${body.length > 0 ? `, head to tail ${body.map(at).join(' ')}` : ''}` : `dead, score ${score}`}`;
  const lines = [
    role === 'player' ? 'You are a player.' : 'You watch.',
    `Tick ${tick} of ${options.maxTicks} is over.`,
    described(me, own),
    described(you, other),
    `apples: ${apples.length === 0 ? 'none' : apples.map(at).join(' ')}`,
    `Board, top row first; ${me}: H head, o body, t tail; ${you}: E head, x body, y tail; * apple:`,
    drawing(observation),
  ];
  if (over) {
    const winner = own.alive === other.alive ? (own.alive || options.scoreBreaksTies ? Math.sign(own.score - other.score) : 0) : own.alive ? 1 : -1;
    lines.push(winner === 0 ? 'The match is over: a draw.' : `The match is over: ${winner > 0 ? me : you} won.`);
  } else if (role === 'player') lines.push('Choose a direction: [up], [down], [left] or [right].');
  return lines.join('\n');
}

function drawing(observation: SnakeObservation): string {
  const { width, height } = observation.options;
  const kinds = kindsOf(observation);
  const rows: string[] = [];
  for (let y = height - 1; y >= 0; y--) rows.push(kinds.slice(y * width, (y + 1) * width).map((kind) => CELLS[kind][1]).join(' '));
  return rows.join('\n');
}

/** Ticks left, both scores, then the cells row by row from the top: a free one `.`. How a body winds between head and tail shows where it can. */
export function brief(observation: SnakeObservation): string {
  const { options, role, own, other, tick } = observation;
  const kinds = kindsOf(observation);
  let words = `snake ${role} ${options.maxTicks - tick} ${own.score} ${other.score}`;
  for (let y = options.height - 1; y >= 0; y--) for (let x = 0; x < options.width; x++) words += ` ${CELLS[kinds[y * options.width + x] as CellKind][0]}`;
  return words;
}

export function briefWords({ maxTicks }: SnakeOptions): readonly string[] {
  const numbers = Array.from({ length: maxTicks + 1 }, (_, number) => String(number)); // a tick brings a snake one point at most
  return ['snake', 'player', 'spectator', ...DIRECTIONS, ...Object.values(CELLS).map(([word]) => word), ...numbers];
}

function kindsOf({ options, own, other, apples }: SnakeObservation): CellKind[] {
  const kinds = Array.from({ length: options.width * options.height }, (): CellKind => 'free');
  for (const cell of apples) kinds[cell] = 'apple';
  for (const [{ body }, head, middle, tail] of [[own, 'ownHead', 'ownBody', 'ownTail'], [other, 'otherHead', 'otherBody', 'otherTail']] as const) {
    body.forEach((cell, index) => { kinds[cell] = index === 0 ? head : index === body.length - 1 ? tail : middle; });
  }
  return kinds;
}
