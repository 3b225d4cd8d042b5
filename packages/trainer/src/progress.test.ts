/** Progress, limits and what is due, without a clock. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.js';
import { Progress } from './progress.js';

const config = (over: object) => parseConfig({ games: [{ game: 'x' }], warmUpUpdates: 2 }, over);

describe('Progress', () => {
  it('by updates counts the warm-up apart and stores no time', () => {
    const progress = new Progress(config({ updates: 4 }), null);
    for (const phase of ['warm-up', 'warm-up', 'self-play'] as const) progress.advance(phase, 60_000);
    expect([progress.update, progress.selfPlayUpdates, progress.selfPlay, progress.whole]).toEqual([3, 1, 0.25, 0.5]);
    expect(progress.etaMs).toBe(180_000);
    expect(progress.state()).toEqual({ update: 3, selfPlayUpdates: 1, trainMs: 0, warmUpMs: 0 });
    expect(progress.done).toBe(false);
    for (let index = 0; index < 3; index++) progress.advance('self-play', 1);
    expect(progress.done).toBe(true);
  });

  it('by minutes runs the schedules from the end of the warm-up to the end of the run', () => {
    const progress = new Progress(config({ minutes: 4, scheduleMinutes: 1 }), null);
    progress.advance('warm-up', 30_000);
    progress.advance('warm-up', 30_000);
    expect(progress.selfPlay).toBe(0);
    progress.advance('self-play', 90_000);
    expect([progress.selfPlay, progress.whole, progress.etaMs]).toEqual([0.5, 0.625, 90_000]);
    expect(progress.state().trainMs).toBe(150_000);
    const resumed = new Progress(config({ minutes: 4, scheduleMinutes: 1 }), progress.state());
    resumed.advance('self-play', 90_000);
    expect([resumed.done, resumed.selfPlay]).toEqual([true, 1]);
  });

  it('by updates and minutes stores the time, so that a resumed run does not get all its minutes again', () => {
    const progress = new Progress(config({ updates: 100, minutes: 2 }), null);
    progress.advance('self-play', 90_000);
    expect(progress.state().trainMs).toBe(90_000);
    const resumed = new Progress(config({ updates: 100, minutes: 2 }), progress.state());
    expect(resumed.done).toBe(false);
    resumed.advance('self-play', 30_000);
    expect(resumed.done).toBe(true);
  });

  it('a run shorter than scheduleMinutes stops on the way of the same schedules', () => {
    const progress = new Progress(config({ minutes: 3, scheduleMinutes: 10 }), null);
    progress.advance('self-play', 180_000);
    expect([progress.done, progress.selfPlay]).toEqual([true, 0.3]);
  });

  it('without a limit goes on for ever; the schedules end after scheduleMinutes', () => {
    const progress = new Progress(config({ scheduleMinutes: 1 }), null);
    progress.advance('self-play', 600_000);
    expect([progress.done, progress.selfPlay, progress.whole, progress.etaMs]).toEqual([false, 1, null, null]);
  });

  it('says when to evaluate and store, by minutes or updates, and not when the run ends anyway', () => {
    const progress = new Progress(config({ updates: 3, evaluateEveryMinutes: 1, checkpointEveryUpdates: 2, checkpointEveryMinutes: null }), null);
    progress.advance('warm-up', 59_000);
    expect([progress.evaluationDue(), progress.checkpointDue()]).toEqual([false, false]);
    progress.advance('warm-up', 1_000);
    expect([progress.evaluationDue(), progress.checkpointDue()]).toEqual([true, true]);
    progress.evaluated();
    progress.checkpointed();
    expect([progress.evaluationDue(), progress.checkpointDue()]).toEqual([false, false]);
    for (let index = 0; index < 3; index++) progress.advance('self-play', 90_000);
    expect([progress.done, progress.evaluationDue(), progress.checkpointDue()]).toEqual([true, false, false]);
  });
});
