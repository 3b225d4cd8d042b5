/**
 * The theory of Nim and its scripted opponents: random, perfect, and perfect with slips.
 * A position is lost for the player to move when the binary sum of its piles is 0; in misère, once no pile holds more
 * than one object, when the number of piles left is odd. Bouton, Annals of Mathematics 3, 1901.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';

/** An action: how many objects to take from which pile, piles counted from 0. */
export type NimAction = { readonly pile: number; readonly take: number };

/** The part of an observation these agents look at. */
export type PilesView = { readonly options: { readonly misere: boolean }; readonly piles: readonly number[] };

/** The binary sum (exclusive or) of the piles. */
export function nimSum(piles: readonly number[]): number {
  return piles.reduce((sum, pile) => sum ^ pile, 0);
}

/** Whether the player to move loses against perfect play. */
export function isLost(piles: readonly number[], misere: boolean): boolean {
  const sum = nimSum(piles);
  if (misere && piles.every((pile) => pile <= 1)) return sum === 1; // an odd number of single objects
  return sum === 0;
}

/** The one action object per pile and number of objects, made when first asked for and shared by all matches. */
const made: NimAction[][] = [];

export function nimAction(pile: number, take: number): NimAction {
  const row = (made[pile] ??= []);
  return (row[take] ??= Object.freeze({ pile, take }));
}

/** Every action that the piles allow, pile by pile. */
export function actionsOn(piles: readonly number[]): NimAction[] {
  const actions: NimAction[] = [];
  for (let pile = 0; pile < piles.length; pile++) {
    for (let take = 1; take <= (piles[pile] as number); take++) actions.push(nimAction(pile, take));
  }
  return actions;
}

/** The actions after which the other player is lost. */
export function winningActions(piles: readonly number[], misere: boolean): NimAction[] {
  return actionsOn(piles).filter(({ pile, take }) => isLost(piles.with(pile, (piles[pile] as number) - take), misere));
}

/** Uniform among the winning actions, or among all where there is none. */
function best({ options, piles }: PilesView, rng: Rng): NimAction {
  const winning = winningActions(piles, options.misere);
  return rng.pick(winning.length > 0 ? winning : actionsOn(piles));
}

type AgentName = 'random' | 'nim-sum' | 'noisy';

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<NimAction, PilesView> } = {
  random: {
    summary: 'Takes a uniformly random legal action.',
    make: (_params, rng) => ({ piles }) => rng.pick(actionsOn(piles)),
  },
  'nim-sum': {
    summary: 'Wins every position that can be won, in normal and misère play.',
    make: (_params, rng) => (view) => best(view, rng),
  },
  noisy: {
    summary: 'Plays nim-sum, but a uniformly random action with probability e.',
    paramsSchema: {
      type: 'object',
      properties: { e: { type: 'number', minimum: 0, maximum: 1, default: 0.1, description: 'Probability of a random action.' } },
      additionalProperties: false,
    },
    make: (params, rng) => (view) => (rng.float() < (params['e'] as number) ? rng.pick(actionsOn(view.piles)) : best(view, rng)),
  },
};
