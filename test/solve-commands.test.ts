/** `spiral games solve` and `spiral agents exploit` as a user runs them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../packages/cli/bin/run.js');

function spiral(...args: readonly string[]): { status: number | null; out: string; err: string; json: () => unknown } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 60_000 });
  return { status, out: stdout, err: stderr, json: () => JSON.parse(stdout.trim().split('\n').at(-1) as string) };
}

describe('games solve', () => {
  it('prints the value of each role as JSON, progress on standard error', () => {
    const { json, err, status } = spiral('games', 'solve', 'kuhn-poker', '--variant', 'single', '--json');
    expect(json()).toMatchObject({ game: 'kuhn-poker', variant: 'single', method: 'dcfr', values: { first: expect.closeTo(-1 / 18, 3) as number, second: expect.closeTo(1 / 18, 3) as number } });
    expect(err).toMatch(/dcfr: 55 nodes, \d+ iterations, NashConv 0\.0000\d+/);
    expect(status).toBe(0);
  });

  it('searches games in which nothing is hidden, and names a best first action', () => {
    expect(spiral('games', 'solve', 'tic-tac-toe', '--json').json()).toMatchObject({ method: 'alpha-beta', values: { first: 0, second: 0 }, nashConv: 0 });
    expect(spiral('games', 'solve', 'nim').out).toMatch(/first +1\.0+\nsecond +-1\.0+\nA best first action: \[0 2\]\nExact\./);
  });

  it('refuses what is too large or does not fit, with what to do', () => {
    const large = spiral('games', 'solve', 'tic-tac-toe', '--variant', '5x5', '--limit', '3000', '--json');
    expect([large.status, large.json()]).toEqual([1, { error: expect.objectContaining({ code: 'AGENTS_TREE_TOO_LARGE', message: 'the tree of tic-tac-toe has more than 3000 nodes', hint: expect.stringContaining('--limit') as string }) as object }]);
    expect(spiral('games', 'solve', 'simple-negotiation').err).toContain('AGENTS_NOT_SOLVABLE');
  });
});

describe('agents exploit', () => {
  it('prints best responses and NashConv, exact where the agent knows its probabilities', () => {
    const { json, err } = spiral('agents', 'exploit', 'kuhn-poker', '--variant', 'single', '--agent', 'random', '--json');
    expect(json()).toMatchObject({ // OpenSpiel 2.0.2, uniform policy
      game: 'kuhn-poker', variant: 'single', agent: 'random', values: { first: expect.closeTo(0.125, 9) as number }, samples: 0, informationSets: 12,
      bestResponse: { first: expect.closeTo(0.5, 9) as number, second: expect.closeTo(0.416666666667, 9) as number }, nashConv: expect.closeTo(0.916666666667, 9) as number,
    });
    expect(err).toContain('12 information sets');
  });

  it('samples agents of a game, and says that it does', () => {
    const { out } = spiral('agents', 'exploit', 'kuhn-poker', '--variant', 'single', '--agent', 'always-call', '--samples', '3');
    expect(out).toContain('NashConv 0.666667 (0 is an equilibrium), estimated from 3 turns in each information set'); // OpenSpiel 2.0.2, always_bet: 2/3
  });

  it('refuses agents that do not fit, and asks for one', () => {
    expect(spiral('agents', 'exploit', 'kuhn-poker', '--variant', 'single', '--agent', 'alphabeta').err).toContain('AGENTS_SEARCH_UNFIT');
    expect(spiral('agents', 'exploit', 'kuhn-poker', '--variant', 'single').status).toBe(2);
  });
});
