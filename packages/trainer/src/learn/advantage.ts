/**
 * From a role's advantage in a match to the advantage of each of its steps.
 *   A_t = γ^(n_t) · (R − b) / M,  n_t: turns left after step t, M: the game's largest return (1 where returns are not scaled)
 * No whitening and no division by a deviation: a batch of equal returns, or of one match, gives R − b and nothing else.
 * Source: SPIRAL, arXiv:2506.24119, section 3; the discount by turns left is an option of ours.
 */
import type { Trajectory } from '../episode.js';

export interface AdvantageSettings {
  readonly gamma: number;
  readonly gammaUnit: 'own' | 'all';
  /** M, above 0. */
  readonly scale: number;
}

/**
 * One advantage per step of a trajectory.
 * @param roleAdvantage R − b, in the game's own units
 * @param lastPly       ply of the last decision or failed attempt of the match
 * @returns `[steps]`
 */
export function stepAdvantages(trajectory: Trajectory, roleAdvantage: number, lastPly: number, { gamma, gammaUnit, scale }: AdvantageSettings): number[] {
  const advantage = roleAdvantage / scale;
  const last = trajectory.steps.length - 1;
  return trajectory.steps.map((step, index) => {
    if (gamma === 1) return advantage;
    return advantage * gamma ** (gammaUnit === 'own' ? last - index : lastPly - step.ply);
  });
}
