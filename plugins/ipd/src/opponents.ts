/**
 * Scripted opponents of the iterated prisoner's dilemma. They see an observation alone, and decide by the moves of earlier rounds;
 * what is said to them does not matter, and in a turn of talk they say what they are up to.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { COOPERATE, DECISIONS, DEFECT, type Decision, type IpdAction, type Round } from './payoffs.js';

/** The part of an observation these agents look at. */
export type RoundsView = { readonly stage: 'talk' | 'decide' | 'over'; readonly past: readonly Round[] };

type Agent = ScriptedAgent<IpdAction, RoundsView>;
type AgentName = 'random' | 'all-c' | 'all-d' | 'tit-for-tat' | 'grim';

/** What the agents say; `random` picks one. */
export const PHRASES = ['I will cooperate.', 'I will defect.', 'I do what you did last.', 'Defect once and I defect for good.'] as const;

function agent(summary: string, phrase: (rng: Rng) => string, decide: (past: readonly Round[], rng: Rng) => Decision): Agent {
  return { summary, make: (_params, rng) => ({ stage, past }) => (stage === 'talk' ? { kind: 'talk', message: phrase(rng) } : decide(past, rng)) };
}

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: agent('Cooperates or defects with equal probability, and says anything.', (rng) => rng.pick(PHRASES), (_past, rng) => rng.pick(DECISIONS)),
  'all-c': agent('Always cooperates.', () => PHRASES[0], () => COOPERATE),
  'all-d': agent('Always defects.', () => PHRASES[1], () => DEFECT),
  'tit-for-tat': agent("Cooperates first, then does what the opponent did in the round before.", () => PHRASES[2], (past) => (past.at(-1)?.[1] === 'defect' ? DEFECT : COOPERATE)),
  grim: agent('Cooperates until the opponent defects once, then defects for good.', () => PHRASES[3], (past) => (past.some(([, other]) => other === 'defect') ? DEFECT : COOPERATE)),
};
