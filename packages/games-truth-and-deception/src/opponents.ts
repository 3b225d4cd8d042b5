/**
 * The scripted opponents of Truth and Deception. Each can sit in both seats, sees what its seat sees and keeps nothing.
 * As guessers they are measures for a learning deceiver, from deaf to gullible; as deceivers they claim one fact, in one of our sentences.
 */
import type { JsonObject, ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { claimsFor, lastClaim, PHRASES } from './claim.js';
import type { FactNumber } from './fact-list.js';
import { isGuessTurn, speakerOf, type TruthObservation } from './observation.js';
import type { TruthAction } from './truth-and-deception.js';

type Opponent = ScriptedAgent<TruthAction, TruthObservation>;
/** Which fact to name at the end, or to claim as the deceiver. */
type Choice = (observation: TruthObservation, rng: Rng) => FactNumber;

const toss: Choice = (_observation, rng) => (rng.int(2) === 0 ? 1 : 2);

/** The false one; a deceiver sees which that is. */
const liesAbout: Choice = ({ truth }) => (truth === 1 ? 2 : 1);

const longer: Choice = (observation, rng) => {
  const [first, second] = observation.facts as readonly [string, string];
  return first.length === second.length ? toss(observation, rng) : first.length > second.length ? 1 : 2;
};

const believed: Choice = (observation, rng) => lastClaim(observation.messages.filter((_, turn) => speakerOf(turn) === 'deceiver')) ?? toss(observation, rng);

function opponent(summary: string, { guess, claim }: { readonly guess: Choice; readonly claim: Choice }): Opponent {
  return {
    summary,
    make: (_params: JsonObject, rng: Rng) => (observation) => {
      if (isGuessTurn(observation)) return { kind: 'guess', fact: guess(observation, rng) };
      const sentences = observation.role === 'deceiver' ? claimsFor(claim(observation, rng)) : PHRASES.guesser;
      return { kind: 'talk', message: rng.pick(sentences) };
    },
  };
}

/** The scripted opponents by name. */
export const OPPONENTS: { readonly [name: string]: Opponent } = {
  random: opponent('Names a fact at random; as deceiver claims one at random.', { guess: toss, claim: toss }),
  length: opponent('Names the longer statement; as deceiver claims the false one.', { guess: longer, claim: liesAbout }),
  trusting: opponent('Names what the deceiver claimed last; as deceiver claims the false one.', { guess: believed, claim: liesAbout }),
  doubting: opponent('Names what the deceiver did not claim last; as deceiver claims the true one.', {
    guess: (observation, rng) => (believed(observation, rng) === 1 ? 2 : 1),
    claim: ({ truth }) => truth ?? 1,
  }),
};
