/** The scripted opponents of Don't Say It: each sees what its seat sees and keeps nothing. None of them plans; they are measures for a learner. */
import type { JsonObject, ScriptedAgent, ScriptedPolicy } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import type { SayAction } from './dont-say-it.js';
import { isGuessTurn, speakerOf, type SayObservation } from './observation.js';
import { SENTENCES_WITH_WORD, sentenceWith, SMALL_TALK } from './talk.js';
import { wordsOf } from './word-list.js';

type Policy = ScriptedPolicy<SayAction, SayObservation>;
type Opponent = ScriptedAgent<SayAction, SayObservation>;

const random: Opponent = {
  summary: 'Says one of our sentences with a random word of the list in it; where it may guess, guesses every second time.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => {
    const words = wordsOf(observation.options.words);
    if (isGuessTurn(observation) && rng.int(2) === 0) return { guess: rng.pick(words.filter((word) => word !== observation.word)) };
    return { message: sentenceWith(rng.pick(words), rng.int(SENTENCES_WITH_WORD)) };
  },
};

const template: Opponent = {
  summary: 'Says only sentences that hold no word of the list, and never guesses: it cannot lose by itself.',
  make: (_params: JsonObject, rng: Rng): Policy => () => ({ message: rng.pick(SMALL_TALK) }),
};

const echo: Opponent = {
  summary: 'Says again what the other said last: whoever says the own word wins.',
  make: (_params: JsonObject, rng: Rng): Policy => ({ role, messages }) => ({ message: messages.findLast((_, index) => speakerOf(index) !== role) ?? rng.pick(SMALL_TALK) }),
};

/** The scripted opponents by name. */
export const OPPONENTS: { readonly [name: string]: Opponent } = { random, template, echo };
