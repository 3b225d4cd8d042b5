/**
 * What makes two decisions one for a solver or a search: the game's `informationKey`, where it gives one.
 * A key is text and only ever compared; nobody reads it.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Game, Observation, Seat, State } from '@spiral-arena/core/game';

/** The game's own key of an observation; default: its canonical JSON. */
export function informationKey(game: Game, observation: Observation): string {
  return game.informationKey?.(observation) ?? canonicalJson(observation);
}

/**
 * The key of a position in which one seat acts and sees everything. Positions with one key go on alike.
 * Without a key of the game it is the state as text: two texts of one state only cost a transposition.
 */
export function positionKey(game: Game, state: State, seat: Seat): string {
  return game.informationKey ? `${seat}:${game.informationKey(game.observe(state, seat))}` : JSON.stringify(state);
}
