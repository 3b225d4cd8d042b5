import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rng } from '@spiral-arena/core/random';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initialWeights } from '../decoder/weights.js';
import { nanoConfig } from '../nano/config.js';
import { WordTokenizer } from '../nano/words.js';
import { loadModel, saveModel } from './model-folder.js';

describe('model folder', () => {
  const tokenizer = new WordTokenizer(['a', 'b']);
  const config = nanoConfig(tokenizer.vocabSize, 'pico', 16);
  const weights = initialWeights(config, Rng.fromSeed(1));
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spiral-model-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('loads what was saved, bit for bit, and leaves no temporary files', async () => {
    await saveModel(join(folder, 'm'), { config, weights, tokenizer });
    await saveModel(join(folder, 'm'), { config, weights, tokenizer }); // over an older one
    const loaded = await loadModel(join(folder, 'm'));
    expect(loaded.config).toEqual(config);
    expect(loaded.weights.arrays).toEqual(weights.arrays);
    expect(loaded.tokenizer?.words).toEqual(tokenizer.words);
    expect((await readdir(join(folder, 'm'))).toSorted()).toEqual(['config.json', 'model.safetensors', 'words.json']);
  });

  it('reads published checkpoints, which have no words.json', async () => {
    const loaded = await loadModel(join(import.meta.dirname, '../../fixtures/tiny/qwen2'));
    expect(loaded.tokenizer).toBeUndefined();
    expect(loaded.weights.parameterCount).toBeGreaterThan(30_000);
  });

  const damage: readonly [string, string, (text: string) => string | Uint8Array][] = [
    ['MODEL_FILE_INVALID', 'config.json', (text) => text.slice(0, -5)],
    ['MODEL_FILE_INVALID', 'words.json', () => Uint8Array.of(0xff)],
    ['MODEL_FILE_INVALID', 'model.safetensors', () => ''],
    ['MODEL_CONFIG_INVALID', 'config.json', (text) => text.replace('"silu"', '"gelu"')],
    ['MODEL_CONFIG_INVALID', 'config.json', (text) => text.replace('spiral-nano', 'gpt2')],
    ['MODEL_CONFIG_INVALID', 'config.json', () => 'null'],
    ['MODEL_WEIGHTS_MISMATCH', 'config.json', (text) => text.replace('"intermediate_size": 88', '"intermediate_size": 80')],
    ['MODEL_WEIGHTS_MISMATCH', 'config.json', (text) => text.replace('"num_hidden_layers": 2', '"num_hidden_layers": 1')],
    ['MODEL_VOCABULARY_INVALID', 'words.json', (text) => text.replace('"b"', '"b", "c"')],
  ];
  it.each(damage)('%s for a damaged %s', async (code, file, change) => {
    await saveModel(folder, { config, weights, tokenizer });
    await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
    await expect(loadModel(folder)).rejects.toMatchObject({ code });
  });

  it('MODEL_FILE_UNREADABLE for a folder that is not there', async () => {
    await expect(loadModel(join(folder, 'none'))).rejects.toMatchObject({ code: 'MODEL_FILE_UNREADABLE', details: { got: 'ENOENT' } });
  });
});
