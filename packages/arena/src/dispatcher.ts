/**
 * From the type of a message to what is done: one switch over every message of the protocol. Whatever is thrown becomes an error
 * with a code for the sender alone. It keeps nothing; rooms, lobby, queues, feed and archive do the work.
 */
import type { ClientMessage } from '@spiral-arena/core/protocol';
import { errorMessage, publicError } from './answers.js';
import type { Archive } from './archive.js';
import type { Counters } from './counters.js';
import { ArenaError } from './errors.js';
import type { Feed } from './feed.js';
import type { Lobby } from './lobby.js';
import type { Logger } from './log.js';
import type { Matchmaker } from './matchmaker.js';
import type { Peer } from './peer.js';
import type { Room } from './room.js';

export class Dispatcher {
  readonly #lobby: Lobby;
  readonly #matchmaker: Matchmaker;
  readonly #feed: Feed;
  readonly #archive: Archive;
  readonly #counters: Counters;
  readonly #log: Logger;

  constructor(lobby: Lobby, matchmaker: Matchmaker, feed: Feed, archive: Archive, counters: Counters, log: Logger) {
    this.#lobby = lobby;
    this.#matchmaker = matchmaker;
    this.#feed = feed;
    this.#archive = archive;
    this.#counters = counters;
    this.#log = log;
  }

  /** Never throws and leaves no rejected promise behind. */
  dispatch(peer: Peer, message: ClientMessage, receivedMs: number): void {
    try {
      const done = this.#handle(peer, message, receivedMs);
      if (done) done.catch((cause: unknown) => this.#refuse(peer, message, cause));
    } catch (cause) {
      this.#refuse(peer, message, cause);
    }
  }

  /** The client is gone: nothing of it stays. */
  drop(peer: Peer): void {
    this.#matchmaker.leave(peer);
    this.#feed.leave(peer);
    this.#lobby.drop(peer);
  }

  #handle(peer: Peer, message: ClientMessage, receivedMs: number): Promise<void> | void {
    switch (message.type) {
      case 'act': {
        const room = this.#lobby.find(message.matchId);
        if (!room) return this.#archive.lateAct(peer, message);
        room.act(peer, message, receivedMs);
        return;
      }
      case 'match.create': return this.#lobby.create(peer, message);
      case 'match.join': return this.#lobby.join(peer, message.id, message.matchId, message.seat);
      case 'match.leave': return this.#lobby.leave(peer, message.id, message.matchId);
      case 'match.list': return this.#archive.list(peer, message);
      case 'queue.join': return this.#matchmaker.join(peer, message);
      case 'queue.leave':
        this.#matchmaker.leave(peer);
        peer.send({ type: 'queue.left', id: message.id });
        return;
      case 'resign':
        this.#own(peer, message.matchId, 'play this seat').resign(peer, message.seat, message.id);
        return;
      case 'sync': {
        const room = this.#lobby.find(message.matchId);
        if (!room) return this.#archive.sync(peer, message);
        this.#visible(peer, room, 'see this match').sync(peer, message.id);
        return;
      }
      case 'spectate.join': {
        const room = this.#lobby.find(message.matchId);
        this.#visible(peer, room, 'see this match').spectate(peer, message.id);
        return;
      }
      case 'spectate.leave':
        this.#lobby.find(message.matchId)?.stopSpectating(peer);
        peer.send({ type: 'spectate.left', id: message.id, matchId: message.matchId });
        return;
      case 'replay.get': {
        const room = this.#lobby.find(message.matchId);
        if (room && this.#visible(peer, room, 'see this match').status !== 'ended') throw new ArenaError('ARENA_MATCH_NOT_OVER', { details: { match: message.matchId } });
        return this.#archive.replay(peer, message);
      }
      case 'feed.subscribe': return this.#subscribe(peer, message.id, message.cursor, message.credits);
      case 'feed.ack':
        this.#feed.ack(peer, message.cursor, message.credits);
        return;
      case 'ping':
        peer.send(message.id === undefined ? { type: 'pong' } : { type: 'pong', id: message.id });
        return;
      case 'hello':
        throw new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'hello was said before' } });
      default:
        return message satisfies never;
    }
  }

  async #subscribe(peer: Peer, id: string, cursor: number | undefined, credits: number): Promise<void> {
    const subscription = await this.#feed.subscribe(peer, cursor, credits);
    peer.send({ type: 'feed.subscribed', id, cursor: subscription.cursor });
    subscription.start();
  }

  /** A match in which this account holds a seat; the same answer whether there is none or it is somebody else's. */
  #own(peer: Peer, matchId: string, what: string): Room {
    const room = this.#lobby.find(matchId);
    if (!room || room.table.of(peer.account.id).length === 0) throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what } });
    return room;
  }

  #visible(peer: Peer, room: Room | undefined, what: string): Room {
    if (!room || !(room.plan.public || room.table.of(peer.account.id).length > 0)) throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what } });
    return room;
  }

  #refuse(peer: Peer, message: ClientMessage, cause: unknown): void {
    const error = publicError(cause, `a message of type ${message.type}`);
    if (error.code === 'ARENA_FAULT') {
      this.#counters.faults++;
      this.#log.error({ err: cause, type: message.type }, 'a message was not handled');
    }
    peer.send(errorMessage(error, 'id' in message ? message.id : undefined));
  }
}
