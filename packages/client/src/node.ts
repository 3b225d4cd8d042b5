/**
 * Entry for Node (`@spiral-arena/client/node`): WebSocket connections through `ws`, which only this file loads.
 * Everything else of the client comes from the main entry.
 */
import { WebSocket } from 'ws';
import type { ClientMessage, ServerMessage } from '@spiral-arena/core/protocol';
import type { Transport } from './transport.js';
import { openSocket, type SocketConstructor } from './websocket.js';

/** The largest frame that a client accepts: a replay of a long match with traces fits. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @param url `ws://` or `wss://` address of the arena @throws CLIENT_UNREACHABLE */
export function connectWebSocket(url: string): Promise<Transport<ClientMessage, ServerMessage>> {
  return openSocket(NodeSocket as unknown as SocketConstructor, url); // ws types events more narrowly than the browser's interface
}

class NodeSocket extends WebSocket {
  constructor(url: string, protocol: string) {
    super(url, protocol, { perMessageDeflate: false, maxPayload: MOST_BYTES });
  }
}
