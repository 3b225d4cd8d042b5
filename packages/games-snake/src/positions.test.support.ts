/** Positions written as points and ticks written as letters, for the tests of this package. Not published. */
import { resolveOptions } from '@spiral-arena/core/game';
import { snake, type Direction, type SnakeOptions, type SnakeState } from './index.js';

const LETTERS: { readonly [letter: string]: Direction } = { u: 'up', d: 'down', l: 'left', r: 'right' };

export type Point = readonly [x: number, y: number];

export function optionsOf(options: Partial<SnakeOptions> = {}, variant = 'default'): SnakeOptions {
  return resolveOptions(snake, { variant, options }).options as SnakeOptions;
}

export const OPTIONS = optionsOf();

/** A position of points, heads first. */
export function position(first: readonly Point[], second: readonly Point[], apples: readonly Point[] = [], more: Partial<SnakeState> = {}): SnakeState {
  const { width } = more.options ?? OPTIONS;
  const cells = (points: readonly Point[]): number[] => points.map(([x, y]) => y * width + x);
  return { options: OPTIONS, bodies: [cells(first), cells(second)], apples: cells(apples), scores: [first.length - 1, second.length - 1], tick: 3, ...more };
}

/** One tick by two letters, seat 0 first. */
export function tick(state: SnakeState, letters: string): SnakeState {
  const [a = '', b = ''] = letters;
  return snake.apply(state, { kind: 'actions', actions: { 0: { direction: LETTERS[a] as Direction }, 1: { direction: LETTERS[b] as Direction } } }) as SnakeState;
}

export function alive(state: SnakeState): readonly boolean[] {
  return state.bodies.map((body) => body.length > 0);
}

/** Heads as points. */
export function heads(state: SnakeState): readonly unknown[] {
  return state.bodies.map(([head]) => (head === undefined ? null : [head % state.options.width, Math.floor(head / state.options.width)]));
}
