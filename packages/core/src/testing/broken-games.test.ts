/** Mutation tests of the kit: every broken game is caught by the check that is for it, in the words of its rule, and by the same report each time. */
import { describe, expect, it } from 'vitest';
import type { Game } from '../game/game.js';
import { brokenGames } from './broken-games.test.fixture.js';
import { gameConformance } from './game-conformance.js';
import { hiddenPennies } from './hidden-pennies.test.fixture.js';
import { BrokenRule } from './kit.js';

const MATCHES = 20;

/** What a check finds in a game; `null` when it passes. */
function finding(game: Game, check: string): BrokenRule | null {
  const found = gameConformance(game, { matches: MATCHES }).find(({ name }) => name === check);
  if (!found) throw new RangeError(`no check "${check}"`);
  try {
    found.run();
    return null;
  } catch (error) {
    if (error instanceof BrokenRule) return error;
    throw error;
  }
}

describe('PLUGIN-13 the kit finds the faults that it is for', () => {
  it.each(Object.entries(brokenGames))('PLUGIN-13 %s', (_, { check, rule, says = '', game }) => {
    const report = finding(game() as Game, check);
    expect(report).toMatchObject({ rule, message: expect.stringContaining(says) });
    expect(finding(game() as Game, check)?.message).toBe(report?.message);
  });

  it.each(gameConformance(hiddenPennies as Game).map(({ name }) => name))('PLUGIN-13 the unspoilt twin passes: %s', (check) => {
    expect(finding(hiddenPennies as Game, check)).toBeNull();
  });

  it('PLUGIN-13 every check has a broken game', () => {
    const covered = new Set(Object.values(brokenGames).map(({ check }) => check));
    expect(gameConformance(hiddenPennies as Game).map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });
});
