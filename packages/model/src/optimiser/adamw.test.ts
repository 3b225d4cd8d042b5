import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { adamWScalars, adamWStep } from './adamw-step.js';
import { ADAMW_DEFAULTS, AdamW, clipByGlobalNorm } from './adamw.js';

const specs = [{ name: 'matrix', shape: [2, 3] }, { name: 'bias', shape: [2] }];

describe('AdamW', () => {
  it('the first step by hand: each value moves by the learning rate against the sign of its gradient', () => {
    const weights = [Float32Array.of(1, 1, 1, 1, 1, 1), Float32Array.of(1, 1)];
    new AdamW(specs).update(weights, [Float32Array.of(5, -5, 0.1, 0, 1, 1), Float32Array.of(2, -2)], 0.1);
    expect([...(weights[0] as Float32Array), ...(weights[1] as Float32Array)]).toEqual([0.9, 1.1, 0.9, 1, 0.9, 0.9, 0.9, 1.1].map((value) => expect.closeTo(value, 6)));
  });

  it('weight decay is decoupled and leaves vectors alone', () => {
    const weights = [new Float32Array(6).fill(2), new Float32Array(2).fill(2)];
    new AdamW(specs, { weightDecay: 0.5 }).update(weights, [new Float32Array(6), new Float32Array(2)], 0.1);
    expect(weights[0]?.[0]).toBeCloseTo(1.9, 6);
    expect(weights[1]?.[0]).toBe(2);
  });

  it('the tensor form gives the same weights and moments over several steps, and leaks nothing', () => {
    const rng = Rng.fromSeed(1);
    const random = (): Float32Array => Float32Array.from({ length: 6 }, () => rng.float() - 0.5);
    const options = { ...ADAMW_DEFAULTS, weightDecay: 0.1 };
    const optimiser = new AdamW(specs.slice(0, 1), options);
    const weights = random();
    const before = tf.memory().numTensors;
    let state = { weights: tf.tensor1d(weights.slice()), first: tf.zeros([6]), second: tf.zeros([6]) } as Parameters<typeof adamWStep>[0];
    for (let update = 1; update <= 4; update++) {
      const gradient = random();
      optimiser.update([weights], [gradient.map((value) => value * 0.5)], 0.01);
      const given = [tf.tensor1d(gradient), tf.tensor1d([...adamWScalars(options, update, 0.01), 0.5])] as const;
      const next = adamWStep(state, ...given, options);
      tf.dispose([...given, ...Object.values(state)]);
      state = next;
    }
    [weights, optimiser.moments.first[0], optimiser.moments.second[0]].forEach((array, index) => {
      const values = [state.weights, state.first, state.second][index]?.dataSync() as Float32Array;
      array?.forEach((value, at) => expect(Math.abs(value - (values[at] as number))).toBeLessThan(1e-6));
    });
    tf.dispose(Object.values(state));
    expect(tf.memory().numTensors).toBe(before);
  });

  it('goes on from stored moments as if nothing had happened', () => {
    expect(run(true)).toEqual(run(false));
  });

  it('MODEL_SHAPE_MISMATCH before anything is written', () => {
    const weights = [new Float32Array(6).fill(1), new Float32Array(2).fill(1)];
    const optimiser = new AdamW(specs);
    expect(() => optimiser.update(weights, [new Float32Array(6).fill(1), new Float32Array(3)], 0.1)).toThrow(expect.objectContaining({ code: 'MODEL_SHAPE_MISMATCH' }));
    expect(weights[0]?.[0]).toBe(1);
    expect(optimiser.moments.updates).toBe(0);
  });
});

describe('clipByGlobalNorm', () => {
  it('returns the norm and scales only what is too long', () => {
    const gradients = [Float32Array.of(3, 0), Float32Array.of(4)];
    expect(clipByGlobalNorm(gradients, 10)).toBe(5);
    expect(gradients).toEqual([Float32Array.of(3, 0), Float32Array.of(4)]);
    expect(clipByGlobalNorm(gradients, 1)).toBe(5);
    expect(gradients).toEqual([Float32Array.of(0.6, 0), Float32Array.of(0.8)]);
  });

  it('leaves gradients alone that are not finite, and sums large ones without overflow', () => {
    const broken = [Float32Array.of(Number.NaN, 2)];
    expect(clipByGlobalNorm(broken, 1)).toBeNaN();
    expect(broken[0]?.[1]).toBe(2);
    expect(clipByGlobalNorm([Float32Array.of(3e38, 3e38)], 1)).toBeCloseTo(4.242640687119285e38, -32);
  });
});

/** Weights after six updates, with or without a new optimiser that takes over after three. */
function run(interrupted: boolean): Float32Array[] {
  const rng = Rng.fromSeed(2);
  const weights = [new Float32Array(6), new Float32Array(2)];
  let optimiser = new AdamW(specs);
  for (let update = 0; update < 6; update++) {
    if (interrupted && update === 3) {
      const { updates, first, second } = optimiser.moments;
      optimiser = new AdamW(specs);
      optimiser.restore({ updates, first: first.map((array) => array.slice()), second: second.map((array) => array.slice()) });
    }
    optimiser.update(weights, weights.map((array) => array.map(() => rng.float() - 0.5)), 0.01);
  }
  return weights;
}
