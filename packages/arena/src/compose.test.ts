import { GameRegistry } from '@spiral-arena/core/game';
import { container } from 'tsyringe';
import { expect, onTestFinished, test } from 'vitest';
import { composeArena } from './compose.js';
import { fixtureRegistry } from './fixture.test.games.js';
import { TOKENS } from './tokens.js';

test('PLUGIN-09 a token that nobody registered is named, and arenas register nothing for others', async () => {
  const arena = await composeArena({ registry: fixtureRegistry() });
  onTestFinished(() => arena.close());
  for (const token of Object.values(TOKENS)) expect(container.isRegistered(token, true)).toBe(false);
  expect(() => container.createChildContainer().resolve(TOKENS.lobby)).toThrow(/arena\.lobby/);
});

test('the setting `contain` takes built-in games and contained plugins only', async () => {
  const [game] = fixtureRegistry().list();
  if (!game) throw new Error('no fixture');
  for (const origin of [{ builtIn: true }, { contained: true }]) {
    const registry = new GameRegistry();
    registry.register(game, origin);
    await (await composeArena({ registry, config: { contain: true } })).close();
  }
  await expect(composeArena({ registry: fixtureRegistry(), config: { contain: true } })).rejects.toMatchObject({ code: 'ARENA_CONFIG_INVALID', details: { key: 'contain' } });
});
