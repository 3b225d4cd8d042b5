/**
 * Scripted opponents of Liar's Dice: random, by the odds of the last bid, and the equilibrium of the duel.
 * They see an observation, never a state. Bids are taken at their word by none of them: only own dice count.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { actionsAfter, BIDS, CALL, FACES, rankOf, type LiarsDiceAction } from './bids.js';
import { chanceOfAtLeast, countInHand, diceInPlay, type Hand } from './dice.js';
import { duelEquilibrium } from './duel.js';
import type { LiarsDiceObservation } from './observation.js';

type Agent = ScriptedAgent<LiarsDiceAction, LiarsDiceObservation>;
type AgentName = 'random' | 'odds' | 'nash';

const DEFAULT_CALL_BELOW = 0.4;
const CALL_BELOW = {
  c: { type: 'number', minimum: 0, maximum: 1, default: DEFAULT_CALL_BELOW, description: 'Calls when the chance that the bid is true is below this.' },
} as const;

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: {
    summary: 'Takes a uniformly random legal action.',
    make: (_params, rng) => ({ bids, dice }) => rng.pick(actionsAfter(bids.at(-1), diceInPlay(dice))),
  },
  odds: {
    summary: 'Calls an unlikely bid, given own dice; else makes the lowest bid of its best face.',
    paramsSchema: { type: 'object', properties: CALL_BELOW, additionalProperties: false },
    make: (params) => (observation) => byOdds(observation, params['c'] as number),
  },
  nash: {
    summary: 'Plays an equilibrium once two seats with one die each are left (variant `duel`); plays as odds before.',
    make: (_params, rng) => (observation) => (diceInPlay(observation.dice) === 2 ? inDuel(observation, rng) : byOdds(observation, DEFAULT_CALL_BELOW)),
  },
};

/** The chance that the last bid is true, as the holder of this hand sees it. */
export function chanceOfBid({ quantity, face }: { readonly quantity: number; readonly face: number }, hand: Hand, total: number, onesWild: boolean): number {
  return chanceOfAtLeast(quantity - countInHand(hand, face, onesWild), total - hand.length, face, onesWild);
}

function byOdds({ bids, dice, hand, options }: LiarsDiceObservation, callBelow: number): LiarsDiceAction {
  const total = diceInPlay(dice);
  const own = hand as Hand;
  const last = bids.at(-1);
  if (last && chanceOfBid(last, own, total, options.onesWild) < callBelow) return CALL;
  const face = bestFace(own, options.onesWild);
  const quantity = last ? (face > last.face ? last.quantity : last.quantity + 1) : 1;
  if (quantity <= total) return BIDS[rankOf({ quantity, face })] as LiarsDiceAction;
  return actionsAfter(last, total)[0] as LiarsDiceAction; // the lowest raise of any face, or call
}

/** The face that most own dice count for, the highest of equals. */
function bestFace(hand: Hand, onesWild: boolean): number {
  let best = FACES;
  for (let face = FACES - 1; face >= 1; face--) if (countInHand(hand, face, onesWild) > countInHand(hand, best, onesWild)) best = face;
  return best;
}

function inDuel({ bids, hand, options }: LiarsDiceObservation, rng: Rng): LiarsDiceAction {
  const policy = duelEquilibrium(options.onesWild);
  let history = 0;
  for (const bid of bids) history |= 1 << rankOf(bid);
  const at = policy.at(history, (hand?.[0] as number) - 1);
  const legal = actionsAfter(bids.at(-1), 2);
  const chances = legal.map((action) => policy.probabilities[at + (action.kind === 'call' ? policy.bids : rankOf(action))] as number);
  return legal[rng.weighted(chances)] as LiarsDiceAction;
}
