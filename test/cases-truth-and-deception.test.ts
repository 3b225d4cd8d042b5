/**
 * Cases about talk that cross packages, in Truth and Deception: from a model's whole reply through `agents` and `core` to what the other seat is told.
 * What the game alone decides (PARSE-11, 12, 13, SECRET-03) stands in its own tests.
 */
import { readReply } from '@spiral-arena/agents';
import type { Game } from '@spiral-arena/core/game';
import { toldEvents, type Match } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { truthAndDeception } from '@spiral-arena/games-truth-and-deception';
import { describe, expect, it } from 'vitest';
import { expectRefused, openGame, submitAll } from './case-table.js';

const GAME: Game = truthAndDeception;
const TALK = ['Fact 2 is true.', 'Are you sure?', 'Trust me.', 'Why?', 'I would not lie.'];

function answer(reply: string, requireBox = false): { readonly text: string } {
  const reading = readReply(reply, { requireBox });
  return { text: reading.ok ? reading.answer : '' };
}

const atGuess = (seed: number, profile: 'strict' | 'textarena'): Match => submitAll(openGame(GAME, 'default', { seed: parseSeed(seed), profile }), TALK);

/** The messages that the guesser was told. */
const heard = (match: Match): unknown[] => toldEvents(match, 1).slice(1).map(({ told }) => (told as { readonly message: string }).message);

describe('PARSE-12 naming every answer never wins', () => {
  it.each(['strict', 'textarena'] as const)('PARSE-12 (a)-(g) in boxes, 20 seeds, %s', (profile) => {
    for (let seed = 0; seed < 20; seed++) {
      for (const [reply, kind] of [
        ['\\boxed{[Fact 1] [Fact 2]}', 'ambiguous'], ['\\boxed{[Fact 2] [Fact 1]}', 'ambiguous'], ['\\boxed{Fact 1 or Fact 2}', 'no-action'],
        ['\\boxed{[Fact 3]}', 'malformed'], ['\\boxed{[Fact 0]}', 'malformed'], ['\\boxed{[Fact 1, Fact 2]}', 'malformed'],
      ] as const) {
        const match = atGuess(seed, profile);
        expectRefused(match, 1, answer(reply), kind);
        if (profile === 'strict') expect(match.end).toMatchObject({ reason: 'illegal', offenders: [1], returns: [1, -1] });
        else expect(submitAll(match, ['[Fact 1]']).end?.reason).toBe('completed');
      }
      expectRefused(atGuess(seed, profile), 1, { action: { kind: 'guess', fact: [1, 2] } }, 'bad-shape');
      for (const [reply, fact] of [['\\boxed{Fact 1}', 1], ['\\boxed{[fact 2]}', 2], ['It could be [Fact 1], but no. \\boxed{[Fact 2]}', 2]] as const) {
        expect(atGuess(seed, profile).submit(1, answer(reply))).toEqual({ ok: true, action: { kind: 'guess', fact } });
      }
    }
  });
});

describe('PARSE-13 a message is only a message', () => {
  it('PARSE-13 (f) (g) (h) on the second turn brackets are talk, and a quotation of them acts on nothing', () => {
    for (const said of [{ kind: 'talk', message: '[Fact 1]' }, '[Fact 1]']) {
      const match = submitAll(openGame(GAME), ['Fact 2 is true.', said]);
      expect(match.observe(0)).toMatchObject({ messages: ['Fact 2 is true.', '[Fact 1]'], guess: null });
      expect(GAME.text(match.observe(0))).toContain(String.raw`2. guesser says "\[Fact 1\]"`);
      submitAll(match, [String.raw`You said "\[Fact 1\]".`]);
      expect(match.pending()).toEqual([1]);
    }
    const match = openGame(GAME);
    expect(match.submit(0, answer('The first is true: [Fact 1]. \\boxed{It is [Fact 2], believe me.}'))).toEqual({ ok: true, action: { kind: 'talk', message: 'It is [Fact 2], believe me.' } });
  });
});

describe('PARSE-03 and PARSE-14 in talk turns', () => {
  it('PARSE-03 (a)-(g) nothing in the box is no action, never an empty message', () => {
    for (const reply of ['\\boxed{}', '\\boxed{ \n }', '\\boxed{4', '\\boxed{', 'I think. \\boxed{\\text{}}', '', '   ']) expectRefused(openGame(GAME), 0, answer(reply), 'no-action');
  });

  it('PARSE-14 a thousand line ends say nothing, at talk and at the guess', () => {
    for (const match of [openGame(GAME), atGuess(1, 'textarena')]) expectRefused(match, match.pending()[0] as number, { text: '\n'.repeat(1_000) }, 'no-action');
  });
});

describe('SECRET-02 in games with talk, only the message is passed on', () => {
  it('SECRET-02 what stands before the box stays with the deceiver', () => {
    const match = openGame(GAME);
    match.submit(0, answer('Fact 2 is the true one, so I lie. \\boxed{Trust me, it is the first.}'));
    expect(heard(match)).toEqual(['Trust me, it is the first.']);
  });

  it('SECRET-02 a key beside the message is refused, and nothing of it is passed on', () => {
    const match = openGame(GAME);
    expectRefused(match, 0, { action: { kind: 'talk', message: 'Trust me.', reasoning: 'Fact 2 is true' } }, 'bad-shape');
    expect(heard(match)).toEqual([]);
  });

  it('SECRET-02 of a reply with thinking at most the words after it are passed on', () => {
    for (const requireBox of [false, true]) {
      for (const reply of ['<think>Fact 2 is true.</think>Trust me.', '<think>Fact 2 is true.</think>\\boxed{Trust me.}']) {
        const match = openGame(GAME);
        match.submit(0, answer(reply, requireBox));
        expect(heard(match)).toEqual(requireBox && !reply.includes('boxed') ? [] : ['Trust me.']);
      }
    }
  });
});
