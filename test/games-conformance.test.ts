/**
 * The conformance kit over every game of the repository, with every named variant: few matches each, since the tests of a game play many of its own.
 * What this adds is that no game is left out, and that each can be measured as `spiral games check` measures it.
 */
import { loadGames } from '@spiral-arena/cli';
import { conformanceReport, type ReportOptions } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';

const registry = await loadGames();

const QUICK: ReportOptions = { matches: 2 };
/** Games of many plies, or of slow rules, play one match; random play of chess seldom ends by the rules within its 200 plies. */
const SLOW: { readonly [id: string]: ReportOptions } = {
  battleship: { matches: 1 }, blotto: { matches: 1 }, breakthrough: { matches: 1 }, chess: { matches: 1, seed: 2 }, 'connect-four': { matches: 1 },
  'dots-and-boxes': { matches: 1 }, 'liars-dice': { matches: 1 }, othello: { matches: 1 }, 'pig-dice': { matches: 1 }, 'word-clues': { matches: 1 },
};

describe('GAME-08 GAME-09 GAME-20 every game of the repository keeps the contract', () => {
  it.each(registry.list().map((game) => [game.id, game] as const))('%s', { timeout: 120_000 }, (id, game) => {
    const { checks, measures } = conformanceReport(game, SLOW[id] ?? QUICK);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(measures).toMatchObject({ stateBytes: expect.any(Number), schemaBytes: expect.any(Number) });
    expect(measures?.stateBytes).toBeLessThan(64 * 1_024);
  });
});
