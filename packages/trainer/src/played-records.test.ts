/** Records that cross between threads: what comes out is what went in, whatever numbers it holds. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRecords, unpackRecords, type PlayedRecord, type PlayedStep } from './played-records.js';

const ids = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 6 });
const LISTS = [[], [3], [0, 1, 2], [59_999]];
const trace = fc.record({
  policyVersion: fc.nat(1_000_000), promptTokenIds: ids, tokenIds: ids, logprobs: fc.array(fc.double(), { maxLength: 6 }),
  allowedTokenIds: fc.array(fc.constantFrom(...LISTS), { maxLength: 6 }),
}, { requiredKeys: ['policyVersion', 'promptTokenIds', 'tokenIds', 'logprobs'] });
const step = fc.record({
  seat: fc.nat(9), ply: fc.nat(500), outcome: fc.constantFrom('accepted', 'refused'), kind: fc.constantFrom('illegal-action', 'too-long'), by: fc.record({ trace }),
}, { requiredKeys: ['seat', 'ply', 'outcome'] }) as fc.Arbitrary<PlayedStep>;
const record: fc.Arbitrary<PlayedRecord> = fc.record({
  matchId: fc.string(), number: fc.nat(), game: fc.string(), variant: fc.string(), roles: fc.constant(['first', 'second']), seats: fc.constantFrom([0, 1], [1]),
  end: fc.constant({ reason: 'finished', ply: 3, returns: [1, -1] } as unknown as PlayedRecord['end']), steps: fc.array(step, { maxLength: 5 }),
});
const [ONE] = fc.sample(record, { numRuns: 1, seed: 1 }) as [PlayedRecord];

describe('packRecords and unpackRecords', () => {
  it('give back every record with all that it says, numbers that are none included', () => {
    fc.assert(fc.property(fc.array(fc.array(record, { maxLength: 4 }), { maxLength: 4 }), (parts) => {
      expect(unpackRecords(structuredClone(packRecords(parts)))).toEqual(parts);
    }), { numRuns: 100, seed: 8 });
  });

  it('keep -Infinity, NaN and the last bit of a log-probability', () => {
    const logprobs = [-Infinity, NaN, -0.1 - 2 ** -54, -0];
    const steps: PlayedStep[] = [{ seat: 0, ply: 0, outcome: 'accepted', by: { trace: { policyVersion: 1, promptTokenIds: [1], tokenIds: [2], logprobs } } }];
    const got = unpackRecords(packRecords([[{ ...ONE, steps }]]))[0]?.[0]?.steps[0]?.by?.trace?.logprobs ?? [];
    expect(got.map((value, at) => Object.is(value, logprobs[at]))).toEqual([true, true, true, true]);
  });

  it('hold each list of allowed ids once', () => {
    const allowedTokenIds = [LISTS[2], LISTS[2], LISTS[1]] as number[][];
    const traced: PlayedStep = { seat: 0, ply: 0, outcome: 'accepted', by: { trace: { policyVersion: 1, promptTokenIds: [1], tokenIds: [2, 1, 3], logprobs: [0, 0, 0], allowedTokenIds } } };
    const packed = packRecords([[{ ...ONE, steps: [traced, traced] }]]);
    expect(packed.lists).toEqual([[0, 1, 2], [3]]);
    const steps = unpackRecords(packed)[0]?.[0]?.steps as readonly PlayedStep[];
    expect(steps[0]?.by?.trace?.allowedTokenIds?.[0]).toBe(steps[1]?.by?.trace?.allowedTokenIds?.[1]);
  });
});
