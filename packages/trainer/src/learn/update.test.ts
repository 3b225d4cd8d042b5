/** The update on a tiny real decoder, plain cpu: losses by hand, gradients against finite differences, splits and orders, skipped steps. */
import { Rng } from '@spiral-arena/core/random';
import { createEngine, createTraining, initialWeights, ModelWeights, nanoConfig, StepCache, tf, type CompiledStep, type Engine, type TensorData, type TensorSpec } from '@spiral-arena/model';
import { beforeAll, describe, expect, it } from 'vitest';
import { lossInputs, lossSource, type LossSettings } from './loss.js';
import { RowCollector, type RowBucket } from './rows.js';
import { Learner, type UpdateSettings } from './update.js';

const V = 11;
const CONFIG = { ...nanoConfig(V, 'pico', 48), width: 8, layers: 1, heads: 2, kvHeads: 2, headDim: 4, mlpWidth: 8 };
const PLAIN: LossSettings = { temperature: 1, constrained: false, legality: 0 };
const SETTINGS: UpdateSettings = { ...PLAIN, learningRate: 0.01, clipNorm: 1 };

let engine: Engine;
let compiled: StepCache;
beforeAll(async () => {
  engine = await createEngine({ name: 'eager' });
  compiled = new StepCache(engine);
});

/** A step as the test writes it: prompt, reply, allowed ids at each place, weight, entropy weight. */
type Sample = readonly [prompt: number[], reply: number[], allowed: number[][], weight: number, entropy: number];
const collect = (samples: readonly Sample[]): RowCollector => {
  const rows = new RowCollector(V);
  for (const sample of samples) rows.add(...sample);
  return rows;
};
const SAMPLES: readonly Sample[] = [
  [[1, 2, 3], [4], [[4, 5]], 0.5, 0.1],
  [[1, 2, 3], [5], [[4, 5]], -0.25, 0.1],
  [[1, 2, 3], [6, 7, 8], [[6], [7, 8, 9], [8]], 0.75, 0.1],
  [[1, 2], [9], [[4, 5]], -1, 0.1],
];

async function run(weights: ModelWeights, buckets: readonly RowBucket[], settings = PLAIN): Promise<{ loss: number; entropy: number; grads: Float32Array[] }> {
  let [loss, entropy] = [0, 0];
  const grads = ModelWeights.zeros(CONFIG).arrays.map((array) => array.slice());
  for (const bucket of buckets) {
    const { rows, tokens, places } = bucket;
    const step = await compiled.get(JSON.stringify([rows, tokens, places, settings]), () => {
      const { inputs, gradient } = lossSource(CONFIG, settings, bucket);
      return {
        inputs: [...inputs, ...weights.specs.map(({ shape }): TensorSpec => ({ shape, dtype: 'float32' }))],
        step: (given) => {
          const { outputs, gradients } = gradient(given.slice(inputs.length), given.slice(0, inputs.length));
          return [...outputs, ...gradients];
        },
      };
    });
    const [lossSum, entropySum, ...gradients] = await step.run([...lossInputs(bucket), ...weights.arrays]);
    loss += lossSum?.[0] as number;
    entropy += entropySum?.[0] as number;
    grads.forEach((sum, index) => sum.forEach((value, at) => (sum[at] = value + (gradients[index]?.[at] as number))));
  }
  return { loss, entropy, grads };
}

const close = (left: readonly Float32Array[], right: readonly Float32Array[], tolerance: number): void => {
  left.forEach((array, index) => array.forEach((value, at) => expect(Math.abs(value - (right[index]?.[at] as number))).toBeLessThan(tolerance)));
};
/** A decoder whose head is zero: every token has probability 1/V. */
const flat = (): ModelWeights => {
  const weights = initialWeights(CONFIG, Rng.fromSeed(5));
  weights.get('lm_head.weight').fill(0);
  return weights;
};

describe('loss', () => {
  it('is -Σ w log π - Σ h H, by hand with all tokens equally likely', async () => {
    const { loss, entropy } = await run(flat(), collect([[[1, 2], [4], [[4, 5, 6]], 0.5, 0.25], [[1, 3], [9], [[4, 5]], -2, 0.25]]).buckets());
    expect(entropy).toBeCloseTo(Math.log(3) + Math.log(2), 5);
    expect(loss).toBeCloseTo((0.5 - 2) * Math.log(V) - 0.25 * (Math.log(3) + Math.log(2)), 5);
  });

  it.each([PLAIN, { temperature: 0.7, constrained: false, legality: 0.3 }, { temperature: 1.3, constrained: true, legality: 0.3 }])('has the gradient of finite differences, %j', async (settings) => {
    const samples = settings.constrained ? SAMPLES.slice(0, 3) : SAMPLES;
    const weights = initialWeights(CONFIG, Rng.fromSeed(1));
    weights.get('lm_head.weight').forEach((value, at, head) => (head[at] = value * 20)); // far from uniform
    const buckets = collect(samples).buckets();
    const { grads } = await run(weights, buckets, settings);
    const rng = Rng.fromSeed(2);
    for (const [index, array] of weights.arrays.entries()) {
      const at = rng.int(array.length);
      const before = array[at] as number;
      const around = [];
      for (const change of [1e-3, -1e-3]) {
        array[at] = before + change;
        around.push((await run(weights, buckets, settings)).loss);
      }
      array[at] = before;
      const slope = ((around[0] as number) - (around[1] as number)) / 2e-3;
      expect(Math.abs((grads[index]?.[at] as number) - slope), weights.specs[index]?.name).toBeLessThan(3e-3);
    }
  });

  it('legality adds -l Σ v log π(allowed), by hand with all tokens equally likely: 3 of 11 twice, 2 of 11 once; nothing where nothing is known', async () => {
    const settings = { ...PLAIN, legality: 0.5 };
    const visits: readonly Sample[] = [[[1, 2], [4], [[4, 5, 6]], 0, 0], [[1, 2], [9], [[4, 5, 6]], 0, 0], [[1, 3], [9], [[4, 5]], 0, 0], [[1, 4], [9], [], 0, 0]];
    const { loss } = await run(flat(), collect(visits).buckets(), settings);
    expect(loss).toBeCloseTo(0.5 * (2 * Math.log(11 / 3) + Math.log(11 / 2)), 5); // 1.724...
    expect((await run(flat(), collect(visits).buckets(), PLAIN)).loss).toBeCloseTo(0, 9);
    expect((await run(flat(), collect(visits).buckets(), { ...settings, constrained: true })).loss).toBeCloseTo(0, 9);
  });

  it('legality pulls each logit by l v (π - q), whatever was sampled: 1/11 - 1/3 where allowed, 1/11 elsewhere', async () => {
    // Rows of the head's gradient are the gradients on the logits times one hidden state, so their ratios are those of the logits: -8/33 to 3/33.
    const { grads } = await run(flat(), collect([[[1, 2], [9], [[4, 5, 6]], 0, 0]]).buckets(), { ...PLAIN, legality: 0.5 });
    const head = grads.at(-1) as Float32Array;
    const row = (token: number): Float32Array => head.subarray(token * CONFIG.width, (token + 1) * CONFIG.width);
    const unit = row(9).map((value) => value / 3);
    expect(Math.max(...unit.map(Math.abs))).toBeGreaterThan(1e-3);
    for (let token = 0; token < V; token++) {
      const factor = token >= 4 && token <= 6 ? -8 : 3;
      row(token).forEach((value, at) => expect(value).toBeCloseTo(factor * (unit[at] as number), 6));
    }
  });

  it('computed once per place equals the sum of every step alone', async () => {
    const weights = initialWeights(CONFIG, Rng.fromSeed(3));
    const together = await run(weights, collect(SAMPLES).buckets());
    const apart = await run(weights, SAMPLES.flatMap((sample) => collect([sample]).buckets()));
    expect(together.loss).toBeCloseTo(apart.loss, 5);
    expect(together.entropy).toBeCloseTo(apart.entropy, 5);
    close(together.grads, apart.grads, 1e-6);
  });
});

describe('TRAIN-10 the loss does not reward being short or long', () => {
  const long = Array.from({ length: 40 }, (_, index) => 4 + (index % 3));
  const turns = (left: number, right: number): readonly Sample[] => [[[1, 2], long.slice(0, 4).map((id) => id + 3), [], left / 2, 0], [[1, 3], long, [], right / 2, 0]];

  it.each([[1, 1], [-1, -1], [1, -1]])('advantages %d and %d: every token weighs A/N, the long turn ten times as much in all', async (left, right) => {
    const buckets = collect(turns(left, right)).buckets();
    const weighed = buckets.flatMap((bucket) => [...bucket.weights].filter((value) => value !== 0));
    expect(weighed.filter((value) => value === left / 2).length + weighed.filter((value) => value === right / 2).length).toBe(left === right ? 88 : 44);
    const [short, whole] = [await run(flat(), collect([turns(left, right)[0] as Sample]).buckets()), await run(flat(), collect([turns(left, right)[1] as Sample]).buckets())];
    expect(short.loss).toBeCloseTo((4 * left * Math.log(V)) / 2, 4);
    expect(whole.loss / right).toBeCloseTo((10 * short.loss) / left, 3);
  });

  it('micro-batches, order and padding change nothing beyond 1e-6', async () => {
    const weights = initialWeights(CONFIG, Rng.fromSeed(4));
    const [one, other] = turns(1, -1) as [Sample, Sample];
    const together = await run(weights, collect([one, other]).buckets());
    const reversed = await run(weights, collect([other, one]).buckets());
    const apart = await run(weights, [...collect([one]).buckets(), ...collect([other]).buckets()]);
    close(together.grads, reversed.grads, 1e-6);
    close(together.grads, apart.grads, 1e-6);
  });
});

const learner = async (weights: ModelWeights, on: Engine = engine): Promise<Learner> => new Learner(await createTraining({ engine: on, weights }), CONFIG);
const bytes = (weights: ModelWeights): string => weights.arrays.map((array) => Buffer.from(array.buffer).toString('base64')).join();

describe('updates', () => {
  it('lower the loss of what they are paid for', async () => {
    const weights = initialWeights(CONFIG, Rng.fromSeed(6));
    const own = await learner(weights);
    const rows = collect([[[1, 2, 3], [4], [[4, 5]], 1, 0]]);
    const losses = [];
    for (let step = 0; step < 20; step++) losses.push((await own.update(rows.buckets(), rows.tokens, SETTINGS)).loss);
    expect(losses[0]).toBeCloseTo(Math.log(V), 1);
    expect(losses.at(-1)).toBeLessThan(0.7 * (losses[0] as number));
  });

  it('TRAIN-04 nothing to learn from skips the step: weights and moments stay bit-equal', async () => {
    const weights = initialWeights(CONFIG, Rng.fromSeed(7));
    const own = await learner(weights);
    await own.update(collect(SAMPLES).buckets(), 6, SETTINGS); // momentum that could move the weights
    const stateOf = async (): Promise<unknown> => structuredClone([(await own.training.weights()).arrays, await own.training.moments()]);
    const before = await stateOf();
    expect(await own.update([], 0, SETTINGS)).toMatchObject({ skipped: 'empty', loss: 0, gradNorm: 0 });
    const zero = collect([[[1, 2], [4], [[4]], 0, 0]]);
    expect(await own.update(zero.buckets(), zero.tokens, SETTINGS)).toMatchObject({ skipped: 'zero-weight', loss: 0 });
    expect(await stateOf()).toEqual(before);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('TRAIN-05 %d in a gradient at step 3 of 6: skipped, and the rest as if it had not been', async (poison) => {
    const clean = initialWeights(CONFIG, Rng.fromSeed(8));
    const hurt = clean.clone();
    const rows = collect(SAMPLES);
    const straight = await learner(clean);
    for (let step = 0; step < 5; step++) await straight.update(rows.buckets(), rows.tokens, SETTINGS);
    let step = 0;
    const own = await learner(hurt, poisoned(engine, () => step === 3, poison));
    const skipped = [];
    for (step = 1; step <= 6; step++) skipped.push((await own.update(rows.buckets(), rows.tokens, SETTINGS)).skipped);
    expect(skipped).toEqual([null, null, 'gradient-not-finite', null, null, null]);
    expect(bytes(await own.training.weights())).toBe(bytes(await straight.training.weights()));
    expect((await own.training.moments()).updates).toBe(5);
  });

  it('TRAIN-12 leave no tensors behind, skipped ones too', async () => {
    const own = await learner(initialWeights(CONFIG, Rng.fromSeed(9)));
    const rows = collect(SAMPLES);
    const counts = [];
    for (let step = 0; step < 8; step++) {
      await own.update(rows.buckets(), rows.tokens, SETTINGS);
      await own.update([], 0, SETTINGS);
      counts.push(tf.memory().numTensors);
    }
    expect(counts.at(-1)).toBe(counts[2]);
  });
});

/** An engine whose steps put one bad number into their last output, a gradient, when `when` says so. */
function poisoned(real: Engine, when: () => boolean, value: number): Engine {
  return {
    ...real,
    compile: async (...given) => {
      const step = await real.compile(...given);
      const run: CompiledStep['run'] = async (inputs) => {
        const outputs = await step.run(inputs);
        if (when()) (outputs.at(-1) as TensorData)[0] = value;
        return outputs;
      };
      return { inputs: step.inputs, outputs: step.outputs, explain: () => step.explain(), run, dispose: () => step.dispose() };
    },
  };
}
