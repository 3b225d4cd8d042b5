import { describe, expect, it } from 'vitest';
import type { Json } from '../json.js';
import { foldAscii, readInteger } from './ascii.js';
import type { Action, Game } from './game.js';
import { readAction } from './read-action.js';

// What the reader looks at of a game: token grammar, keywords and talk.
const cells = {
  keywords: ['col'],
  readToken: (inside: string): Json => {
    const match = /^(?:col ?)?(\S+)$/.exec(foldAscii(inside));
    const cell = match ? readInteger(match[1] as string) : null;
    return cell === null ? null : { cell };
  },
} as unknown as Game;
const words = {
  keywords: ['check', 'bet', 'call', 'fold'],
  readToken: (inside: string): Json => (['check', 'bet', 'call', 'fold'].includes(foldAscii(inside)) ? { move: foldAscii(inside) } : null),
} as unknown as Game;
const haggle = {
  keywords: ['accept', 'deny', 'offer'],
  readToken: (inside: string): Json => {
    const folded = foldAscii(inside);
    if (folded === 'accept' || folded === 'deny') return { kind: folded };
    const match = /^offer:? (\d+) (wood|gold) -> (\d+) (wood|gold)$/.exec(folded);
    return match ? { kind: 'offer', give: { [match[2] as string]: Number(match[1]) }, get: { [match[4] as string]: Number(match[3]) } } : null;
  },
  talk: {
    allowed: ({ talk }: { talk: boolean }) => talk,
    withMessage: (action: Action | null, message: string): Action => (action === null ? { kind: 'talk', message } : { ...action, message }),
  },
} as unknown as Game;

// Talk in every turn but the last, which names one of two facts: only there are brackets read.
const facts = {
  keywords: ({ talk }: { talk: boolean }) => (talk ? [] : ['fact']),
  readToken: (inside: string, { talk }: { talk: boolean }): Json => {
    const match = talk ? null : /^fact ([12])$/.exec(foldAscii(inside));
    return match ? { fact: Number(match[1]) } : null;
  },
  talk: { allowed: ({ talk }: { talk: boolean }) => talk, withMessage: (_action: Action | null, message: string): Action => ({ message }) },
} as unknown as Game;

const TALK = { talk: true };
const SILENT = { talk: false };

/** The action, or the kind of refusal. */
function read(game: Game, text: string, observation: { readonly talk: boolean } = SILENT): Json {
  const result = readAction(game, observation, text);
  return result.ok ? result.action : result.kind;
}

describe('readAction', () => {
  it('reads one token in any surroundings where there is no talk', () => {
    expect(read(cells, '[4]')).toEqual({ cell: 4 });
    expect(read(cells, 'I think [note] that [ 4 ] is best')).toEqual({ cell: 4 });
    expect(read(cells, '[[4]]')).toEqual({ cell: 4 });
    expect(read(cells, '] 4 [4] [')).toEqual({ cell: 4 });
    expect(read(words, 'a [BET]!')).toEqual({ move: 'bet' });
    expect(read(haggle, '[offer:  2\n wood ->  1 gold ]')).toEqual({ kind: 'offer', give: { wood: 2 }, get: { gold: 1 } });
  });

  it('reads the bare form where there is no talk and no bracket', () => {
    expect(read(cells, ' 4\n')).toEqual({ cell: 4 });
    expect(read(cells, 'col  3')).toEqual({ cell: 3 });
    expect(read(cells, '4]')).toBe('no-action');
    expect(read(words, 'I bet')).toBe('no-action');
    expect(read(haggle, 'accept', SILENT)).toEqual({ kind: 'accept' });
    expect(read(haggle, 'accept', TALK)).toEqual({ kind: 'talk', message: 'accept' });
  });

  it('PARSE-03 nothing is no action, never an empty message', () => {
    for (const observation of [SILENT, TALK]) for (const text of ['', '   ', '\n\t']) for (const game of [cells, words, haggle]) expect(read(game, text, observation)).toBe('no-action');
    for (const text of ['[]', '[ ]', '\\boxed']) for (const game of [cells, words, haggle]) expect(read(game, text)).toBe('no-action');
  });

  it('PARSE-04 time grows with length: (d) (e) and brackets without end', () => {
    for (const text of [`${' '.repeat(1e6)}[4]`, `[Offer: ${'1 Wood, '.repeat(50_000)}`, '['.repeat(5e5), '{'.repeat(5e5), '[0] '.repeat(1e5)]) {
      for (const game of [cells, haggle]) expect(read(game, text, TALK)).toBe('too-long');
    }
    for (const text of ['['.repeat(4_000), ']'.repeat(4_000), `[${' '.repeat(3_999)}`, '[ '.repeat(2_000), '[x] '.repeat(1_000)]) expect(read(cells, text)).toBe('no-action');
  });

  it('PARSE-04 (g) (h) limits count code points and nothing is cut', () => {
    expect(read(cells, `${'x'.repeat(3_997)}[4]`)).toEqual({ cell: 4 });
    expect(read(cells, `${'x'.repeat(3_998)}[4]`)).toBe('too-long');
    expect(read(cells, `${'😀'.repeat(3_997)}[4]`)).toEqual({ cell: 4 });
    expect(read(cells, `${'😀'.repeat(3_998)}[4]`)).toBe('too-long');
    const message = '😀'.repeat(1_000);
    expect(read(haggle, message, TALK)).toEqual({ kind: 'talk', message });
    expect(read(haggle, `${message} [accept]`, TALK)).toEqual({ kind: 'accept', message });
    expect(read(haggle, `${message}!`, TALK)).toBe('too-long');
    expect(read(haggle, `${message} [accept] !`, TALK)).toBe('too-long');
    expect(read(haggle, `${'x'.repeat(2_000)} [accept]`, SILENT)).toEqual({ kind: 'accept' });
  });

  it('PARSE-07 (d) (l) a sign is no index', () => {
    expect(read(cells, '[0]')).toEqual({ cell: 0 });
    expect(read(cells, '[-1]')).toBe('no-action');
    expect(read(cells, '[col -1]')).toBe('malformed');
    expect(read(cells, '[col3]')).toEqual({ cell: 3 });
    expect(read(cells, '[colour]')).toBe('no-action');
  });

  it('PARSE-08 only plain numbers are numbers', () => {
    for (const text of ['[\uFF14]', '[\u0664]', '[4.0]', '[04]', '[+4]', '[1e0]', '[-0]', '[0x4]', '[4n]', '[4,]', '[4 5]', '[1_0]', '[four]', '\uFF14', '4.', '04']) expect(read(cells, text), text).toBe('no-action');
    expect([readInteger('0'), readInteger('10'), readInteger('9'.repeat(400))]).toEqual([0, 10, Number.MAX_VALUE]);
    for (const text of ['', ' 4', '4 ', '4\n', '00', '-1']) expect(readInteger(text)).toBeNull();
    expect(foldAscii('BET ſKİ É')).toBe('bet ſkİ É');
  });

  it('PARSE-10 names that every object has are no tokens', () => {
    for (const text of ['[constructor]', '[__proto__]', '[toString]', '[hasOwnProperty]']) expect(read(words, text)).toBe('no-action');
    expect(read(haggle, '[Offer: 1 constructor -> 1 Gold]', TALK)).toBe('malformed');
  });

  it('PARSE-11 two answers are ambiguous, one answer twice is one', () => {
    expect(read(cells, 'Maybe [0]? No, I play [4]')).toBe('ambiguous');
    expect(read(cells, 'Maybe [9]? I play [4]')).toBe('ambiguous');
    expect(read(words, '[bet], else [call]')).toBe('ambiguous');
    expect(read(haggle, '[Accept] [Deny]', TALK)).toBe('ambiguous');
    expect(read(haggle, '[Accept] [Offer: 1 Wood -> 1 Gold]', TALK)).toBe('ambiguous');
    expect(read(cells, '[4], yes [4] and [ 4 ]')).toEqual({ cell: 4 });
    expect(read(cells, '[note] I play [4]')).toEqual({ cell: 4 });
    expect(read(cells, '[3] ... [col 3]')).toEqual({ cell: 3 });
    const both = readAction(cells, SILENT, '[3] or [4] or [5]');
    expect(both.ok ? '' : both.message).toBe('the answer holds different actions: [3] and [4]');
  });

  it('PARSE-12 a bracket that opens with a keyword and does not parse is malformed, whatever else the text holds', () => {
    for (const text of ['[bet x]', '[bet x] [call]', '[call] [BET-1]', '[bet [call]]', 'so be it [bet', '[bet, call]']) expect(read(words, text), text).toBe('malformed');
    for (const observation of [SILENT, TALK]) for (const text of ['[Offer: 0 wood]', '[offer', 'hello [Offer 1 wood for 2 gold]']) expect(read(haggle, text, observation)).toBe('malformed');
    expect(read(words, '[better]')).toBe('no-action');
    expect(read(words, '[betß]')).toBe('no-action');
  });

  it('PARSE-12 (a) (b) (c) (e) (g) keywords of the turn that names a fact', () => {
    for (const text of ['[Fact 1] [Fact 2]', '[Fact 2] [Fact 1]']) expect(read(facts, text)).toBe('ambiguous');
    expect(read(facts, 'Fact 1 or Fact 2')).toBe('no-action');
    for (const text of ['[Fact 3]', '[Fact 0]', '[Fact 1, Fact 2]', '[Fact 1] [Fact 3]']) expect(read(facts, text), text).toBe('malformed');
    expect(read(facts, '[fact 2]')).toEqual({ fact: 2 });
  });

  it('PARSE-13 (f) (g) in a turn without keywords every bracket is talk', () => {
    for (const message of ['[Fact 1]', '[Fact 3]', '[Fact 1] [Fact 2]', 'Surely [Fact 1', 'fact 1']) expect(read(facts, message, TALK), message).toEqual({ message });
    expect(read(facts, ' \n', TALK)).toBe('no-action');
  });

  it('PARSE-13 a message is the text around the token, or all of it', () => {
    expect(read(haggle, ' Fair?  [Offer: 1 Wood -> 2 Gold]\n', TALK)).toEqual({ kind: 'offer', give: { wood: 1 }, get: { gold: 2 }, message: 'Fair?' });
    expect(read(haggle, 'one [accept] two', TALK)).toEqual({ kind: 'accept', message: 'one two' });
    expect(read(haggle, 'one [accept] two [accept]', TALK)).toEqual({ kind: 'accept', message: 'one two' });
    expect(read(haggle, 'Take {this} [note]: [accept]', TALK)).toEqual({ kind: 'accept', message: 'Take {this} [note]:' });
    expect(read(haggle, ' I would rather wait. ', TALK)).toEqual({ kind: 'talk', message: 'I would rather wait.' });
    expect(read(haggle, 'one [accept] two', SILENT)).toEqual({ kind: 'accept' });
  });

  it('PARSE-14 a thousand line ends say nothing', () => {
    for (const observation of [SILENT, TALK]) expect(read(haggle, '\n'.repeat(1_000), observation)).toBe('no-action');
  });

  it('takes no text for no action', () => {
    for (const value of [undefined, null, 4, {}]) expect(read(cells, value as unknown as string)).toBe('no-action');
  });
});
