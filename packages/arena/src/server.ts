/**
 * HTTP and WebSockets on one port: health, readiness, the numbers as JSON, the status page, and the upgrade to `/ws` (or `/`).
 * It turns sockets into connections and keeps their limits of size, number and backlog; it knows nothing of matches.
 */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, encodeMessage, SUBPROTOCOL, type ServerMessage } from '@spiral-arena/core/protocol';
import type { ArenaConfig } from './config.js';
import { Connection, type ConnectionServices, type Outlet } from './connection.js';
import { ArenaError } from './errors.js';
import type { ArenaStatus } from './status.js';
import { STATUS_PAGE } from './status-page.js';

export interface ListenAddress {
  /** Where a browser finds the status page. */
  readonly url: string;
  /** Where clients connect. */
  readonly socketUrl: string;
  readonly port: number;
}

/** The largest body of an HTTP request: no route takes one yet. */
const MOST_BODY_BYTES = 16 * 1024;

export class ArenaServer {
  readonly #config: ArenaConfig;
  readonly #services: ConnectionServices;
  readonly #status: () => ArenaStatus;
  readonly #ready: () => Promise<boolean>;
  readonly #connections = new Map<WebSocket, Connection>();
  #http: FastifyInstance | null = null;
  #sockets: WebSocketServer | null = null;
  #closing = false;

  constructor(config: ArenaConfig, services: ConnectionServices, status: () => ArenaStatus, ready: () => Promise<boolean>) {
    this.#config = config;
    this.#services = services;
    this.#status = status;
    this.#ready = ready;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** @throws ARENA_PORT_IN_USE, ARENA_LISTEN_FAILED */
  async listen(): Promise<ListenAddress> {
    const { host, port, maxFrameBytes } = this.#config;
    const http = this.#routes();
    const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false, handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false) });
    http.server.on('upgrade', (request, socket, head) => this.#upgrade(sockets, request, socket, head));
    try {
      await http.listen({ host, port });
    } catch (cause) {
      await http.close();
      if ((cause as { readonly code?: string }).code === 'EADDRINUSE') throw new ArenaError('ARENA_PORT_IN_USE', { cause, details: { host, port } });
      throw new ArenaError('ARENA_LISTEN_FAILED', { cause, details: { host, port, got: (cause as Error).message } });
    }
    this.#http = http;
    this.#sockets = sockets;
    const address = http.server.address();
    const taken = typeof address === 'object' && address ? address.port : port;
    const authority = `${host.includes(':') ? `[${host}]` : host}:${taken}`;
    return { url: `http://${authority}`, socketUrl: `ws://${authority}/ws`, port: taken };
  }

  async close(): Promise<void> {
    this.#closing = true; // a client that connects again at once would keep the port open
    for (const connection of this.#connections.values()) connection.close(CLOSE_CODES.goingAway, 'arena closing');
    const sockets = [...this.#connections.keys()];
    await Promise.all(sockets.map((socket) => closed(socket, CLOSE_WAIT_MS)));
    this.#sockets?.close();
    await this.#http?.close();
    this.#http = null;
  }

  #routes(): FastifyInstance {
    const refuse = (cause: FastifyError, reply: FastifyReply): FastifyReply => {
      const status = cause.statusCode ?? 500;
      if (status >= 500) this.#services.log.error({ err: cause }, 'an HTTP request was not handled');
      const error = status < 500 ? new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'the HTTP request could not be read' } }) : new ArenaError('ARENA_FAULT', { details: { what: 'the HTTP request' } });
      return reply.code(status).send({ code: error.code, message: error.message, hint: error.hint });
    };
    // `frameworkErrors` gets what is wrong before a route is found, such as an address that cannot be decoded.
    const http = Fastify({ bodyLimit: MOST_BODY_BYTES, logger: false, forceCloseConnections: true, frameworkErrors: (cause, _request, reply) => void refuse(cause, reply as unknown as FastifyReply) });
    http.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    });
    http.get('/health', () => ({ status: 'ok' }));
    http.get('/ready', async (_request, reply) => {
      const ready = await this.#ready();
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
    });
    http.get('/api/status', () => this.#status());
    http.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').header('content-security-policy', STATUS_PAGE.policy).send(STATUS_PAGE.html));
    http.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'ARENA_BAD_FRAME', message: 'no such address', hint: 'The status page is at /, clients connect to /ws.' }));
    http.setErrorHandler((cause: FastifyError, _request, reply) => refuse(cause, reply));
    return http;
  }

  #upgrade(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/ws' && path !== '/') return refuseUpgrade(socket, '404 Not Found', new ArenaError('ARENA_BAD_FRAME', { details: { explanation: 'expected the address /ws' } }));
    if (this.#closing) return refuseUpgrade(socket, '503 Service Unavailable', new ArenaError('ARENA_CLOSING'));
    if (this.#connections.size >= this.#config.maxConnections) return refuseUpgrade(socket, '503 Service Unavailable', new ArenaError('ARENA_FULL', { details: { most: this.#config.maxConnections } }));
    if (!offersProtocol(request)) return refuseUpgrade(socket, '400 Bad Request', new ArenaError('ARENA_BAD_FRAME', { details: { explanation: `expected the subprotocol ${SUBPROTOCOL}` } }));
    sockets.handleUpgrade(request, socket, head, (opened) => this.#connect(opened));
  }

  #connect(socket: WebSocket): void {
    const connection = new Connection(new SocketOutlet(socket, this.#config.maxBufferedBytes), this.#services);
    this.#connections.set(socket, connection);
    socket.on('message', (data: Buffer, isBinary) => (isBinary ? connection.receiveBinary() : connection.receiveFrame(data.toString('utf8'))));
    socket.on('error', () => socket.terminate()); // broken frames; `close` follows
    socket.on('close', () => {
      this.#connections.delete(socket);
      connection.closed();
    });
  }
}

/** How long a client may take to confirm that the arena closes. */
const CLOSE_WAIT_MS = 500;

/** The sending half of a socket: one text frame a message; a client that does not read is let go. */
class SocketOutlet implements Outlet {
  readonly #socket: WebSocket;
  readonly #maxBufferedBytes: number;

  constructor(socket: WebSocket, maxBufferedBytes: number) {
    this.#socket = socket;
    this.#maxBufferedBytes = maxBufferedBytes;
  }

  send(message: ServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#maxBufferedBytes) this.#socket.close(CLOSE_CODES.slowConsumer, 'too far behind');
    else this.#socket.send(encodeMessage(message));
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }
}

function offersProtocol(request: IncomingMessage): boolean {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').some((name) => name.trim() === SUBPROTOCOL);
}

function refuseUpgrade(socket: Duplex, status: string, { code, message, hint }: ArenaError): void {
  const body = JSON.stringify({ code, message, hint });
  socket.once('finish', () => socket.destroy()); // a peer that never closes its end keeps nothing open
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Resolves when the socket is closed; after the wait it is cut. */
function closed(socket: WebSocket, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.CLOSED) return resolve();
    const timer = setTimeout(() => socket.terminate(), waitMs);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
