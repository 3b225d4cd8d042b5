/** Truth and Deception at a table: turns, guess, returns, what is read from text, and what the guesser must not know. */
import { readAction, resolveOptions, type Action } from '@spiral-arena/core/game';
import { Match, recordOf, toldEvents, writeRecord, type MatchInit } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import { dealsOf, FACT_SETS, pairsOf, type Deal } from './fact-list.js';
import { truthAndDeception as game, type TruthObservation, type TruthOptions } from './index.js';

const DEAL: Deal = { facts: ['The capital of Canada is Ottawa.', 'The capital of Canada is Toronto.'], truth: 1 };
const LIE: Deal = { ...DEAL, truth: 2 };
const TALK = ['Fact 2 is true.', 'Are you sure?', 'Trust me.', 'Why?', 'I would not lie.'];

function open(init: Partial<MatchInit> = {}, deal: Deal = DEAL): Match {
  return Match.start({ game, matchId: 'm', seed: parseSeed(7), profile: 'textarena', ...init }, [deal]);
}

/** Talk up to the guess of a match of six turns. */
function atGuess(init: Partial<MatchInit> = {}, deal: Deal = DEAL): Match {
  const match = open(init, deal);
  for (const message of TALK) submitted(match, { kind: 'talk', message });
  return match;
}

function submitted(match: Match, action: Action | string): Match {
  expect(match.submit(match.pending()[0] as number, typeof action === 'string' ? { text: action } : { action })).toMatchObject({ ok: true });
  return match;
}

const seen = (match: Match, reader: number | 'spectator'): TruthObservation => match.observe(reader) as TruthObservation;
const refusalKind = (match: Match, submission: { text: string } | { action: unknown }): unknown => {
  const result = match.submit(match.pending()[0] as number, submission);
  return result.ok ? result.action : result.error.kind;
};

describe('conformance', () => {
  for (const { name, run } of gameConformance(game, { matches: 200 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(game)).toMatchFileSnapshot('./truth-and-deception.playthrough.txt');
  });
});

describe('turns and returns', () => {
  it.each([['default', 6], ['long', 12], ['extreme', 50], ['evaluation', 6]] as const)('%s has %i turns: deceiver and guesser in turn, the last one the guess', (variant, turns) => {
    const { options } = resolveOptions(game, { variant });
    const match = open({ options, variant });
    for (let turn = 0; turn < turns - 1; turn++) {
      expect([match.pending(), match.legalActions(turn % 2), match.legalActions(1 - (turn % 2))]).toEqual([[turn % 2], null, []]);
      expect(refusalKind(match, { action: { kind: 'guess', fact: 1 } })).toBe('illegal-action');
      submitted(match, `turn ${turn}`);
    }
    expect(match.legalActions(1)).toEqual([{ kind: 'guess', fact: 1 }, { kind: 'guess', fact: 2 }]);
    expect(refusalKind(match, { action: { kind: 'talk', message: 'one more word' } })).toBe('illegal-action');
    submitted(match, '[Fact 1]');
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: turns });
  });

  it.each([[DEAL, 1, [-1, 1]], [DEAL, 2, [1, -1]], [LIE, 1, [1, -1]], [LIE, 2, [-1, 1]]] as const)('a right guess pays the guesser, a wrong one the deceiver (%#)', (deal, fact, returns) => {
    expect(submitted(atGuess({}, deal), { kind: 'guess', fact }).end?.returns).toEqual(returns);
  });

  it('swapped seats keep roles', () => {
    const match = open({ roles: ['guesser', 'deceiver'] });
    expect([match.pending(), seen(match, 0).role, seen(match, 1).role, seen(match, 1).truth, seen(match, 0).truth]).toEqual([[1], 'guesser', 'deceiver', 1, null]);
    for (const message of TALK) submitted(match, message);
    expect(match.pending()).toEqual([0]);
    expect(submitted(match, '[Fact 1]').end?.returns).toEqual([1, -1]);
  });

  it('GAME-12 (e) a right guess on the last turn wins, as completed', () => {
    expect(submitted(atGuess(), '[Fact 1]').end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 6 });
  });

  it('options: an even number of turns, a known set and topics', () => {
    for (const turns of [2, 5, 52]) expect(() => resolveOptions(game, { options: { turns } })).toThrow(expect.objectContaining({ code: 'CORE_OPTION_INVALID' }));
    for (const options of [{ facts: 'none' }, { topics: ['gossip'] }, { topics: ['food', 'food'] }]) expect(() => resolveOptions(game, { options })).toThrow(expect.objectContaining({ code: 'CORE_OPTION_INVALID' }));
    const { options } = resolveOptions(game, { options: { topics: ['food'] } });
    const known = new Set(pairsOf(options as TruthOptions).flatMap((pair) => [pair.true, pair.false]));
    for (let seed = 0; seed < 20; seed++) {
      for (const statement of seen(Match.start({ game, matchId: 'm', seed: parseSeed(seed), options }), 1).facts ?? []) expect(known.has(statement)).toBe(true);
    }
  });
});

describe('golden values', () => {
  /** Mean return of a guesser over every deal of a set against a silent deceiver. */
  function meanReturn(name: string, facts: (typeof FACT_SETS)[number], seed = 3): number {
    const { options } = resolveOptions(game, { options: { facts, turns: 4 } });
    const deals = dealsOf({ facts, topics: [] });
    const guesser = game.agents?.[name]?.make({}, Rng.fromSeed(seed));
    let total = 0;
    for (const { outcome } of deals) {
      let state = game.apply(game.initialState(options as TruthOptions, ['deceiver', 'guesser']), { kind: 'chance', outcome });
      for (let turn = 0; turn < 3; turn++) state = game.apply(state, { kind: 'actions', actions: { [turn % 2]: { kind: 'talk', message: 'Well.' } } });
      const action = guesser?.(game.observe(state, 1), game.legalActions(state, 1));
      total += game.returns(game.apply(state, { kind: 'actions', actions: { 1: action as { kind: 'guess'; fact: 1 } } }))[1] as number;
    }
    return total / deals.length;
  }

  it('both guesses together pay nothing in every deal, so a random guesser earns 0 against any deceiver', () => {
    for (const { outcome } of dealsOf({ facts: 'training', topics: [] })) {
      const totals = ([1, 2] as const).map((fact) => submitted(atGuess({}, outcome as Deal), { kind: 'guess', fact }).end?.returns?.[1] as number);
      expect(totals[0] as number + (totals[1] as number)).toBe(0);
    }
    const random = [...Array(20).keys()].map((seed) => meanReturn('random', 'training', seed)).reduce((sum, mean) => sum + mean, 0) / 20;
    expect(Math.abs(random)).toBeLessThan(0.03); // 12,200 tosses: 3.3 standard errors
  });

  it.each(FACT_SETS)('the length guesser earns next to nothing on %s', (facts) => {
    expect(Math.abs(meanReturn('length', facts))).toBeLessThanOrEqual(0.1); // ties are tossed
  });

  it('the length guesser over the whole list lies within 0.06, ties counted as they pay on average', () => {
    const pairs = FACT_SETS.flatMap((facts) => pairsOf({ facts, topics: [] }));
    const mean = pairs.reduce((sum, pair) => sum + Math.sign(pair.true.length - pair.false.length), 0) / pairs.length;
    expect(Math.abs(mean)).toBeLessThanOrEqual(0.06);
  });
});

describe('reading', () => {
  it('PARSE-11 (h) two facts are ambiguous, one fact twice is one', () => {
    expect(refusalKind(atGuess(), { text: '[Fact 1] [Fact 2]' })).toBe('ambiguous');
    expect(refusalKind(atGuess(), { text: 'Surely [Fact 2], yes [fact 2] and [ FACT  2 ].' })).toEqual({ kind: 'guess', fact: 2 });
  });

  it.each(['strict', 'textarena'] as const)('PARSE-12 naming every answer never wins: %s', (profile) => {
    // (c) and (f) here are what stands in the box; the box itself is cut in test/cases-truth-and-deception.test.ts.
    const tries: readonly (readonly [{ text: string } | { action: unknown }, string])[] = [
      [{ text: '[Fact 1] [Fact 2]' }, 'ambiguous'], [{ text: '[Fact 2] [Fact 1]' }, 'ambiguous'], [{ text: 'Fact 1 or Fact 2' }, 'no-action'],
      [{ action: { kind: 'guess', fact: [1, 2] } }, 'bad-shape'], [{ text: '[Fact 3]' }, 'malformed'], [{ text: '[Fact 0]' }, 'malformed'], [{ text: '[Fact 1, Fact 2]' }, 'malformed'],
    ];
    for (let seed = 0; seed < 20; seed++) {
      for (const [attempt, kind] of tries) {
        const match = atGuess({ profile, seed: parseSeed(seed) }, seed % 2 === 0 ? DEAL : LIE);
        expect(refusalKind(match, attempt)).toBe(kind);
        if (profile === 'strict') {
          expect(match.end).toMatchObject({ reason: 'illegal', offenders: [1], returns: [1, -1] });
          continue;
        }
        expect(match.end).toBeNull();
        submitted(match, '[fact 2]');
        expect(match.end).toMatchObject({ reason: 'completed', returns: seed % 2 === 0 ? [1, -1] : [-1, 1] });
      }
    }
    for (const text of ['Fact 1', '[fact 1]', ' fact  1 ']) expect(refusalKind(atGuess({ profile }), { text })).toEqual({ kind: 'guess', fact: 1 });
  });

  it('PARSE-13 (f) (g) brackets in a talk turn are talk, and the match goes on', () => {
    for (const message of ['[Fact 1]', '[Fact 3]', '[Fact 1] [Fact 2]', 'I say [Fact 1', '[guess 1]']) {
      for (const said of [{ kind: 'talk', message }, message]) {
        const match = submitted(submitted(open(), 'Fact 2 is true.'), said);
        expect(seen(match, 0).messages).toEqual(['Fact 2 is true.', message]);
        expect([match.pending(), match.end, seen(match, 0).guess]).toEqual([[0], null, null]);
      }
    }
  });

  it('PARSE-13 (h) the other seat sees quoted text of the role, and nothing in it is taken as its action', () => {
    const match = open();
    submitted(match, '[Fact 1]\nGuesser: [Fact 2]');
    const observation = seen(match, 1);
    expect(game.text(observation)).toContain(String.raw`1. deceiver says "\[Fact 1\] Guesser\: \[Fact 2\]"`);
    submitted(match, String.raw`You said "\[Fact 1\]"?`);
    for (const message of TALK.slice(2)) submitted(match, message);
    expect(refusalKind(match, { text: String.raw`You said "\[Fact 1\]", so [Fact 2]` })).toBe('malformed'); // quoting the token is naming it
    expect(refusalKind(match, { text: 'You said the first, so [Fact 2]' })).toEqual({ kind: 'guess', fact: 2 });
  });

  it('empty talk is no action, as an object of a wrong shape; a message comes back letter for letter', () => {
    for (const text of ['', '  ', '\n']) expect(refusalKind(open(), { text })).toBe('no-action');
    expect(refusalKind(open(), { action: { kind: 'talk', message: '' } })).toBe('bad-shape');
    for (const message of ['Grüße, 世界 {and} "all"!', 'a\nb', 'x'.repeat(1_000), '[Fact 1] and [x']) {
      expect(readAction(game, seen(open(), 0), game.formatAction({ kind: 'talk', message }))).toEqual({ ok: true, action: { kind: 'talk', message } });
    }
    expect(refusalKind(open(), { text: 'x'.repeat(1_001) })).toBe('too-long');
  });

  it('the bare form and text around a guess are read in the guess turn alone', () => {
    expect(refusalKind(open(), { text: 'fact 1' })).toEqual({ kind: 'talk', message: 'fact 1' });
    expect(refusalKind(atGuess(), { text: 'I am sure: [Fact 1]!' })).toEqual({ kind: 'guess', fact: 1 });
    for (const text of ['[1]', '1', '[Fact one]', '[Facts 1]', 'I think Fact 1']) expect(refusalKind(atGuess(), { text })).toBe(text === '[Fact one]' ? 'malformed' : 'no-action');
  });
});

describe('secrecy', () => {
  /** Everything a reader gets, as bytes. */
  const bytesOf = (match: Match, reader: 0 | 1 | 'spectator'): string => {
    const observation = seen(match, reader);
    return JSON.stringify([observation, game.text(observation), game.brief(observation), toldEvents(match, reader), match.turnId, match.pending(), reader === 'spectator' ? [] : match.legalActions(reader)]);
  };

  it('SECRET-03 (c) (f) the same two facts in the same order, the other one true: equal bytes for guesser and spectators up to the guess', () => {
    const [one, other] = [open({}, DEAL), open({}, LIE)];
    for (const message of [...TALK, '']) {
      for (const reader of [1, 'spectator'] as const) expect(bytesOf(one, reader)).toBe(bytesOf(other, reader));
      expect(bytesOf(one, 0)).not.toBe(bytesOf(other, 0));
      if (message !== '') for (const match of [one, other]) submitted(match, message);
    }
    for (const match of [one, other]) submitted(match, '[Fact 1]');
    expect(seen(one, 1).truth).toBe(1);
    expect(seen(other, 'spectator').truth).toBe(2);
    expect(toldEvents(one, 1).at(-1)?.told).toEqual({ role: 'guesser', guess: 1, truth: 1 });
  });

  it('SECRET-03 (c) nothing that the guesser gets names a pair or its place in the list', () => {
    for (let seed = 0; seed < 10; seed++) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed) });
      expect(Object.keys(toldEvents(match, 1)[0]?.told as object)).toEqual(['facts']);
      expect(Object.keys(seen(match, 1)).toSorted()).toEqual(['facts', 'guess', 'messages', 'options', 'role', 'toMove', 'truth', 'turn']);
    }
    expect(writeRecord(recordOf(open()))).toContain('"truth":1'); // the full record has it, for after the end
  });

  it('SECRET-02 a message is passed on as it was handed in, and a key beside it is refused', () => {
    const match = open();
    expect(refusalKind(match, { action: { kind: 'talk', message: 'Trust me.', reasoning: 'Fact 2 is true' } })).toBe('bad-shape');
    expect(bytesOf(match, 1)).not.toContain('reasoning');
    submitted(match, 'Trust me, it is the first.');
    expect(toldEvents(match, 1).slice(1).map(({ told }) => told)).toEqual([{ role: 'deceiver', message: 'Trust me, it is the first.' }]);
  });

  it('the guesser can sample states in which either fact is true', () => {
    const rng = Rng.fromSeed(1);
    const sample = game.sampleState as NonNullable<typeof game.sampleState>;
    expect(new Set([...Array(20).keys()].map(() => sample(seen(atGuess(), 1), 1, rng).deal?.truth))).toEqual(new Set([1, 2]));
    expect(sample(seen(open({}, LIE), 0), 0, rng)).toEqual(open({}, LIE).state);
  });
});
