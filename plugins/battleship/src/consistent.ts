/**
 * Which fleets agree with the answers to one side's shots, and one of them drawn with equal chances for all.
 * A lay of a ship agrees or not by itself: no miss under it, and either a cell without a shot and no sinking one, or all cells hit and the last of
 * them answered `sunk` with its length. So fleets that agree are disjoint lays that together cover every hit. Nothing here knows the true fleet.
 */
import type { Rng } from '@spiral-arena/core/random';
import { cellOf, laysOf, type Fleet, type Lay } from './fleet.js';

/** A shot of one side with its answer; `length` is that of the ship it sank. */
export type AnsweredShot = { readonly row: string; readonly col: number; readonly answer: 'miss' | 'hit' | 'sunk'; readonly length: number | null };

/** What the answers to one side's shots say of the other's waters. */
export class Answers {
  readonly size: number;
  /** Ship lengths in the order of the fleet. */
  readonly lengths: readonly number[];
  readonly hits: readonly number[];
  /** Number of the shot at a cell, from 1; 0 where none fell. */
  readonly #order: Uint16Array;
  readonly #missed: Uint8Array;
  /** Length of the ship that a shot at the cell sank, else 0. */
  readonly #sank: Uint8Array;

  constructor(size: number, lengths: readonly number[], shots: readonly AnsweredShot[]) {
    this.size = size;
    this.lengths = lengths;
    this.#order = new Uint16Array(size * size);
    this.#missed = new Uint8Array(size * size);
    this.#sank = new Uint8Array(size * size);
    const hits: number[] = [];
    shots.forEach((shot, index) => {
      const cell = cellOf(shot, size);
      this.#order[cell] = index + 1;
      if (shot.answer === 'miss') this.#missed[cell] = 1;
      else hits.push(cell);
      this.#sank[cell] = shot.length ?? 0;
    });
    this.hits = hits;
  }

  isShot(cell: number): boolean {
    return this.#order[cell] !== 0;
  }

  /** The lays of a ship of this length that no answer rules out by itself. */
  laysOf(length: number): readonly Lay[] {
    return laysOf(this.size, length).filter(({ cells }) => this.#agrees(cells));
  }

  /** The hits that no sunk ship explains, taking for each sinking shot the first lay that does. */
  openHits(): readonly number[] {
    const explained = new Set<number>();
    for (const cell of this.hits) {
      const length = this.#sank[cell] as number;
      if (length > 0) for (const own of this.laysOf(length).find(({ cells }) => cells.includes(cell))?.cells ?? []) explained.add(own);
    }
    return this.hits.filter((cell) => !explained.has(cell));
  }

  #agrees(cells: readonly number[]): boolean {
    let shots = 0;
    let last = 0;
    let sinking = 0;
    for (const cell of cells) {
      if (this.#missed[cell] === 1) return false;
      const at = this.#order[cell] as number;
      if (at === 0) continue;
      shots++;
      if (at > last) last = at;
      if (this.#sank[cell] === 0) continue;
      if (sinking !== 0 || this.#sank[cell] !== cells.length) return false;
      sinking = at;
    }
    return shots === cells.length ? sinking === last : sinking === 0;
  }
}

/** Lays of one length that cover the same hits: `mask` has a bit for each. */
interface Choice {
  readonly mask: bigint;
  readonly lays: readonly Lay[];
}

/**
 * Draws fleets that agree with the answers, each with the same chance.
 * Counts, ship by ship, the ways to cover every hit exactly once, draws one of them by these counts, and draws again when lays overlap
 * elsewhere. Before the last step every choice of lays is as likely as any other, so those without overlap stay so.
 */
export class FleetSampler {
  readonly #choices: readonly (readonly Choice[])[];
  readonly #everyHit: bigint;
  /** Per ship: ways in which it and the ships after it cover the hits that are missing in a mask. */
  readonly #ways: readonly Map<bigint, number>[];

  constructor(answers: Answers) {
    const bits = new Map(answers.hits.map((cell, index) => [cell, 1n << BigInt(index)]));
    const byLength = new Map([...new Set(answers.lengths)].map((length) => [length, choicesOf(answers.laysOf(length), bits)]));
    this.#choices = answers.lengths.map((length) => byLength.get(length) as readonly Choice[]);
    this.#everyHit = (1n << BigInt(answers.hits.length)) - 1n;
    this.#ways = answers.lengths.map(() => new Map());
  }

  draw(rng: Rng): Fleet {
    for (;;) {
      const taken = new Set<number>();
      const fleet: Lay['placement'][] = [];
      let covered = 0n;
      for (const [ship, choices] of this.#choices.entries()) {
        const { mask, lays } = choices[rng.weighted(choices.map((choice) => this.#waysOf(ship, covered, choice)))] as Choice;
        const { placement, cells } = rng.pick(lays);
        if (cells.some((cell) => taken.has(cell))) break;
        for (const cell of cells) taken.add(cell);
        fleet.push(placement);
        covered |= mask;
      }
      if (fleet.length === this.#choices.length) return fleet;
    }
  }

  /** Ways to lay this ship by this choice and all after it, when these hits are covered already. */
  #waysOf(ship: number, covered: bigint, { mask, lays }: Choice): number {
    return (covered & mask) === 0n ? lays.length * this.#waysAfter(ship + 1, covered | mask) : 0;
  }

  #waysAfter(ship: number, covered: bigint): number {
    if (ship === this.#choices.length) return covered === this.#everyHit ? 1 : 0;
    const known = this.#ways[ship] as Map<bigint, number>;
    let ways = known.get(covered);
    if (ways === undefined) {
      ways = 0;
      for (const choice of this.#choices[ship] as readonly Choice[]) ways += this.#waysOf(ship, covered, choice);
      known.set(covered, ways);
    }
    return ways;
  }
}

function choicesOf(lays: readonly Lay[], bits: ReadonlyMap<number, bigint>): readonly Choice[] {
  const byMask = new Map<bigint, Lay[]>();
  for (const lay of lays) {
    let mask = 0n;
    for (const cell of lay.cells) mask |= bits.get(cell) ?? 0n;
    const known = byMask.get(mask);
    if (known) known.push(lay);
    else byMask.set(mask, [lay]);
  }
  return [...byMask].map(([mask, same]) => ({ mask, lays: same }));
}
