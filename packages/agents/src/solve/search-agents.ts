/**
 * The searches as agents for any game that fits: `minimax`, `alphabeta?depth=6`, `mcts?iterations=500`.
 * At a table they get an observation and think about states that fit it (`sampleState`), never about the true one.
 * What they play depends on the seed, on what they know now and on the ply, not on earlier turns: the same turn gets the same action.
 */
import { isCodedError } from '@spiral-arena/core';
import type { Agent, AgentFactory, AgentReply, AgentTurn, JsonObject, JsonSchema } from '@spiral-arena/core';
import type { Action, Game, Options, State } from '@spiral-arena/core/game';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { AgentsError } from '../errors.js';
import { evenly } from '../policy-agent.js';
import type { PolicyAgent } from '../policy-agent.js';
import { AlphaBeta, alphaBetaProblem } from './alpha-beta.js';
import { openContestProblem } from './expand.js';
import type { Place } from './expand.js';
import { informationKey } from './keys.js';
import { mcts } from './mcts.js';
import type { MctsSettings } from './mcts.js';
import { solveMinimax } from './minimax.js';

/** A search as an agent by name: its parameters, and how to make it from checked ones. */
export interface SearchAgent {
  readonly summary: string;
  readonly paramsSchema: JsonSchema;
  make(name: string, params: JsonObject): AgentFactory;
}

/** One way of thinking about a turn. */
interface Thought {
  /** Why it does not fit a game; `null` where it does. */
  problem(game: Game, options: Options): string | null;
  /** What it comes to does not depend on the seed. */
  readonly isFixed: boolean;
  /** The actions that it takes for best: one, or several alike. */
  think(turn: ListedTurn, place: () => Place, rng: Rng): readonly Action[];
}

type ListedTurn = AgentTurn & { readonly legalActions: readonly Action[] };

const SEED: JsonSchema = { type: 'integer', minimum: 0, description: 'Instead of the seed that the seat was given.' };
const POSITIONS: JsonSchema = { type: 'integer', minimum: 1, maximum: 100_000_000, default: 200_000, description: 'Positions looked at in one turn, at most.' };

function schema(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', properties: { ...properties, seed: SEED }, additionalProperties: false };
}

/** The searches that `makeAgent` knows for every game. */
export const SEARCH_AGENTS: { readonly [name: string]: SearchAgent } = {
  minimax: {
    summary: 'Solves the rest of the game and takes one of the best actions at random; small games in which nothing is hidden.',
    paramsSchema: schema({ positions: POSITIONS }),
    make: (name, params) => thinker(name, params, {
      problem: openContestProblem,
      isFixed: true,
      think({ game, options }, place) {
        const from = place();
        return solveMinimax(game, options, { stateLimit: params['positions'] as number, from }).bestActions(from);
      },
    }),
  },
  alphabeta: {
    summary: 'Alpha-beta search to a depth; games of two seats without chance in which nothing is hidden.',
    paramsSchema: schema({
      depth: { type: 'integer', minimum: 1, maximum: 1000, default: 6, description: 'Plies.' },
      playouts: { type: 'integer', minimum: 0, maximum: 1000, default: 0, description: 'Random matches that estimate a position at that depth; 0: what the rules adjudicate there.' },
      positions: POSITIONS,
    }),
    make(name, params) {
      const { depth, playouts, positions } = params as { depth: number; playouts: number; positions: number };
      return thinker(name, params, {
        problem: alphaBetaProblem,
        isFixed: playouts === 0,
        think({ game, options, legalActions }, place, rng) {
          const estimate = playouts > 0 ? { estimate: (state: State) => meanOfPlayouts(game, options, state, playouts, rng) } : {};
          return [deepen(new AlphaBeta(game, options, { positionLimit: positions, ...estimate }), place(), depth) ?? (legalActions[0] as Action)];
        },
      });
    },
  },
  mcts: {
    summary: 'Monte-Carlo tree search by random play; hidden information and chance too.',
    paramsSchema: schema({
      iterations: { type: 'integer', minimum: 1, maximum: 10_000_000, default: 500, description: 'Random matches in one turn.' },
      exploration: { type: 'number', minimum: 0, maximum: 100, default: 1.4, description: 'How much actions that were tried little are tried again.' },
    }),
    make: (name, params) => thinker(name, params, {
      problem: () => null,
      isFixed: false,
      think: ({ game, options, seat, legalActions }, place, rng) => [legalActions[mcts(game, options, seat, place, rng, params as unknown as MctsSettings)] as Action],
    }),
  },
};

/** An agent around one way of thinking. */
function thinker(name: string, params: JsonObject, { problem, isFixed, think }: Thought): AgentFactory {
  return ({ game, options, seed }): PolicyAgent | Agent => {
    const { sampleState } = game;
    const reason = problem(game, options) ?? (sampleState ? null : 'it does not say which states fit an observation (sampleState)');
    if (reason || !sampleState) throw new AgentsError('AGENTS_SEARCH_UNFIT', { details: { agent: name, game: game.id, reason } });
    const base = Rng.fromSeed(params['seed'] === undefined ? seed : parseSeed(params['seed']));
    const best = (turn: AgentTurn, rng: Rng): readonly Action[] => {
      const { observation, legalActions, seat } = turn;
      if (!legalActions) throw new AgentsError('AGENTS_ACTIONS_OPEN', { details: { agent: name, game: game.id } });
      const ply = plyOf(turn);
      return legalActions.length === 1 ? legalActions : think({ ...turn, legalActions }, () => ({ state: sampleState(observation, seat, rng), ply }), rng);
    };
    const act = (turn: AgentTurn): AgentReply => {
      const rng = base.fork(informationKey(game, turn.observation));
      return { action: rng.pick(best(turn, rng)) };
    };
    if (!isFixed) return { name, act };
    return { name, act, probabilities: (turn) => evenly(turn, best(turn, base.fork('best'))) };
  };
}

/** Searches to depth 1, 2, 3, ... until the depth is reached, the value is certain, or the positions are used up; the best action of the last whole search. */
function deepen(search: AlphaBeta, place: Place, depth: number): Action | null {
  let best: Action | null = null;
  for (let plies = 1; plies <= depth; plies++) {
    try {
      const result = search.search(place, plies);
      ({ best } = result);
      if (result.exact) break;
    } catch (error) {
      if (isCodedError(error) && error.code === 'AGENTS_TREE_TOO_LARGE') break;
      throw error;
    }
  }
  return best;
}

/** A turn's id ends in the number of plies before it. */
function plyOf({ turnId }: AgentTurn): number {
  const ply = Number(turnId.slice(turnId.lastIndexOf('/') + 1));
  return Number.isSafeInteger(ply) ? ply : 0;
}

/** Mean return of seat 0 when both seats play at random from here. */
function meanOfPlayouts(game: Game, options: Options, from: State, playouts: number, rng: Rng): number {
  const most = game.maxSteps(options);
  let sum = 0;
  for (let playout = 0; playout < playouts; playout++) {
    let state = from;
    for (let ply = 0; ply < most && !game.isTerminal(state); ply++) {
      const seat = game.seatsToAct(state)[0] as number;
      state = game.apply(state, { kind: 'actions', actions: { [seat]: rng.pick(game.legalActions(state, seat) ?? []) } });
    }
    sum += game.returns(state)[0] as number;
  }
  return sum / playouts;
}
