/**
 * Deals the matches of a rollout out to those who play, and puts the records together again.
 * An order is cut into parts by its size alone, and a part has a generator of its own: what is played does not depend on how many play.
 */
import type { Rng } from '@spiral-arena/core/random';
import type { MatchOrder, MatchSource } from './batch.js';
import type { PlayedRecord } from './played-records.js';
import { type MatchPart, type PartPlayer, pileOf } from './rollout.js';
import { settleAll } from './settle-all.js';
import type { TrainedGame } from './trained-game.js';

/** Parts of one order: more could be dealt out more evenly, but each is a request of its own. */
const MOST_PARTS = 12;
const LEAST_MATCHES = 4; // of a part
const STEP = 1.01; // small, since who ends first is chance once the shares are right
const MOST_SPEED = 4;
/** Of all work, what is not dealt out before: about as much as one player has left when another of two has none. */
const PILED = 1 / 8;

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
  async play(orders: readonly MatchOrder[], rng: Rng): Promise<PlayedRecord[][]> {
    const parts = orders.map((order, index) => partsOf(order, rng.fork(index)));
    const all = parts.flat();
    const piled = this.#piled(all);
    const dealt = this.#deal(all.filter((part) => !piled.includes(part)));
    const pile = pileOf(piled);
    const ended: number[] = [];
    const played = new Map<MatchPart, PlayedRecord[]>();
    await settleAll(this.#players.map(async (player, index) => {
      const own = dealt[index] as MatchPart[];
      const { records, taken } = await player.play(own, pile);
      for (const [at, part] of [...own, ...taken.map((place) => piled[place] as MatchPart)].entries()) played.set(part, records[at] as PlayedRecord[]);
      ended.push(index);
    }));
    if (dealt.every(({ length }) => length > 0)) this.#learnSpeeds(ended);
    return parts.map((own, index) => {
      const records = own.flatMap((part) => played.get(part) as PlayedRecord[]);
      if (records.length > 0) this.#work.set((orders[index] as MatchOrder).trained, workIn(records) / records.length);
      return records;
    });
  }

  #workOf({ trained, matches }: MatchPart): number {
    return matches * (this.#work.get(trained) ?? trained.game.maxSteps(trained.options));
  }

  /** Parts that are left to whoever comes to the end of the others, since how long matches take is chance: those with the least work. */
  #piled(parts: readonly MatchPart[]): MatchPart[] {
    if (this.#players.length === 1) return [];
    let left = PILED * parts.reduce((sum, part) => sum + this.#workOf(part), 0);
    return parts.toSorted((a, b) => this.#workOf(a) - this.#workOf(b)).filter((part) => (left -= this.#workOf(part)) >= 0);
  }

  /**
   * A run of neighbouring parts for each player, with work as its speed. Neighbours are of one game: whoever plays many of its matches finds equal
   * positions among them, and asks the network less often.
   */
  #deal(parts: readonly MatchPart[]): MatchPart[][] {
    const work = parts.map((part) => this.#workOf(part));
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
function workIn(records: readonly PlayedRecord[]): number {
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
