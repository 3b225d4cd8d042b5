/** Ticks of Snake worked by hand: walls, heads, bodies, tails and apples. */
import { describe, expect, it } from 'vitest';
import { snake, type SnakeState } from './index.js';
import { alive, heads, position, tick, type Point } from './positions.test.support.js';

describe('a tick', () => {
  it('heads that meet on one cell both die', () => {
    const end = tick(position([[1, 2]], [[3, 2]]), 'rl');
    expect([alive(end), snake.isTerminal(end), snake.returns(end)]).toEqual([[false, false], true, [0, 0]]);
  });

  it('heads that change places both die', () => {
    const end = tick(position([[1, 2]], [[2, 2]]), 'rl');
    expect([alive(end), snake.returns(end)]).toEqual([[false, false], [0, 0]]);
    expect(alive(tick(position([[1, 2], [0, 2]], [[2, 2], [3, 2]]), 'rl'))).toEqual([false, false]);
  });

  it('off the board one dies and the other wins; both at once is a draw', () => {
    const end = tick(position([[0, 0]], [[3, 3]]), 'lu');
    expect([alive(end), snake.returns(end)]).toEqual([[false, true], [-1, 1]]);
    expect(snake.returns(tick(position([[0, 0]], [[4, 4]]), 'du'))).toEqual([0, 0]);
    expect(snake.returns(tick(position([[2, 0]], [[4, 2]]), 'ur'))).toEqual([1, -1]);
    for (const [point, letter] of [[[0, 2], 'l'], [[4, 2], 'r'], [[2, 4], 'u'], [[2, 0], 'd']] as const) expect(alive(tick(position([point], [[1, 1]]), `${letter}r`))[0]).toBe(false);
  });

  it('up is a larger y', () => {
    expect(heads(tick(position([[1, 1]], [[3, 3]]), 'ud'))).toEqual([[1, 2], [3, 2]]);
    expect(heads(tick(position([[1, 1]], [[3, 3]]), 'rl'))).toEqual([[2, 1], [2, 3]]);
  });

  it('an apple is a point and a cell of length, and is replaced', () => {
    const state = tick(position([[1, 1]], [[3, 3]], [[1, 2], [0, 0]]), 'ud');
    expect([state.bodies[0], state.scores, state.apples]).toEqual([[11, 6], [1, 0], [0]]);
    expect(snake.isChance?.(state)).toBe(true);
    const outcomes = snake.chanceOutcomes?.(state) ?? [];
    expect(outcomes).toHaveLength(25 - 3 - 1); // three cells of snakes, one apple
    expect(outcomes.some(({ outcome }) => [0, 6, 11, 13].includes((outcome as { apples: number[] }).apples[0] as number))).toBe(false);
    const next = snake.apply(state, { kind: 'chance', outcome: outcomes[0]?.outcome ?? null }) as SnakeState;
    expect([snake.isChance?.(next), snake.seatsToAct(next)]).toEqual([false, [0, 1]]);
  });

  it('head-on over an apple: both die, the apple stays, nobody scores', () => {
    const end = tick(position([[1, 2]], [[3, 2]], [[2, 2]]), 'rl');
    expect([alive(end), end.apples, end.scores, snake.isChance?.(end)]).toEqual([[false, false], [12], [0, 0], false]);
  });

  it('a tail that moves away may be followed, one whose snake eats may not', () => {
    const chased: readonly Point[] = [[3, 2], [3, 1], [2, 1]];
    expect(heads(tick(position([[1, 1]], chased), 'ru'))).toEqual([[2, 1], [3, 3]]);
    const caught = tick(position([[1, 1]], chased, [[3, 3]]), 'ru');
    expect([alive(caught), caught.scores]).toEqual([[false, true], [0, 3]]);
    expect(alive(tick(position([[1, 2]], [[2, 2]]), 'ru'))).toEqual([true, true]); // a length of 1 is a tail too
    expect(alive(tick(position([[1, 2]], [[2, 2]], [[2, 3]]), 'ru'))).toEqual([false, true]);
    expect(alive(tick(position([[1, 2]], [[2, 2], [2, 1]]), 'ru'))).toEqual([false, true]); // the cell that a head leaves is still its body's
  });

  it('a body stops whoever runs into it; the body of one that is dead by wall or heads is gone', () => {
    expect(alive(tick(position([[1, 1]], [[2, 2], [2, 1], [2, 0]]), 'ru'))).toEqual([false, true]);
    const free = tick(position([[1, 3]], [[2, 4], [2, 3], [2, 2]]), 'ru');
    expect([alive(free), heads(free)[0], snake.returns(free)]).toEqual([[true, false], [2, 3], [1, -1]]);
    // Both run into each other's bodies: neither is gone by then.
    expect(alive(tick(position([[1, 1], [1, 2], [1, 3]], [[2, 2], [2, 1], [2, 0]]), 'rl'))).toEqual([false, false]);
  });

  it('turning back: a length of 2 may turn onto its own tail, a length of 3 dies', () => {
    const two = tick(position([[2, 2], [1, 2]], [[4, 4]]), 'ld');
    expect([heads(two)[0], two.bodies[0]]).toEqual([[1, 2], [11, 12]]);
    expect(alive(tick(position([[2, 2], [1, 2], [0, 2]], [[4, 4]]), 'ld'))).toEqual([false, true]);
    const loop: readonly Point[] = [[1, 1], [1, 2], [2, 2], [2, 1]];
    expect(alive(tick(position(loop, [[4, 4]]), 'rd'))).toEqual([true, true]); // round and round
  });

  it('changes nothing in the position that it was given', () => {
    const state = position([[1, 1]], [[3, 3]], [[1, 2]]);
    const before = JSON.stringify(state);
    tick(state, 'ud');
    expect(JSON.stringify(state)).toBe(before);
  });
});
