/**
 * A connection inside one process: messages are handed over as they are, frozen, without JSON and without a copy.
 * Delivery is asynchronous and batched: everything sent in one go is delivered in one microtask. After many batches in a row
 * one waits for the event loop, so that two busy ends cannot starve timers and sockets.
 */
import type { CloseInfo, Transport } from './transport.js';

/** Batches delivered as microtasks before one goes round the event loop: under a millisecond of work each. */
const BATCHES_PER_TURN = 64;

/**
 * Two ends of one connection.
 * @returns the client's end and the server's end
 */
export function inProcessPair<ToServer extends object, ToClient extends object>(): readonly [Transport<ToServer, ToClient>, Transport<ToClient, ToServer>] {
  const pace = new Pace();
  const client = new InProcessEnd<ToServer, ToClient>(pace);
  const server = new InProcessEnd<ToClient, ToServer>(pace);
  client.join(server);
  server.join(client);
  return [client, server];
}

class InProcessEnd<Out extends object, In extends object> implements Transport<Out, In> {
  readonly #pace: Pace;
  #peer!: InProcessEnd<In, Out>;
  #inbox: In[] = [];
  #scheduled = false;
  #handler: ((message: In) => void) | null = null;
  #onClose: ((info: CloseInfo) => void) | null = null;
  #closing: CloseInfo | null = null;
  /** Closed from this end: nothing more is wanted. */
  #done = false;
  #told = false;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  join(peer: InProcessEnd<In, Out>): void {
    this.#peer = peer;
  }

  send(message: Out): void {
    if (this.#closing) return;
    const peer = this.#peer;
    peer.#receive(Object.freeze(message));
  }

  onMessage(handler: (message: In) => void): void {
    this.#handler = handler;
    if (this.#inbox.length > 0) this.#schedule();
  }

  onClose(handler: (info: CloseInfo) => void): void {
    this.#onClose = handler;
    if (this.#closing) this.#schedule();
  }

  close(code = 1000, reason = ''): void {
    if (this.#closing) return;
    this.#inbox = [];
    const peer = this.#peer;
    this.#done = true;
    this.#end({ code, reason });
    peer.#end({ code, reason });
  }

  #receive(message: In): void {
    if (this.#closing) return;
    this.#inbox.push(message);
    this.#schedule();
  }

  #end(info: CloseInfo): void {
    if (this.#closing) return;
    this.#closing = info;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#pace.schedule(this.#deliver);
  }

  readonly #deliver = (): void => {
    this.#scheduled = false;
    const handler = this.#handler;
    if (handler && this.#inbox.length > 0) {
      const batch = this.#inbox;
      this.#inbox = [];
      let next = 0;
      try {
        while (next < batch.length && !this.#done) handler(batch[next++] as In);
      } finally {
        // A handler that throws loses its own message only; the rest comes in the next batch.
        if (next < batch.length && !this.#done) {
          this.#inbox = [...batch.slice(next), ...this.#inbox];
          this.#schedule();
        }
      }
    }
    if (this.#closing && this.#inbox.length === 0 && this.#onClose && !this.#told) {
      this.#told = true;
      this.#onClose(this.#closing);
    }
  };
}

/** Microtasks while that is fair to the rest of the process, then once round the event loop. */
class Pace {
  #batches = 0;

  schedule(run: () => void): void {
    if (++this.#batches % BATCHES_PER_TURN === 0) afterEvents(run);
    else void SETTLED.then(run); // cheaper in Node than queueMicrotask, which opens an async scope
  }
}

const SETTLED = Promise.resolve();

/** Node has setImmediate; elsewhere a zero timer does. */
const afterEvents: (run: () => void) => void = typeof setImmediate === 'function' ? (run) => void setImmediate(run) : (run) => void setTimeout(run, 0);
