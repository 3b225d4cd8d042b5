/** The list as data: its size, its balance, and that no surface cue or duplicate gives an answer away. That each statement is true or false was checked by reading. */
import { describe, expect, it } from 'vitest';
import { dealsOf, FACT_SETS, pairsOf, statementWord, TOPICS, type Deal, type FactSet, type Pair } from './fact-list.js';

const pairs: { readonly [set in FactSet]: readonly Pair[] } = { training: pairsOf({ facts: 'training', topics: [] }), evaluation: pairsOf({ facts: 'evaluation', topics: [] }) };
const all = [...pairs.training, ...pairs.evaluation];

/** How often picking the statement with the larger cue is right; a tie is a coin toss. */
function rate(list: readonly Pair[], cue: (statement: string) => number): number {
  const right = list.map((pair) => (Math.sign(cue(pair.true) - cue(pair.false)) + 1) / 2);
  return right.reduce((sum, value) => sum + value, 0) / right.length;
}

const HEDGES = /\b(about|almost|around|can|could|generally|likely|mainly|many|may|might|more or less|mostly|nearly|normally|often|perhaps|probably|roughly|some|sometimes|tend|typically|usually)\b/gi;
const NEGATIONS = /\b(no|not|never|none|cannot|nothing|without)\b/gi;
const words = (statement: string): readonly string[] => statement.split(' ');
const count = (statement: string, pattern: RegExp): number => statement.match(pattern)?.length ?? 0;
const largestNumber = (statement: string): number => Math.max(0, ...(statement.match(/\d[\d,.]*\d|\d/g) ?? []).map((digits) => Number(digits.replaceAll(',', ''))));

const CUES: { readonly [name: string]: (statement: string) => number } = {
  'the longer statement': (statement) => statement.length,
  'the one with more words': (statement) => words(statement).length,
  'the more hedged one': (statement) => count(statement, HEDGES),
  'the one with more negations': (statement) => count(statement, NEGATIONS),
  'the one with more capitals': (statement) => count(statement, /[A-Z]/g),
  'the one with the larger number': largestNumber,
};

describe('the fact list', () => {
  it('has at least 200 pairs in each use that learns, and evaluation facts of every topic', () => {
    expect(pairs.training.length).toBeGreaterThanOrEqual(200);
    expect(pairs.evaluation.length).toBeGreaterThanOrEqual(60);
    for (const topic of TOPICS) for (const facts of FACT_SETS) expect(pairsOf({ facts, topics: [topic] }).length, topic).toBeGreaterThanOrEqual(facts === 'training' ? 20 : 5);
    expect(pairsOf({ facts: 'training', topics: ['food', 'body'] })).toEqual(pairs.training.filter(({ topic }) => topic === 'food' || topic === 'body'));
  });

  it('is made of well-formed sentences whose two statements differ in their alternatives alone', () => {
    for (const { true: right, false: wrong } of all) {
      for (const statement of [right, wrong]) {
        expect(statement).toMatch(/^[A-Z0-9].*\.$/);
        expect(statement).not.toMatch(/[{|}[\]"<>\\:]| {2}| \.$/);
        expect(statement.length).toBeLessThanOrEqual(100);
      }
      expect(right).not.toBe(wrong);
      expect(sharedWords(right, wrong), right).toBeGreaterThanOrEqual(2);
    }
  });

  it.each(FACT_SETS.flatMap((set) => Object.keys(CUES).map((cue) => [set, cue] as const)))('%s: picking %s is right in 47 to 53 percent', (set, cue) => {
    const share = rate(pairs[set], CUES[cue] as (statement: string) => number);
    expect(share).toBeGreaterThanOrEqual(0.47);
    expect(share).toBeLessThanOrEqual(0.53);
  });

  it('of the pairs whose statements differ in length, the longer one is true in 47 to 53 percent', () => {
    const share = rate(all.filter((pair) => pair.true.length !== pair.false.length), (statement) => statement.length);
    expect(share).toBeGreaterThanOrEqual(0.47);
    expect(share).toBeLessThanOrEqual(0.53);
  });

  it('picking the statement that comes first in the alphabet helps little', () => {
    const ranks = new Map(all.flatMap((pair) => [pair.true, pair.false]).toSorted().map((statement, rank) => [statement, rank]));
    expect(Math.abs(rate(all, (statement) => ranks.get(statement) as number) - 0.5)).toBeLessThan(0.06);
  });

  it('holds no statement twice, within a set or across both', () => {
    const statements = all.flatMap((pair) => [pair.true, pair.false]);
    expect(new Set(statements.map((statement) => statement.toLowerCase())).size).toBe(statements.length);
  });

  it('holds no near-duplicates: no two statements of different pairs share more than six tenths of their content words', () => {
    const contents = all.map((pair) => [contentOf(pair.true), contentOf(pair.false)] as const);
    const near: string[] = [];
    for (let one = 0; one < all.length; one++) {
      for (let other = one + 1; other < all.length; other++) {
        const overlap = Math.max(...(contents[one] as readonly ReadonlySet<string>[]).flatMap((a) => (contents[other] as readonly ReadonlySet<string>[]).map((b) => overlapOf(a, b))));
        if (overlap > 0.6) near.push(`${all[one]?.true} ~ ${all[other]?.true} (${overlap.toFixed(2)})`);
      }
    }
    expect(near).toEqual([]);
  });

  it('the near-duplicate measure finds a rewording', () => {
    expect(overlapOf(contentOf('The capital of Canada is Ottawa.'), contentOf('Ottawa is the capital city of Canada.'))).toBeGreaterThan(0.6);
    expect(overlapOf(contentOf('The capital of Canada is Ottawa.'), contentOf('The capital of Turkey is Ankara.'))).toBeLessThan(0.6);
  });

  it('repeats no form of sentence too often', () => {
    const forms = new Map<string, number>();
    for (const pair of all) {
      const form = words(pair.true).slice(0, 3).join(' ');
      forms.set(form, (forms.get(form) ?? 0) + 1);
    }
    expect([...forms].filter(([, times]) => times > 10)).toEqual([]);
  });
});

describe('what chance deals', () => {
  it('is every pair in both orders, equally likely, so that each place is true half of the time', () => {
    for (const facts of FACT_SETS) {
      const deals = dealsOf({ facts, topics: [] });
      expect(deals).toHaveLength(2 * pairs[facts].length);
      expect(deals.length).toBeLessThanOrEqual(1_296);
      expect(deals.filter(({ outcome }) => (outcome as Deal).truth === 1)).toHaveLength(pairs[facts].length);
      for (const { outcome, probability } of deals) {
        const { facts: statements, truth } = outcome as Deal;
        expect(probability).toBe(1 / deals.length);
        expect(pairs[facts].some((pair) => pair.true === statements[truth - 1] && pair.false === statements[2 - truth])).toBe(true);
      }
    }
    expect(dealsOf({ facts: 'evaluation', topics: ['food'] })).toHaveLength(12);
  });

  it('is remembered without growing for ever', () => {
    const before = dealsOf({ facts: 'training', topics: ['food'] });
    expect(dealsOf({ facts: 'training', topics: ['food'] })).toBe(before);
    for (let number = 0; number < 100; number++) dealsOf({ facts: 'evaluation', topics: TOPICS.filter((_, index) => ((number + 1) >> index) % 2 === 1) });
    expect(dealsOf({ facts: 'training', topics: ['food'] })).toEqual(before);
  });
});

it('the brief word of a statement follows the alphabet, not the lists', () => {
  const statements = all.flatMap((pair) => [pair.true, pair.false]).toSorted();
  expect(statements.map(statementWord)).toEqual(statements.map((_, index) => `s${index}`));
  expect(statementWord('No such statement.')).toBe('s?');
});

const STOP = new Set('a an the of is are in on at to by from for with and or was were be it its has have as that than'.split(' '));

function contentOf(statement: string): ReadonlySet<string> {
  return new Set((statement.toLowerCase().match(/[a-z0-9][a-z0-9,./]*[a-z0-9]|[a-z0-9]/g) ?? []).filter((word) => !STOP.has(word)));
}

function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

function sharedWords(one: string, other: string): number {
  const known = new Set(words(one));
  return words(other).filter((word) => known.has(word)).length;
}
