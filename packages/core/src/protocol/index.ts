/** The wire protocol `spiral-arena.v1`: message types, constants, schemas and the codec. */
export { decodeClientMessage, decodeServerMessage, encodeMessage, readClientMessage, readServerMessage } from './codec.js';
export type { DecodeResult } from './codec.js';
export { FRAME_LIMITS } from './frame.js';
export type { FrameLimits } from './frame.js';
export { CLOSE_CODES, PROTOCOL_VERSION, SUBPROTOCOL, TURN_PARTS } from './messages.js';
export type {
  ActedMessage, ActMessage, ClientMessage, ErrorMessage, FeedAckMessage, FeedRecord, FeedRecordMessage, FeedStep, FeedSubscribedMessage, FeedSubscribeMessage,
  HelloMessage, MatchCreatedMessage, MatchCreateMessage, MatchEndedMessage, MatchEventMessage, MatchJoinedMessage, MatchJoinMessage, MatchLeaveMessage,
  MatchLeftMessage, MatchListedMessage, MatchListMessage, MatchSettings, MatchSummary, Message, PingMessage, PongMessage, QueueJoinedMessage, QueueJoinMessage,
  QueueLeaveMessage, QueueLeftMessage, RefusedMessage, ReplayGetMessage, ReplayMessage, ResignMessage, SeatRequest, ServerMessage, SpectateJoinedMessage,
  SpectateJoinMessage, SpectateLeaveMessage, SpectateLeftMessage, SyncedMessage, SyncedSeat, SyncMessage, TurnMessage, TurnPart, WelcomeMessage,
} from './messages.js';
export { CLIENT_MESSAGE_SCHEMAS, SERVER_MESSAGE_SCHEMAS } from './schemas.js';
