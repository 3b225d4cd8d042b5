/**
 * A transport: one end of a connection that carries whole messages in order, whatever carries them.
 * `in-process.ts` hands over objects, `websocket.ts` frames of JSON text. It knows nothing of what the messages mean.
 */

/** Why a connection is closed: a WebSocket close code (RFC 6455 section 7.4, or the arena's own from 4000) and a few words. */
export interface CloseInfo {
  readonly code: number;
  readonly reason: string;
}

/**
 * One end of a connection. Messages arrive one by one in the order in which they were sent, and none after the close.
 * What arrives before a handler is set is kept for it. `send` after the close does nothing: the close handler has said so, or will.
 */
export interface Transport<Out, In> {
  send(message: Out): void;
  /** Sets the one handler of messages. */
  onMessage(handler: (message: In) => void): void;
  /** Sets the one handler of the close; it is called once, also when the close came earlier or was asked for here. */
  onClose(handler: (info: CloseInfo) => void): void;
  close(code?: number, reason?: string): void;
}
