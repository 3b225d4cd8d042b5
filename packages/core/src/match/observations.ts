/**
 * What readers see of the states of one match: frozen to its leaves, because it shares lists with the state, and made once where the same
 * reader asks again before the next move: a seat is shown its turn, and then its answer is read with what it saw. It tells nobody anything.
 */
import { deepFreeze } from '../game/deep-freeze.js';
import type { Game, Observation, Reader, State } from '../game/game.js';

export class Observations {
  #last: { readonly state: State; readonly reader: Reader; readonly observation: Observation } | null = null;

  /** @throws what the game throws */
  of(game: Game, state: State, reader: Reader): Observation {
    const last = this.#last;
    if (last && last.state === state && last.reader === reader) return last.observation;
    const observation = deepFreeze(game.observe(state, reader));
    this.#last = { state, reader, observation };
    return observation;
  }
}
