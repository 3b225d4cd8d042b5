import { describe, expect, test } from 'vitest';
import { ManualClock, SystemClock } from './clock.js';
import { TurnTimers } from './turn-timers.js';

describe('ManualClock', () => {
  test('runs timers in the order of their times, at their times', () => {
    const clock = new ManualClock(100);
    const ran: [string, number][] = [];
    clock.setTimer(30, () => ran.push(['b', clock.nowMs()]));
    clock.setTimer(10, () => ran.push(['a', clock.nowMs()]));
    const cancel = clock.setTimer(20, () => ran.push(['never', clock.nowMs()]));
    cancel();
    clock.advance(29);
    expect(ran).toEqual([['a', 110]]);
    clock.advance(1);
    expect(ran).toEqual([['a', 110], ['b', 130]]);
    expect(clock.timers).toBe(0);
  });
});

test('SystemClock gives whole milliseconds that do not go back', () => {
  const clock = new SystemClock();
  const first = clock.nowMs();
  expect(Number.isInteger(first)).toBe(true);
  expect(first).toBeGreaterThan(Date.parse('2020-01-01'));
  expect(clock.nowMs()).toBeGreaterThanOrEqual(first);
});

describe('TurnTimers', () => {
  test('the deadline itself is in time, the next millisecond is late', () => {
    const clock = new ManualClock();
    const calls: number[] = [];
    const timers = new TurnTimers(clock, 1000, () => calls.push(clock.nowMs()));
    timers.start(0);
    clock.advance(400);
    timers.start(1);
    expect(timers.leftMs(0)).toBe(600);
    expect(timers.late(1000)).toEqual([]);
    expect(timers.late(1001)).toEqual([0]);
    expect(timers.late(1401)).toEqual([0, 1]);
    clock.advance(600);
    expect(calls).toEqual([]);
    clock.advance(1);
    expect(calls).toEqual([1001]);
    timers.stopAll();
    expect(clock.timers).toBe(0);
  });
});
