/**
 * One tick of Snake: where both snakes go, who dies of it, who eats. All tests look at the position before the move.
 * Pure arithmetic on bodies; the match around it is in `snake.ts`.
 */
import { OUTSIDE, type Board, type Direction } from './board.js';

/** Cells from the head to the tail; empty: dead. */
export type Body = readonly number[];

export interface TickResult {
  readonly bodies: readonly [Body, Body];
  readonly ate: readonly [boolean, boolean];
}

/** Both snakes move at once. */
export function moveSnakes(board: Board, bodies: readonly [Body, Body], apples: readonly number[], directions: readonly [Direction, Direction]): TickResult {
  const [first, second] = bodies;
  const heads = [first[0] as number, second[0] as number] as const;
  const targets = [board.next[directions[0]][heads[0]] as number, board.next[directions[1]][heads[1]] as number] as const;
  const isClash = (targets[0] === targets[1] && targets[0] !== OUTSIDE) || (targets[0] === heads[1] && targets[1] === heads[0]); // the same cell, or a swap of heads
  const falls = [isClash || targets[0] === OUTSIDE, isClash || targets[1] === OUTSIDE] as const;
  const ate = [!falls[0] && apples.includes(targets[0]), !falls[1] && apples.includes(targets[1])] as const;
  const isStopped = (snake: 0 | 1): boolean => [0, 1].some((other) => !falls[other as 0 | 1] && staysOccupied(bodies[other as 0 | 1], ate[other as 0 | 1], targets[snake]));
  const dies = [falls[0] || isStopped(0), falls[1] || isStopped(1)] as const;
  return {
    bodies: [dies[0] ? DEAD : moved(first, targets[0], ate[0]), dies[1] ? DEAD : moved(second, targets[1], ate[1])],
    ate,
  };
}

const DEAD: Body = Object.freeze([]);

/** Whether a cell of a moving snake is still its own after the tick: the tail is given up unless it eats. */
function staysOccupied(body: Body, eats: boolean, cell: number): boolean {
  const at = body.indexOf(cell);
  return at !== -1 && (eats || at < body.length - 1);
}

function moved(body: Body, head: number, eats: boolean): Body {
  const next = [head];
  const kept = eats ? body.length : body.length - 1;
  for (let index = 0; index < kept; index++) next.push(body[index] as number);
  return next;
}
