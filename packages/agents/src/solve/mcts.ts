/**
 * Monte-Carlo tree search for any number of seats, with chance, hidden information and joint stages, on states that a seat cannot tell from the true one.
 * Each iteration draws such a state, goes down by UCT, plays on at random from the first new decision, and credits every decision on its way.
 * Statistics belong to what the acting seat knows (`informationKey`), so hidden information needs no rule of its own: it is plain UCT where nothing is hidden.
 * The true state is never seen. Best action: the most visited one.
 * Source: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006); Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012).
 */
import type { Action, Game, Options, Returns, Seat, State } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { AgentsError } from '../errors.js';
import type { Place } from './expand.js';
import { informationKey } from './keys.js';

export interface MctsSettings {
  readonly iterations: number;
  /** c of UCB1, for returns brought to 0..1: mean + c · √(ln N / n). */
  readonly exploration: number;
}

/** A decision as its seat knows it: visits and summed returns (0..1) by action index. */
interface Decision {
  visits: number;
  readonly counts: number[];
  readonly sums: number[];
}

interface Step {
  readonly decision: Decision;
  readonly seat: Seat;
  readonly action: number;
}

/**
 * The index of the action to take.
 * @param sample a state that the seat cannot tell from the true one, drawn anew at each call, with the plies before it
 * @throws AGENTS_ACTIONS_OPEN where a seat's legal actions cannot be listed on the way
 */
export function mcts(game: Game, options: Options, seat: Seat, sample: () => Place, rng: Rng, { iterations, exploration }: MctsSettings): number {
  const decisions = new Map<string, Decision>();
  const { min, max } = game.returnsRange(options);
  const span = max - min || 1;
  let root: Decision | undefined;
  for (let iteration = 0; iteration < iterations; iteration++) {
    const path: Step[] = [];
    const returns = playOut(game, options, sample(), rng, (state, acting, actions) => {
      const key = `${acting}:${informationKey(game, game.observe(state, acting))}`;
      const known = decisions.get(key);
      const decision = known ?? { visits: 0, counts: actions.map(() => 0), sums: actions.map(() => 0) };
      if (!known) decisions.set(key, decision);
      if (!root && acting === seat) root = decision;
      const action = ucb(decision, exploration, rng);
      path.push({ decision, seat: acting, action });
      return { action, isNew: !known };
    });
    for (const { decision, seat: acting, action } of path) {
      decision.visits++;
      (decision.counts[action] as number)++;
      (decision.sums[action] as number) += ((returns[acting] as number) - min) / span;
    }
  }
  return root ? mostVisited(root) : 0;
}

/** Plays to the end from a state: by `choose` until a stage holds a new decision, then at random. At the game's `maxSteps` it is cut off, as a match is. */
function playOut(game: Game, options: Options, { state: from, ply: before }: Place, rng: Rng, choose: (state: State, seat: Seat, actions: readonly Action[]) => { readonly action: number; readonly isNew: boolean }): Returns {
  const most = game.maxSteps(options);
  let state = from;
  let inTree = true;
  for (let ply = before; !game.isTerminal(state); ) {
    if (game.isChance?.(state)) {
      state = game.apply(state, { kind: 'chance', outcome: drawOutcome(game, state, rng) });
      continue;
    }
    if (ply++ >= most) break;
    const actions: { [seat: Seat]: Action } = {};
    const stillInTree = inTree;
    for (const seat of game.seatsToAct(state)) {
      const legal = game.legalActions(state, seat);
      if (!legal) throw new AgentsError('AGENTS_ACTIONS_OPEN', { details: { agent: 'mcts', game: game.id } });
      if (!stillInTree) {
        actions[seat] = rng.pick(legal);
        continue;
      }
      const { action, isNew } = choose(state, seat, legal);
      actions[seat] = legal[action] as Action;
      if (isNew) inTree = false;
    }
    state = game.apply(state, { kind: 'actions', actions });
  }
  return game.returns(state);
}

/** An outcome of a chance node; `chanceKey` is for matches, where equal keys shall give equal draws. */
function drawOutcome(game: Game, state: State, rng: Rng) {
  const outcomes = game.sampleChance ? undefined : game.chanceOutcomes?.(state);
  if (game.sampleChance) return game.sampleChance(state, rng);
  return outcomes?.[rng.weighted(outcomes.map(({ probability }) => probability))]?.outcome ?? null;
}

/** An action not tried yet, at random; else the one with the highest upper bound. */
function ucb({ visits, counts, sums }: Decision, exploration: number, rng: Rng): number {
  let untried = 0;
  for (const count of counts) if (count === 0) untried++;
  if (untried > 0) {
    let left = rng.int(untried);
    return counts.findIndex((count) => count === 0 && left-- === 0);
  }
  const spread = exploration * Math.sqrt(Math.log(visits));
  let best = 0;
  let bestBound = Number.NEGATIVE_INFINITY;
  for (let action = 0; action < counts.length; action++) {
    const count = counts[action] as number;
    const bound = (sums[action] as number) / count + spread / Math.sqrt(count);
    if (bound > bestBound) [best, bestBound] = [action, bound];
  }
  return best;
}

/** Equal visits: the higher mean. */
function mostVisited({ counts, sums }: Decision): number {
  let best = 0;
  for (let action = 1; action < counts.length; action++) {
    const [count, most] = [counts[action] as number, counts[best] as number];
    if (count > most || (count === most && (sums[action] as number) > (sums[best] as number))) best = action;
  }
  return best;
}
