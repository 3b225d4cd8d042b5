/**
 * Queues: clients that want the same kind of match wait in line and are put together in the order of arrival, seats by lot.
 * No ratings yet. It holds clients only while they wait.
 */
import type { GameRegistry } from '@spiral-arena/core/game';
import type { QueueJoinMessage } from '@spiral-arena/core/protocol';
import { ArenaError } from './errors.js';
import type { Lobby } from './lobby.js';
import type { Logger } from './log.js';
import { planKey, planMatch, type MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import type { RandomSource } from './random-source.js';
import { errorMessage, publicError } from './answers.js';

interface Queue {
  readonly plan: MatchPlan;
  readonly waiting: Peer[];
}

export class Matchmaker {
  readonly #registry: GameRegistry;
  readonly #lobby: Lobby;
  readonly #random: RandomSource;
  readonly #log: Logger;
  readonly #queues = new Map<string, Queue>();

  constructor(registry: GameRegistry, lobby: Lobby, random: RandomSource, log: Logger) {
    this.#registry = registry;
    this.#lobby = lobby;
    this.#random = random;
    this.#log = log;
  }

  /** Clients that wait. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.#queues.values()) sum += waiting.length;
    return sum;
  }

  /** @throws ARENA_ALREADY_QUEUED, and what `planMatch` throws */
  join(peer: Peer, message: QueueJoinMessage): void {
    const plan = planMatch(this.#registry, message);
    const key = planKey(plan);
    const queue = this.#queues.get(key) ?? { plan, waiting: [] };
    if (queue.waiting.some(({ account }) => account.id === peer.account.id)) throw new ArenaError('ARENA_ALREADY_QUEUED');
    this.#queues.set(key, queue);
    queue.waiting.push(peer);
    peer.send({ type: 'queue.joined', id: message.id });
    this.#pair(key, queue);
  }

  /** Out of every queue. */
  leave(peer: Peer): void {
    for (const [key, { waiting }] of this.#queues) {
      const place = waiting.indexOf(peer);
      if (place !== -1) waiting.splice(place, 1);
      if (waiting.length === 0) this.#queues.delete(key);
    }
  }

  /** Everybody is taken out of the queue before anything is awaited, so nobody is paired twice. */
  #pair(key: string, queue: Queue): void {
    const { plan, waiting } = queue;
    const places = plan.roles.length;
    while (waiting.length >= places) void this.#start(key, plan, waiting.splice(0, places));
    if (waiting.length === 0) this.#queues.delete(key);
  }

  async #start(key: string, plan: MatchPlan, peers: readonly Peer[]): Promise<void> {
    try {
      const room = await this.#lobby.pair(plan, this.#byLot(peers));
      if (peers.every((peer) => peer.isOpen)) return;
      // One went while the match was being made: the others did not get a game, so they are first in line again.
      await room.stop('opponent left');
      this.#putBack(key, plan, peers.filter((peer) => peer.isOpen));
    } catch (cause) {
      this.#log.error({ err: cause, game: plan.game.id }, 'a paired match did not start');
      for (const peer of peers) peer.send(errorMessage(publicError(cause, 'the start of the match')));
    }
  }

  #putBack(key: string, plan: MatchPlan, peers: readonly Peer[]): void {
    if (peers.length === 0) return;
    const queue = this.#queues.get(key) ?? { plan, waiting: [] };
    this.#queues.set(key, queue);
    queue.waiting.unshift(...peers.filter(({ account }) => !queue.waiting.some((other) => other.account.id === account.id))); // some may have joined again by themselves
    this.#pair(key, queue);
  }

  /** A random order: who waited longer does not always move first. */
  #byLot(peers: readonly Peer[]): readonly Peer[] {
    const lots = this.#random(peers.length * 2);
    const lot = (index: number): number => (lots[index * 2] as number) * 256 + (lots[index * 2 + 1] as number);
    return peers.map((peer, index) => ({ peer, lot: lot(index) })).toSorted((a, b) => a.lot - b.lot).map(({ peer }) => peer);
  }
}
