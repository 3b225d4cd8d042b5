/** `model:PATH` at a table: which games a model of closed vocabulary takes a seat in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialWeights, nanoConfig, saveModel, WordTokenizer } from '@spiral-arena/model';
import { resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadGames } from './load-games.js';
import { modelScheme } from './model-agents.js';

describe('modelScheme', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spiral-model-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([[false, true], [true, false]])('a model that spells (%s) refuses a game of other words before the match: %s', async (spells, refuses) => {
    const games = await loadGames({ plugins: null });
    const [own, other] = [games.get('kuhn-poker'), games.get('nim')];
    const seatAt = (game: typeof own) => ({ game, options: resolveOptions(game).options, role: 'first', seed: '0'.repeat(32) });
    const tokenizer = new WordTokenizer(own.briefWords(seatAt(own).options), { spells });
    const config = nanoConfig(tokenizer.vocabSize, 'nano', 64);
    await saveModel(folder, { config, weights: initialWeights(config, Rng.fromSeed(1)), tokenizer });
    const agent = await modelScheme(folder, {});
    expect(agent(seatAt(own))).toBeDefined();
    const take = (): unknown => agent(seatAt(other));
    if (refuses) expect(take).toThrow(expect.objectContaining({ code: 'MODEL_WORD_UNKNOWN' }));
    else expect(take).not.toThrow();
  });
});
