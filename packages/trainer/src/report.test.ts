/** Lines of metrics: every ending is counted, used or not; names come from the one table; files are JSON lines. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EpisodeCounts } from './episode.js';
import { RoleBaseline } from './learn/role-baseline.js';
import { JsonlMetrics, METRICS } from './metrics.js';
import { evaluationLine, updateLine } from './report.js';
import type { UpdateEvent } from './train.js';

const baseline = new RoleBaseline({ kind: 'role', order: 'read-first', decay: 0.95 });
baseline.advance('x', 'default', [{ role: 'first', return: 1 }]);

function event(): UpdateEvent {
  const counts = new EpisodeCounts();
  counts.used.set('completed', 3);
  counts.used.set('illegal', 1);
  counts.unused.set('timeout', 2);
  counts.faults.set('empty', 1);
  counts.attempts = 20;
  counts.illegal = 1;
  counts.tokens = 40;
  const trained = { game: { id: 'x' }, variant: 'default' } as unknown as UpdateEvent['games'][number]['trained'];
  const step = { ply: 0, promptTokenIds: [1], tokenIds: [2], logprobs: [-1], allowedTokenIds: [] };
  const steps = [{ step, role: 'first', advantage: 0.75 }, { step, role: 'second', advantage: -0.25 }, { step, role: 'first', advantage: 0 }];
  return {
    phase: 'self-play', update: 12, selfPlayUpdates: 2, progress: 0.5, trainMs: 60_000, etaMs: 60_000, learningRate: 1e-3, rolloutMs: 1500, updateMs: 500,
    result: { skipped: null, loss: 0.25, gradNorm: 0.5, entropy: 1, rows: 8, tokens: 4 },
    games: [{ trained, steps, unused: 5, episodes: [], counts }],
  };
}

describe('updateLine', () => {
  const line = updateLine(event(), { baseline });

  it('TRAIN-18 counts used and unused matches by reason, and dropped steps', () => {
    expect(line).toMatchObject({
      'rollout/matches_used/x default/completed': 3, 'rollout/matches_used/x default/illegal': 1, 'rollout/matches_unused/x default/timeout': 2,
      'rollout/steps_dropped/x default/empty': 1, 'rollout/turns_unused/x default': 5, 'rollout/zero_advantage/x default': 1,
    });
  });

  it('shares turns and absolute advantage by game and role', () => {
    expect(line['rollout/turn_share/x default/first']).toBeCloseTo(2 / 3, 12);
    expect(line['rollout/advantage_share/x default/first']).toBe(0.75);
    expect(line['rollout/advantage_share/x default/second']).toBe(0.25);
    expect(line['rollout/baseline/x default/first']).toBeCloseTo(0.05, 12);
  });

  it('names rates with their unit', () => {
    expect(line).toMatchObject({ 'rollout/illegal_rate/x default': 0.05, 'time/tokens_per_second': 20, 'run/train_minutes': 1, 'run/phase': 'self-play' });
    expect(line).not.toHaveProperty([METRICS.skipped]);
  });

  it('means returns per role, and counts draws over matches', () => {
    const base = event();
    const match = (first: number): UpdateEvent['games'][number]['episodes'][number] => ({
      matchId: 'm', number: 1, game: 'x', variant: 'default', reason: 'completed', lastPly: 0,
      trajectories: [{ seat: 0, role: 'first', return: first, steps: [] }, { seat: 1, role: 'second', return: -first, steps: [] }],
    });
    const own = updateLine({ ...base, games: base.games.map((game) => ({ ...game, episodes: [match(1), match(0), match(1), match(-1)] })) }, { baseline });
    expect(own).toMatchObject({
      'rollout/return_mean/x default/first': 0.25, 'rollout/return_mean/x default/second': -0.25, 'rollout/draw_rate/x default': 0.25,
      'rollout/matches/x default': 4, 'rollout/turns_per_match/x default': 5,
    });
  });

  it('writes every name of the table', () => {
    const base = event();
    const [game] = base.games as [UpdateEvent['games'][number]];
    const episode = { matchId: 'm', number: 1, game: 'x', variant: 'default', reason: 'completed', lastPly: 0, trajectories: [{ seat: 0, role: 'first', return: 1, steps: [] }] } as const;
    const written = [
      updateLine({ ...base, result: { ...base.result, skipped: 'empty' }, games: [{ ...game, episodes: [episode] }] }, { baseline }),
      evaluationLine({ update: 1, trainMs: 1, evaluations: [], exact: [{ game: 'x', variant: 'default', nashConv: 0.5, averageNashConv: null, illegalMass: 0 }] }),
    ].flatMap((one) => Object.keys(one));
    for (const name of Object.values(METRICS)) expect(written.some((key) => key === name || key.startsWith(`${name}/`)), name).toBe(true);
  });

  it('uses names of the table alone', () => {
    const names: readonly string[] = Object.values(METRICS);
    const lines = { ...line, ...evaluationLine({ update: 1, trainMs: 1, evaluations: [], exact: [{ game: 'x', variant: 'default', nashConv: 0.5, averageNashConv: 0.25, illegalMass: 0 }] }) };
    for (const key of Object.keys(lines)) expect(names.some((name) => key === name || key.startsWith(`${name}/`)), key).toBe(true);
  });
});

describe('JsonlMetrics', () => {
  it('appends a line each, with six digits', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spiral-metrics-'));
    const metrics = new JsonlMetrics(join(folder, 'metrics.jsonl'));
    metrics.write({ 'train/policy_loss': 1 / 3 });
    metrics.write({ 'run/phase': 'warm-up' });
    expect(readFileSync(join(folder, 'metrics.jsonl'), 'utf8')).toBe('{"train/policy_loss":0.333333}\n{"run/phase":"warm-up"}\n');
    rmSync(folder, { recursive: true });
  });
});
