/**
 * Bulk self-play of random agents through an arena in this process: create, turn, act, feed, record in the store, everything a rollout pays beside its model.
 * `microsecondsPerTurn` is the whole path; `matchMicrosecondsPerTurn` is the same play through `Match` alone, in the same run.
 */
import { composeArena } from '@spiral-arena/arena';
import { ArenaClient, subscribeFeed } from '@spiral-arena/client';
import { GameRegistry } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { tables } from './games.mjs';
import { selfPlay } from './match.mjs';

const MATCHES_AT_ONCE = 500;

export async function* benchArena({ seconds }) {
  for (const { game, options, variant } of tables.filter(({ variant: name }) => name !== 'default').concat(tables.filter(({ game: { id }, variant: name }) => id === 'tic-tac-toe' && name === 'default'))) {
    const registry = new GameRegistry();
    registry.register(game);
    const arena = await composeArena({ registry });
    const client = await ArenaClient.connect(arena.connect(), { include: ['legalActions'], events: false });
    const rng = Rng.fromSeed(1);
    const random = game.agents?.random?.make({}, rng);
    let turns = 0;
    let records = 0;
    let wanted = 0;
    let done = () => {};
    client.serve((turn) => {
      turns++;
      return { action: turn.legalActions ? turn.legalActions[rng.int(turn.legalActions.length)] : random(turn.observation, null) };
    });
    await subscribeFeed(client, { credits: 4096 }, () => {
      if (++records === wanted) done();
    });
    const round = async () => {
      wanted = records + MATCHES_AT_ONCE;
      const finished = new Promise((resolve) => (done = resolve));
      await client.createMatches({ game: game.id, options, count: MATCHES_AT_ONCE, seats: game.roles(options).map(() => 'self'), durability: 'match', seed: rng.seed() });
      await finished;
    };
    for (let warm = 0; warm < 4; warm++) await round();
    turns = 0;
    const start = performance.now();
    while (performance.now() - start < seconds * 1000) await round();
    const microseconds = ((performance.now() - start) * 1000) / turns;
    client.close();
    await arena.close();
    const alone = selfPlay(game, options, variant, seconds / 2);
    yield { bench: 'arena/random-self-play', game: game.id, variant, turnsPerSecond: Math.round(1e6 / microseconds), microsecondsPerTurn: round2(microseconds), matchMicrosecondsPerTurn: round2((alone.elapsed * 1e6) / alone.steps) };
  }
}

function round2(value) {
  return Math.round(value * 100) / 100;
}
