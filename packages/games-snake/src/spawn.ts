/**
 * Where snakes and apples appear: the equally likely outcomes of the next draw. Each draw is one chance step: set-up by half-turn images or at random,
 * and a new apple for each one eaten. It moves nothing.
 */
import type { ChanceOutcome } from '@spiral-arena/core/game';
import { boardOf, halfTurn, type Board } from './board.js';
import type { Body } from './tick.js';

export type SpawnView = {
  readonly options: { readonly width: number; readonly height: number; readonly apples: number; readonly spawn: 'symmetric' | 'random' };
  readonly bodies: readonly Body[];
  readonly apples: readonly number[];
  readonly tick: number;
};

/** What a draw places: heads of snakes not there yet, in order, or apples. */
export type Spawn = { readonly heads: readonly number[] } | { readonly apples: readonly number[] };

/** Whether something has to be placed before the next tick: snakes, then apples as long as a cell is free. */
export function isSpawning({ options, bodies, apples }: SpawnView): boolean {
  if (bodies.length < 2) return true;
  if (apples.length >= options.apples) return false;
  return apples.length + (bodies[0] as Body).length + (bodies[1] as Body).length < options.width * options.height;
}

/** The outcomes of the next draw. */
export function spawnsOf(view: SpawnView): readonly ChanceOutcome[] {
  const { options, bodies, apples, tick } = view;
  const board = boardOf(options.width, options.height);
  const isSymmetric = options.spawn === 'symmetric';
  if (bodies.length < 2) {
    if (isSymmetric) return symmetricStarts(board);
    return uniform(freeCells(view).map((cell) => ({ heads: [cell] })));
  }
  const free = freeCells(view);
  if (isSymmetric && tick === 0) {
    const pairs = free.filter((cell) => cell < halfTurn(board, cell)); // free cells come in pairs as long as only pairs were placed
    if (options.apples - apples.length >= 2 && pairs.length > 0) return uniform(pairs.map((cell) => ({ apples: [cell, halfTurn(board, cell)] })));
    const centre = (board.cells - 1) / 2;
    if (free.includes(centre) && halfTurn(board, centre) === centre) return uniform([{ apples: [centre] }]);
  }
  return uniform(free.map((cell) => ({ apples: [cell] })));
}

const starts = new WeakMap<Board, readonly ChanceOutcome[]>();

/** Both heads at once, made once a board: every match begins with this draw. */
function symmetricStarts(board: Board): readonly ChanceOutcome[] {
  let outcomes = starts.get(board);
  if (!outcomes) starts.set(board, (outcomes = Object.freeze(uniform(board.starts.map((cell) => ({ heads: [cell, halfTurn(board, cell)] }))))));
  return outcomes;
}

export function freeCells({ options, bodies, apples }: Omit<SpawnView, 'tick'>): number[] {
  const free: number[] = [];
  for (let cell = 0; cell < options.width * options.height; cell++) {
    if (!apples.includes(cell) && !bodies.some((body) => body.includes(cell))) free.push(cell);
  }
  return free;
}

function uniform(outcomes: readonly Spawn[]): readonly ChanceOutcome[] {
  return outcomes.map((outcome) => ({ outcome, probability: 1 / outcomes.length }));
}
