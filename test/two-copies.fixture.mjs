/**
 * Plays the game of a plugin that may bring its own copies of core and tsyringe, in a plain Node process (a test runner would give it this project's).
 * Prints one JSON line: which copy it uses, how its own error is recognised, and how two arenas in this process end its matches.
 */
import { composeArena } from '@spiral-arena/arena';
import { loadGames } from '@spiral-arena/cli';
import { ArenaClient } from '@spiral-arena/client';
import { isCodedError } from '@spiral-arena/core';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';

const registry = await loadGames({ builtIn: [], plugins: process.argv[2] });
const game = registry.get('copies');
const match = Match.start({ game, matchId: 'm', seed: parseSeed(3) });
let code = null;
try {
  match.submit(0, { action: { take: 2 } });
} catch (cause) {
  code = isCodedError(cause) ? cause.code : String(cause);
}
const arenas = [await composeArena({ registry }), await composeArena({ registry })];
const ends = [];
for (const arena of arenas) {
  const client = await ArenaClient.connect(arena.connect());
  const ended = new Promise((resolve) => client.onEnded(({ end }) => resolve(end.reason)));
  client.serve(() => ({ action: { take: 1 } }));
  await client.createMatches({ game: 'copies', seats: ['self', 'self'] });
  ends.push(await ended);
}
for (const arena of arenas) await arena.close();
const ownCore = game.rng !== Rng;
console.log(JSON.stringify({ failures: registry.failures, ownCore, left: match.events[0].outcome, code, end: match.end.reason, agent: game.agents.half.make({}, Rng.fromSeed(1))({}, null), ends }));
