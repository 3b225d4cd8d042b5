/** Random self-play through `Match`, with validation and record, one thread: decisions per second. */
import { Match } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import { tables } from './games.mjs';

export async function* benchMatch({ seconds }) {
  for (const { game, options, variant } of tables) {
    selfPlay(game, options, variant, seconds / 4); // compiles and warms up
    const { steps, matches, elapsed } = selfPlay(game, options, variant, seconds);
    yield { bench: 'match/random-self-play', game: game.id, variant, stepsPerSecond: Math.round(steps / elapsed), matchesPerSecond: Math.round(matches / elapsed) };
  }
}

export function selfPlay(game, options, variant, seconds) {
  const rng = Rng.fromSeed(1);
  const start = performance.now();
  let steps = 0;
  let matches = 0;
  do {
    for (let k = 0; k < 50; k++) {
      steps += playMatch({ game, options, variant }, `m${matches++}`, rng, game.agents?.random?.make({}, rng));
    }
  } while (performance.now() - start < seconds * 1000);
  return { steps, matches, elapsed: (performance.now() - start) / 1000 };
}

/**
 * One match of random play, to its end.
 * @param random the game's own random agent, where its actions cannot be listed
 * @returns decisions
 */
export function playMatch({ game, options, variant }, matchId, rng, random) {
  const match = Match.start({ game, matchId, seed: rng.seed(), options, variant });
  let steps = 0;
  while (!match.end) {
    for (const seat of match.pending()) {
      const legal = match.legalActions(seat);
      const action = legal ? legal[rng.int(legal.length)] : random(match.observe(seat), null);
      if (!match.submit(seat, { action }).ok) throw new Error(`a listed action of ${game.id} was refused`);
      steps++;
    }
  }
  return steps;
}
