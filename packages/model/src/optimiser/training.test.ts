/** All ways to train on the same tiny decoder: equal weights, moments and numbers; updates that are not finite; what is left behind. */
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { initialWeights, type ModelWeights } from '../decoder/weights.js';
import { createEngine } from '../engine/create.js';
import { nanoConfig } from '../nano/config.js';
import type { AdamWMoments, AdamWOptions } from './adamw.js';
import { CompiledTraining } from './compiled-training.js';
import type { MicroBatch, Training } from './micro-batch.js';
import { nextTokenBatch } from './next-token-batch.test.fixture.js';
import { createTraining } from './training.js';

const CONFIG = { ...nanoConfig(9, 'pico', 16), width: 8, layers: 2, heads: 2, kvHeads: 2, headDim: 4, mlpWidth: 12 };
type Create = (options: { readonly weights: ModelWeights; readonly adamW?: Partial<AdamWOptions>; readonly moments?: AdamWMoments }) => Promise<Training>;
const [eager, onnx] = await Promise.all([createEngine({ name: 'eager' }), createEngine({ name: 'onnx', threads: 2 })]);
const ways: readonly [string, Create][] = [
  ['beside the engine', (options) => createTraining({ engine: eager, ...options })],
  ['in replicas', (options) => createTraining({ engine: onnx, ...options })],
  ['in one session', (options) => CompiledTraining.create({ engine: onnx, ...options })],
  ['in steps of eager', (options) => CompiledTraining.create({ engine: eager, ...options })],
];

const batch = (seed: number, rows: number, factor = 1): MicroBatch => nextTokenBatch(CONFIG, { rows, tokens: 5, seed, factor });

const OPTIONS = { learningRate: 0.01, clipNorm: 1 };
const start = (): ModelWeights => initialWeights(CONFIG, Rng.fromSeed(4));
const flat = (arrays: readonly Float32Array[]): number[] => arrays.flatMap((array) => [...array]);
const stateOf = async (training: Training): Promise<number[]> => {
  const { updates, first, second } = await training.moments();
  return [updates, ...flat((await training.weights()).arrays), ...flat(first), ...flat(second)];
};

function expectClose(got: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(got.length).toBe(expected.length);
  expected.forEach((value, at) => expect(Math.abs((got[at] as number) - value), `number ${at}`).toBeLessThanOrEqual(tolerance));
}

describe('all ways', () => {
  it.each([['one micro-batch', [batch(1, 3)]], ['several, of two shapes', [batch(1, 3), batch(2, 2), batch(3, 3)]]])('give the same weights, moments and numbers: %s', async (_, batches) => {
    const trainings = await Promise.all(ways.map(([, create]) => create({ weights: start(), adamW: { weightDecay: 0.1 } })));
    for (let update = 0; update < 4; update++) {
      const [reference, ...others] = await Promise.all(trainings.map((training) => training.update(batches, OPTIONS)));
      for (const other of others) {
        expectClose([...other.outputs, other.gradNorm], [...reference!.outputs, reference!.gradNorm], 1e-4);
        expect(other.applied).toBe(true);
      }
    }
    const [reference, ...others] = await Promise.all(trainings.map(stateOf));
    expect(reference![0]).toBe(4);
    for (const other of others) expectClose(other, reference!, 2e-5);
    for (const training of trainings) await training.dispose();
  });

  it.each(ways)('one batch or its halves: the same update, %s', async (_, create) => {
    const [whole, halves] = await Promise.all([0, 1].map(() => create({ weights: start() })));
    const both = batch(1, 4);
    const rows = both.inputs[0] as Int32Array;
    const half = (at: number): MicroBatch => ({ ...batch(1, 2), inputs: [rows.slice(at * 10, at * 10 + 10), Float32Array.of(1, 1)] });
    const one = await whole!.update([both], OPTIONS);
    const two = await halves!.update([half(0), half(1)], OPTIONS);
    expectClose([two.outputs[0]!, two.gradNorm], [one.outputs[0]!, one.gradNorm], 1e-4);
    expectClose(await stateOf(halves!), await stateOf(whole!), 2e-5);
    await Promise.all([whole!.dispose(), halves!.dispose()]);
  });
});

describe.each(ways)('%s', (way, create) => {
  it.each([['one run', [batch(1, 3, Number.NaN)]], ['the last of several', [batch(1, 3), batch(1, 3, Number.NaN)]], ['an infinite loss', [batch(1, 3, Number.POSITIVE_INFINITY)]]])('TRAIN-05 an update that is not finite changes nothing, and the next goes on as if it had not been: %s', async (__, poisoned) => {
    const [own, other] = await Promise.all([0, 1].map(() => create({ weights: start() })));
    for (const training of [own!, other!]) await training.update([batch(5, 3), batch(6, 3)], OPTIONS);
    const before = await stateOf(own!);
    const { applied, outputs } = await own!.update(poisoned, OPTIONS);
    expect([applied, Number.isFinite(outputs[0])]).toEqual([false, false]);
    expect(await stateOf(own!)).toEqual(before);
    for (const training of [own!, other!]) await training.update([batch(7, 3), batch(8, 3)], OPTIONS);
    expect(await stateOf(own!)).toEqual(await stateOf(other!));
    await Promise.all([own!.dispose(), other!.dispose()]);
  });

  it('goes on from stored weights and moments as if nothing had happened', async () => {
    const straight = await create({ weights: start() });
    for (let update = 0; update < 2; update++) await straight.update([batch(update, 3)], OPTIONS);
    const moments: AdamWMoments = structuredClone(await straight.moments());
    const resumed = await create({ weights: (await straight.weights()).clone(), moments });
    for (const training of [straight, resumed]) await training.update([batch(9, 3)], OPTIONS);
    expect(await stateOf(resumed)).toEqual(await stateOf(straight));
    await straight.resetMoments();
    expect((await stateOf(straight)).at(-1)).toBe(0);
    expect((await straight.moments()).updates).toBe(0);
    await Promise.all([straight.dispose(), resumed.dispose()]);
  });

  it('a run that fails leaves what was gathered behind', async () => {
    const [own, other] = await Promise.all([0, 1].map(() => create({ weights: start() })));
    const broken: MicroBatch = { ...batch(1, 3), inputs: [new Int32Array(15).fill(99), new Float32Array(3).fill(1)] };
    if (way === 'in replicas' || way === 'in one session') await expect(own!.update([batch(1, 3), broken], OPTIONS)).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
    for (const training of [own!, other!]) await training.update([batch(2, 3), batch(3, 3)], OPTIONS);
    expect(await stateOf(own!)).toEqual(await stateOf(other!));
    await Promise.all([own!.dispose(), other!.dispose()]);
  });
});
