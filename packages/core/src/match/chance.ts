/**
 * Chance of a match: one outcome of a state, drawn from a fork of the match's generator. It keeps no count and applies nothing.
 */
import { fact, type Game, type Options, type State } from '../game/game.js';
import type { Json } from '../json.js';
import type { Rng } from '../random/rng.js';

/**
 * One chance outcome of a state: drawn from the fork named by the game's `chanceKey` (default: the index of the chance step),
 * so that equal keys give equal draws whatever was played in between.
 */
export function drawChance(game: Game, options: Options, state: State, rng: Rng, chanceStep: number): Json {
  const fork = rng.fork(game.chanceKey?.(state) ?? chanceStep);
  if (game.sampleChance && (fact(game.chance, options) === 'sampled' || !game.chanceOutcomes)) return game.sampleChance(state, fork);
  const outcomes = game.chanceOutcomes?.(state) ?? [];
  return (outcomes[fork.weighted(outcomes.map((item) => item.probability))] as { outcome: Json }).outcome;
}
