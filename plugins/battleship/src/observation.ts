/**
 * Battleship as its readers see it: roles, options, shots with their answers and the observation, with their words for people and
 * language models. Words show what an observation holds and nothing else. It makes no observation: `battleship.ts` does.
 */
import type { AnsweredShot } from './consistent.js';
import { cellText, placementText, ROW_NAMES, type Fleet } from './fleet.js';

export const ROLES = ['first', 'second'] as const;
export type BattleshipRole = (typeof ROLES)[number];

export type BattleshipOptions = {
  readonly size: number;
  readonly fleet: readonly number[];
  readonly equalTurns: boolean;
  readonly place: 'random' | 'player';
};

/** A shot as everybody knows it. */
export type Shot = AnsweredShot & { readonly role: BattleshipRole };

export type BattleshipObservation = {
  readonly options: BattleshipOptions;
  readonly role: BattleshipRole | 'spectator';
  readonly stage: 'placing' | 'shooting' | 'over';
  /** The reader's own ships; `null` before they lie, and for spectators. */
  readonly fleet: Fleet | null;
  /**
   * The waters of both roles as this reader sees them, row by row: `.` nothing known, `o` a shot into water, `x` a hit, `#` the hit that
   * sank a ship. In the reader's own waters a letter for each ship, a capital where it is hit, and `.` for water.
   */
  readonly waters: { readonly first: readonly string[]; readonly second: readonly string[] };
  /** All shots of both roles in order. */
  readonly shots: readonly Shot[];
  /** Who shoots now; `null` while fleets are placed and at the end. */
  readonly toAct: BattleshipRole | null;
  readonly winner: BattleshipRole | 'draw' | null;
};

export function otherRole(role: BattleshipRole): BattleshipRole {
  return role === 'first' ? 'second' : 'first';
}

/** The rules with the real options; the examples show the format alone. */
export function rulesText(role: string, { size, fleet, equalTurns, place }: BattleshipOptions): string {
  const lastRow = ROW_NAMES[size - 1] as string;
  const lines = [
    `Battleship on two boards of ${size} by ${size} cells: rows A (top) to ${lastRow}, columns 1 (left) to ${size}. Each side has ${fleet.length} ${fleet.length === 1 ? 'ship' : 'ships'} of length ${fleet.join(', ')}, laid across or down without overlap.`,
    `Your role is "${role}": ${role === 'second' ? 'your opponent shoots first' : 'you shoot first'}. The sides shoot in turn, one shot a turn, at a cell they have not shot at before.`,
    'Both are told the answer: miss, hit, or sunk with the length of the ship, when its last cell is hit. Which cells belong to it is not told.',
    `Whoever sinks all ships of the other side wins.${equalTurns ? ' When "first" does so, "second" has one shot left to answer; if that sinks the last ship of "first", it is a draw.' : ''}`,
  ];
  if (place === 'player') {
    lines.push(
      'Before the first shot both sides place their ships, neither seeing the other: for every ship in the order above its top left cell, then h (it goes on to the right) or v (downwards).',
      `Answer then with all ships in brackets. Format only: [Place ${exampleFleet(fleet.length)}]`,
    );
  }
  lines.push(`Answer with a cell in brackets${place === 'player' ? ' once shooting begins' : ''}. Format only: [A1]`);
  return lines.join('\n');
}

function exampleFleet(ships: number): string {
  return Array.from({ length: ships }, (_, ship) => `A${(ship % 3) + 1}v`).join(' ');
}

/** An observation in words, several lines. */
export function describe(observation: BattleshipObservation): string {
  const { options, role, stage, fleet, waters, shots, toAct, winner } = observation;
  const lines = [role === 'spectator' ? 'You watch.' : `You are ${role}.`];
  for (const own of role === 'spectator' ? ROLES : [role, otherRole(role)]) {
    lines.push(own === role ? 'Your waters (letters: your ships, capitals: hit, o: shots into water):' : `${role === 'spectator' ? `Waters of ${own}` : 'Your shots at the other side'} (o: miss, x: hit, #: hit that sank a ship):`);
    lines.push(...drawn(waters[own], options.size));
  }
  if (fleet) lines.push(`Your ships: ${fleet.map((placement, ship) => `${letterOf(ship)} of length ${options.fleet[ship]} at ${placementText(placement)}`).join(', ')}.`);
  lines.push(shots.length === 0 ? 'No shot yet.' : `Shots so far: ${shots.map(describeShot).join('; ')}.`);
  if (winner) lines.push(winner === 'draw' ? 'Both fleets are sunk: a draw.' : `All ships of ${otherRole(winner)} are sunk: ${winner} wins.`);
  else if (stage === 'placing') lines.push(options.place === 'player' ? `Place your ships of length ${options.fleet.join(', ')}.` : 'The ships are about to be placed.');
  else lines.push(toAct === role ? 'It is your turn to shoot.' : `${toAct} is to shoot.`);
  return lines.join('\n');
}

function drawn(rows: readonly string[], size: number): string[] {
  const width = String(size).length;
  const line = (name: string, cells: readonly string[]): string => `  ${name} ${cells.map((cell) => cell.padStart(width)).join(' ')}`;
  return [line(' ', rows.map((_, col) => String(col + 1))), ...rows.map((row, index) => line(ROW_NAMES[index] as string, row.split('')))];
}

function describeShot(shot: Shot): string {
  return `${shot.role} ${cellText(shot)} ${shot.answer}${shot.length === null ? '' : ` a ship of ${shot.length}`}`;
}

/** Letter of a ship in its owner's waters. */
export function letterOf(ship: number): string {
  return String.fromCodePoint(97 + ship);
}
