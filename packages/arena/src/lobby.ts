/**
 * Which matches there are: making them (one or thousands), joining and leaving, starting them in the order of their numbers, finding them.
 * Ended ones stay a while in memory for late messages; older ones are in the store. Pairing strangers is the matchmaker's business.
 */
import { LocalMatchPort, type MatchUpdate } from '@spiral-arena/core/match';
import type { GameRegistry } from '@spiral-arena/core/game';
import type { MatchCreateMessage, MatchJoinedMessage, SeatRequest } from '@spiral-arena/core/protocol';
import { parseSeed, Rng, type Seed } from '@spiral-arena/core/random';
import type { ArenaConfig } from './config.js';
import { ArenaError } from './errors.js';
import { planMatch, type MatchPlan } from './match-plan.js';
import type { Peer } from './peer.js';
import { randomHex, randomSeed, type RandomSource } from './random-source.js';
import { Room } from './room.js';
import type { RoomSeat } from './room-seat.js';
import type { OpenPort, RoomServices } from './room-services.js';

/** The most matches of one request. */
const MOST_AT_ONCE = 4096;
/** Matches opened before other connections get their turn. */
const OPEN_AT_ONCE = 128;

export const openLocalPort: OpenPort = (init) => LocalMatchPort.create(init);

export class Lobby {
  readonly #registry: GameRegistry;
  readonly #config: ArenaConfig;
  readonly #random: RandomSource;
  readonly #services: RoomServices;
  readonly #rooms = new Map<string, Room>();
  /** Ended, and not stored yet: the store cannot answer for them. */
  readonly #settling = new Map<string, Room>();
  /** Ended and stored, the oldest first. */
  readonly #recent = new Map<string, Room>();
  readonly #liveByAccount = new Map<string, number>();
  /** Different in every process, so that an id never names two matches. */
  readonly #mark: string;
  #made = 0;
  #live = 0;
  #lastNumber: number;
  #closing = false;

  constructor(registry: GameRegistry, config: ArenaConfig, random: RandomSource, services: Omit<RoomServices, 'onEnded' | 'graceMs'>, lastNumber: number) {
    this.#registry = registry;
    this.#config = config;
    this.#random = random;
    this.#services = { ...services, graceMs: config.graceMs, onEnded: (room, stored) => this.#ended(room, stored) };
    this.#mark = randomHex(random, 4);
    this.#lastNumber = lastNumber;
  }

  get live(): number {
    return this.#live;
  }

  get waiting(): number {
    return this.#rooms.size - this.#live;
  }

  /** The match in memory, live, waiting or just ended. */
  find(matchId: string): Room | undefined {
    return this.#rooms.get(matchId) ?? this.#recent.get(matchId) ?? this.#settling.get(matchId);
  }

  /** Matches in memory that have not ended, newest first. */
  rooms(): readonly Room[] {
    return [...this.#rooms.values()].toReversed();
  }

  /** Makes matches and answers; those whose seats are all taken start at once. @throws ARENA_*, CORE_* of the first problem; nothing is made then */
  async create(peer: Peer, message: MatchCreateMessage): Promise<void> {
    if (this.#closing) throw new ArenaError('ARENA_CLOSING');
    const { count = 1, seed } = message;
    if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE) throw new ArenaError('ARENA_BAD_FRAME', { details: { explanation: `expected a count from 1 to ${MOST_AT_ONCE}, got ${String(count)}` } });
    const plan = planMatch(this.#registry, message, message.roles);
    const seats = seatRequests(plan, message.seats);
    if (plan.rated && seed !== undefined) throw new ArenaError('ARENA_RATED_REFUSED', { details: { reason: 'its seed was chosen' } });
    if (plan.rated && seats.filter((seat) => seat === 'self').length > 1) throw new ArenaError('ARENA_RATED_REFUSED', { details: { reason: 'one account holds several seats' } });
    this.#checkRoom(peer, count);
    const seedOf = this.#seeds(seed, count);
    const rooms: Room[] = [];
    for (let index = 0; index < count; index++) {
      const room = this.#make(plan, seedOf(index), seats);
      for (const seat of room.table.seats) if (seat.request === 'self') room.seatPeer(seat, peer);
      rooms.push(room);
    }
    const begins = await this.#openAll(rooms.filter((room) => room.table.isFull())).catch((cause: unknown) => {
      for (const room of rooms) this.#discard(room);
      throw cause;
    });
    peer.send({ type: 'match.created', id: message.id, matches: rooms.map((room) => room.summary()) });
    for (const room of rooms) {
      for (const seat of room.table.seats) if (seat.peer === peer) peer.send(joined(room, seat));
    }
    for (const [room, update] of begins) room.begin(update);
  }

  /** Takes a seat of a waiting match; the last one starts it. @throws ARENA_MATCH_UNKNOWN, ARENA_SEAT_TAKEN, ARENA_WRONG_CREDENTIAL */
  async join(peer: Peer, id: string, matchId: string, wanted?: number): Promise<void> {
    if (this.#closing) throw new ArenaError('ARENA_CLOSING');
    const room = this.find(matchId);
    if (!room) throw new ArenaError('ARENA_MATCH_UNKNOWN', { details: { match: matchId } });
    if (room.plan.rated && room.table.of(peer.account.id).length > 0) throw new ArenaError('ARENA_RATED_REFUSED', { details: { reason: 'one account holds several seats' } });
    const seat = room.take(peer, wanted);
    const full = room.table.isFull();
    if (full) await this.start(room, () => peer.send(joined(room, seat, id)));
    else peer.send(joined(room, seat, id));
  }

  /** Gives up the seats of a waiting match, which goes away with its last player. @throws ARENA_WRONG_CREDENTIAL, ARENA_MATCH_STARTED */
  leave(peer: Peer, id: string, matchId: string): void {
    const room = this.find(matchId);
    if (!room?.table.isPlayedBy(peer)) throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what: 'leave this match' } });
    if (room.status !== 'waiting') throw new ArenaError('ARENA_MATCH_STARTED', { details: { match: matchId } });
    this.#vacate(room, peer);
    peer.send({ type: 'match.left', id, matchId });
  }

  /** The client is gone from every match. */
  drop(peer: Peer): void {
    for (const room of peer.rooms) {
      if (room.status === 'waiting') this.#vacate(room, peer);
      else room.leave(peer);
    }
  }

  /** A full match of these clients, by seat. */
  async pair(plan: MatchPlan, peers: readonly Peer[]): Promise<Room> {
    if (this.#closing) throw new ArenaError('ARENA_CLOSING');
    const room = this.#make(plan, randomSeed(this.#random), peers.map(() => 'open'));
    for (const seat of room.table.seats) room.seatPeer(seat, peers[seat.seat] as Peer);
    await this.start(room, () => {
      for (const seat of room.table.seats) seat.peer?.send(joined(room, seat));
    });
    return room;
  }

  /** Starts a full match. A game that fails at once leaves an aborted match and players who are told. @param tell called before anything of the match is told */
  async start(room: Room, tell: () => void): Promise<void> {
    try {
      const [opened] = await this.#openAll([room]);
      tell();
      opened?.[0].begin(opened[1]);
    } catch (cause) {
      await room.stop('not started');
      throw cause;
    }
  }

  /** No new matches; those in play are stopped and stored. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.rooms().map((room) => room.stop('server closing')));
  }

  /** Opens matches in the order of their numbers; those whose players went meanwhile are left out. @throws ARENA_CLOSING, and the first problem, when all have been tried */
  async #openAll(full: readonly Room[]): Promise<readonly (readonly [Room, MatchUpdate])[]> {
    const opening: Promise<readonly [Room, MatchUpdate]>[] = [];
    for (const room of full) {
      if (this.#closing) throw new ArenaError('ARENA_CLOSING');
      if (!room.table.isFull()) continue;
      const number = ++this.#lastNumber;
      this.#count(room, 1);
      this.#services.feed.opened(number, room.table.accounts());
      const opened = room.open(number).then((update) => [room, update] as const);
      opened.catch(() => {}); // all of them are looked at below
      opening.push(opened);
      if (opening.length % OPEN_AT_ONCE === 0) await new Promise((resolve) => void setImmediate(resolve));
    }
    const results = await Promise.allSettled(opening);
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /** Lets go of a match of a group that could not start. */
  #discard(room: Room): void {
    if (room.number > 0) {
      void room.stop('not started');
      return;
    }
    this.#rooms.delete(room.matchId);
    for (const { peer } of room.table.seats) peer?.rooms.delete(room);
  }

  #make(plan: MatchPlan, seed: Seed, seats: readonly SeatRequest[]): Room {
    const ordinal = ++this.#made;
    const matchId = `m${ordinal.toString(36)}-${this.#mark}`;
    const room = new Room({ matchId, ordinal, plan, seed, seats }, this.#services);
    this.#rooms.set(matchId, room);
    return room;
  }

  #vacate(room: Room, peer: Peer): void {
    room.vacate(peer);
    if (room.table.isEmpty()) this.#rooms.delete(room.matchId);
  }

  #ended(room: Room, stored: Promise<unknown> | null): void {
    this.#rooms.delete(room.matchId);
    this.#count(room, -1);
    if (!stored) {
      this.#remember(room);
      return;
    }
    this.#settling.set(room.matchId, room);
    void stored.then(() => {
      this.#settling.delete(room.matchId);
      this.#remember(room);
    });
  }

  #remember(room: Room): void {
    this.#recent.set(room.matchId, room);
    if (this.#recent.size > this.#config.keepEndedMatches) this.#recent.delete(this.#recent.keys().next().value as string);
  }

  #count(room: Room, by: 1 | -1): void {
    this.#live += by;
    for (const account of room.table.accounts()) {
      const live = (this.#liveByAccount.get(account) ?? 0) + by;
      if (live > 0) this.#liveByAccount.set(account, live);
      else this.#liveByAccount.delete(account);
    }
  }

  #checkRoom(peer: Peer, count: number): void {
    const { maxLiveMatches, maxLiveMatchesPerAccount } = this.#config;
    const own = (this.#liveByAccount.get(peer.account.id) ?? 0) + count;
    if (own > maxLiveMatchesPerAccount) throw new ArenaError('ARENA_TOO_MANY_MATCHES', { details: { most: maxLiveMatchesPerAccount, whose: 'one account', got: own } });
    if (this.#rooms.size + count > maxLiveMatches) throw new ArenaError('ARENA_TOO_MANY_MATCHES', { details: { most: maxLiveMatches, whose: 'this arena', got: this.#rooms.size + count } });
  }

  /** Fresh seeds, or those that follow from a chosen one. */
  #seeds(seed: string | number | undefined, count: number): (index: number) => Seed {
    if (seed === undefined) return () => randomSeed(this.#random);
    const checked = parseSeed(seed);
    if (count === 1) return () => checked;
    const rng = Rng.fromSeed(checked);
    return (index) => rng.fork(index).seed();
  }
}

function seatRequests(plan: MatchPlan, asked: readonly SeatRequest[] | undefined): readonly SeatRequest[] {
  const seats = asked ?? plan.roles.map((_, seat): SeatRequest => (seat === 0 ? 'self' : 'open'));
  if (seats.length !== plan.roles.length) throw new ArenaError('ARENA_SEATS_INVALID', { details: { expected: `${plan.roles.length} seats for ${plan.game.id}`, got: seats.length } });
  return seats;
}

function joined(room: Room, { seat, role }: RoomSeat, id?: string): MatchJoinedMessage {
  return { type: 'match.joined', ...(id === undefined ? {} : { id }), match: room.summary(), seat, role };
}
