/** The client of an arena for Node and browsers: transports, requests, turns and the feed. `ws` comes with `./node` only. */
export { ArenaClient } from './client.js';
export type { Answerer, CreateOptions, HelloOptions, TurnRefusal, TurnReply, Unsubscribe } from './client.js';
export { CLIENT_ERRORS, ClientError } from './errors.js';
export type { ClientErrorCode } from './errors.js';
export { subscribeFeed } from './feed.js';
export type { FeedOptions, FeedSubscription } from './feed.js';
export { inProcessPair } from './in-process.js';
export type { Answers, RequestOf, RequestType } from './requests.js';
export type { CloseInfo, Transport } from './transport.js';
export { connectWebSocket, openSocket } from './websocket.js';
export type { SocketConstructor, SocketLike } from './websocket.js';
