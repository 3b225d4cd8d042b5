/**
 * Imitation of random legal play: it teaches which words are legal and no strategy, the stand-in for a pretrained model's prior.
 * Matches are played here, through core: by a uniform random walk along the legal words, or, where the actions of a game cannot be listed, by its own
 * `random` agent (a walk would favour whatever is longest to say). For a walk the target at each word is its own distribution, equal parts of all
 * allowed words, not the word it took: the same gradient on average with less noise.
 */
import { actionWords, nextWords, passForced, wordsToAnswer, type NextWords, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import type { Rng } from '@spiral-arena/core/random';
import { END_ID, type WordTokenizer } from '@spiral-arena/model';
import { TrainerError } from './errors.js';
import { RowCollector } from './learn/rows.js';
import type { TrainedGame } from './trained-game.js';

/** One turn of random legal play, as tokens. */
export interface RandomTurn {
  readonly prompt: readonly number[];
  readonly reply: readonly number[];
  /** The ids that could have continued a legal action, one list per reply token. */
  readonly allowed: readonly (readonly number[])[];
  /** Whether each token was drawn uniformly from the allowed ones. */
  readonly uniform: boolean;
}

const MOST_SILENT_MATCHES = 100;

/**
 * The turns of whole random matches of one game: at least `turns`, cut to that many. Actions without brief words (talk) are played, not kept.
 * @throws TRAINER_NOTHING_TO_LEARN where a hundred matches have no action with brief words
 */
export function randomTurns({ game, options, variant }: TrainedGame, turns: number, tokenizer: WordTokenizer, rng: Rng): RandomTurn[] {
  const made: RandomTurn[] = [];
  for (let index = 0; made.length < turns; index++) {
    if (index === MOST_SILENT_MATCHES && made.length === 0) {
      throw new TrainerError('TRAINER_NOTHING_TO_LEARN', { details: { game: game.id, turns: 0, wanted: turns, rounds: index, reasons: 'no action of its random play is spelled by its brief words' } });
    }
    const match = Match.start({ game, options, variant, matchId: `warm-up-${index}`, seed: rng.seed() });
    const random: ScriptedPolicy | undefined = game.agents?.['random']?.make({}, rng);
    while (!match.end) {
      const seat = match.pending()[0] as number;
      const observation = match.observe(seat);
      const legalActions = match.legalActions(seat);
      const next = nextWords(game, observation, legalActions);
      const action = legalActions === null && random ? random(observation, null) : null;
      const words = action ? actionWords(game, action) : walk(next, rng);
      const turn = spelled(words, next, tokenizer);
      if (turn) made.push({ prompt: tokenizer.encodePrompt(game.brief(observation).split(' ')), ...turn, uniform: action === null });
      match.submit(seat, action ? { action } : { text: wordsToAnswer(words) });
    }
  }
  return made.slice(0, turns);
}

/** The rows of one imitation update: every game's turns, each token with weight 1 over the constant of the batch. */
export function imitationRows(games: readonly { readonly trained: TrainedGame; readonly turns: number }[], tokenizer: WordTokenizer, rng: Rng, turnsPerUpdate: number): RowCollector {
  const rows = new RowCollector(tokenizer.vocabSize);
  for (const [index, { trained, turns }] of games.entries()) {
    for (const { prompt, reply, allowed, uniform } of randomTurns(trained, turns, tokenizer, rng.fork(index))) {
      if (uniform) rows.addUniform(prompt, reply, allowed, 1 / turnsPerUpdate);
      else rows.add(prompt, reply, allowed, 1 / turnsPerUpdate, 0);
    }
  }
  return rows;
}

/** Words drawn one after the other, each of the allowed ones as likely. */
function walk(next: NextWords, rng: Rng): string[] {
  const words: string[] = [];
  for (let choices = next(words); choices.length > 0; choices = next(words)) {
    const word = rng.pick(choices);
    if (word === '') break;
    words.push(word);
  }
  return words;
}

/** The ids of the words that the model says, with those that were allowed at each; `null` where the words leave what can be spelled. */
function spelled(words: readonly string[], next: NextWords, tokenizer: WordTokenizer): Pick<RandomTurn, 'reply' | 'allowed'> | null {
  const reply: number[] = [];
  const allowed: number[][] = [];
  const before: string[] = [];
  for (;;) {
    const said = before.length;
    const choices = tokenizer.saysForced ? next(before) : passForced(before, next);
    for (let at = said; at < before.length; at++) if (before[at] !== words[at]) return null;
    const word = words[before.length] ?? '';
    if (choices.every((choice) => choice === '')) return before.length === words.length ? { reply, allowed } : null;
    if (!choices.includes(word)) return null;
    addWord(choices.map((choice) => idsOf(choice, tokenizer)), idsOf(word, tokenizer), reply, allowed);
    if (word === '') return { reply, allowed };
    before.push(word);
  }
}

/** Words that are spelt take several ids: at each, those may follow that spell a word which began alike. */
function addWord(options: readonly (readonly number[])[], word: readonly number[], reply: number[], allowed: number[][]): void {
  let left = options;
  for (const [at, id] of word.entries()) {
    allowed.push([...new Set(left.map((ids) => ids[at] as number))]);
    reply.push(id);
    left = left.filter((ids) => ids[at] === id);
  }
}

/** `''` among the words that may follow means that the reply may end. */
function idsOf(word: string, tokenizer: WordTokenizer): readonly number[] {
  return word === '' ? [END_ID] : tokenizer.encodeWord(word);
}
