/** The conformance kit, which holds the game to the contract, and what only its author knows about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Match } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { gameConformance } from '@spiral-arena/core/testing';
import { game } from './countdown.js';

for (const { name, run } of gameConformance(game)) test(name, run);

test('whoever takes the last stone wins', () => {
  const match = Match.start({ game, matchId: 'test', seed: parseSeed(1), options: { start: 4 } });
  match.submit(0, { text: '[1]' });
  match.submit(1, { text: 'I take all of them: [3]' });
  assert.deepEqual(match.end?.returns, [-1, 1]);
});

test('more than what is left cannot be taken, and the offender is told so', () => {
  const match = Match.start({ game, matchId: 'test', seed: parseSeed(1), options: { start: 2 }, profile: 'textarena' });
  const result = match.submit(0, { action: { take: 3 } });
  assert.equal(!result.ok && result.error.message, 'only 2 are left');
});
