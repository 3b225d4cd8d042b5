/**
 * An agent: whoever answers turns, in process or behind a socket. `core/match/play.ts` seats agents at a Match; the client answers an arena's turns with one.
 * Scripted agents of a game, language models, people and programs are all of this shape. It holds no match and no state of others.
 */
import type { Action, Game, Observation, Options, Role, Seat } from './game/game.js';
import type { RefusalKind, Trace } from './match/events.js';

/** One turn as an agent gets it. */
export interface AgentTurn {
  readonly matchId: string;
  readonly turnId: string;
  readonly seat: Seat;
  readonly role: Role;
  readonly game: Game;
  readonly options: Options;
  readonly variant: string;
  readonly observation: Observation;
  readonly legalActions: readonly Action[] | null;
  readonly retriesLeft: number;
  /** Why the last attempt of this turn was refused. */
  readonly refusal?: { readonly kind: RefusalKind; readonly message: string };
}

/** A structured action or answer text, and what the agent wants kept with it. */
export type AgentReply = ({ readonly action: unknown } | { readonly text: string }) & { readonly trace?: Trace };

export interface Agent {
  /** Public name, for records and tables. */
  readonly name: string;
  /** @param signal aborts when the turn is over for another reason */
  act(turn: AgentTurn, signal?: AbortSignal): Promise<AgentReply> | AgentReply;
}

/** Makes the agent of one seat of one match; `seed` makes it repeatable. */
export type AgentFactory = (seat: { readonly game: Game; readonly options: Options; readonly role: Role; readonly seed: string }) => Agent;
