import { describe, expect, it } from 'vitest';
import { BUILT_IN_PACKAGES, loadGames } from './load-games.js';

describe('loadGames', () => {
  it('brings the built-in games through the plugin door', async () => {
    const registry = await loadGames();
    expect(registry.list().map((game) => game.id)).toEqual(['tic-tac-toe', 'kuhn-poker', 'simple-negotiation', 'nim']);
    expect(registry.failures).toEqual([]);
    expect(registry.entries().every((entry) => entry.builtIn)).toBe(true);
  });

  it('PLUGIN-04 (here: missing, and no plugin at all) lists what failed with its reason; the others play', async () => {
    const registry = await loadGames(['no-such-package', 'yaml', BUILT_IN_PACKAGES[0]]);
    expect(registry.failures.map(({ package: name, reason }) => [name, reason])).toEqual([['no-such-package', 'load-failed'], ['yaml', 'bad-export']]);
    expect(registry.list().map((game) => game.id)).toEqual(['tic-tac-toe']);
  });

  it('PLUGIN-05 (here: the same package twice) keeps the first', async () => {
    const registry = await loadGames([BUILT_IN_PACKAGES[3], BUILT_IN_PACKAGES[3]]);
    expect(registry.list()).toHaveLength(1);
    expect(registry.failures).toMatchObject([{ package: 'spiral-arena-nim', reason: 'name-reserved' }]);
  });
});
