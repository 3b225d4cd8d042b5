import { countdown } from './fixture.test.game.js';
import { describe, expect, it } from 'vitest';
import { checkGame, failureOf } from './check-game.js';

describe('checkGame', () => {
  it('passes a sound game', async () => {
    const lines: string[] = [];
    const check = await checkGame(countdown, 20, (line) => lines.push(line));
    expect(check.failed).toEqual([]);
    expect(lines).toHaveLength(check.passed.length);
    expect(failureOf(check)).toBeNull();
  });

  it('names what a broken one breaks', async () => {
    const check = await checkGame({ ...countdown, returns: () => [1, 1] }, 20);
    expect(check.failed.map(({ name }) => name)).toContain('random matches keep the declared facts and end');
    expect(failureOf(check)).toMatchObject({ code: 'CLI_CHECK_FAILED', details: { game: 'countdown' } });
  });
});
