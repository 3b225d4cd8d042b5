/**
 * One connection, whatever carries it: hello first, then requests in their order of arrival. Socket frames are decoded here, the one door
 * for strangers; messages from this process come as they are. Bad messages are counted and too many close the connection.
 * What a message does is `dispatcher.ts`'s business.
 */
import type { CoreError } from '@spiral-arena/core';
import { CLOSE_CODES, decodeClientMessage, PROTOCOL_VERSION, readClientMessage, TURN_PARTS, type ActMessage, type ClientMessage, type HelloMessage, type ServerMessage, type TurnPart } from '@spiral-arena/core/protocol';
import type { Account, Accounts, NewAccount } from './accounts.js';
import { errorMessage, publicError } from './answers.js';
import type { ArenaClock } from './clock.js';
import type { ArenaConfig } from './config.js';
import type { Counters } from './counters.js';
import type { Dispatcher } from './dispatcher.js';
import { ArenaError } from './errors.js';
import type { Logger } from './log.js';
import type { Peer } from './peer.js';
import type { Room } from './room.js';

/** The server's end, as a connection needs it. */
export interface Outlet {
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
}

/** What every connection shares. */
export interface ConnectionServices {
  readonly accounts: Accounts;
  readonly dispatcher: Dispatcher;
  readonly clock: ArenaClock;
  readonly counters: Counters;
  readonly config: ArenaConfig;
  readonly log: Logger;
  readonly games: () => readonly string[];
}

export class Connection {
  readonly #outlet: Outlet;
  readonly #services: ConnectionServices;
  /** The account that a caller in this process speaks for. */
  readonly #trusted: Account | Promise<Account> | null;
  #peer: ConnectedPeer | null = null;
  /** Messages that came while the token was being checked. */
  #waiting: { readonly message: ClientMessage; readonly receivedMs: number }[] | null = null;
  #closed = false;
  #badMessages = 0;
  #cancelHello: (() => void) | null;

  constructor(outlet: Outlet, services: ConnectionServices, trusted: Promise<Account> | null = null) {
    this.#outlet = outlet;
    this.#services = services;
    this.#trusted = trusted;
    trusted?.catch(() => {}); // `hello` reports it
    this.#cancelHello = services.clock.setTimer(services.config.helloTimeoutMs, () => this.#hangUp(CLOSE_CODES.helloExpected, 'no hello'));
  }

  /** One frame from a socket, of unknown content. */
  receiveFrame(text: string): void {
    if (this.#closed) return;
    const decoded = decodeClientMessage(text, { maxLength: this.#services.config.maxFrameBytes, maxDepth: MOST_DEPTH });
    if (decoded.ok) this.#receive(decoded.message);
    else this.#unreadable(decoded.error);
  }

  /** A frame that cannot be text of the protocol. */
  receiveBinary(): void {
    if (!this.#closed) this.#bad(new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'expected a text frame, got a binary one' } }));
  }

  /** One message from this process: checked by its schema, except acts, of which only what the arena itself relies on is looked at. */
  receiveLocal(message: unknown): void {
    if (this.#closed) return;
    if (isAct(message)) return this.#receive(message);
    const read = readClientMessage(message);
    if (read.ok) this.#receive(read.message);
    else this.#unreadable(read.error, (message as { readonly id?: unknown } | null | undefined)?.id);
  }

  #receive(message: ClientMessage): void {
    const receivedMs = this.#services.clock.nowMs();
    if (this.#waiting) this.#waiting.push({ message, receivedMs });
    else if (this.#peer) this.#dispatch(this.#peer, message, receivedMs);
    else if (message.type === 'hello') void this.#hello(message);
    else this.#bad(new ArenaError('ARENA_NO_CREDENTIAL', { details: { got: 'another message before it' } }), 'id' in message ? message.id : undefined);
  }

  /** The connection is gone. */
  closed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelHello?.();
    this.#cancelHello = null;
    if (!this.#peer) return;
    this.#peer.isOpen = false;
    this.#services.dispatcher.drop(this.#peer);
  }

  /** Closes from this side. */
  close(code: number, reason: string): void {
    this.#hangUp(code, reason);
  }

  #unreadable({ details: { path, explanation } }: CoreError, id?: unknown): void {
    // A token that is not even text is a missing credential, not a broken frame.
    const error = !this.#peer && path === '/token'
      ? new ArenaError('ARENA_NO_CREDENTIAL', { details: { got: 'a token that is not text' } })
      : new ArenaError('ARENA_BAD_FRAME', { details: { explanation: `${String(explanation)} (at ${String(path)})` } });
    this.#bad(error, typeof id === 'string' ? id : undefined);
  }

  async #hello(message: HelloMessage): Promise<void> {
    this.#waiting = [];
    try {
      const { account, token } = await this.#account(message);
      if (this.#closed) return;
      this.#cancelHello?.();
      this.#cancelHello = null;
      const { id, include = TURN_PARTS, events = true } = message;
      const peer = new ConnectedPeer(this.#outlet, account, new Set(include), events);
      this.#peer = peer;
      peer.send({ type: 'welcome', ...(id === undefined ? {} : { id }), version: PROTOCOL_VERSION, account: account.id, name: account.name, ...(token === undefined ? {} : { token }), games: this.#services.games() });
      const waiting = this.#waiting;
      this.#waiting = null;
      for (const one of waiting) this.#dispatch(peer, one.message, one.receivedMs);
    } catch (cause) {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      const error = publicError(cause, 'hello');
      if (!(cause instanceof ArenaError)) this.#services.log.error({ err: cause }, 'hello failed');
      this.#outlet.send(errorMessage(error, message.id));
      for (const { message: later } of waiting) this.#outlet.send(errorMessage(new ArenaError('ARENA_NO_CREDENTIAL', { details: { got: 'one that was refused' } }), 'id' in later ? later.id : undefined));
      this.#hangUp(CLOSE_CODES.tokenRefused, error.code);
    }
  }

  async #account({ token, name, version }: HelloMessage): Promise<{ readonly account: Account; readonly token?: string }> {
    const { accounts, config } = this.#services;
    if (version !== PROTOCOL_VERSION) throw new ArenaError('ARENA_BAD_FRAME', { details: { explanation: `expected protocol version ${PROTOCOL_VERSION}, got ${version}` } });
    if (token !== undefined) {
      const account = await accounts.authenticate(token);
      if (account) return { account };
      throw new ArenaError('ARENA_NO_CREDENTIAL', { details: { got: 'a token that this arena has not given out' } });
    }
    if (this.#trusted) return { account: await this.#trusted };
    if (!config.guests) throw new ArenaError('ARENA_NO_CREDENTIAL', { details: { got: 'no token, and this arena admits no guests' } });
    const made: NewAccount = await accounts.createGuest(name);
    return made;
  }

  #dispatch(peer: ConnectedPeer, message: ClientMessage, receivedMs: number): void {
    if (message.type === 'hello') this.#bad(new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'hello was said before' } }), message.id);
    else this.#services.dispatcher.dispatch(peer, message, receivedMs);
  }

  #bad(error: ArenaError, id?: string): void {
    this.#services.counters.badMessages++;
    this.#outlet.send(errorMessage(error, id));
    if (++this.#badMessages > this.#services.config.badMessagesAllowed) this.#hangUp(CLOSE_CODES.tooManyErrors, 'too many bad messages');
  }

  #hangUp(code: number, reason: string): void {
    if (this.#closed) return;
    this.#outlet.close(code, reason);
    this.closed();
  }
}

function isAct(message: unknown): message is ActMessage {
  if (typeof message !== 'object' || message === null) return false;
  const { type, matchId, turnId, seat, actionId, text } = message as Partial<ActMessage>;
  return type === 'act' && typeof matchId === 'string' && typeof turnId === 'string' && typeof seat === 'number' && typeof actionId === 'string' && (text === undefined || typeof text === 'string');
}

/** Levels of JSON in a frame of a client. */
const MOST_DEPTH = 32;

class ConnectedPeer implements Peer {
  readonly account: Account;
  readonly parts: ReadonlySet<TurnPart>;
  readonly events: boolean;
  readonly rooms = new Set<Room>();
  readonly #outlet: Outlet;
  isOpen = true;

  constructor(outlet: Outlet, account: Account, parts: ReadonlySet<TurnPart>, events: boolean) {
    this.#outlet = outlet;
    this.account = account;
    this.parts = parts;
    this.events = events;
  }

  send(message: ServerMessage): void {
    if (this.isOpen) this.#outlet.send(message);
  }
}
