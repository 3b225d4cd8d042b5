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
      const match = Match.start({ game, matchId: `m${matches++}`, seed: rng.seed(), options, variant });
      const random = game.agents?.random?.make({}, rng);
      while (!match.end) {
        for (const seat of match.pending()) {
          const legal = match.legalActions(seat);
          const action = legal ? legal[rng.int(legal.length)] : random(match.observe(seat), null);
          if (!match.submit(seat, { action }).ok) throw new Error(`a listed action of ${game.id} was refused`);
          steps++;
        }
      }
    }
  } while (performance.now() - start < seconds * 1000);
  return { steps, matches, elapsed: (performance.now() - start) / 1000 };
}
