import { describe, expect, it } from 'vitest';
import { compareAnswers, expectedNumbers, verifyEngine } from './verify.js';

describe('the numbers that an engine is proven with', () => {
  it('are those worked out by hand', () => {
    const { product, gradient, session } = expectedNumbers();
    expect(product).toEqual([6, 18, 14, 2]); // (1 2 3 4), (5 -6 7 0) times (1 -1), (2 0), (3 1), (-2 4)
    expect(session).toEqual([1, 2, 3, 4, 7, 10, 15, 22, 44, 64, 96, 140, 52, 76, 114, 166]); // x, x·x, x·(x + x·x), and the sum of all that was added
    const [e0, e1, e2] = [Math.exp(1), Math.exp(2), Math.exp(3)];
    expect(gradient[0]).toBeCloseTo(Math.log(e0 + e1 + e2) - 3, 12);
    expect(gradient.slice(2, 5).reduce((sum, slope) => sum + slope, 0)).toBeCloseTo(0, 12); // a softmax minus a distribution
    expect(gradient[4]).toBeCloseTo(e2 / (e0 + e1 + e2) - 1, 12);
  });

  it('pass within rounding and fail by more', () => {
    const right = expectedNumbers();
    compareAnswers({ ...right, gradient: right.gradient.map((value) => Math.fround(value)) });
    for (const wrong of [{ ...right, gradient: right.gradient.map((value) => value * 1.001) }, { ...right, session: right.session.slice(1) }, { ...right, product: [6, 18, 14, Number.NaN] }, { gradient: right.gradient }]) {
      expect(() => compareAnswers(wrong)).toThrow(expect.objectContaining({ code: 'MODEL_TENSORFLOW_WRONG' }));
    }
  });

  it('are asked of a process of its own: an addon that is none is told, and harms nobody', async () => {
    await expect(verifyEngine(import.meta.filename.replace('.test.ts', '.absent'), process.execPath, process.env)).rejects.toMatchObject({ code: 'MODEL_TENSORFLOW_UNLOADABLE', message: expect.stringContaining('Cannot find module') });
  });
});
