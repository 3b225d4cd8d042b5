/**
 * Which answer belongs to which request, as types, and the requests that still wait for theirs.
 * It sends nothing: `client.ts` does.
 */
import type {
  ActedMessage, ClientMessage, ErrorMessage, FeedSubscribedMessage, MatchCreatedMessage, MatchJoinedMessage, MatchLeftMessage, MatchListedMessage, PongMessage,
  QueueJoinedMessage, QueueLeftMessage, RefusedMessage, ReplayMessage, ServerMessage, SpectateJoinedMessage, SpectateLeftMessage, SyncedMessage, WelcomeMessage,
} from '@spiral-arena/core/protocol';
import { ClientError } from './errors.js';
import type { CloseInfo } from './transport.js';

/** The answer to each request that has one. */
export interface Answers {
  readonly hello: WelcomeMessage;
  readonly 'match.create': MatchCreatedMessage;
  readonly 'match.join': MatchJoinedMessage;
  readonly 'match.leave': MatchLeftMessage;
  readonly 'match.list': MatchListedMessage;
  readonly 'queue.join': QueueJoinedMessage;
  readonly 'queue.leave': QueueLeftMessage;
  readonly act: ActedMessage | RefusedMessage;
  readonly sync: SyncedMessage;
  readonly 'spectate.join': SpectateJoinedMessage;
  readonly 'spectate.leave': SpectateLeftMessage;
  readonly 'replay.get': ReplayMessage;
  readonly 'feed.subscribe': FeedSubscribedMessage;
  readonly ping: PongMessage;
}

export type RequestType = keyof Answers;
/** A request without its `id`, which the client gives. */
export type RequestOf<T extends RequestType> = Omit<Extract<ClientMessage, { readonly type: T }>, 'id'> & { readonly type: T };

/** The types of message that answer each request. */
const ANSWER_TYPES: { readonly [T in RequestType]: readonly Answers[T]['type'][] } = {
  hello: ['welcome'],
  'match.create': ['match.created'],
  'match.join': ['match.joined'],
  'match.leave': ['match.left'],
  'match.list': ['match.listed'],
  'queue.join': ['queue.joined'],
  'queue.leave': ['queue.left'],
  act: ['acted', 'refused'],
  sync: ['synced'],
  'spectate.join': ['spectate.joined'],
  'spectate.leave': ['spectate.left'],
  'replay.get': ['replay'],
  'feed.subscribe': ['feed.subscribed'],
  ping: ['pong'],
};

interface Waiting {
  readonly asked: RequestType;
  resolve(answer: ServerMessage): void;
  reject(error: ClientError): void;
}

/** Requests on their way, by id. */
export class PendingRequests {
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  /** A fresh id and the promise of its answer. */
  open<T extends RequestType>(asked: T): { readonly id: string; readonly answer: Promise<Answers[T]> } {
    const id = `r${++this.#count}`;
    // `settle` lets only messages of Answers[T] through.
    const answer = new Promise<Answers[T]>((resolve, reject) => this.#waiting.set(id, { asked, resolve: resolve as (answer: ServerMessage) => void, reject }));
    return { id, answer };
  }

  /** Gives a message to the request it answers. @returns whether one was waiting for it */
  settle(id: string, message: ServerMessage): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    const types: readonly string[] = ANSWER_TYPES[waiting.asked];
    if (message.type === 'error') waiting.reject(ClientError.refused(message satisfies ErrorMessage));
    else if (types.includes(message.type)) waiting.resolve(message);
    else waiting.reject(ClientError.of('CLIENT_ANSWER_UNEXPECTED', { details: { asked: waiting.asked, got: message.type } }));
    this.#waiting.delete(id);
    return true;
  }

  rejectAll({ code, reason }: CloseInfo): void {
    const error = ClientError.of('CLIENT_CLOSED', { details: { code, reason: reason || 'no reason given' } });
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
