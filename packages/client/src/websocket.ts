/**
 * The WebSocket transport of a client: one JSON text frame a message, subprotocol `spiral-arena.v1`.
 * This file names no implementation: browsers give their own `WebSocket`, `node.ts` gives the one of `ws`.
 * A frame that is no message of the protocol closes the connection: the two ends speak different versions.
 */
import { CLOSE_CODES, decodeServerMessage, encodeMessage, SUBPROTOCOL, type ClientMessage, type ServerMessage } from '@spiral-arena/core/protocol';
import { ClientError } from './errors.js';
import type { CloseInfo, Transport } from './transport.js';

/** The part of the browser's WebSocket that is used here; `ws` has it too. */
export interface SocketLike {
  send(frame: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: (event: { readonly message?: string }) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}

/** A replay of a long match with traces fits. */
const FRAME_LIMITS = { maxLength: 64 * 1024 * 1024, maxDepth: 64 };

export type SocketConstructor = new (url: string, protocol: string) => SocketLike;

/**
 * Connects to an arena, in a browser or wherever `WebSocket` is a global.
 * @param url `ws://` or `wss://` address of the arena
 * @throws CLIENT_UNREACHABLE
 */
export function connectWebSocket(url: string): Promise<Transport<ClientMessage, ServerMessage>> {
  const global = (globalThis as { readonly WebSocket?: SocketConstructor }).WebSocket;
  if (!global) return Promise.reject(ClientError.of('CLIENT_UNREACHABLE', { details: { url, got: 'a platform without WebSocket (on Node 20 import from @spiral-arena/client/node)' } }));
  return openSocket(global, url);
}

/** As `connectWebSocket`, with the implementation given. @throws CLIENT_UNREACHABLE */
export function openSocket(Socket: SocketConstructor, url: string): Promise<Transport<ClientMessage, ServerMessage>> {
  return new Promise((resolve, reject) => {
    let socket: SocketLike;
    try {
      socket = new Socket(url, SUBPROTOCOL);
    } catch (cause) {
      reject(ClientError.of('CLIENT_UNREACHABLE', { cause, details: { url, got: cause instanceof Error ? cause.message : String(cause) } }));
      return;
    }
    const transport = new SocketTransport(socket);
    let problem = 'no connection';
    socket.addEventListener('error', ({ message }) => {
      if (message) problem = message;
    });
    socket.addEventListener('open', () => resolve(transport));
    // After `open` the promise is settled and this does nothing.
    socket.addEventListener('close', ({ code }) => reject(ClientError.of('CLIENT_UNREACHABLE', { details: { url, got: `${problem} (close code ${code})` } })));
  });
}

class SocketTransport implements Transport<ClientMessage, ServerMessage> {
  readonly #socket: SocketLike;
  #waiting: ServerMessage[] = [];
  #handler: ((message: ServerMessage) => void) | null = null;
  #onClose: ((info: CloseInfo) => void) | null = null;
  #closed: CloseInfo | null = null;

  constructor(socket: SocketLike) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', ({ code, reason }) => {
      this.#closed ??= { code, reason: String(reason) };
      this.#onClose?.(this.#closed);
    });
  }

  send(message: ClientMessage): void {
    if (!this.#closed) this.#socket.send(encodeMessage(message));
  }

  onMessage(handler: (message: ServerMessage) => void): void {
    this.#handler = handler;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) handler(message);
  }

  onClose(handler: (info: CloseInfo) => void): void {
    this.#onClose = handler;
    if (this.#closed) handler(this.#closed);
  }

  close(code: number = CLOSE_CODES.normal, reason = ''): void {
    this.#socket.close(code, reason);
  }

  #receive(frame: unknown): void {
    const decoded = decodeServerMessage(String(frame), FRAME_LIMITS);
    if (!decoded.ok) {
      // Browsers let a client close with 1000 or 3000-4999 only.
      this.#socket.close(4007, 'not a message of the protocol');
      return;
    }
    const { message } = decoded;
    if (this.#handler) this.#handler(message);
    else this.#waiting.push(message);
  }
}
