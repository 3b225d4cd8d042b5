import { readAction } from '@spiral-arena/core/game';
import { describe, expect, it } from 'vitest';
import { CELLS, TALK } from './fixture.test.games.js';
import { readReply, withoutThinking } from './reply.js';

/** The answer, or `null` where there is none. */
function answer(text: string, requireBox = false): string | null {
  const reading = readReply(text, { requireBox });
  return reading.ok ? reading.answer : null;
}

/** Reply to cell: both halves of the way. A number, or the kind of the refusal. */
function cell(text: string, requireBox = false): unknown {
  const reading = readReply(text, { requireBox });
  if (!reading.ok) return reading.kind;
  const read = readAction(CELLS, { reader: 0, cells: [] }, reading.answer);
  return read.ok ? (read.action as { readonly cell: number }).cell : read.kind;
}

/** A message of this many letters, through both halves. */
const said = (length: number) => readAction(TALK, { reader: 0, said: [] }, answer(`\\boxed{${'m'.repeat(length)}}`) ?? '');

describe('PARSE-01 several boxes', () => {
  it.each([
    ['a', '\\boxed{[0]} looks fine, no: \\boxed{[4]}', 4],
    ['b', '[0] or [1]? \\boxed{[4]} rather than [2]', 4],
    ['c', '\\boxed{[4]} \\boxed{}', 'no-action'],
    ['d', '\\boxed{[0] [4]}', 'ambiguous'],
    ['e', '\\fbox{[4]}', 4],
    ['f', '\\boxed{[0]} then \\boxed{[4', 'no-action'],
    ['g', 'boxed{[4]}', 4],
  ])('PARSE-01 (%s) %s', (_, text, right) => {
    expect(cell(text)).toBe(right);
  });

  it.each(['\\fbox{[4]}', 'boxed{[4]}'])('PARSE-01 (h) %s with requireBox', (text) => {
    expect(cell(text, true)).toBe('no-action');
  });

  it('PARSE-01 a box that is still open is a reply that was cut off, wherever it began', () => {
    expect(answer('\\boxed{first \\boxed{[4]}')).toBeNull();
  });
});

describe('PARSE-02 what may stand inside a box', () => {
  it.each([
    ['a', '\\boxed{\\text{[4]}}', 4],
    ['b', '\\boxed{4}', 4],
    ['c', '\\boxed{\n [4] \n}', 4],
    ['d', '\\boxed{\\boxed{4}}', 4],
    ['e', '\\boxed{{4}}', 'no-action'],
    ['f', '\\boxed{\\{4\\}}', 'no-action'],
    ['g', '\\boxed{\\text{\\text{4}}}', 'no-action'],
  ])('PARSE-02 (%s) %s', (_, text, right) => {
    expect(cell(text)).toBe(right);
  });

  it.each([
    ['h', '\\boxed{[Offer: 1 Wood -> 2 Ore]}', '[Offer: 1 Wood -> 2 Ore]'],
    ['i', '\\boxed{Fair? [Offer: 1 Wood -> 2 Ore]}', 'Fair? [Offer: 1 Wood -> 2 Ore]'],
    ['j', '\\boxed{Offer: 1 Wood -> 2 Ore}', 'Offer: 1 Wood -> 2 Ore'],
    ['k', '\\boxed{Take {this}: [Offer: 1 Wood -> 2 Ore]}', 'Take {this}: [Offer: 1 Wood -> 2 Ore]'],
  ])('PARSE-02 (%s) %s is cut out whole', (_, text, right) => {
    expect(answer(text)).toBe(right);
  });

  it('PARSE-02 two wrapped parts are not one wrapper, and an escaped brace closes nothing', () => {
    expect(answer('\\boxed{\\text{a} and \\text{b}}')).toBe('\\text{a} and \\text{b}');
    expect(answer('\\boxed{:-\\} [4]}')).toBe(':-\\} [4]');
  });
});

describe('PARSE-03 nothing in the box', () => {
  const EMPTY = [['a', '\\boxed{}'], ['b', '\\boxed{ \n }'], ['c', '\\boxed{4'], ['d', '\\boxed{'], ['e', 'I think. \\boxed{\\text{}}'], ['f', ''], ['g', '   ']] as const;
  it.each(EMPTY)('PARSE-03 (%s) is refused, also where talk is allowed', (_, text) => {
    expect(readReply(text)).toMatchObject({ ok: false, kind: 'no-action' });
    expect(cell(text)).toBe('no-action');
    expect(readAction(TALK, { reader: 0, said: [] }, answer(text) ?? '')).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it.each([['h', '\\boxed'], ['i', '[]'], ['j', '[ ]']])('PARSE-03 (%s) %s is refused without talk', (_, text) => {
    expect(cell(text)).toBe('no-action');
  });
});

describe('PARSE-04 time grows with length', () => {
  const INPUTS: readonly (readonly [string, (scale: number) => string, unknown])[] = [
    ['a', (n) => '\\boxed{'.repeat(100_000 * n), 'no-action'],
    ['b', (n) => '{['.repeat(500_000 * n), 'too-long'],
    ['c', (n) => `\\boxed{${'[0] '.repeat(100_000 * n)}}`, 'too-long'],
    ['d', (n) => `${' '.repeat(1_000_000 * n)}[4]`, 'too-long'],
    ['e', (n) => `[Offer: ${'1 Wood, '.repeat(50_000 * n)}`, 'too-long'],
    ['f', (n) => `${'maybe {[0]} '.repeat(83_333 * n)}\\boxed{[4]}`, 4],
  ];
  it.each(INPUTS)('PARSE-04 (%s) is answered in 200 ms, twice the length in at most three times as long', (_, make, right) => {
    const times = [1, 2].map((scale) => {
      const text = make(scale);
      let best = Infinity;
      for (let run = 0; run < 3; run++) {
        const start = performance.now();
        expect(cell(text)).toBe(right);
        best = Math.min(best, performance.now() - start);
      }
      return best;
    });
    expect(times[0]).toBeLessThan(200);
    expect(times[1]).toBeLessThan(3 * (times[0] as number) + 20); // 20 ms: what a shared machine may add to a short run
  });

  it('PARSE-04 many thinking tags and escapes take no longer', () => {
    for (const text of ['<think>'.repeat(140_000), '</think>'.repeat(120_000), '<think>a</think>'.repeat(60_000), '\\'.repeat(1_000_000), '\\boxed{}'.repeat(120_000)]) {
      const start = performance.now();
      readReply(text);
      expect(performance.now() - start).toBeLessThan(200);
    }
  });

  it('PARSE-04 (g) the limit counts the answer: 4,000 characters are read, 4,001 are not', () => {
    expect(cell(`${'x'.repeat(3_997)}[4]`)).toBe(4);
    expect(cell(`${'x'.repeat(3_998)}[4]`)).toBe('too-long');
    expect(cell(`${'x'.repeat(9_000)}\\boxed{[4]}`)).toBe(4);
  });

  it('PARSE-04 (h) a message of 1,000 characters is sent whole, one of 1,001 is refused', () => {
    expect(said(1_000)).toEqual({ ok: true, action: { kind: 'talk', message: 'm'.repeat(1_000) } });
    expect(said(1_001)).toMatchObject({ ok: false, kind: 'too-long' });
  });
});

describe('thinking', () => {
  it('is cut out before the box is looked for', () => {
    expect(answer('<think>\\boxed{[0]}</think> \\boxed{[4]}')).toBe('[4]');
    expect(answer('<think>\\boxed{[0]}</think>[4]')).toBe('[4]');
    expect(answer('[4] <think>or \\boxed{[0]}')).toBe('[4] ');
  });

  it('without an end is all the rest, without a beginning is all before it', () => {
    expect(withoutThinking('said <think>secret')).toBe('said ');
    expect(withoutThinking('secret</think>said')).toBe('said');
    expect(withoutThinking('<think>a<think>b</think>secret</think>said')).toBe('said');
    expect(withoutThinking('one<THINK>secret</Think>two')).toBe('onetwo');
  });

  it('SECRET-02 never reaches the answer, with and without a box', () => {
    for (const requireBox of [false, true]) expect(answer('<think>Fact 2 is true.</think>\\boxed{Trust me.}', requireBox)).toBe('Trust me.');
    expect(answer('<think>Fact 2 is true.</think>Trust me.')).toBe('Trust me.');
    expect(answer('<think>Fact 2 is true.</think>Trust me.', true)).toBeNull();
    expect(answer('Fact 2 is the true one, so I lie. \\boxed{Trust me, it is the first.}')).toBe('Trust me, it is the first.');
  });

  it('is kept for the trace as the whole reply, and only where something was cut', () => {
    expect(readReply('I hold K. \\boxed{bet}')).toEqual({ ok: true, answer: 'bet', reasoning: 'I hold K. \\boxed{bet}' });
    expect(readReply('[4]')).toEqual({ ok: true, answer: '[4]' });
    expect(readReply('I hold K. \\boxed{}')).toMatchObject({ ok: false, reasoning: 'I hold K. \\boxed{}' });
    expect(readReply('')).toEqual({ ok: false, kind: 'no-action', message: 'expected an answer, got nothing' });
  });
});
