/**
 * What has happened since the arena started, as plain numbers: the source of `/api/status` and of `arena.status()`.
 * It only counts; what is live now is asked of the lobby and the server.
 */
import { END_REASONS, type EndReason } from '@spiral-arena/core/match';

/** Numbers of one game. */
export interface GameCounts {
  readonly matches: number;
  readonly turns: number;
  readonly refused: number;
}

export class Counters {
  turns = 0;
  refused = 0;
  badMessages = 0;
  feedRecords = 0;
  faults = 0;
  readonly #ended: { [reason in EndReason]: number };
  readonly #games = new Map<string, { matches: number; turns: number; refused: number }>();

  constructor() {
    this.#ended = Object.fromEntries(END_REASONS.map((reason) => [reason, 0])) as { [reason in EndReason]: number };
  }

  /** One attempt at a turn that was judged. */
  attempt(game: string, accepted: boolean): void {
    const counts = this.#of(game);
    if (accepted) {
      this.turns++;
      counts.turns++;
    } else {
      this.refused++;
      counts.refused++;
    }
  }

  end(game: string, reason: EndReason): void {
    this.#ended[reason]++;
    this.#of(game).matches++;
  }

  ended(): { readonly [reason in EndReason]: number } {
    return { ...this.#ended };
  }

  games(): { readonly [game: string]: GameCounts } {
    return Object.fromEntries([...this.#games].map(([game, counts]) => [game, { ...counts }]));
  }

  #of(game: string): { matches: number; turns: number; refused: number } {
    let counts = this.#games.get(game);
    if (!counts) this.#games.set(game, (counts = { matches: 0, turns: 0, refused: 0 }));
    return counts;
  }
}
