import { countdown } from './fixture.test.game.js';
import { describe, expect, it } from 'vitest';
import { checkGame, failureOf } from './check-game.js';

describe('checkGame', () => {
  it('passes a sound game, and says how fast and large it is', () => {
    const lines: string[] = [];
    const check = checkGame(countdown, { matches: 20 }, (line) => lines.push(line));
    expect(check.failed).toEqual([]);
    expect(lines).toHaveLength(check.passed.length + 1);
    expect(lines.at(-1)).toMatch(/[0-9] steps\/s by the rules alone, largest state [0-9]+ bytes/);
    expect(check.measures?.stepsPerSecond).toBeGreaterThan(0);
    expect(failureOf(check)).toBeNull();
  });

  it('names what a broken one breaks', () => {
    const check = checkGame({ ...countdown, returns: () => [1, 1] }, { matches: 20 });
    expect(check.failed.map(({ name }) => name)).toContain('random matches keep the declared facts and end');
    expect(check.measures).toBeNull();
    expect(failureOf(check)).toMatchObject({ code: 'CLI_CHECK_FAILED', details: { game: 'countdown' } });
  });
});
