/**
 * Deals the matches of a rollout out to those who play, and puts the records together again.
 * An order is cut into parts by its size alone, and a part has a generator of its own: what is played does not depend on how many play.
 */
import type { FeedRecord } from '@spiral-arena/core/protocol';
import type { Rng } from '@spiral-arena/core/random';
import type { MatchOrder, MatchSource } from './batch.js';
import type { MatchPart, PartPlayer } from './rollout.js';
import { settleAll } from './settle-all.js';
import type { TrainedGame } from './trained-game.js';

/** Parts of one order: more could be dealt out more evenly, but each is a request of its own. */
const MOST_PARTS = 12;
const LEAST_MATCHES = 4; // of a part
const STEP = 1.01; // small, since who ends first is chance once the shares are right
const MOST_SPEED = 4;

export class SharedRollout implements MatchSource {
  readonly #players: readonly PartPlayer[];
  /** Work of one match by game, as last seen: turns, and tokens that were said. */
  readonly #work = new Map<TrainedGame, number>();
  /** How fast the players are, relative to each other: who ended first of all gets a little more next time, and who ended last a little less. */
  readonly #speeds: number[];

  /** @param players at least one; the caller closes them */
  constructor(players: readonly PartPlayer[]) {
    this.#players = players;
    this.#speeds = players.map(() => 1);
  }

  /**
   * @param rng of this rollout alone; order i draws from `rng.fork(i)`, its later parts from forks of that
   * @throws the first failure of a player, once no other is playing
   */
  async play(orders: readonly MatchOrder[], rng: Rng): Promise<FeedRecord[][]> {
    const parts = orders.map((order, index) => partsOf(order, rng.fork(index)));
    const dealt = this.#deal(parts.flat());
    const ended: number[] = [];
    const played = (await settleAll(this.#players.map(async (player, index) => {
      const records = await player.play(dealt[index] as MatchPart[]);
      ended.push(index);
      return records;
    }))).flat();
    if (dealt.every(({ length }) => length > 0)) this.#learnSpeeds(ended);
    let at = 0;
    return parts.map((own, index) => {
      const records = own.flatMap(() => played[at++] as FeedRecord[]);
      if (records.length > 0) this.#work.set((orders[index] as MatchOrder).trained, workOf(records) / records.length);
      return records;
    });
  }

  /**
   * A run of neighbouring parts for each player, with work as its speed. Neighbours are of one game: whoever plays many of its matches finds equal
   * positions among them, and asks the network less often.
   */
  #deal(parts: readonly MatchPart[]): MatchPart[][] {
    const work = parts.map(({ trained, matches }) => matches * (this.#work.get(trained) ?? trained.game.maxSteps(trained.options)));
    const all = work.reduce((sum, own) => sum + own, 0);
    const speed = this.#speeds.reduce((sum, own) => sum + own, 0);
    const dealt = this.#players.map((): MatchPart[] => []);
    let player = 0;
    let end = (all * (this.#speeds[0] as number)) / speed; // of the player's share of all work
    let before = 0;
    for (const [index, part] of parts.entries()) {
      const middle = before + (work[index] as number) / 2;
      while (middle > end && player < dealt.length - 1) end += (all * (this.#speeds[++player] as number)) / speed;
      dealt[player]?.push(part);
      before += work[index] as number;
    }
    return dealt;
  }

  #learnSpeeds(ended: readonly number[]): void {
    const [first, last] = [ended[0] as number, ended.at(-1) as number];
    if (first === last) return;
    this.#speeds[first] = Math.min(MOST_SPEED, (this.#speeds[first] as number) * STEP);
    this.#speeds[last] = Math.max(1 / MOST_SPEED, (this.#speeds[last] as number) / STEP);
  }
}

/** A turn takes about as long as a token. */
function workOf(records: readonly FeedRecord[]): number {
  let work = 0;
  for (const { steps } of records) for (const { by } of steps) work += 1 + (by?.trace?.tokenIds.length ?? 0);
  return work;
}

function partsOf({ trained, matches }: MatchOrder, rng: Rng): MatchPart[] {
  const count = Math.min(Math.ceil(matches / LEAST_MATCHES), MOST_PARTS);
  return Array.from({ length: count }, (_, part) => ({
    trained, rng: part === 0 ? rng : rng.fork(part),
    matches: Math.floor(((part + 1) * matches) / count) - Math.floor((part * matches) / count),
  }));
}
