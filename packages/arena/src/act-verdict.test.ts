import { expect, test } from 'vitest';
import type { ActMessage } from '@spiral-arena/core/protocol';
import { actVerdict, type ActSituation } from './act-verdict.js';

const act = (parts: Partial<ActMessage> = {}): ActMessage => ({ type: 'act', matchId: 'm1', turnId: 'm1/4', seat: 0, actionId: 'a', action: { move: 'roll' }, ...parts });
const now: ActSituation = { matchId: 'm1', turnId: 'm1/4', ply: 4, over: false, pending: true, earlier: undefined };

test('each act has exactly one answer', () => {
  expect(actVerdict(act(), now)).toBe('attempt');
  expect(actVerdict(act(), { ...now, pending: false })).toBe('not-your-turn');
  expect(actVerdict(act({ turnId: 'm1/3' }), now)).toBe('stale-turn');
  expect(actVerdict(act({ turnId: 'm1/0' }), { ...now, pending: false })).toBe('stale-turn');
  for (const turnId of ['nope', 'm1/', 'm1/-1', 'm1/1e9', 'm1/04', 'm1/5', 'm1/1000000000', '']) expect(actVerdict(act({ turnId }), now), turnId).toBe('no-such-turn');
  expect(actVerdict(act({ turnId: 'm2/4' }), now)).toBe('other-match');
  expect(actVerdict(act(), { ...now, over: true })).toBe('match-over');
  expect(actVerdict(act({ turnId: 'm1/2' }), { ...now, over: true })).toBe('match-over');
});

test('the action id is looked at before the turn', () => {
  const earlier = act({ turnId: 'm1/2' });
  expect(actVerdict(act({ turnId: 'm1/2' }), { ...now, earlier })).toBe('repeated');
  expect(actVerdict(act({ turnId: 'm1/2' }), { ...now, over: true, earlier })).toBe('repeated');
  expect(actVerdict(act({ turnId: 'm1/2', action: { move: 'hold' } }), { ...now, earlier })).toBe('duplicate-id');
  expect(actVerdict(act({ turnId: 'm1/4' }), { ...now, earlier })).toBe('duplicate-id');
  const text: ActMessage = { type: 'act', matchId: 'm1', turnId: 'm1/2', seat: 0, actionId: 'a', text: 'roll' };
  expect(actVerdict(text, { ...now, earlier })).toBe('duplicate-id');
  expect(actVerdict({ ...text }, { ...now, earlier: text })).toBe('repeated');
});
