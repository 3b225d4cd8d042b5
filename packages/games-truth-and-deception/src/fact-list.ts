/**
 * The pairs of statements by data set and topic, and the tables that the game reads of them. Our own writing: common knowledge that does not change with time.
 * A pair is written as one sentence, `The capital of Canada is {Ottawa|Toronto}.`: the first alternative is true, the second false, so both statements have one form.
 * Which one is true is known here and in `state`, nowhere else: what readers get has neither pair numbers nor the order of these lists in it.
 */
import type { ChanceOutcome } from '@spiral-arena/core/game';
import { ANIMALS } from './facts/animals.js';
import { ARTS } from './facts/arts.js';
import { ASTRONOMY } from './facts/astronomy.js';
import { BODY } from './facts/body.js';
import { CHEMISTRY } from './facts/chemistry.js';
import { FOOD } from './facts/food.js';
import { GEOGRAPHY } from './facts/geography.js';
import { HISTORY } from './facts/history.js';
import { LANGUAGE } from './facts/language.js';
import { MATHEMATICS } from './facts/mathematics.js';
import { PHYSICS } from './facts/physics.js';
import { SPORT } from './facts/sport.js';
import { TECHNOLOGY } from './facts/technology.js';

/** The data sets; no statement stands in both. */
export const FACT_SETS = ['training', 'evaluation'] as const;
export type FactSet = (typeof FACT_SETS)[number];

/** Sentences with their alternatives, for each data set. */
export type TopicFacts = { readonly [set in FactSet]: readonly string[] };

const FACTS = {
  geography: GEOGRAPHY, animals: ANIMALS, body: BODY, astronomy: ASTRONOMY, chemistry: CHEMISTRY, physics: PHYSICS, mathematics: MATHEMATICS,
  history: HISTORY, language: LANGUAGE, arts: ARTS, food: FOOD, sport: SPORT, technology: TECHNOLOGY,
} as const;

export type Topic = keyof typeof FACTS;
export const TOPICS = Object.keys(FACTS) as readonly Topic[];

/** Which fact of a pair, as it is dealt: 1 or 2. */
export type FactNumber = 1 | 2;

/** What chance deals: two statements in the order in which both seats see them, and which one is true. */
export type Deal = { readonly facts: readonly [string, string]; readonly truth: FactNumber };

export interface Pair {
  readonly topic: Topic;
  readonly true: string;
  readonly false: string;
}

/** What chance draws from: some topics (none named: all) of one data set. */
export type FactChoice = { readonly facts: FactSet; readonly topics: readonly Topic[] };

/** The pairs of a choice, in the order of the lists. */
export function pairsOf({ facts, topics }: FactChoice): readonly Pair[] {
  const chosen = topics.length === 0 ? TOPICS : TOPICS.filter((topic) => topics.includes(topic));
  return chosen.flatMap((topic) => FACTS[topic][facts].map((sentence) => ({ topic, true: statementOf(sentence, '$1'), false: statementOf(sentence, '$2') })));
}

function statementOf(sentence: string, alternative: '$1' | '$2'): string {
  return sentence.replaceAll(/\{([^{|}]+)\|([^{|}]+)\}/g, alternative);
}

const outcomes = new Map<string, readonly ChanceOutcome[]>();

/** Every pair of the choice in both orders, equally likely; a pure function, remembered for the few choices that a process plays with. */
export function dealsOf(choice: FactChoice): readonly ChanceOutcome[] {
  const key = `${choice.facts} ${choice.topics.join(' ')}`;
  let known = outcomes.get(key);
  if (!known) {
    const pairs = pairsOf(choice);
    const deals = pairs.flatMap((pair) => [dealOf(pair.true, pair.false, 1), dealOf(pair.false, pair.true, 2)]);
    known = deals.map((outcome) => ({ outcome, probability: 1 / deals.length }));
    if (outcomes.size === MOST_CHOICES) outcomes.clear();
    outcomes.set(key, known);
  }
  return known;
}

const MOST_CHOICES = 64;

/** Frozen, since all matches share it. */
function dealOf(first: string, second: string, truth: FactNumber): Deal {
  return Object.freeze({ facts: Object.freeze([first, second] as const), truth });
}

/** One word per statement for the brief text, numbered in alphabetical order over all lists: it says nothing that the statement itself does not. */
export function statementWord(statement: string): string {
  return WORDS.get(statement) ?? UNKNOWN_STATEMENT;
}

/** The word of a statement that stands in no list. */
export const UNKNOWN_STATEMENT = 's?';

const WORDS: ReadonlyMap<string, string> = new Map(
  FACT_SETS.flatMap((facts) => pairsOf({ facts, topics: [] })).flatMap((pair) => [pair.true, pair.false]).toSorted().map((statement, index) => [statement, `s${index}`]),
);
