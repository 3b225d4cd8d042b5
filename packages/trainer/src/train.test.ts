/** What of a batch becomes rows. The loop itself runs through a real arena in the root `test/`. */
import { describe, expect, it } from 'vitest';
import type { WeighedStep } from './batch.js';
import { RowCollector } from './learn/rows.js';
import { parseConfig } from './parse-config.js';
import { addRows } from './train.js';

const weighed = (prompt: number, advantage: number): WeighedStep => ({
  role: 'first', advantage, step: { ply: 0, promptTokenIds: [prompt], tokenIds: [5, 6], logprobs: [-1, -1], allowedTokenIds: [[5], [6]] },
});
/** Rows of one step with advantage 2 and one with advantage 0, four turns an update. */
function rowsOf(over: object, entropy = 0): RowCollector {
  const rows = new RowCollector(8);
  addRows(rows, [weighed(1, 2), weighed(2, 0)], entropy, parseConfig({ games: [{ game: 'x' }], turnsPerUpdate: 4 }, over));
  return rows;
}

describe('addRows', () => {
  it('weighs every token with A/N, N being the constant of the configuration', () => {
    const weights = rowsOf({}).buckets().flatMap((bucket) => [...bucket.weights].filter((value) => value !== 0));
    expect(weights).toEqual([0.5, 0.5]);
  });

  it.each([
    ['alone', {}, 0, 2], ['with an entropy bonus', {}, 0.1, 4], ['with legality', { legality: 1 }, 0, 4], ['when told to keep them', { dropZeroAdvantage: false }, 0, 4],
  ] as const)('a step of advantage 0, %s', (_, over, entropy, tokens) => {
    expect(rowsOf(over, entropy).tokens).toBe(tokens);
  });

  it('weighs entropy with c/N at every place', () => {
    const entropies = rowsOf({}, 0.1).buckets().flatMap((bucket) => [...bucket.entropyWeights].filter((value) => value !== 0));
    expect(entropies.map((value) => Number(value.toFixed(6)))).toEqual([0.025, 0.025, 0.025, 0.025]);
  });
});
