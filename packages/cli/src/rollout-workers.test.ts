/** How many threads play. The threads themselves run in the root `test/`. */
import { availableParallelism } from 'node:os';
import { parseConfig, preset } from '@spiral-arena/trainer';
import { describe, expect, it } from 'vitest';
import { rolloutThreadsFor } from './rollout-workers.js';

const config = (turnsPerUpdate: number) => parseConfig(preset('demo'), { turnsPerUpdate });
const ONNX = { name: 'onnx' } as const;

describe('rolloutThreadsFor', () => {
  it('gives the cores, at most 8 and as many as have something to do', () => {
    expect(rolloutThreadsFor(config(100_000), ONNX)).toBe(Math.min(availableParallelism(), 8));
    expect(rolloutThreadsFor(config(511), ONNX)).toBe(1);
    expect(rolloutThreadsFor(config(24), ONNX)).toBe(1);
  });

  it('leaves engines alone that want whole batches, or were chosen to repeat', () => {
    for (const engine of [{ name: 'tensorflow' }, { name: 'eager' }, { name: 'onnx', provider: 'cuda' }] as const) expect(rolloutThreadsFor(config(100_000), engine)).toBe(1);
  });

  it('does what was asked for, where it can', () => {
    expect(rolloutThreadsFor(config(24), ONNX, 3)).toBe(3);
    expect(rolloutThreadsFor(config(24), { name: 'eager' }, 3)).toBe(3);
    expect(rolloutThreadsFor(config(24), { name: 'tensorflow' }, 1)).toBe(1);
    for (const engine of [{ name: 'tensorflow' }, { name: 'onnx', provider: 'dml' }] as const) {
      expect(() => rolloutThreadsFor(config(24), engine, 2)).toThrow(expect.objectContaining({ code: 'CLI_ROLLOUT_THREADS_REFUSED' }));
    }
  });
});
