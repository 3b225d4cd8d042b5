/**
 * Deals the matches of a rollout out to those who play, and puts the records together again.
 * An order is cut into parts by its size alone, and a part has a generator of its own: what is played does not depend on how many play.
 */
import type { FeedRecord } from '@spiral-arena/core/protocol';
import type { Rng } from '@spiral-arena/core/random';
import type { MatchOrder, MatchSource } from './batch.js';
import type { MatchPart, PartPlayer } from './rollout.js';
import { settleAll } from './settle-all.js';

/** Parts of one order: more could be dealt out more evenly, but each is a request of its own. */
const MOST_PARTS = 16;
const LEAST_MATCHES = 4; // of a part

export class SharedRollout implements MatchSource {
  readonly #players: readonly PartPlayer[];

  /** @param players at least one; the caller closes them */
  constructor(players: readonly PartPlayer[]) {
    this.#players = players;
  }

  /**
   * @param rng of this rollout alone; order i draws from `rng.fork(i)`, its later parts from forks of that
   * @throws the first failure of a player, once no other is playing
   */
  async play(orders: readonly MatchOrder[], rng: Rng): Promise<FeedRecord[][]> {
    const parts = orders.map((order, index) => partsOf(order, rng.fork(index)));
    const dealt = this.#players.map((): MatchPart[] => []);
    for (const [at, part] of parts.flat().entries()) dealt[at % dealt.length]?.push(part);
    const played = await settleAll(this.#players.map((player, index) => player.play(dealt[index] as MatchPart[])));
    let at = 0;
    return parts.map((own) => own.flatMap(() => played[at % played.length]?.[Math.floor(at++ / played.length)] ?? []));
  }
}

function partsOf({ trained, matches }: MatchOrder, rng: Rng): MatchPart[] {
  const count = Math.min(Math.ceil(matches / LEAST_MATCHES), MOST_PARTS);
  return Array.from({ length: count }, (_, part) => ({
    trained, rng: part === 0 ? rng : rng.fork(part),
    matches: Math.floor(((part + 1) * matches) / count) - Math.floor((part * matches) / count),
  }));
}
