/** Every game package of the repository is loaded by the command line and can be played, with every named variant. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGames } from '@spiral-arena/cli';
import { resolveOptions, type Game } from '@spiral-arena/core/game';
import { Match, readRecord, recordOf, replay, writeRecord } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const registry = await loadGames();

function playRandomly(game: Game, seed: number, options?: ReturnType<typeof resolveOptions>): Match {
  const match = Match.start({ game, matchId: `m${seed}`, seed: parseSeed(seed), ...options });
  const rng = Rng.fromSeed(seed).fork('actions');
  const random = game.agents?.['random']?.make({}, rng);
  while (!match.end) {
    const seat = match.pending()[0] as number;
    const legal = match.legalActions(seat);
    expect(match.submit(seat, { action: legal ? rng.pick(legal) : random?.(match.observe(seat), null) })).toMatchObject({ ok: true });
  }
  return match;
}

describe('PLUGIN-01 every installed game can be played', () => {
  it('PLUGIN-01 no game package of the repository is left out', () => {
    const declared = ['packages', 'plugins'].flatMap((group) => readdirSync(join(root, group)).flatMap((name) => {
      const manifest = JSON.parse(readFileSync(join(root, group, name, 'package.json'), 'utf8')) as { spiralArena?: { games: string[] } };
      return manifest.spiralArena?.games ?? [];
    }));
    expect(registry.list().map((game) => game.id).toSorted()).toEqual(declared.toSorted());
  });

  describe.each(registry.list().map((game) => [game.id, game] as const))('%s', (_id, game) => {
    it.each(['no options', 'default', ...Object.keys(game.variants)])('PLUGIN-01 %s: ten random games, each replayed from its record to the same state', (name) => {
      for (let seed = 0; seed < 10; seed++) {
        const match = playRandomly(game, seed, name === 'no options' ? undefined : resolveOptions(game, { variant: name }));
        const again = replay(readRecord(writeRecord(recordOf(match))), game);
        expect(again.hash()).toBe(match.hash());
        expect(again.end).toEqual(match.end);
      }
    });
  });
});
