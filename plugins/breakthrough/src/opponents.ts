/**
 * Scripted opponents of Breakthrough: random play, an alpha-beta search for men and advance, and perfect play on small boards.
 * They see an observation, never a state.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { actionsOf, canMove, fileOf, menOf, rankOf, type Measures, type Men, type MenAction, type Way } from './board.js';
import { isSolvable, winningActions } from './solver.js';

/** The part of an observation these agents look at. */
export type BoardView = { readonly options: Measures; readonly board: readonly string[]; readonly toMove: 'first' | 'second' | null };

/** A position from the view of the player to move. */
interface Position {
  readonly own: Men;
  readonly other: Men;
  readonly way: Way;
}

const WIN = 1_000_000;

/** The actions that a search of `depth` plies finds best: the soonest win, the latest loss, else men and advance. */
export function bestActions(view: BoardView, depth: number): MenAction[] {
  const { options } = view;
  const position = positionOf(view);
  let best = -Infinity;
  let actions: MenAction[] = [];
  for (const action of actionsOf(position.own, position.other, position.way, options)) {
    // One below the best score so far, so that an equal score comes out exact.
    const score = scoreOf(position, action, options, depth, best - 1, Infinity, 1);
    if (score < best) continue;
    if (score > best) actions = [];
    best = score;
    actions.push(action);
  }
  return actions;
}

/** The score of an action for the player who takes it, exact between alpha and beta. */
function scoreOf({ own, other, way }: Position, { from, to }: MenAction, options: Measures, depth: number, alpha: number, beta: number, ply: number): number {
  const rank = rankOf(to);
  const bit = 1 << fileOf(to);
  if (rank === (way === 1 ? own.length - 1 : 0)) return WIN - ply;
  const mine = own.slice();
  (mine[rankOf(from)] as number) &= ~(1 << fileOf(from));
  (mine[rank] as number) |= bit;
  const theirs = other.slice();
  (theirs[rank] as number) &= ~bit;
  const next: Position = { own: theirs, other: mine, way: -way as Way };
  if (!canMove(theirs, mine, next.way, options)) return WIN - ply;
  if (depth <= 1) return -estimate(next);
  let best = -Infinity;
  for (const reply of actionsOf(theirs, mine, next.way, options)) {
    best = Math.max(best, scoreOf(next, reply, options, depth - 1, Math.max(-beta, best), -alpha, ply + 1));
    if (best >= -alpha) break;
  }
  return -best;
}

/** Men, each worth more the farther it has come, from the view of the player to move. */
function estimate({ own, other, way }: Position): number {
  const last = own.length - 1;
  let total = 0;
  for (let rank = 0; rank <= last; rank++) {
    const [mine, theirs] = way === 1 ? [rank, last - rank] : [last - rank, rank];
    total += worth(own[rank] as number, mine) - worth(other[rank] as number, theirs);
  }
  return total;
}

/** Worth of the men of one rank that lies `advance` ranks ahead of their first one. */
function worth(men: number, advance: number): number {
  let count = 0;
  for (let left = men; left !== 0; left &= left - 1) count++;
  return count * (10 + advance * advance);
}

function positionOf({ board, toMove }: BoardView): Position {
  const { up, down } = menOf(board);
  return toMove === 'second' ? { own: down, other: up, way: -1 } : { own: up, other: down, way: 1 };
}

/** The actions that keep a win, or all of them where there is none. */
function perfectActions(view: BoardView): readonly MenAction[] {
  const { own, other, way } = positionOf(view);
  const winning = winningActions(own, other, way, view.options);
  return winning.length > 0 ? winning : actionsOf(own, other, way, view.options);
}

const DEPTH = {
  type: 'object',
  // Three plies see a man through and the answer to it; quick enough for a live table on 12x12.
  properties: { depth: { type: 'integer', minimum: 1, maximum: 6, default: 3, description: 'Plies searched.' } },
  additionalProperties: false,
} as const;

type AgentName = 'random' | 'alpha-beta' | 'perfect';

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<MenAction, BoardView> } = {
  random: {
    summary: 'Takes a uniformly random legal action.',
    make: (_params, rng) => (view) => {
      const { own, other, way } = positionOf(view);
      return rng.pick(actionsOf(own, other, way, view.options));
    },
  },
  'alpha-beta': {
    summary: 'Searches so many plies deep for wins, men and advance; uniform among equal actions.',
    paramsSchema: DEPTH,
    make: (params, rng) => (view) => rng.pick(bestActions(view, params['depth'] as number)),
  },
  perfect: {
    summary: 'Wins every position that can be won on boards of up to 20 squares; on larger ones it plays as alpha-beta does.',
    paramsSchema: DEPTH,
    make: (params, rng) => (view) => rng.pick(isSolvable(view.options) ? perfectActions(view) : bestActions(view, params['depth'] as number)),
  },
};
