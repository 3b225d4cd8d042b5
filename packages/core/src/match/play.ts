/**
 * Agents at a Match without an arena: evaluation, tournaments of scripts, `spiral play`. Plays one match to its end.
 * Deadlines come from a timer that the caller gives; without one an agent may think for ever. Asks the seats of a stage at the same time.
 */
import type { Agent, AgentReply, AgentTurn } from '../agent.js';
import { deepFreeze } from '../game/deep-freeze.js';
import type { Seat } from '../game/game.js';
import type { Trace } from './events.js';
import type { MatchInit } from './header.js';
import { Match } from './match.js';
import type { Submission } from './submission.js';

export interface PlayOptions {
  /** Resolves after so many milliseconds; with it `moveMs` is enforced. */
  readonly timer?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly moveMs?: number;
  readonly signal?: AbortSignal;
  /** Called after every change of the match, for example to print it. */
  readonly onChange?: (match: Match) => void;
  /** What an agent or the game threw: for logs, never for the other seats. */
  readonly onFault?: (cause: unknown, seat: Seat | null) => void;
}

/**
 * Plays one match. An agent that throws fails as `disconnected` with the cause "agent threw"; the other agents are asked nothing more.
 * @param agents one per seat
 * @returns the ended match; `aborted` when the signal fired or the game threw
 * @throws what `Match.start` throws
 */
export async function playMatch(init: MatchInit, agents: readonly Agent[], options: PlayOptions = {}): Promise<Match> {
  const match = Match.start({ ...init, names: init.names ?? agents.map((agent) => agent.name) });
  options.onChange?.(match);
  while (!match.end) {
    if (options.signal?.aborted) {
      match.abort('stopped');
      break;
    }
    const seats = match.pending();
    try {
      if (seats.length === 1) await askSeat(match, seats[0] as Seat, agents, options);
      else await Promise.all(seats.map((seat) => askSeat(match, seat, agents, options)));
    } catch (cause) {
      if (!match.end) throw cause;
      options.onFault?.(cause, null);
    }
  }
  return match;
}

/** Asks one seat until its turn is over: accepted, out of retries, out of time, or thrown. */
async function askSeat(match: Match, seat: Seat, agents: readonly Agent[], options: PlayOptions): Promise<void> {
  const agent = agents[seat] as Agent;
  const { turnId } = match;
  let refusal: AgentTurn['refusal'];
  while (!match.end && match.turnId === turnId && match.pending().includes(seat)) {
    const turn: AgentTurn = {
      matchId: match.header.matchId, turnId, seat, role: match.roleOf(seat), game: match.game, options: match.options, variant: match.header.variant,
      // Frozen: they share lists with the state, and an agent that writes into one must not change the match.
      observation: match.observe(seat), legalActions: deepFreeze(match.legalActions(seat)), retriesLeft: match.retriesLeft(seat), ...(refusal ? { refusal } : {}),
    };
    let reply: unknown; // agents are strangers' code: what their types promise is not known here
    try {
      reply = await withDeadline(agent, turn, options);
    } catch (cause) {
      if (options.signal?.aborted) match.abort('stopped');
      else {
        options.onFault?.(cause, seat);
        match.fail([seat], 'disconnected', 'agent threw');
      }
      break;
    }
    if (options.signal?.aborted) {
      match.abort('stopped');
      break;
    }
    if (reply === 'timeout') {
      match.fail([seat], 'timeout');
      break;
    }
    const { submission, trace } = readReply(reply);
    const result = match.submit(seat, submission, trace ? { trace } : undefined);
    if (!result.ok) refusal = { kind: result.error.kind, message: result.error.message };
  }
  options.onChange?.(match);
}

/** A reply of any make: one that holds neither text nor action is itself the action that will be refused. */
function readReply(reply: unknown): { readonly submission: Submission; readonly trace?: Trace } {
  if (typeof reply !== 'object' || reply === null || !('text' in reply || 'action' in reply)) return { submission: { action: reply } };
  const { trace } = reply as AgentReply;
  const submission = 'text' in reply ? { text: reply.text as string } : { action: reply.action };
  return trace ? { submission, trace } : { submission };
}

async function withDeadline(agent: Agent, turn: AgentTurn, { timer, moveMs, signal }: PlayOptions): Promise<AgentReply | 'timeout'> {
  if (!timer || moveMs === undefined) return agent.act(turn, signal);
  const over = new AbortController();
  const stop = (): void => over.abort();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const deadline = timer(moveMs, over.signal).then(() => 'timeout' as const);
    return await Promise.race([Promise.resolve(agent.act(turn, over.signal)), deadline]);
  } finally {
    signal?.removeEventListener('abort', stop);
    over.abort();
  }
}
