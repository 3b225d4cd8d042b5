import { describe, expect, it } from 'vitest';
import { BUILT_IN_PACKAGES, loadGames } from './load-games.js';

describe('loadGames', () => {
  it('brings the built-in games through the plugin door', async () => {
    const registry = await loadGames({ plugins: null });
    expect(registry.entries().map((entry) => entry.package)).toEqual(expect.arrayContaining([...BUILT_IN_PACKAGES]));
    expect(registry.failures).toEqual([]);
    expect(registry.entries().every((entry) => entry.builtIn && !entry.contained)).toBe(true);
  });

  it('PLUGIN-04 (here: missing, and no plugin at all) lists what failed with its reason; the others play', async () => {
    const registry = await loadGames({ builtIn: ['no-such-package', 'yaml', BUILT_IN_PACKAGES[0]], plugins: null });
    expect(registry.failures.map(({ package: name, reason }) => [name, reason])).toEqual([['no-such-package', 'load-failed'], ['yaml', 'bad-export']]);
    expect(registry.list().map((game) => game.id)).toEqual(['tic-tac-toe']);
  });

  it('PLUGIN-05 (here: the same package twice) keeps the first', async () => {
    const registry = await loadGames({ builtIn: ['spiral-arena-nim', 'spiral-arena-nim'], plugins: null });
    expect(registry.list()).toHaveLength(1);
    expect(registry.failures).toMatchObject([{ package: 'spiral-arena-nim', reason: 'name-reserved' }]);
  });
});
