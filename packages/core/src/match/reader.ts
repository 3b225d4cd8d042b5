/**
 * A match as one seat or a spectator is told it: what the game's `told` gave for each move, numbered without gaps.
 * Live events, syncs and replays for readers are all made here, so nothing else can leak. No state, no refused attempts, no traces.
 */
import type { Reader } from '../game/game.js';
import type { Json } from '../json.js';
import type { Transition } from './events.js';
import type { Match } from './match.js';

/** One thing a reader was told. `seq` is the reader's own running number: gaps would betray hidden events. */
export interface ToldEvent {
  readonly seq: number;
  readonly told: Json;
}

/** Follows a match for one reader: each call of `next` gives what is new. */
export class ReaderCursor {
  readonly reader: Reader;
  readonly #match: Match;
  #transition = 0;
  #seq = 0;

  constructor(match: Match, reader: Reader) {
    this.#match = match;
    this.reader = reader;
  }

  next(): readonly ToldEvent[] {
    const { transitions } = this.#match;
    if (this.#transition === transitions.length) return NOTHING;
    const events: ToldEvent[] = [];
    while (this.#transition < transitions.length) {
      const transition = transitions[this.#transition++] as Transition; // counted first: a `told` that throws is not asked again
      const told = this.#match.told(transition, this.reader);
      if (told !== null) events.push({ seq: this.#seq++, told });
    }
    return events;
  }
}

const NOTHING: readonly ToldEvent[] = Object.freeze([]);

/** Everything this reader has been told so far. */
export function toldEvents(match: Match, reader: Reader): readonly ToldEvent[] {
  return new ReaderCursor(match, reader).next();
}

/** What one transition tells one reader. @throws CORE_GAME_FAULT */
export function toldOf(match: Match, transition: Transition, reader: Reader): Json {
  return match.told(transition, reader);
}
