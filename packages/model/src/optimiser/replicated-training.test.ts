/** Replicas of weights: any number of them gives the update of one, moments are where they were put, and what happens when a thread is gone or memory is short. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it, onTestFinished } from 'vitest';
import { initialWeights } from '../decoder/weights.js';
import { createEngine } from '../engine/create.js';
import type { Engine, Replicas, ReplicaSpec } from '../engine/engine.js';
import { replicaCount, startReplicas } from '../engine/onnx-replicas.js';
import { nanoConfig } from '../nano/config.js';
import { tf } from '../tf.js';
import type { MicroBatch, Training } from './micro-batch.js';
import { nextTokenBatch } from './next-token-batch.test.fixture.js';
import { ReplicatedTraining, partsOf } from './replicated-training.js';
import { createTraining } from './training.js';

const CONFIG = { ...nanoConfig(9, 'pico', 16), width: 8, layers: 1, heads: 2, kvHeads: 2, headDim: 4, mlpWidth: 12 };
const OPTIONS = { learningRate: 0.01, clipNorm: 1 };
const built = existsSync(join(import.meta.dirname, '../../dist/engine/onnx-worker.js'));

const batch = (rows: number, seed = 1): MicroBatch => nextTokenBatch(CONFIG, { rows, tokens: 16, seed });

/** An engine that has so many replicas, on however few cores. */
async function withReplicas(count: number, watch: (replicas: Replicas) => void = () => undefined): Promise<Engine> {
  const engine = await createEngine({ name: 'onnx', threads: count });
  return { ...engine, replicate: async (spec: ReplicaSpec) => {
    const replicas = await startReplicas(spec, count);
    if (replicas) watch(replicas);
    return replicas;
  } };
}

async function trainingOf(count: number, watch?: (replicas: Replicas) => void): Promise<ReplicatedTraining> {
  const training = (await ReplicatedTraining.create({ engine: await withReplicas(count, watch), weights: initialWeights(CONFIG, Rng.fromSeed(4)), adamW: { weightDecay: 0.1 } }))!;
  onTestFinished(() => training.dispose());
  return training;
}

const stateOf = async (training: Training): Promise<number[]> => {
  const { updates, first, second } = await training.moments();
  return [updates, ...[...(await training.weights()).arrays, ...first, ...second].flatMap((array) => [...array])];
};

describe.runIf(built)('replicas', () => {
  it.each([2, 3, 4])('%d of them give the numbers of the host', async (count) => {
    const training = await trainingOf(count, (replicas) => expect(replicas.count).toBe(count));
    const host = await createTraining({ engine: await createEngine({ name: 'eager' }), weights: initialWeights(CONFIG, Rng.fromSeed(4)), adamW: { weightDecay: 0.1 } });
    for (const batches of [[batch(16)], [batch(16, 2), batch(4, 3), batch(1, 4), batch(8, 5)], [batch(1, 6)]]) {
      const [own, reference] = await Promise.all([training.update(batches, OPTIONS), host.update(batches, OPTIONS)]);
      expect(own.applied).toBe(true);
      expect(own.gradNorm).toBeCloseTo(reference.gradNorm, 3);
      expect(own.outputs[0]).toBeCloseTo(reference.outputs[0]!, 3);
    }
    const [own, reference] = [await stateOf(training), await stateOf(host)];
    expect(own.length).toBe(reference.length);
    own.forEach((value, at) => expect(Math.abs(value - reference[at]!), `number ${at}`).toBeLessThan(2e-5));
  });

  it('all have the same weights after an update, to the bit', async () => {
    let replicas: Replicas | undefined;
    const training = await trainingOf(2, (given) => (replicas = given));
    for (let update = 0; update < 3; update++) await training.update([batch(8, update)], OPTIONS);
    const step = await replicas!.compile((_, weights) => ({ outputs: weights.map((flat) => tf.neg(flat)), updates: weights.map((flat) => tf.zerosLike(flat)) }), []);
    const [one, other] = await Promise.all(step.replicas.map((replica) => replica.run([])));
    expect(one!.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  });

  it('a gradient too large for its norm to be a number changes nothing, though the loss is one', async () => {
    const [own, other] = [await trainingOf(2), await trainingOf(2)];
    for (const training of [own, other]) await training.update([batch(8, 5)], OPTIONS);
    const before = await stateOf(own);
    const { outputs, gradNorm, applied } = await own.update([nextTokenBatch(CONFIG, { rows: 8, tokens: 16, seed: 6, factor: 1e30 })], OPTIONS);
    expect([Number.isFinite(outputs[0]), gradNorm, applied]).toEqual([true, Infinity, false]);
    expect(await stateOf(own)).toEqual(before);
    for (const training of [own, other]) await training.update([batch(8, 7)], OPTIONS);
    expect(await stateOf(own)).toEqual(await stateOf(other));
  });

  it('a thread that is gone ends the update and every later one, and nobody waits', async () => {
    let replicas: Replicas | undefined;
    const training = await trainingOf(2, (given) => (replicas = given));
    await training.update([batch(8)], OPTIONS);
    const running = training.update([batch(8, 2)], OPTIONS);
    await replicas!.dispose();
    await expect(running).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
    await expect(training.update([batch(8, 3)], OPTIONS)).rejects.toMatchObject({ code: 'MODEL_ENGINE_FAILED' });
  });

  it.runIf(process.platform === 'linux')('give way to one session where their memory cannot be had', () => {
    const program = `
      import { createEngine, createTraining, initialWeights, nanoConfig } from '${pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href}';
      import { Rng } from '${pathToFileURL(join(import.meta.dirname, '../../../core/dist/random/index.js')).href}';
      const weights = initialWeights(nanoConfig(9, 'pico', 16), Rng.fromSeed(4));
      const training = await createTraining({ engine: await createEngine({ name: 'onnx', threads: 2 }), weights });
      console.log(training.constructor.name, (await training.weights()).parameterCount === weights.parameterCount);
    `;
    const [limited, free] = ['ulimit -v 6000000; ', ''].map((limit) => execFileSync('bash', ['-c', `${limit}exec "$0" --input-type=module -e "$1"`, process.execPath, program], { encoding: 'utf8' }).trim());
    expect([limited, free]).toEqual(['CompiledTraining true', 'ReplicatedTraining true']); // WebAssembly reserves more addresses than that
  });

  it('go back to one session where there is one thread, or the weights are too large for more', async () => {
    expect(await startReplicas({ sizes: [8], adamW: [] }, 1)).toBeNull();
    expect([[2, 170_000], [2, 38_000_000], [8, 38_000_000], [2, 135_000_000], [1, 10]].map(([threads, numbers]) => replicaCount(threads!, numbers!))).toEqual([2, 2, 4, 1, 1]);
    const training = await createTraining({ engine: await createEngine({ name: 'onnx', threads: 1 }), weights: initialWeights(CONFIG, Rng.fromSeed(4)) });
    expect(training).not.toBeInstanceOf(ReplicatedTraining);
    await training.dispose();
  });
});

describe('partsOf', () => {
  const rowsOf = (rows: number, tokens: number): MicroBatch => ({ ...batch(1), rows, inputs: [Int32Array.from({ length: rows * tokens }, (_, at) => at), Float32Array.from({ length: rows }, (_, at) => at)] });

  it.each([[12, 2, [6, 6]], [12, 4, [3, 3, 3, 3]], [9, 2, [9]], [9, 4, [3, 3, 3]], [1, 4, [1]], [4, 1, [4]]])('%d rows for %d replicas', (rows, replicas, expected) => {
    const whole = rowsOf(rows, 64);
    const parts = partsOf(whole, replicas);
    expect(parts.map((part) => part.rows)).toEqual(expected);
    whole.inputs.forEach((array, at) => expect(parts.flatMap(({ inputs }) => [...inputs[at]!])).toEqual([...array]));
  });

  it('does not cut what is too little for a run of its own', () => {
    expect([15, 16].map((tokens) => partsOf(rowsOf(8, tokens), 2).length)).toEqual([1, 2]);
  });
});
