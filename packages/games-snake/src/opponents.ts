/** Scripted opponents of Snake. They see an observation, never a state, and look one tick ahead; what the other snake will do they do not know. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { ACTIONS, boardOf, DIRECTIONS, OUTSIDE, type Board, type SnakeAction } from './board.js';

/** The part of an observation these agents look at. */
export type BoardView = {
  readonly options: { readonly width: number; readonly height: number };
  readonly own: { readonly body: readonly number[] };
  readonly other: { readonly body: readonly number[] };
  readonly apples: readonly number[];
};

type Agent = ScriptedAgent<SnakeAction, BoardView>;

/** An action with the cell that it leads to. */
interface Step {
  readonly action: SnakeAction;
  readonly target: number;
}

/** Cells that are occupied after the tick whatever the other snake does: all but the two tails and a head without a body. */
function wallsOf({ own, other }: BoardView): ReadonlySet<number> {
  return new Set([...own.body.slice(0, -1), ...other.body.slice(0, -1)]);
}

/** The steps that are not certain death; all four where every step is. */
function safeSteps(view: BoardView, board: Board): readonly Step[] {
  const head = view.own.body[0] as number;
  const walls = wallsOf(view);
  const steps = DIRECTIONS.map((direction, index): Step => ({ action: ACTIONS[index] as SnakeAction, target: board.next[direction][head] as number }));
  const safe = steps.filter(({ target }) => target !== OUTSIDE && !walls.has(target));
  return safe.length > 0 ? safe : steps;
}

/** Distance from a cell to every cell that can be reached without crossing a body as it stands. */
function distancesFrom(start: number, { own, other }: BoardView, board: Board): ReadonlyMap<number, number> {
  const distances = new Map<number, number>();
  if (start === OUTSIDE) return distances;
  distances.set(start, 0);
  const blocked = new Set([...own.body, ...other.body]);
  for (const [cell, distance] of distances) { // grows on the way: breadth first
    for (const direction of DIRECTIONS) {
      const next = board.next[direction][cell] as number;
      if (next !== OUTSIDE && !blocked.has(next) && !distances.has(next)) distances.set(next, distance + 1);
    }
  }
  return distances;
}

/** A random one of the safe steps with the highest score. */
function best(score: (step: Step, view: BoardView, board: Board) => number): Agent['make'] {
  return (_params, rng) => (view) => {
    const board = boardOf(view.options.width, view.options.height);
    const steps = safeSteps(view, board);
    const scores = steps.map((step) => score(step, view, board));
    const highest = Math.max(...scores);
    return rng.pick(steps.filter((_, index) => scores[index] === highest)).action;
  };
}

export const AGENTS: { readonly [name in 'random' | 'safe-random' | 'greedy' | 'space']: Agent } = {
  random: {
    summary: 'Moves in a uniformly random direction.',
    make: (_params, rng) => () => rng.pick(ACTIONS),
  },
  'safe-random': {
    summary: 'Moves at random, but not into certain death.',
    make: best(() => 0),
  },
  greedy: {
    summary: 'Takes the shortest way to an apple among safe steps.',
    make: best(({ target }, view, board) => {
      const distances = distancesFrom(target, view, board);
      return -Math.min(...view.apples.map((apple) => distances.get(apple) ?? Infinity));
    }),
  },
  space: {
    summary: 'Keeps the most cells within reach.',
    make: best(({ target }, view, board) => distancesFrom(target, view, board).size),
  },
};
