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
import type { PlayedRecord } from './played-records.js';
import type { TrainedGame } from './trained-game.js';

/** Matches of one game to play. */
export interface MatchPart {
  readonly trained: TrainedGame;
  readonly matches: number;
  /** Of this part alone: all its seeds are drawn from it. */
  readonly rng: Rng;
}

/** Parts that were dealt to nobody: of several players, whoever is about to run out of matches takes the next one. */
export interface PartPile {
  readonly parts: readonly MatchPart[];
  /** `[1]` How many were asked for; players in other threads count in the same memory. */
  readonly asked: Int32Array<SharedArrayBuffer>;
}

export interface PlayedParts {
  /** Per part its records, in the order in which its matches were made: the parts that were dealt, then those that were taken. */
  readonly records: PlayedRecord[][];
  /** Places in the pile of the parts that were taken. */
  readonly taken: readonly number[];
}

/** Plays parts of a rollout to their ends: the worker of this thread, or one in another. */
export interface PartPlayer {
  play(parts: readonly MatchPart[], pile: PartPile): Promise<PlayedParts>;
}

export function pileOf(parts: readonly MatchPart[]): PartPile {
  return { parts, asked: new Int32Array(new SharedArrayBuffer(4)) };
}

/** The place of a part that is now the caller's, or `null` where none is left. */
export function takeFrom({ parts, asked }: PartPile): number | null {
  const place = Atomics.add(asked, 0, 1);
  return place < parts.length ? place : null;
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
  readonly pile: PartPile;
  readonly taken: number[];
  /** One for each part; they never fail. */
  readonly begun: Promise<void>[];
  /** The matches of each part, once the arena has made them. */
  readonly made: string[][];
  /** Parts that the arena is making, and matches that it made and that have not ended. */
  making: number;
  running: number;
  readonly finish: () => void;
  readonly fail: (cause: unknown) => void;
}

const MOST_PER_REQUEST = 4096; // the protocol's limit on `count`
const FEED_CREDITS = 8192; // records on their way at once: more than one rollout of the presets has
const FEW = 32; // matches still running when further ones are taken: enough to ask the network for many turns at once until the end

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
      this.#round?.fail(new TrainerError('TRAINER_ARENA_LOST', { details: { reason: `${code} ${reason}`.trim(), missing: this.#round?.running ?? 0 } }));
    });
    this.#feed = await subscribeFeed(this.#client, { credits: FEED_CREDITS }, (record) => this.#collect(record));
    this.#feed.done.catch((cause: unknown) => this.#round?.fail(cause));
  }

  close(): void {
    this.#feed?.stop();
    this.#client.close();
  }

  /** @throws TRAINER_ARENA_LOST, what the arena refused, what the generator threw */
  async play(parts: readonly MatchPart[], pile = pileOf([])): Promise<PlayedParts> {
    let round!: Round;
    const done = new Promise<void>((finish, fail) => {
      round = { pile, taken: [], begun: [], made: [], making: 0, running: 0, finish, fail };
    });
    this.#round = round;
    try {
      for (const part of parts) this.#begin(round, part); // asked for at once: a remote arena is a way off
      this.#goOn(round);
      await done;
      return { taken: round.taken, records: round.made.map((ids) => ids.map((id) => this.#complete(id)).toSorted((left, right) => left.number - right.number)) };
    } finally {
      this.#round = null; // takes no further part
      await Promise.all(round.begun);
      this.#records.clear();
      this.#live.clear();
      this.#early = [];
      this.#waiting = [];
    }
  }

  #begin(round: Round, part: MatchPart): void {
    const place = round.begun.length;
    round.making += 1;
    const made = (ids: string[]): void => {
      round.made[place] = ids;
      round.making -= 1;
      this.#goOn(round);
    };
    round.begun.push(this.#create(round, part).then(made, round.fail));
  }

  /** Takes a further part where few matches are left, and ends where none is. */
  #goOn(round: Round): void {
    if (this.#round !== round || round.making > 0) return;
    const place = round.running <= FEW ? takeFrom(round.pile) : null;
    if (place !== null) {
      round.taken.push(place);
      this.#begin(round, round.pile.parts[place] as MatchPart);
    } else if (round.running === 0) round.finish();
  }

  /** The arena makes matches in the order of asking, so their numbers rise from part to part. */
  async #create(round: Round, { trained, matches, rng }: MatchPart): Promise<string[]> {
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
        if (!this.#records.has(matchId)) round.running += 1;
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
  #complete(matchId: string): PlayedRecord {
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
    const isKnown = this.#records.has(record.matchId);
    this.#records.set(record.matchId, record);
    if (!this.#round || isKnown || !this.#live.has(record.matchId)) return; // one of a rollout that failed, or its match is still to be announced
    this.#round.running -= 1;
    this.#goOn(this.#round);
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
