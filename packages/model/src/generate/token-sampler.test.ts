import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import type { Sampling } from './request.js';
import { logprobOf, TokenSampler, type DistributionHolder } from './token-sampler.js';

const logits = Float32Array.from([0.4, 0.3, 0.2, 0.1].map(Math.log));

/** Shares of tokens in many draws, and for each token drawn the probability that was reported. */
function draw(sampling: Sampling, allowed: readonly number[] | null = null): { shares: number[]; reported: number[] } {
  const sampler = new TokenSampler(4);
  const rng = Rng.fromSeed(1);
  const shares = [0, 0, 0, 0];
  const reported = [0, 0, 0, 0];
  for (let index = 0; index < 4000; index++) {
    const token = sampler.sample(logits, sampling, allowed, rng);
    shares[token] = (shares[token] as number) + 1 / 4000;
    reported[token] = Math.exp(sampler.logprob);
  }
  return { shares, reported };
}

describe('TokenSampler', () => {
  it.each<[Sampling, readonly number[] | null, number[]]>([
    [{ temperature: 1 }, null, [0.4, 0.3, 0.2, 0.1]],
    [{ temperature: 0.5 }, null, [16 / 30, 9 / 30, 4 / 30, 1 / 30]],
    [{ temperature: 1, topK: 2 }, null, [4 / 7, 3 / 7, 0, 0]],
    [{ temperature: 1, topP: 0.65 }, null, [4 / 7, 3 / 7, 0, 0]],
    [{ temperature: 1, topP: 0.75 }, null, [4 / 9, 3 / 9, 2 / 9, 0]],
    [{ temperature: 1, topP: 0 }, null, [1, 0, 0, 0]],
    [{ temperature: 1, minP: 0.6 }, null, [4 / 7, 3 / 7, 0, 0]],
    [{ temperature: 1, topK: 3, topP: 0.5, minP: 0.1 }, null, [4 / 7, 3 / 7, 0, 0]],
    [{ temperature: 1 }, [1, 3], [0, 0.75, 0, 0.25]],
    [{ temperature: 1, topK: 1 }, [2, 3], [0, 0, 1, 0]],
    [{ temperature: 0 }, null, [1, 0, 0, 0]],
    [{ temperature: 0 }, [2, 3], [0, 0, 1, 0]],
  ])('%j among %j', (sampling, allowed, expected) => {
    const { shares, reported } = draw(sampling, allowed);
    expected.forEach((share, token) => {
      expect(Math.abs((shares[token] as number) - share)).toBeLessThan(0.03);
      expect(reported[token]).toBeCloseTo(share, 5);
    });
  });

  it('a distribution that is kept with the logits draws the same, and is replaced when the setting is another', () => {
    const sampler = new TokenSampler(4);
    const holder: DistributionHolder = { distribution: null };
    const drawn = (kept: DistributionHolder | null): (readonly [number, number])[] => {
      const rng = Rng.fromSeed(2);
      const settings: Sampling[] = [{ temperature: 1 }, { temperature: 1 }, { temperature: 0.5 }, { temperature: 1, topK: 2 }, { temperature: 1, topK: 2 }, { temperature: 0 }];
      return Array.from({ length: 60 }, (_, index) => [sampler.sample(logits, settings[index % 6] as Sampling, index % 7 === 0 ? [1, 2] : null, rng, kept), sampler.logprob] as const);
    };
    expect(drawn(holder)).toEqual(drawn(null));
    expect(holder.distribution).toMatchObject({ sampling: { temperature: 1, topK: 2 }, total: expect.closeTo(1.75, 6) });
  });

  it('greedy takes the first of equals', () => {
    expect(new TokenSampler(3).sample(Float32Array.of(1, 2, 2), { temperature: 0 }, null, Rng.fromSeed(1))).toBe(1);
  });

  it.each([[Float32Array.of(Number.NaN, 1)], [Float32Array.of(1, Number.NaN)], [Float32Array.of(Infinity, 1)], [Float32Array.of(-Infinity, -Infinity)]])('MODEL_LOGITS_INVALID for %j', (broken) => {
    expect(() => new TokenSampler(2).sample(broken, { temperature: 1 }, null, Rng.fromSeed(1))).toThrow(expect.objectContaining({ code: 'MODEL_LOGITS_INVALID' }));
  });

  it('logprobOf is the log of the softmax', () => {
    expect(logprobOf(logits, 2)).toBeCloseTo(Math.log(0.2), 6);
    expect(logprobOf(Float32Array.of(1000, 0), 1)).toBe(-1000);
  });
});
