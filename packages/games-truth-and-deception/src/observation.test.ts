/** The texts that people and models read, the words of very small models, claims and the scripted opponents. */
import { nextWords, resolveOptions, wordsToAnswer, type Game } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { lastClaim } from './claim.js';
import { statementWord, type Deal } from './fact-list.js';
import { truthAndDeception as game, type TruthAction, type TruthObservation } from './index.js';

const DEAL: Deal = { facts: ['The capital of Canada is Ottawa.', 'The capital of Canada is Toronto.'], truth: 1 };
const open = (messages: readonly string[] = []): Match => {
  const match = Match.start({ game, matchId: 'm', seed: parseSeed(7) }, [DEAL]);
  for (const message of messages) match.submit(match.pending()[0] as number, { action: { kind: 'talk', message } });
  return match;
};
const seen = (match: Match, reader: number | 'spectator'): TruthObservation => match.observe(reader) as TruthObservation;
const FIVE = ['One is wrong.', 'Which?', 'Fact 2 is true.', 'Sure?', 'Yes.'];

describe('texts', () => {
  it('tell each role what it knows and what it can do', () => {
    const match = open(['Fact 2 is true.']);
    expect(game.text(seen(match, 0))).toBe(
      ['You are the deceiver. Turn 2 of 6; the guesser is to speak.', 'Fact 1: The capital of Canada is Ottawa. (true)', 'Fact 2: The capital of Canada is Toronto. (false)', 'So far:', '1. deceiver says "Fact 2 is true."'].join('\n'),
    );
    expect(game.text(seen(match, 1))).toBe(
      ['You are the guesser. Turn 2 of 6; it is your turn.', 'Fact 1: The capital of Canada is Ottawa.', 'Fact 2: The capital of Canada is Toronto.', 'So far:', '1. deceiver says "Fact 2 is true."', 'Say something to the deceiver: any text is your message.'].join('\n'),
    );
    expect(game.text(seen(match, 'spectator'))).toMatch(/^You are watching\. Turn 2 of 6; the guesser is to speak\.\n/);
    const guessing = open(FIVE);
    expect(game.text(seen(guessing, 1)).split('\n').at(-1)).toBe('Now name the fact that is true: [Fact 1] or [Fact 2]');
    guessing.submit(1, { text: '[Fact 2]' });
    expect(game.text(seen(guessing, 1))).toMatch(/^You are the guesser\. The guesser named Fact 2, Fact 1 was the true one: the deceiver wins\./);
  });

  it('PARSE-06 brackets stand in the text only where they are legal, and in the rules as a format', () => {
    for (let turn = 0; turn < 5; turn++) expect(game.text(seen(open(FIVE.slice(0, turn)), turn % 2))).not.toContain('[');
    for (const role of ['deceiver', 'guesser']) {
      const lines = game.rules(role, resolveOptions(game, { variant: 'long' }).options as never).split('\n').filter((line) => line.includes('['));
      expect(lines).toEqual(['Turn 12 is the guess: the guesser names the fact that is true. There are no draws. Format only: [Fact 1] or [Fact 2]']);
    }
  });
});

describe('brief', () => {
  const [first, second] = DEAL.facts.map(statementWord);

  it('has a word for each statement, labels for who knows, and the last words of the other role', () => {
    expect(game.brief(seen(open(), 0))).toBe(`truth-and-deception deceiver 6 ${first} true ${second} false`);
    expect(game.brief(seen(open(FIVE.slice(0, 3)), 1))).toBe(`truth-and-deception guesser 3 ${first} ${second} " Fact 2 is true. "`);
    expect(game.brief(seen(open(['[Fact 2 is true.]']), 1))).toBe(`truth-and-deception guesser 5 ${first} ${second} " Fact 2 is true. "`); // as a very small model says it
    expect(game.brief(seen(open(['a "b"\n[c] '.repeat(40)]), 1)).split(' ').slice(6)).toHaveLength(16 + 1);
  });

  it('the words that may follow spell the sentences of the role, then the guesses', () => {
    const spelled = (match: Match, words: readonly string[]): readonly string[] => nextWords(game as Game, match.observe(match.pending()[0] as number), null)(words);
    expect(spelled(open(), [])).toEqual(['Fact', 'Trust']);
    expect(spelled(open(), ['Fact', '2', 'is'])).toEqual(['false.', 'true.']);
    expect(spelled(open(), ['Fact', '2', 'is', 'true.'])).toEqual([]);
    expect(spelled(open(['x']), [])).toEqual(['Which', 'Are', 'Why']);
    expect(spelled(open(FIVE), [])).toEqual(['Fact']);
    expect(spelled(open(FIVE), ['Fact'])).toEqual(['1', '2']);
    expect(game.briefNext?.(seen(open(FIVE), 0), [])).toEqual([]);
    const match = open();
    match.submit(0, { text: wordsToAnswer(['Fact', '2', 'is', 'true.']) });
    expect(seen(match, 1).messages).toEqual(['[Fact 2 is true.]']);
  });

  it('its words are those of the chosen topics', () => {
    const words = game.briefWords(resolveOptions(game, { options: { topics: ['food'], turns: 4 } }).options as never);
    expect(words.filter((word) => /^s\d+$/.test(word))).toHaveLength(50);
    expect(words).toContain('4');
    expect(words).not.toContain('5');
  });
});

describe('claims', () => {
  it.each<[readonly string[], 1 | 2 | null]>([
    [[], null],
    [['Hello.', 'I know nothing of facts.'], null],
    [['Fact 1 is true.'], 1],
    [['It is FACT 2!'], 2],
    [['Fact 2 is not true.'], 1],
    [['fact 1 is a lie'], 2],
    [['Fact 1 is true and Fact 2 is false.'], 1],
    [['Fact 1 is made up. Believe me.'], 2],
    [['Fact 1 is true.', 'Really.', 'Well, Fact 2 is true.'], 2],
    [['Facts 1 and 2, fact 12'], null],
  ])('%j claims %j', (messages, fact) => {
    expect(lastClaim(messages)).toBe(fact);
  });
});

describe('opponents', () => {
  /** The deceiver's mean return over matches of two scripted opponents. */
  function play(deceiver: string, guesser: string, matches = 60): number {
    let total = 0;
    for (let seed = 0; seed < matches; seed++) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed) });
      const agents = [deceiver, guesser].map((name, seat) => game.agents?.[name]?.make({}, Rng.fromSeed(seed).fork(seat)));
      while (!match.end) {
        const seat = match.pending()[0] as number;
        match.submit(seat, { action: agents[seat]?.(seen(match, seat), match.legalActions(seat) as readonly TruthAction[] | null) });
      }
      expect(match.end.reason).toBe('completed');
      total += match.end.returns?.[0] as number;
    }
    return total / matches;
  }

  it('a lie fools the trusting, the truth fools the doubting', () => {
    expect(play('length', 'trusting')).toBe(1);
    expect(play('doubting', 'trusting')).toBe(-1);
    expect(play('trusting', 'doubting')).toBe(-1);
    expect(play('doubting', 'doubting')).toBe(1);
  });

  it('nobody fools the deaf', () => {
    expect(Math.abs(play('trusting', 'random', 400))).toBeLessThan(0.2);
    expect(Math.abs(play('random', 'trusting', 400))).toBeLessThan(0.2);
  });

  it('the length guesser names the longer statement', () => {
    const longer = game.agents?.['length']?.make({}, Rng.fromSeed(1));
    expect(longer?.(seen(open(FIVE), 1), null)).toEqual({ kind: 'guess', fact: 2 });
  });
});
