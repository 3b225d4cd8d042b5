/** Fleets of Battleship by counting: how many there are, that a drawn one is uniform, and that those drawn from answers are exactly the right ones. */
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { Answers, drawFleet, FleetSampler, laysOf, type AnsweredShot, type Lay } from './index.js';

/** Every fleet as the lays of its ships, equal ships told apart. */
function everyFleet(size: number, lengths: readonly number[]): Lay[][] {
  let fleets: Lay[][] = [[]];
  for (const length of lengths) fleets = fleets.flatMap((fleet) => laysOf(size, length).filter(({ cells }) => !fleet.some((other) => other.cells.some((cell) => cells.includes(cell)))).map((lay) => [...fleet, lay]));
  return fleets;
}

const FIVE = everyFleet(5, [3, 2, 2]);

const cellName = (cell: number, size: number) => ({ row: 'ABCDEFGHIJ'[Math.floor(cell / size)] as string, col: (cell % size) + 1 });
const keyOf = (fleet: readonly { row: string; col: number; dir: string }[]) => fleet.map(({ row, col, dir }) => `${row}${col}${dir}`).join(' ');

/** The answers that a fleet gives to shots at these cells. */
function answersOf(fleet: readonly Lay[], cells: readonly number[], size: number): AnsweredShot[] {
  const shot = new Set<number>();
  return cells.map((cell) => {
    shot.add(cell);
    const ship = fleet.find((lay) => lay.cells.includes(cell));
    if (!ship) return { ...cellName(cell, size), answer: 'miss', length: null };
    const sunk = ship.cells.every((part) => shot.has(part));
    return { ...cellName(cell, size), answer: sunk ? 'sunk' : 'hit', length: sunk ? ship.cells.length : null };
  });
}

/** Whether a fleet would have given these answers; the first that differs decides. */
function agrees(fleet: readonly Lay[], cells: readonly number[], shots: readonly AnsweredShot[]): boolean {
  return cells.every((cell, index) => {
    const { answer, length } = shots[index] as AnsweredShot;
    const ship = fleet.find((lay) => lay.cells.includes(cell));
    if (!ship || answer === 'miss') return !ship === (answer === 'miss');
    const sunk = ship.cells.every((part) => cells.slice(0, index + 1).includes(part));
    return sunk ? length === ship.cells.length : answer === 'hit';
  });
}

describe('placements', () => {
  it('113,648 on 6x6 and 25,596 on 5x5 with ships of 3, 2, 2', () => {
    expect(everyFleet(6, [3, 2, 2])).toHaveLength(113_648);
    expect(FIVE).toHaveLength(25_596);
  });

  it('10x10 with the standard fleet: drawn ships are free of overlap as often as 30,093,975,536 placements say', () => {
    const lengths = [5, 4, 3, 3, 2];
    const all = lengths.reduce((product, length) => product * laysOf(10, length).length, 1);
    const rng = Rng.fromSeed(1);
    let free = 0;
    const draws = 20_000;
    for (let draw = 0; draw < draws; draw++) {
      const cells = lengths.flatMap((length) => rng.pick(laysOf(10, length)).cells);
      if (new Set(cells).size === cells.length) free++;
    }
    expect(Math.abs(free / draws - 30_093_975_536 / all)).toBeLessThan(0.012);
  });

  it('a fleet drawn at random is uniform over all', () => {
    const fleets = everyFleet(3, [2, 2]).map((fleet) => keyOf(fleet.map(({ placement }) => placement)));
    expect(chiSquare(fleets, 40 * fleets.length, (rng) => keyOf(drawFleet(3, [2, 2], rng)))).toBeLessThan(fleets.length + 5 * Math.sqrt(2 * fleets.length));
  });
});

describe('fleets that agree with answers', () => {
  it.each([
    ['a hit and misses', [12, 16, 8, 22]],
    ['hits in line', [0, 1, 20, 6, 7]],
    ['many shots', [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 1, 5]],
    ['a whole row and column', [10, 11, 12, 13, 14, 2, 7, 17, 22]],
  ] as const)('%s: every draw agrees, every fleet that agrees is drawn, all as often', (_name, cells) => {
    const rng = Rng.fromSeed(9);
    for (let game = 0; game < 4; game++) {
      const shots = answersOf(rng.pick(FIVE), cells, 5);
      const agreeing = FIVE.filter((fleet) => agrees(fleet, cells, shots)).map((fleet) => keyOf(fleet.map(({ placement }) => placement)));
      expect(agreeing.length).toBeGreaterThan(0);
      const sampler = new FleetSampler(new Answers(5, [3, 2, 2], shots));
      if (agreeing.length > 800) {
        const known = new Set(agreeing);
        for (let draw = 0; draw < 300; draw++) expect(known.has(keyOf(sampler.draw(rng)))).toBe(true);
      } else {
        expect(chiSquare(agreeing, Math.max(400, 12 * agreeing.length), (other) => keyOf(sampler.draw(other)))).toBeLessThan(agreeing.length + 5 * Math.sqrt(2 * agreeing.length) + 10);
      }
    }
  });

  it('a sinking shot counts for ships of its length whose last cell it was, and for no others', () => {
    const shot = (cell: number, answer: AnsweredShot['answer'], length: number | null = null) => ({ ...cellName(cell, 6), answer, length });
    const shots = [shot(1, 'hit'), shot(0, 'hit'), shot(2, 'sunk', 2)];
    const fleets = new Set<string>();
    const sampler = new FleetSampler(new Answers(6, [3, 2, 2], shots));
    const rng = Rng.fromSeed(1);
    for (let draw = 0; draw < 500; draw++) fleets.add(keyOf(sampler.draw(rng)).split(' ').filter((ship) => ship === 'A2h').join());
    expect([...fleets]).toEqual(['A2h']); // A2 A3 is the ship of 2, so A1 belongs to another
  });
});

/** Pearson's statistic of draws over equally likely outcomes; fails on a draw that is none of them. */
function chiSquare(outcomes: readonly string[], draws: number, draw: (rng: Rng) => string): number {
  const counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  expect(counts.size).toBe(outcomes.length);
  const rng = Rng.fromSeed(5);
  for (let index = 0; index < draws; index++) {
    const key = draw(rng);
    const count = counts.get(key);
    if (count === undefined) throw new Error(`${key} does not agree`);
    counts.set(key, count + 1);
  }
  const expected = draws / outcomes.length;
  return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
