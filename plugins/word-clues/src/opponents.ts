/** The scripted players of Word Clues: each sees what its seat sees, can sit in all four seats, and keeps nothing. */
import type { JsonObject, ScriptedAgent, ScriptedPolicy } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { cardsOf } from './card-list.js';
import { fitsSpelling, spellingOf, thinkOf } from './clue.js';
import { cardWords, type ClueObservation } from './observation.js';
import type { ClueAction } from './word-clues.js';

type Policy = ScriptedPolicy<ClueAction, ClueObservation>;
type Player = ScriptedAgent<ClueAction, ClueObservation>;

const random: Player = {
  summary: 'Names a random word of the cards as its clue, which may be foul, and guesses a random target.',
  make: (_params: JsonObject, rng: Rng): Policy => ({ stage, options }) =>
    stage === 'clue' ? { message: thinkOf(rng.pick(cardWords(options.words))) } : { guess: rng.pick(cardsOf(options.words)).target },
};

const speller: Player = {
  summary: 'Tells the length and the first letter of the word, and guesses among the targets that fit such a clue.',
  make: (_params: JsonObject, rng: Rng): Policy => ({ stage, options, card, history }) => {
    if (stage === 'clue' && card) return { message: spellingOf(card.target) };
    const start = history.findLastIndex((turn) => 'clue' in turn);
    const [clue, ...guesses] = history.slice(start);
    const wrong = new Set(guesses.map((turn) => ('guess' in turn ? turn.guess : '')));
    const targets = cardsOf(options.words).map(({ target }) => target);
    const fitting = targets.filter((target) => !wrong.has(target) && fitsSpelling(target, clue && 'clue' in clue ? clue.clue : ''));
    return { guess: rng.pick(fitting.length > 0 ? fitting : targets) };
  },
};

/** The scripted players by name. */
export const OPPONENTS: { readonly [name: string]: Player } = { random, speller };
