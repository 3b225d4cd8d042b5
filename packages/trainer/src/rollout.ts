/**
 * One rollout: asks the arena for matches in bulk, answers the turns of all their seats with the model, and collects the feed until all are in.
 * Turns that come while the engine is busy go to it together. When `play` returns, no match is in flight.
 * Nothing depends on the order in which turns, replies or records arrive: seeds belong to a match and ply, records are put in order of number.
 */
import { replyOf, turnRequest, type GenerateRequest, type GenerateResult, type LanguageReply, type TextGenerator } from '@spiral-arena/agents';
import { ArenaClient, subscribeFeed, type FeedSubscription, type Transport, type TurnReply } from '@spiral-arena/client';
import type { ClientMessage, FeedRecord, ServerMessage, TurnMessage } from '@spiral-arena/core/protocol';
import type { Rng } from '@spiral-arena/core/random';
import type { TrainConfig } from './config.js';
import { TrainerError } from './errors.js';
import { settleAll } from './settle-all.js';
import type { TrainedGame } from './trained-game.js';

/** Matches of one game to play. */
export interface MatchPart {
  readonly trained: TrainedGame;
  readonly matches: number;
  /** Of this part alone: all its seeds are drawn from it. */
  readonly rng: Rng;
}

/** Plays parts of a rollout to their ends: the worker of this thread, or one in another. */
export interface PartPlayer {
  /** Per part its records, in the order in which its matches were made. */
  play(parts: readonly MatchPart[]): Promise<FeedRecord[][]>;
}

/** A match that runs: its game, and what the seeds of its turns are made from: 24 hex digits and a 32-bit number. */
interface LiveMatch {
  readonly trained: TrainedGame;
  readonly head: string;
  readonly tail: number;
  /** By turn, what was allowed at each token of its attempts: the trainer's own business, so it does not travel through arena and store. */
  readonly allowed: Map<number, AllowedIds[]>;
}

/** The ids that could have continued a legal action, one list per sampled token. */
type AllowedIds = readonly (readonly number[])[];

interface WaitingTurn {
  readonly turn: TurnMessage;
  readonly reply: (reply: TurnReply) => void;
  readonly fail: (cause: unknown) => void;
}

/** What `play` waits for. */
interface Round {
  /** `null` until the arena has made all. */
  wanted: readonly string[] | null;
  readonly finish: () => void;
  readonly fail: (cause: unknown) => void;
}

const MOST_PER_REQUEST = 4096; // the protocol's limit on `count`
const FEED_CREDITS = 8192; // records on their way at once: more than one rollout of the presets has

export class RolloutWorker implements PartPlayer {
  readonly #client: ArenaClient;
  readonly #generator: TextGenerator;
  readonly #config: Pick<TrainConfig, 'profile' | 'penalty'>;
  readonly #live = new Map<string, LiveMatch>();
  readonly #records = new Map<string, FeedRecord>();
  /** Turns of matches that the arena has not yet said it made. */
  #early: WaitingTurn[] = [];
  #waiting: WaitingTurn[] = [];
  #scheduled = false;
  #round: Round | null = null;
  #feed: FeedSubscription | null = null;

  /** @param client closed with the worker; the generator stays with the caller */
  constructor(client: ArenaClient, generator: TextGenerator, config: Pick<TrainConfig, 'profile' | 'penalty'>) {
    this.#client = client;
    this.#generator = generator;
    this.#config = config;
  }

  /** A worker that is ready to play, over a connection to an arena. @param token of the trainer's account; absent: a guest */
  static async connect(transport: Transport<ClientMessage, ServerMessage>, generator: TextGenerator, config: Pick<TrainConfig, 'profile' | 'penalty'>, token?: string): Promise<RolloutWorker> {
    const client = await ArenaClient.connect(transport, { name: 'trainer', include: ['legalActions'], events: false, ...(token === undefined ? {} : { token }) });
    const worker = new RolloutWorker(client, generator, config);
    await worker.start();
    return worker;
  }

  /** Connects turns and feed to this worker. Once, before the first rollout. */
  async start(): Promise<void> {
    this.#client.serve(
      (turn) => new Promise<TurnReply>((reply, fail) => this.#receive({ turn, reply, fail })),
      (cause) => this.#round?.fail(cause),
    );
    this.#client.onClosed(({ code, reason }) => {
      this.#round?.fail(new TrainerError('TRAINER_ARENA_LOST', { details: { reason: `${code} ${reason}`.trim(), missing: this.#live.size - this.#records.size } }));
    });
    this.#feed = await subscribeFeed(this.#client, { credits: FEED_CREDITS }, (record) => this.#collect(record));
    this.#feed.done.catch((cause: unknown) => this.#round?.fail(cause));
  }

  close(): void {
    this.#feed?.stop();
    this.#client.close();
  }

  /** @throws TRAINER_ARENA_LOST, what the arena refused, what the generator threw */
  async play(parts: readonly MatchPart[]): Promise<FeedRecord[][]> {
    let round!: Round;
    const done = new Promise<void>((finish, fail) => {
      round = { wanted: null, finish, fail };
    });
    done.catch(() => undefined); // awaited below; it may fail while matches are still being made
    this.#round = round;
    try {
      const made = await settleAll(parts.map((part) => this.#create(part))); // asked for at once: a remote arena is a way off
      round.wanted = made.flat();
      this.#finishIfComplete();
      await done;
      return made.map((ids) => ids.map((id) => this.#complete(id)).toSorted((left, right) => left.number - right.number));
    } finally {
      this.#round = null;
      this.#records.clear();
      this.#live.clear();
      this.#early = [];
      this.#waiting = [];
    }
  }

  /** The arena makes matches in the order of asking, so their numbers rise from part to part. */
  async #create({ trained, matches, rng }: MatchPart): Promise<string[]> {
    const { profile, penalty } = this.#config;
    const ids: string[] = [];
    for (let left = matches; left > 0; left -= MOST_PER_REQUEST) {
      const made = await this.#client.createMatches({
        game: trained.game.id, options: trained.options, profile, ...(profile === 'spiral-train' ? { penalty } : {}), durability: 'match', clock: null,
        seats: trained.game.roles(trained.options).map(() => 'self' as const),
        seed: rng.seed(), count: Math.min(left, MOST_PER_REQUEST),
      });
      for (const { matchId } of made) {
        const digits = rng.seed();
        this.#live.set(matchId, { trained, head: digits.slice(0, 24), tail: Number.parseInt(digits.slice(24), 16), allowed: new Map() });
        ids.push(matchId);
      }
    }
    const early = this.#early;
    this.#early = [];
    for (const waiting of early) this.#receive(waiting);
    return ids;
  }

  #receive(waiting: WaitingTurn): void {
    if (!this.#live.has(waiting.turn.matchId)) {
      this.#early.push(waiting);
      return;
    }
    this.#waiting.push(waiting);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#answer); // after every message of this round has come
  }

  /** Hands all waiting turns to the generator, one call per game: a call returns whole, and replies of one game have about the same length. */
  readonly #answer = (): void => {
    this.#scheduled = false;
    const byGame = new Map<TrainedGame, WaitingTurn[]>();
    for (const waiting of this.#waiting) {
      const { trained } = this.#live.get(waiting.turn.matchId) as LiveMatch;
      const group = byGame.get(trained);
      if (group) group.push(waiting);
      else byGame.set(trained, [waiting]);
    }
    this.#waiting = [];
    for (const [trained, group] of byGame) void this.#generate(trained, group);
  };

  async #generate(trained: TrainedGame, group: readonly WaitingTurn[]): Promise<void> {
    const { game, options, settings } = trained;
    try {
      const requests = group.map(({ turn }): GenerateRequest => {
        const { observation, role, legalActions = null } = turn;
        return turnRequest({ game, options, role, observation, legalActions }, settings, this.#seedOf(turn));
      });
      const results = await this.#generator.generate(requests);
      for (const [index, { turn, reply }] of group.entries()) reply(this.#keepAllowed(turn, replyOf(results[index] as GenerateResult, settings)));
    } catch (cause) {
      for (const { fail } of group) fail(cause);
    }
  }

  /** Takes what was allowed out of a reply's trace and keeps it for the step that comes back. */
  #keepAllowed({ matchId, turnId, seat }: TurnMessage, { text, trace }: LanguageReply): TurnReply {
    const { allowedTokenIds, ...sent } = trace;
    const allowed = this.#live.get(matchId)?.allowed;
    if (!allowedTokenIds || !allowed) return { text, trace };
    const key = turnKey(plyOf(turnId), seat);
    const attempts = allowed.get(key);
    if (attempts) attempts.push(allowedTokenIds);
    else allowed.set(key, [allowedTokenIds]);
    return { text, trace: sent };
  }

  /** The record of a finished match, with what was allowed back on the attempts of its steps, in their order. */
  #complete(matchId: string): FeedRecord {
    const record = this.#records.get(matchId) as FeedRecord;
    const { allowed } = this.#live.get(matchId) as LiveMatch;
    const steps = record.steps.map((step) => {
      const allowedTokenIds = allowed.get(turnKey(step.ply, step.seat))?.shift();
      return allowedTokenIds && step.by?.trace ? { ...step, by: { ...step.by, trace: { ...step.by.trace, allowedTokenIds } } } : step;
    });
    return { ...record, steps };
  }

  /** Different for every match, ply, seat and attempt, at the price of one multiplication. */
  #seedOf({ matchId, turnId, seat, retriesLeft }: TurnMessage): string {
    const { head, tail } = this.#live.get(matchId) as LiveMatch;
    const mixed = (tail ^ Math.imul(turnKey(plyOf(turnId), seat) * 64 + retriesLeft + 1, 0x9e3779b1)) >>> 0;
    return head + mixed.toString(16).padStart(8, '0');
  }

  #collect(record: FeedRecord): void {
    this.#records.set(record.matchId, record);
    this.#finishIfComplete();
  }

  #finishIfComplete(): void {
    const round = this.#round;
    if (!round?.wanted || this.#records.size < round.wanted.length) return;
    if (round.wanted.every((matchId) => this.#records.has(matchId))) round.finish();
  }
}

const MOST_SEATS = 64;

/** One number for a seat at a ply. */
function turnKey(ply: number, seat: number): number {
  return ply * MOST_SEATS + seat;
}

function plyOf(turnId: string): number {
  return Number(turnId.slice(turnId.lastIndexOf('/') + 1));
}
