/** The scripted opponents of Snake in positions where one direction is right. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { snake, type Direction, type SnakeAction, type SnakeObservation, type SnakeState } from './index.js';
import { position, type Point } from './positions.test.support.js';

describe('agents', () => {
  function directions(name: string, state: SnakeState, seat = 0): readonly Direction[] {
    const agent = snake.agents?.[name] as ScriptedAgent<SnakeAction, SnakeObservation>;
    const policy = agent.make({}, Rng.fromSeed(4));
    const view = snake.observe(state, seat) as SnakeObservation;
    return [...new Set(Array.from({ length: 60 }, () => policy(view, null).direction))].toSorted();
  }

  it('random goes anywhere, safe-random not off the board nor into bodies, but onto a tail that may move', () => {
    const corner = position([[0, 0]], [[1, 1], [1, 0]]);
    expect(directions('random', corner)).toEqual(['down', 'left', 'right', 'up']);
    expect(directions('safe-random', corner)).toEqual(['right', 'up']);
    expect(directions('safe-random', position([[0, 0]], [[2, 0], [1, 0], [1, 1]]))).toEqual(['up']);
    expect(directions('safe-random', position([[0, 0], [0, 1]], [[3, 3]]))).toEqual(['right', 'up']); // its own tail
    expect(directions('safe-random', position([[0, 0], [0, 1], [1, 1], [1, 0], [2, 0]], [[4, 4]]))).toEqual(['down', 'left', 'right', 'up']); // dead anyway
  });

  it('greedy takes the shortest way to an apple, round a body', () => {
    expect(directions('greedy', position([[1, 1]], [[4, 4]], [[1, 3], [4, 0]]))).toEqual(['up']);
    expect(directions('greedy', position([[4, 4]], [[1, 1]], [[4, 2]]))).toEqual(['down']);
    const wall: readonly Point[] = [[0, 2], [1, 2], [2, 2], [3, 2]];
    expect(directions('greedy', position([[1, 1]], wall, [[1, 3]]))).toEqual(['right']);
  });

  it('space stays out of a dead end', () => {
    const wall: readonly Point[] = [[1, 3], [1, 2], [1, 1], [1, 0], [2, 0], [3, 0]];
    expect(directions('space', position([[0, 3]], wall))).toEqual(['up']);
  });

  it('greedy and space beat random', () => {
    for (const name of ['greedy', 'space']) {
      let margin = 0;
      for (let seed = 0; seed < 40; seed++) {
        const match = Match.start({ game: snake, matchId: 'm', seed: parseSeed(seed) });
        const policies = [name, 'random'].map((agent, seat) => (snake.agents as NonNullable<typeof snake.agents>)[agent]?.make({}, Rng.fromSeed(seed).fork(seat)));
        while (!match.end) for (const seat of match.pending()) match.submit(seat, { action: policies[seat]?.(match.observe(seat) as SnakeObservation, null) });
        margin += match.end.returns?.[0] ?? 0;
      }
      expect(margin).toBeGreaterThan(20);
    }
  });
});
