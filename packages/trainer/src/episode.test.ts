/** Episodes from feed records: which are used, what counts as a step, and that ids and returns are taken as they came. */
import type { EndReason, Trace } from '@spiral-arena/core/match';
import type { FeedRecord, FeedStep } from '@spiral-arena/core/protocol';
import { describe, expect, it } from 'vitest';
import { TRAIN_DEFAULTS, type TrainableReason } from './config.js';
import { EpisodeCounts, episodeOf } from './episode.js';

const trace = (over: Partial<Trace> = {}): Trace => ({
  promptTokenIds: [10, 11, 1], tokenIds: [20, 21], logprobs: [-0.5, -0.25], allowedTokenIds: [[20], [21]], sampling: { temperature: 1 }, policyVersion: 7, finish: 'stop', ...over,
});
const accepted = (seat: number, ply: number, over: Partial<Trace> = {}): FeedStep => ({ seat, ply, outcome: 'accepted', action: {}, by: { trace: trace(over) } });
const record = (over: Partial<FeedRecord> = {}, reason: EndReason = 'completed', returns: readonly number[] | null = [1, -1]): FeedRecord => ({
  matchId: 'm1', number: 1, game: 'g', gameVersion: '1.0.0', variant: 'default', roles: ['first', 'second'], seats: [0, 1], profile: 'spiral-train', seed: '00',
  steps: [accepted(0, 0), accepted(1, 1), accepted(0, 2)], end: { reason, offenders: [], returns, zeroSum: true, ply: 3 }, ...over,
});
const read = (feed: FeedRecord, counts = new EpisodeCounts(), trainOn = TRAIN_DEFAULTS.trainOn) => episodeOf(feed, trainOn, 7, counts);

describe('TRAIN-18 matches that did not end by the rules', () => {
  it.each([
    ['completed', true], ['truncated', true], ['resigned', true], ['illegal', true], ['timeout', false], ['disconnected', false],
  ] as readonly (readonly [TrainableReason, boolean])[])('%s is trained on by default: %s, and the choice can be turned', (reason, used) => {
    const counts = new EpisodeCounts();
    expect(read(record({}, reason), counts) !== null).toBe(used);
    expect([...(used ? counts.used : counts.unused)]).toEqual([[reason, 1]]);
    expect([...(used ? counts.unused : counts.used)]).toEqual([]);
    expect(read(record({}, reason), new EpisodeCounts(), { ...TRAIN_DEFAULTS.trainOn, [reason]: !used }) !== null).toBe(!used);
  });

  it('aborted is never trained on', () => {
    const counts = new EpisodeCounts();
    expect(read(record({}, 'aborted', null), counts)).toBeNull();
    expect([...counts.unused]).toEqual([['aborted', 1]]);
    expect(counts.attempts).toBe(0);
  });
});

describe('TRAIN-19 rewards of both seats', () => {
  it('are the returns of the record, by seat and role', () => {
    const episode = read(record({ roles: ['second', 'first'] }, 'illegal', [-1.5, 1.5]));
    expect(episode?.trajectories.map(({ seat, role, return: value }) => [seat, role, value])).toEqual([[0, 'second', -1.5], [1, 'first', 1.5]]);
    expect(episode?.trajectories.reduce((sum, { return: value }) => sum + value, 0)).toBe(0);
  });

  it('only own seats are trained on, also one that took no turn', () => {
    const episode = read(record({ seats: [1], steps: [] }));
    expect(episode?.trajectories).toEqual([{ seat: 1, role: 'second', return: -1, steps: [] }]);
  });
});

describe('steps', () => {
  it('TOKEN-01 take ids and log-probabilities as they were sampled', () => {
    const episode = read(record());
    expect(episode?.trajectories.map(({ steps }) => steps.map((step) => step.ply))).toEqual([[0, 2], [1]]);
    expect(episode?.trajectories[0]?.steps[0]).toEqual({ ply: 0, promptTokenIds: [10, 11, 1], tokenIds: [20, 21], logprobs: [-0.5, -0.25], allowedTokenIds: [[20], [21]] });
  });

  it('include refused attempts, and the last ply is that of the failed one', () => {
    const counts = new EpisodeCounts();
    const refused: FeedStep = { seat: 1, ply: 1, outcome: 'refused', kind: 'illegal-action', by: { trace: trace() } };
    const late: FeedStep = { seat: 0, ply: 0, outcome: 'refused', kind: 'stale-turn', by: { trace: trace() } };
    const episode = read(record({ steps: [accepted(0, 0), late, refused], end: { reason: 'illegal', offenders: [1], returns: [1, -1], zeroSum: true, ply: 1 } }), counts);
    expect(episode?.lastPly).toBe(1);
    expect(episode?.trajectories.map(({ steps }) => steps.length)).toEqual([1, 1]);
    expect([counts.attempts, counts.illegal, counts.tokens]).toEqual([2, 1, 4]);
  });

  it('TOKEN-05 a reply of the end token alone is a step, a reply of no token is counted as empty', () => {
    const counts = new EpisodeCounts();
    const only = { tokenIds: [2], logprobs: [-1], allowedTokenIds: [[2]] };
    const none = { tokenIds: [], logprobs: [], allowedTokenIds: [] };
    const episode = read(record({ steps: [accepted(0, 0, only), accepted(1, 1, none), accepted(0, 2)] }), counts);
    expect(episode?.trajectories.map(({ steps }) => steps.length)).toEqual([2, 0]);
    expect([...counts.faults]).toEqual([['empty', 1]]);
  });

  it('TRAIN-03 a recorded log-probability at the edge drops its turn alone, by reason', () => {
    const counts = new EpisodeCounts();
    const bad = [[-Infinity, -1], [Number.NaN, -1], [0.1, -1], [-1]].map((logprobs, index) => accepted(0, index * 2, { logprobs }));
    const episode = read(record({ steps: [...bad, accepted(0, 8), accepted(0, 10, { logprobs: [0, -700] })] }), counts);
    expect(episode?.trajectories[0]?.steps.map((step) => step.ply)).toEqual([8, 10]);
    expect(Object.fromEntries(counts.faults)).toEqual({ 'logprob-infinite': 1, 'logprob-nan': 1, 'logprob-positive': 1, 'logprob-missing': 1 });
  });

  it('TOKEN-07 of older weights are dropped and counted, whatever their age (the bound is 0); of newer ones there are none', () => {
    const counts = new EpisodeCounts();
    const steps = [7, 6, 5, 7, 0].map((policyVersion, ply) => accepted(ply % 2, ply, { policyVersion }));
    expect(read(record({ steps }), counts)?.trajectories.map(({ steps: own }) => own.map(({ ply }) => ply))).toEqual([[0], [3]]);
    expect([...counts.faults]).toEqual([['stale', 3]]);
    expect([counts.attempts, counts.tokens]).toEqual([5, 4]); // a dropped turn was an attempt all the same
    expect(() => read(record({ steps: [accepted(0, 0, { policyVersion: 8 })] }))).toThrow(expect.objectContaining({ code: 'TRAINER_POLICY_VERSION' }));
  });

  it('without a trace are no policy of ours', () => {
    const counts = new EpisodeCounts();
    read(record({ steps: [{ seat: 0, ply: 0, outcome: 'accepted', action: {} }] }), counts);
    expect([...counts.faults]).toEqual([['untraced', 1]]);
  });
});
