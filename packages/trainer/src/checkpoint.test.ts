/** The store of checkpoints alone: which one is the latest, which are removed, what is refused. Whole runs are tested in the root `test/`. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Rng } from '@spiral-arena/core/random';
import { AdamW, initialWeights, nanoConfig, WordTokenizer } from '@spiral-arena/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checkpoint, CheckpointStore, loadCheckpoint } from './checkpoint.js';
import { parseConfig } from './parse-config.js';

const tokenizer = new WordTokenizer(['x', '0', '1']);
const CONFIG = { ...nanoConfig(tokenizer.vocabSize, 'pico', 8), width: 4, layers: 1, heads: 1, kvHeads: 1, headDim: 4, mlpWidth: 8 };

function checkpoint(update: number): Checkpoint {
  const weights = initialWeights(CONFIG, Rng.fromSeed(update));
  return {
    weights, tokenizer, moments: new AdamW(weights.specs).moments,
    state: {
      config: parseConfig({ games: [{ game: 'x' }] }), update, selfPlayUpdates: update, trainMs: 0, warmUpMs: 0, rng: Rng.fromSeed(0).save(), baselines: [], matchLengths: {}, averages: {}, counters: {},
    },
  };
}

let run: string;
let store: CheckpointStore;
beforeEach(() => {
  run = mkdtempSync(join(tmpdir(), 'spiral-store-'));
  store = new CheckpointStore(run);
});
afterEach(() => rmSync(run, { recursive: true, force: true }));

describe('CheckpointStore', () => {
  it('keeps the newest, and nothing unfinished beside them', async () => {
    for (const update of [1, 2, 3, 4]) await store.save(checkpoint(update), 2);
    expect(readdirSync(join(run, 'checkpoints')).toSorted()).toEqual(['latest', 'update-0000003', 'update-0000004']);
    expect((await loadCheckpoint(store.latest())).state.update).toBe(4);
  });

  it.each([1, 2, 3])('never removes the one just written, also where a run went on from an older one: keep %d', async (keep) => {
    for (const update of [10, 20, 30, 40]) await store.save(checkpoint(update), 4);
    const folder = await store.save(checkpoint(11), keep);
    expect(store.list()).toHaveLength(keep);
    expect(store.latest()).toBe(folder);
    expect((await loadCheckpoint(folder)).state.update).toBe(11);
  });

  it('writes the same update again in place of the old one', async () => {
    await store.save(checkpoint(5), 3);
    const again = checkpoint(5);
    again.weights.arrays[0]?.fill(0.5);
    const folder = await store.save(again, 3);
    expect(readdirSync(join(run, 'checkpoints')).toSorted()).toEqual(['latest', 'update-0000005']);
    expect((await loadCheckpoint(folder)).weights.arrays[0]?.[0]).toBe(0.5);
  });

  it('latest is the one written last, and the highest one left where that was removed', async () => {
    for (const update of [1, 3, 2]) await store.save(checkpoint(update), 3);
    expect(basename(store.latest())).toBe('update-0000002');
    rmSync(store.latest(), { recursive: true });
    expect(basename(store.latest())).toBe('update-0000003');
    rmSync(join(run, 'checkpoints'), { recursive: true });
    expect(() => store.latest()).toThrow(expect.objectContaining({ code: 'TRAINER_CHECKPOINT_MISSING' }));
  });

  it('TRAIN-05 a weight or moment that is not finite is refused by name, and the last good checkpoint stays as it was', async () => {
    const good = await store.save(checkpoint(1), 3);
    const before = readFileSync(join(good, 'model.safetensors'));
    const [weight, moment] = [checkpoint(2), checkpoint(2)];
    weight.weights.get('lm_head.weight')[3] = Number.NaN;
    (moment.moments.second[0] as Float32Array)[0] = Number.POSITIVE_INFINITY;
    await expect(store.save(weight, 3)).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_NOT_FINITE', details: { tensor: 'lm_head.weight', previous: 'update-0000001' } });
    await expect(store.save(moment, 3)).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_NOT_FINITE', details: { tensor: 'the moments of model.embed_tokens.weight' } });
    expect(store.latest()).toBe(good);
    expect(readFileSync(join(good, 'model.safetensors')).equals(before)).toBe(true);
    expect(existsSync(join(run, 'checkpoints', 'update-0000002'))).toBe(false);
  });
});
