/** The report on a game as one value, and its measures. */
import { describe, expect, it } from 'vitest';
import type { Game } from '../game/game.js';
import { brokenGames, type Pennies } from './broken-games.test.fixture.js';
import { hiddenPennies as pennies, type PenniesState } from './hidden-pennies.test.fixture.js';
import { gameConformance } from './game-conformance.js';
import { conformanceReport, type CheckResult } from './report.js';

/** A clock that goes on by so many milliseconds each time it is read. */
function clockOf(stepMs: number): () => number {
  let now = 0;
  return () => (now += stepMs);
}

describe('conformanceReport', () => {
  it('lists every check, told one by one, and measures a game that passes', () => {
    const told: CheckResult[] = [];
    const report = conformanceReport(pennies as Game, { matches: 5, now: clockOf(50), onCheck: (result) => void told.push(result) });
    expect(report).toMatchObject({ game: 'hidden-pennies', passed: true });
    expect(report.checks).toEqual(gameConformance(pennies as Game).map(({ name }) => ({ name, passed: true })));
    expect(told).toEqual(report.checks);
    // A match of two rounds has 2 chance steps and 4 decisions; the clock is read after each of four matches until 200 ms are over.
    expect(report.measures).toMatchObject({ stepsPerSecond: (4 * 6 * 1_000) / 200, schemaCompileMs: 50 });
  });

  it('goes on after a failure, explains it, and measures nothing', () => {
    const { game } = brokenGames['two actions with one text'] as { game: () => Pennies };
    const { passed, checks, measures } = conformanceReport(game() as Game, { matches: 5, now: clockOf(50) });
    const failed = checks.filter((check) => !check.passed);
    expect([passed, measures]).toEqual([false, null]);
    expect(failed.map(({ name }) => name)).toContain('printed actions can be read');
    expect(checks.at(-1)).toEqual({ name: 'scripted agents play legal actions', passed: true });
    const texts = failed.find(({ name }) => name === 'printed actions can be read');
    expect(texts?.explanation).toContain('rule "action texts" is broken by hidden-pennies');
    expect(texts?.smallest).toMatchObject({ variant: 'default', seed: 0, moves: [{ kind: 'chance' }] });
    expect(JSON.parse(JSON.stringify(checks))).toEqual(checks);
  });

  it('counts bytes of the largest state and observation, not characters', () => {
    const padded: Pennies = { ...pennies, initialState: (options, roles) => ({ ...pennies.initialState(options, roles), pad: 'é'.repeat(1_000) }) as PenniesState };
    const [plain, larger] = [pennies, padded].map((game) => conformanceReport(game as Game, { matches: 2 }).measures);
    expect((larger?.stateBytes ?? 0) - (plain?.stateBytes ?? 0)).toBe('"pad":"",'.length + 2_000);
    expect(larger?.observationBytes).toBe(plain?.observationBytes);
  });

  it('times nothing without a clock', () => {
    expect(conformanceReport(pennies as Game, { matches: 2 }).measures).toMatchObject({ stepsPerSecond: null, schemaCompileMs: null });
  });
});
