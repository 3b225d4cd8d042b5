/**
 * The client of an arena: requests with their answers, what the arena says by itself as subscriptions, and `serve`, which lets an
 * agent answer every turn. It works over any transport. It holds no rules and no strategy, and does not reconnect.
 */
import type { Json } from '@spiral-arena/core';
import type { Seat } from '@spiral-arena/core/game';
import { INVALID_KINDS, type RefusalKind, type Trace } from '@spiral-arena/core/match';
import { PROTOCOL_VERSION } from '@spiral-arena/core/protocol';
import type {
  ActedMessage, ClientMessage, ErrorMessage, FeedRecordMessage, HelloMessage, MatchCreateMessage, MatchEndedMessage, MatchEventMessage, MatchJoinedMessage,
  MatchSettings, MatchSummary, RefusedMessage, ReplayMessage, ServerMessage, SpectateJoinedMessage, SyncedMessage, TurnMessage, WelcomeMessage,
} from '@spiral-arena/core/protocol';
import { PendingRequests, type Answers, type RequestOf, type RequestType } from './requests.js';
import type { CloseInfo, Transport } from './transport.js';

/** What the caller may say in the first message. */
export type HelloOptions = Partial<Pick<HelloMessage, 'token' | 'name' | 'include' | 'events'>>;

/** What a new match, or many, may be asked to be. */
export type CreateOptions = MatchSettings & Partial<Pick<MatchCreateMessage, 'seats' | 'roles' | 'seed' | 'count'>>;

/** One attempt at a turn: a structured action or answer text. */
export type TurnReply = ({ readonly action: Json } | { readonly text: string }) & { readonly trace?: Trace };

/** Why the last attempt at a turn was refused, when it is asked again. */
export interface TurnRefusal {
  readonly kind: RefusalKind;
  readonly message: string;
}

export type Answerer = (turn: TurnMessage, refusal: TurnRefusal | undefined) => TurnReply | Promise<TurnReply>;
export type Unsubscribe = () => void;

/** What the arena says by itself. */
interface Topics {
  readonly turn: TurnMessage;
  readonly joined: MatchJoinedMessage;
  readonly event: MatchEventMessage;
  readonly ended: MatchEndedMessage;
  readonly record: FeedRecordMessage;
  /** Errors that answer no request. */
  readonly error: ErrorMessage;
  readonly closed: CloseInfo;
}

export class ArenaClient {
  readonly #transport: Transport<ClientMessage, ServerMessage>;
  readonly #pending = new PendingRequests();
  readonly #handlers: { readonly [T in keyof Topics]: Set<(message: Topics[T]) => void> } = {
    turn: new Set(), joined: new Set(), event: new Set(), ended: new Set(), record: new Set(), error: new Set(), closed: new Set(),
  };
  /** The last refusal of seats that will be asked again. */
  readonly #refusals = new Map<string, TurnRefusal>();
  #welcome: WelcomeMessage | null = null;
  #closed: CloseInfo | null = null;

  private constructor(transport: Transport<ClientMessage, ServerMessage>) {
    this.#transport = transport;
    transport.onMessage((message) => this.#receive(message));
    transport.onClose((info) => {
      this.#closed = info;
      this.#pending.rejectAll(info);
      this.#tell('closed', info);
    });
  }

  /**
   * Says hello over an open transport.
   * @param hello without a token a guest account is made, where the arena admits guests
   * @throws ClientError with the arena's code when it refuses, CLIENT_CLOSED when it hangs up
   */
  static async connect(transport: Transport<ClientMessage, ServerMessage>, hello: HelloOptions = {}): Promise<ArenaClient> {
    const client = new ArenaClient(transport);
    client.#welcome = await client.request({ type: 'hello', version: PROTOCOL_VERSION, ...hello });
    return client;
  }

  get account(): string {
    return this.#hello().account;
  }

  get name(): string {
    return this.#hello().name;
  }

  /** Only for a new guest: the token to come back with. It is not shown again. */
  get token(): string | undefined {
    return this.#hello().token;
  }

  /** Ids of the installed games. */
  get games(): readonly string[] {
    return this.#hello().games;
  }

  // ---- requests

  /** Sends any request that has an answer. @throws ClientError with the arena's code, or CLIENT_CLOSED */
  request<T extends RequestType>(message: RequestOf<T>): Promise<Answers[T]> {
    const { id, answer } = this.#pending.open(message.type);
    if (this.#closed) this.#pending.rejectAll(this.#closed);
    // RequestOf<T> with an id is the message of type T.
    else this.#transport.send({ ...message, id } as unknown as ClientMessage);
    return answer;
  }

  /** Makes matches, `count` of them; the turns of own seats come by themselves. */
  async createMatches(options: CreateOptions): Promise<readonly MatchSummary[]> {
    return (await this.request({ type: 'match.create', ...options })).matches;
  }

  join(matchId: string, seat?: Seat): Promise<MatchJoinedMessage> {
    return this.request({ type: 'match.join', matchId, ...(seat === undefined ? {} : { seat }) });
  }

  async leave(matchId: string): Promise<void> {
    await this.request({ type: 'match.leave', matchId });
  }

  /** Waits for an opponent; `onJoined` tells when there is one. */
  async queue(settings: MatchSettings): Promise<void> {
    await this.request({ type: 'queue.join', ...settings });
  }

  async leaveQueue(): Promise<void> {
    await this.request({ type: 'queue.leave' });
  }

  /** Hands in one attempt at a turn. Doing it again with the same content repeats the answer, never the action. */
  act(turn: Pick<TurnMessage, 'matchId' | 'turnId' | 'seat' | 'retriesLeft'>, reply: TurnReply, actionId: string = actionIdOf(turn)): Promise<ActedMessage | RefusedMessage> {
    return this.request({ type: 'act', matchId: turn.matchId, turnId: turn.turnId, seat: turn.seat, actionId, ...reply });
  }

  resign(matchId: string, seat: Seat): void {
    this.#transport.send({ type: 'resign', matchId, seat });
  }

  /** What this account may know of a match now. Also takes its seats over from an older connection. */
  sync(matchId: string): Promise<SyncedMessage> {
    return this.request({ type: 'sync', matchId });
  }

  spectate(matchId: string): Promise<SpectateJoinedMessage> {
    return this.request({ type: 'spectate.join', matchId });
  }

  async stopSpectating(matchId: string): Promise<void> {
    await this.request({ type: 'spectate.leave', matchId });
  }

  replay(matchId: string): Promise<ReplayMessage> {
    return this.request({ type: 'replay.get', matchId });
  }

  // ---- what the arena says by itself

  onTurn(handler: (turn: TurnMessage) => void): Unsubscribe {
    return this.#on('turn', handler);
  }

  onJoined(handler: (joined: MatchJoinedMessage) => void): Unsubscribe {
    return this.#on('joined', handler);
  }

  onEvent(handler: (event: MatchEventMessage) => void): Unsubscribe {
    return this.#on('event', handler);
  }

  onEnded(handler: (ended: MatchEndedMessage) => void): Unsubscribe {
    return this.#on('ended', handler);
  }

  onRecord(handler: (record: FeedRecordMessage) => void): Unsubscribe {
    return this.#on('record', handler);
  }

  /** Errors that answer no request, such as a frame that the arena could not read. */
  onError(handler: (error: ErrorMessage) => void): Unsubscribe {
    return this.#on('error', handler);
  }

  onClosed(handler: (info: CloseInfo) => void): Unsubscribe {
    return this.#on('closed', handler);
  }

  /**
   * Lets `answer` play every turn of this client's seats. After a refused attempt it is asked again while retries are left, with the reason.
   * @param onFault gets what `answer` threw; default: the seat resigns, so that nobody waits for it
   */
  serve(answer: Answerer, onFault?: (cause: unknown, turn: TurnMessage) => void): Unsubscribe {
    const fault = (cause: unknown, turn: TurnMessage): void => {
      if (onFault) onFault(cause, turn);
      else this.resign(turn.matchId, turn.seat);
    };
    const handIn = (turn: TurnMessage, reply: TurnReply): void => {
      try {
        this.#answer(turn, reply);
      } catch (cause) {
        fault(cause, turn);
      }
    };
    return this.onTurn((turn) => {
      try {
        const reply = answer(turn, this.#takeRefusal(turn));
        if (reply instanceof Promise) reply.then((value) => handIn(turn, value), (cause: unknown) => fault(cause, turn));
        else handIn(turn, reply);
      } catch (cause) {
        fault(cause, turn);
      }
    });
  }

  ackFeed(cursor: number, credits: number): void {
    this.#transport.send({ type: 'feed.ack', cursor, credits });
  }

  close(): void {
    this.#transport.close();
  }

  #answer(turn: TurnMessage, reply: TurnReply): void {
    const { matchId, turnId, seat } = turn;
    const actionId = actionIdOf(turn);
    const { trace } = reply;
    // Written out for speed: training answers thousands of turns a second.
    if ('text' in reply) this.#transport.send(trace ? { type: 'act', matchId, turnId, seat, actionId, text: reply.text, trace } : { type: 'act', matchId, turnId, seat, actionId, text: reply.text });
    else this.#transport.send(trace ? { type: 'act', matchId, turnId, seat, actionId, action: reply.action, trace } : { type: 'act', matchId, turnId, seat, actionId, action: reply.action });
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'refused') this.#keepRefusal(message);
    const { id } = message as { readonly id?: string };
    const answered = id !== undefined && this.#pending.settle(id, message);
    switch (message.type) {
      case 'turn': return this.#tell('turn', message);
      case 'match.joined': return this.#tell('joined', message);
      case 'match.event': return this.#tell('event', message);
      case 'match.ended': return this.#tell('ended', message);
      case 'feed.record': return this.#tell('record', message);
      case 'error': return answered ? undefined : this.#tell('error', message);
      default: return; // answers, settled above or wanted by nobody
    }
  }

  #on<T extends keyof Topics>(topic: T, handler: (message: Topics[T]) => void): Unsubscribe {
    const own = (message: Topics[T]): void => handler(message);
    this.#handlers[topic].add(own);
    return () => void this.#handlers[topic].delete(own);
  }

  #tell<T extends keyof Topics>(topic: T, message: Topics[T]): void {
    for (const handler of this.#handlers[topic]) handler(message);
  }

  #keepRefusal({ matchId, seat, kind, message, retriesLeft }: RefusedMessage): void {
    if (retriesLeft > 0 && COSTS_A_RETRY.has(kind)) this.#refusals.set(`${matchId} ${seat}`, { kind, message });
  }

  #takeRefusal({ matchId, seat }: TurnMessage): TurnRefusal | undefined {
    if (this.#refusals.size === 0) return undefined;
    const key = `${matchId} ${seat}`;
    const refusal = this.#refusals.get(key);
    this.#refusals.delete(key);
    return refusal;
  }

  #hello(): WelcomeMessage {
    return this.#welcome as WelcomeMessage; // `connect` hands the client out after the welcome only
  }
}

const COSTS_A_RETRY: ReadonlySet<RefusalKind> = new Set(INVALID_KINDS);

/**
 * The action id of an attempt, made from the turn alone: a client that comes back after a crash and answers the turn again
 * repeats its own action and never plays a second one.
 */
function actionIdOf({ turnId, seat, retriesLeft }: Pick<TurnMessage, 'turnId' | 'seat' | 'retriesLeft'>): string {
  return `${turnId.slice(turnId.lastIndexOf('/') + 1)}.${seat}.${retriesLeft}`;
}
