import { describe, expect, it } from 'vitest';
import { parseConfig, type TrainerState } from '@spiral-arena/trainer';
import { checkUnfinished, runLimits } from './run-limits.js';

const config = parseConfig({ games: [{ game: 'tic-tac-toe' }], warmUpUpdates: 10 });
const state = (parts: Partial<TrainerState>): TrainerState => ({ update: 30, selfPlayUpdates: 20, trainMs: 180_000, ...parts }) as TrainerState;

describe('runLimits', () => {
  it('a new run takes what was asked for, and nothing else', () => {
    expect(runLimits({ updates: undefined, minutes: undefined })).toEqual({});
    expect(runLimits({ updates: 5, minutes: undefined })).toEqual({ updates: 5 });
    expect(runLimits({ updates: undefined, minutes: 3 })).toEqual({ minutes: 3 });
  });

  it('a resumed run: minutes are those to come, updates those of the whole run, and either takes the place of the old limits', () => {
    expect(runLimits({ updates: undefined, minutes: 10 }, state({}))).toEqual({ updates: null, minutes: 13 });
    expect(runLimits({ updates: 500, minutes: undefined }, state({}))).toEqual({ updates: 500, minutes: null });
    expect(runLimits({ updates: undefined, minutes: undefined }, state({}))).toEqual({});
  });
});

describe('checkUnfinished', () => {
  it('refuses a run that has nothing left to do, and says where it stands', () => {
    for (const limits of [{ updates: 20 }, { updates: 10 }, { minutes: 3 }, { updates: 500, minutes: 2 }]) {
      expect(() => checkUnfinished({ ...config, ...limits }, state({}), 'runs/a'), JSON.stringify(limits)).toThrow(expect.objectContaining({ code: 'CLI_RUN_COMPLETE', details: { folder: 'runs/a', updates: 20, minutes: 3 } }) as Error);
    }
  });

  it('lets a run go on without limits, before its limits, and in its warm-up', () => {
    for (const limits of [{}, { updates: 21 }, { minutes: 3.5 }]) checkUnfinished({ ...config, ...limits }, state({}), 'runs/a');
    checkUnfinished({ ...config, updates: 0 }, state({ update: 5, selfPlayUpdates: 0 }), 'runs/a');
  });
});
