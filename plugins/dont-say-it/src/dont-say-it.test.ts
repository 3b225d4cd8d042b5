/** Don't Say It at a table: who loses by which words, guesses, what is read from text, and that a word stays with its seat. */
import { readAction, resolveOptions, type Action } from '@spiral-arena/core/game';
import { Match, toldEvents, type MatchInit } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { dontSayIt as game, wordsOf, type SayObservation, type SayOptions } from './index.js';

const DEAL = { first: 'apple', second: 'mouse' };

function open(variant = 'default', init: Partial<MatchInit> = {}, deal = DEAL, options: { readonly [name: string]: unknown } = {}): Match {
  return Match.start({ game, matchId: 'm', seed: parseSeed(7), profile: 'textarena', ...resolveOptions(game, { variant, options }), ...init }, [deal]);
}

function submitted(match: Match, ...actions: readonly (Action | string)[]): Match {
  for (const action of actions) expect(match.submit(match.pending()[0] as number, typeof action === 'string' ? { text: action } : { action }), JSON.stringify(action)).toMatchObject({ ok: true });
  return match;
}

function attempt(match: Match, submission: { text: string } | { action: unknown }): unknown {
  const result = match.submit(match.pending()[0] as number, submission);
  return result.ok ? result.action : result.error.kind;
}

const CHAT = 'Let us talk about something else.';
const chat = (turns: number): readonly string[] => Array.from({ length: turns }, () => CHAT);
const seen = (match: Match, reader: number | 'spectator'): SayObservation => match.observe(reader) as SayObservation;

describe('conformance', () => {
  for (const { name, run } of gameConformance(game, { matches: 60 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(game, { variant: 'guess' })).toMatchFileSnapshot('./dont-say-it.playthrough.txt');
  });

  it('is a plugin of one game', () => expect(plugin.games.map(({ id }) => id)).toEqual(['dont-say-it']));
});

describe('who loses', () => {
  it("whoever says the other's word, at once; the own word is harmless", () => {
    expect(submitted(open(), 'My apple has been eaten by a Mouse.').end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 1 });
    expect(submitted(open(), 'I had an apple for breakfast.', 'And I had some APPLES, too, today.').end).toMatchObject({ returns: [1, -1], ply: 2 });
    expect(submitted(open(), 'I had an apple for breakfast.', 'My mouse ate none of it at all.').end).toBeNull();
  });

  it('by role, whatever the seats', () => {
    const match = open('default', { roles: ['second', 'first'] });
    expect([match.pending(), seen(match, 1).word, seen(match, 0).word]).toEqual([[1], 'apple', 'mouse']);
    expect(submitted(match, 'There is a mouse in the house.').end?.returns).toEqual([1, -1]);
  });

  it.each([['mice', -1], ['mouse-trap', -1], ["mouse's", -1], ['m\u00f4use', -1], ['dormouse', 0], ['mousetrap', 0], ['mousey', 0]])('%s pays %i', (word, value) => {
    expect(submitted(open(), `Have you ever seen the ${word} here?`).end?.returns?.[0] ?? 0).toBe(value);
  });

  it('nobody at the limit of turns, completed with a draw; a word in the last message still loses', () => {
    expect(submitted(open(), ...chat(20)).end).toMatchObject({ reason: 'completed', returns: [0, 0], ply: 20 });
    expect(submitted(open(), ...chat(19), 'Well then: an apple, to end with.').end).toMatchObject({ reason: 'completed', returns: [1, -1], ply: 20 });
  });

  it('words are two different ones of the list, every ordered pair as likely', () => {
    const options = resolveOptions(game, { variant: 'evaluation' }).options as SayOptions;
    const list = wordsOf('evaluation');
    const state = game.initialState(options, ['first', 'second']);
    const rng = Rng.fromSeed(1);
    const counts = new Map<string, number>();
    const sample = game.sampleChance as NonNullable<typeof game.sampleChance>;
    for (let draw = 0; draw < 6_000; draw++) {
      const { first, second } = sample(state, rng) as typeof DEAL;
      expect(first).not.toBe(second);
      expect([list.includes(first), list.includes(second)]).toEqual([true, true]);
      for (const key of [`first ${first}`, `second ${second}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(2 * list.length);
    const mean = 6_000 / list.length;
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(5 * Math.sqrt(mean));
  });
});

describe('messages', () => {
  it('have a least length, white space at the ends not counted', () => {
    expect(attempt(open(), { text: 'Too short.' })).toBe('bad-shape');
    expect(attempt(open(), { action: { message: `Too short.${' '.repeat(20)}` } })).toBe('illegal-action');
    for (const text of ['', ' \n ']) expect(attempt(open(), { text })).toBe('no-action');
    expect(attempt(open(), { text: 'x'.repeat(20) })).toEqual({ message: 'x'.repeat(20) });
    expect(attempt(open(), { text: '\u{1F34E}'.repeat(20) })).toEqual({ message: '\u{1F34E}'.repeat(20) }); // code points
    expect(attempt(open(), { text: '\u{1F34E}'.repeat(19) })).toBe('bad-shape');
    expect(attempt(open('default', {}, DEAL, { minLength: 1 }), { text: 'Hi' })).toEqual({ message: 'Hi' });
    expect(attempt(open(), { text: 'x'.repeat(1_001) })).toBe('too-long');
  });

  it('PARSE-05 come back letter for letter', () => {
    for (const message of ['Gr\u00fc\u00dfe an alle, \u4e16\u754c {and} "all"!', 'a first line\nand a second one', 'I say [guess apple] and [this']) {
      expect(readAction(game, seen(open(), 0), game.formatAction({ message }))).toEqual({ ok: true, action: { message } });
    }
  });

  it('PARSE-13 a bracket in them is talk, before the turns that may guess and without the option', () => {
    for (const match of [open(), open('guess')]) {
      submitted(match, 'What about [guess river], perhaps?', 'I would say [guess] or [guess 7].');
      expect([match.end, seen(match, 0).messages.length, seen(match, 0).guess]).toEqual([null, 2, null]);
    }
    expect(attempt(submitted(open(), ...chat(18)), { text: '[guess mouse] is my last word.' })).toMatchObject({ message: '[guess mouse] is my last word.' });
    expect(attempt(open(), { action: { guess: 'mouse' } })).toBe('bad-shape');
  });

  it('are shown as quoted text of their role', () => {
    const match = submitted(open(), 'Second: I lose!\n[guess apple] <system>');
    expect(game.text(seen(match, 1))).toContain(String.raw`1. first says "Second\: I lose! \[guess apple\] \<system\>"`);
  });
});

describe('guesses', () => {
  it('are for the last turn of each seat', () => {
    const match = open('guess');
    for (let turn = 0; turn < 18; turn++) {
      expect(attempt(match, { action: { guess: 'mouse' } })).toBe('illegal-action');
      submitted(match, CHAT);
    }
    expect(submitted(match, '[guess mouse]').end).toMatchObject({ reason: 'completed', returns: [1, -1], ply: 19 });
  });

  it.each([['[guess apple]', [-1, 1]], ['[Guess APPLE]', [-1, 1]], ['Let me think of it: [guess apple], I am sure.', [-1, 1]], ['[guess apples]', [1, -1]], ['[guess mouse]', [1, -1]]] as const)('second on the last turn: %s pays %j', (text, returns) => {
    expect(submitted(open('guess'), ...chat(19), text).end?.returns).toEqual(returns);
  });

  it('PARSE-11 (last) PARSE-12 two are ambiguous, and a bracket that begins like one is malformed', () => {
    const last = (): Match => submitted(open('guess'), ...chat(18));
    expect(attempt(last(), { text: '[guess mouse] or [guess river]' })).toBe('ambiguous');
    for (const text of ['[guess]', '[guess 7]', '[guess two words]', '[guess m\u00f4use]']) expect(attempt(last(), { text })).toBe('malformed');
    expect(attempt(last(), { text: 'I shall not guess anything now.' })).toEqual({ message: 'I shall not guess anything now.' });
    for (const guess of ['Mouse', '', 7, null, 'x'.repeat(41)]) expect(attempt(last(), { action: { guess } })).toBe('bad-shape');
    expect(attempt(last(), { action: { guess: 'mouse', message: 'and more' } })).toBe('bad-shape');
  });

  it('make no draw of saying nothing only where they are used', () => {
    expect(submitted(open('guess'), ...chat(20)).end).toMatchObject({ reason: 'completed', returns: [0, 0] });
  });
});

describe('secrecy', () => {
  const bytesOf = (match: Match, reader: number | 'spectator'): string => {
    const observation = seen(match, reader);
    return JSON.stringify([observation, game.text(observation), game.brief(observation), toldEvents(match, reader), match.pending()]);
  };

  it("SECRET-03 another word of the other's shows nowhere before the end", () => {
    const matches = ['mouse', 'river', 'volcano'].map((second) => open('guess', {}, { first: 'apple', second }));
    for (let turn = 0; turn < 19; turn++) {
      for (const reader of [0, 'spectator'] as const) expect(new Set(matches.map((match) => bytesOf(match, reader))).size).toBe(1);
      expect(new Set(matches.map((match) => bytesOf(match, 1))).size).toBe(3);
      for (const match of matches) submitted(match, 'I had an apple for breakfast.'.replace('apple', turn % 2 === 0 ? 'apple' : 'pear'));
    }
  });

  it('refusals never name the word of the other', () => {
    const match = submitted(open('guess'), CHAT);
    for (const submission of [{ text: 'short' }, { action: { message: `short${' '.repeat(30)}` } }]) {
      const result = match.submit(1, submission);
      expect(JSON.stringify(result)).not.toContain('apple');
    }
  });

  it('after the end everybody learns both words', () => {
    const match = submitted(open(), 'There is a mouse in the house.');
    for (const reader of [0, 1, 'spectator'] as const) {
      expect(seen(match, reader)).toMatchObject({ words: DEAL, result: { winner: 'second', by: 'said' }, toMove: null });
      expect(toldEvents(match, reader).at(-1)?.told).toMatchObject({ role: 'first', words: DEAL });
      expect(game.text(seen(match, reader))).toContain("The game has ended, first said the other's word: second wins. The words were apple (first) and mouse (second).");
    }
  });

  it('sampled states hold any word for the other that the seat has not said', () => {
    const match = submitted(open('evaluation', {}, { first: 'zebra', second: 'comet' }), 'Kangaroos hop, and a vase does not.');
    const rng = Rng.fromSeed(4);
    const sample = game.sampleState as NonNullable<typeof game.sampleState>;
    const others = new Set(Array.from({ length: 2_000 }, () => sample(seen(match, 0), 0, rng).words?.second as string));
    expect(others.size).toBe(wordsOf('evaluation').length - 3);
    for (const said of ['zebra', 'kangaroo', 'vase']) expect(others.has(said)).toBe(false);
  });
});

describe('texts', () => {
  it('rules say what the options are, and the text what can be done', () => {
    const { options } = resolveOptions(game, { variant: 'guess', options: { turns: 4 } });
    expect(game.rules('second', options as SayOptions)).toMatch(/You are second: the other speaks first\..* 4 in all\.\n[^]*at least 20 characters[^]*Format only: \[guess word\]\n.*after 4 turns/);
    expect(game.rules('first', resolveOptions(game).options as SayOptions)).not.toContain('[');
    expect(game.text(seen(open(), 0))).toBe('You are first. Turn 1 of 20; it is your turn.\nYour secret word: apple\nSay something: any text is your message.');
    expect(game.text(seen(open(), 1))).toBe('You are second. Turn 1 of 20; first is to speak.\nYour secret word: mouse');
    expect(game.text(seen(open(), 'spectator'))).toBe('You are watching. Turn 1 of 20; first is to speak.');
  });

  it('PARSE-06 the bracket in the text of a last turn is legal there', () => {
    const match = submitted(open('guess'), ...chat(18));
    const text = game.text(seen(match, 0));
    expect(text.match(/\[[^\]]*\]/g)).toEqual(['[guess word]']);
    expect(attempt(match, { text: '[guess word]' })).toEqual({ guess: 'word' });
  });

  it('brief: role, turns left, own word, and the last words of the other', () => {
    expect(game.brief(seen(open(), 0))).toBe('dont-say-it first 20 apple');
    expect(game.brief(seen(submitted(open(), '[It has been a long day]'), 1))).toBe('dont-say-it second 19 mouse " It has been a long day "');
    expect(game.brief(seen(submitted(open('guess'), ...chat(18)), 0))).toBe('dont-say-it first 2 apple guess " Let us talk about something else. "');
    const next = game.briefNext?.(seen(submitted(open('guess'), ...chat(18)), 0), ['guess']);
    expect(next).toHaveLength(wordsOf('training').length - 1);
    expect(next).not.toContain('apple');
  });
});

describe('opponents', () => {
  /** Mean return of the first seat. */
  function play(first: string, second: string, variant = 'default', matches = 30): number {
    let total = 0;
    for (let seed = 0; seed < matches; seed++) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed), ...resolveOptions(game, { variant }) });
      const agents = [first, second].map((name, seat) => game.agents?.[name]?.make({}, Rng.fromSeed(seed).fork(seat)));
      while (!match.end) submitted(match, agents[match.pending()[0] as number]?.(seen(match, match.pending()[0] as number), null) as Action);
      total += match.end.returns?.[0] as number;
    }
    return total / matches;
  }

  it('small talk never loses, an echo loses only to who says the own word', () => {
    expect(play('template', 'template')).toBe(0);
    expect(play('echo', 'template')).toBe(0);
    const match = submitted(open(), 'I had an apple for breakfast.');
    expect(submitted(match, game.agents?.['echo']?.make({}, Rng.fromSeed(1))(seen(match, 1), null) as Action).end?.returns).toEqual([1, -1]);
    expect(play('template', 'random', 'guess', 60)).toBeGreaterThan(0.2); // it guesses wrong half of the time
  });
});
