/**
 * Matches that have left the memory, and lists of all: what the store knows, shown to those who may see it.
 * The same answer for a match that does not exist and one that the account may not see.
 */
import { readRecord, recordForOwner, writeRecord, type MatchRecord } from '@spiral-arena/core/match';
import type { ActMessage, MatchListMessage, MatchSummary, ReplayGetMessage, SyncMessage } from '@spiral-arena/core/protocol';
import { ArenaError } from './errors.js';
import type { Lobby } from './lobby.js';
import type { Peer } from './peer.js';
import type { Room } from './room.js';
import type { Store } from './store/store.js';
import { summaryOfRecord } from './summary.js';

/** Matches of one page where no limit is given, and at most. */
const PAGE = 50;
const LARGEST_PAGE = 100;

export class Archive {
  readonly #store: Store;
  readonly #lobby: Lobby;

  constructor(store: Store, lobby: Lobby) {
    this.#store = store;
    this.#lobby = lobby;
  }

  /**
   * One page: matches that wait for players (anybody's), then live and ended ones that the account may see, newest first.
   * @throws ARENA_BAD_FRAME for a cursor that was never given out
   */
  async list(peer: Peer, { id, cursor, limit = PAGE, status }: MatchListMessage): Promise<void> {
    const size = Math.min(limit, LARGEST_PAGE);
    const from = readCursor(cursor);
    const rooms = this.#lobby.rooms();
    const waiting = from.waitingBefore === 0 || (status !== undefined && status !== 'waiting') ? [] : rooms.filter((room) => room.ordinal < from.waitingBefore && isOpenTo(room, peer));
    if (waiting.length > size) {
      const page = waiting.slice(0, size);
      peer.send({ type: 'match.listed', id, matches: page.map((room) => room.summary()), cursor: `w${(page.at(-1) as Room).ordinal}` });
      return;
    }
    const left = size - waiting.length;
    const started = status === 'waiting' ? [] : await this.#started(peer, rooms, status, from.startedBefore, left + 1);
    const page = started.slice(0, left);
    const next = started.length > left ? `n${page.at(-1)?.number ?? from.startedBefore}` : undefined;
    peer.send({ type: 'match.listed', id, matches: [...waiting.map((room) => room.summary()), ...page], ...(next === undefined ? {} : { cursor: next }) });
  }

  /** The whole record of an ended match, with the attempts and traces of own seats only. @throws ARENA_WRONG_CREDENTIAL */
  async replay(peer: Peer, { id, matchId }: ReplayGetMessage): Promise<void> {
    const record = await this.#visible(peer, matchId);
    const own = recordForOwner(record, (seat) => record.header.seats[seat]?.account === peer.account.id);
    peer.send({ type: 'replay', id, matchId, record: writeRecord(own) });
  }

  /** @throws ARENA_WRONG_CREDENTIAL */
  async sync(peer: Peer, { id, matchId }: SyncMessage): Promise<void> {
    peer.send({ type: 'synced', id, match: summaryOfRecord(await this.#visible(peer, matchId)), seats: [] });
  }

  /** An act for a match that is over and has left the memory. @throws ARENA_WRONG_CREDENTIAL */
  async lateAct(peer: Peer, { id, matchId, seat, actionId }: ActMessage): Promise<void> {
    const record = await this.#stored(matchId);
    if (record?.header.seats[seat]?.account !== peer.account.id) throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what: 'play this seat' } });
    const end = record.events.at(-1);
    const ply = end?.type === 'ended' ? end.end.ply : 0;
    peer.send({
      type: 'refused', ...(id === undefined ? {} : { id }), matchId, turnId: `${matchId}/${ply}`, seat, actionId, kind: 'match-over',
      message: `the match has ended (${end?.type === 'ended' ? end.end.reason : 'ended'})`, retriesLeft: 0,
    });
  }

  async #started(peer: Peer, rooms: readonly Room[], status: MatchListMessage['status'], before: number, count: number): Promise<MatchSummary[]> {
    const found: MatchSummary[] = [];
    if (status !== 'ended') {
      for (const room of rooms) {
        if (room.status === 'live' && room.number < before && (room.plan.public || room.table.of(peer.account.id).length > 0)) found.push(room.summary());
      }
    }
    if (status !== 'live') {
      for (const { record } of await this.#store.ended({ account: peer.account.id, before, limit: count })) found.push(summaryOfRecord(readRecord(record)));
    }
    return found.toSorted((a, b) => b.number - a.number).slice(0, count);
  }

  async #visible(peer: Peer, matchId: string): Promise<MatchRecord> {
    const stored = await this.#store.match(matchId);
    const record = stored ? readRecord(stored.record) : null;
    if (!stored || !record || !(stored.public || record.header.seats.some(({ account }) => account === peer.account.id))) {
      throw new ArenaError('ARENA_WRONG_CREDENTIAL', { details: { what: 'see this match' } });
    }
    return record;
  }

  async #stored(matchId: string): Promise<MatchRecord | null> {
    const stored = await this.#store.match(matchId);
    return stored ? readRecord(stored.record) : null;
  }
}

/** Where a page begins: among the waiting matches, or among the started ones. */
interface ListCursor {
  readonly waitingBefore: number;
  readonly startedBefore: number;
}

function readCursor(cursor: string | undefined): ListCursor {
  if (cursor === undefined) return { waitingBefore: Infinity, startedBefore: Number.MAX_SAFE_INTEGER };
  const parts = /^([wn])([1-9]\d{0,15})$/.exec(cursor);
  if (!parts) throw new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'expected a cursor of this arena' } });
  const at = Number(parts[2]);
  return parts[1] === 'w' ? { waitingBefore: at, startedBefore: Number.MAX_SAFE_INTEGER } : { waitingBefore: 0, startedBefore: at };
}

/** Whether the account could take a seat. */
function isOpenTo(room: Room, peer: Peer): boolean {
  return room.status === 'waiting' && room.table.seats.some((seat) => !seat.account && seat.admits(peer.account));
}
