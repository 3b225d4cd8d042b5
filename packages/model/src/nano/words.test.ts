import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACT_ID, END_ID, PAD_ID, SPELL_ID, WordTokenizer } from './words.js';

const bytes = (...values: number[]): number[] => values.map((value) => 4 + value);

describe('WordTokenizer', () => {
  const tokenizer = new WordTokenizer(['ttt', 'X', 'O', '0', 'X', '<act>']);

  it('gives each word of the vocabulary one id, in order, after 4 control tokens and 256 bytes', () => {
    expect(tokenizer.words).toEqual(['ttt', 'X', 'O', '0', '<act>']);
    expect(tokenizer.encode(['ttt', 'O', 'X'])).toEqual([260, 262, 261]);
    expect(tokenizer.vocabSize).toBe(265);
  });

  it('decode(encode(words)) is exact for any well-formed words, and no word begins with another', () => {
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('ttt', 'X', '', ' ', '\uFEFF', '\0', '<act>', '<pad>', '\uFFFD'));
    fc.assert(fc.property(fc.array(word), (words) => {
      expect(tokenizer.decode(tokenizer.encode(words))).toEqual(words);
      expect(tokenizer.encodePrompt(words)).toEqual([...tokenizer.encode(words), ACT_ID]);
    }));
    fc.assert(fc.property(word, word, (one, other) => {
      const [a, b] = [tokenizer.encodeWord(one), tokenizer.encodeWord(other)];
      expect(one === other || a.length > b.length || a.some((id, place) => id !== b[place])).toBe(true);
    }));
  });

  it('text that looks like a control token is never one', () => {
    for (const typed of ['<act>', '<pad>', '<end>', '<spell>', 'PAD', '\u0001']) {
      const ids = tokenizer.encode([typed]).filter((id) => id !== SPELL_ID);
      expect(ids.some((id) => id === PAD_ID || id === ACT_ID || id === END_ID)).toBe(false);
    }
    expect(tokenizer.decode([ACT_ID, PAD_ID, END_ID])).toEqual(['\uFFFD', '\uFFFD', '\uFFFD']);
  });

  it('TOKEN-04 half a character decodes to U+FFFD, and what follows lives', () => {
    expect(tokenizer.decode([SPELL_ID, ...bytes(0xf0)])).toEqual(['\uFFFD']);
    expect(tokenizer.decode([SPELL_ID, ...bytes(0x61, 0xc3, 0x28, 0x62), SPELL_ID, 261])).toEqual(['a\uFFFD(b', 'X']);
    expect(tokenizer.decode([...bytes(0xf0), 261])).toEqual(['\uFFFD', 'X']);
    expect(JSON.parse(JSON.stringify(tokenizer.decode([...bytes(0xed, 0xa0, 0x80)])))).toEqual(['\uFFFD\uFFFD\uFFFD']);
  });

  it('decodes any row of ids without failing', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -1, max: 300 })), (ids) => {
      for (const word of tokenizer.decode(ids)) expect(typeof word).toBe('string');
    }));
    expect(tokenizer.decode([SPELL_ID, SPELL_ID, SPELL_ID])).toEqual(['', '']);
  });

  it('equal prompts share one array; words that hold the separator do not collide', () => {
    expect(tokenizer.encodePrompt(['ttt', 'X'])).toBe(tokenizer.encodePrompt(['ttt', 'X']));
    expect(tokenizer.encodePrompt(['a', 'b'])).not.toEqual(tokenizer.encodePrompt(['a\0b']));
    expect(tokenizer.decode(tokenizer.encodePrompt(['a\0b']).slice(0, -1))).toEqual(['a\0b']);
    expect(tokenizer.encodePrompt([])).toEqual([ACT_ID]);
    expect(tokenizer.encodePrompt([''])).toEqual([SPELL_ID, SPELL_ID, ACT_ID]);
  });

  it('a larger vocabulary keeps the old ids, also through JSON', () => {
    const larger = WordTokenizer.fromJson(JSON.parse(JSON.stringify(tokenizer.withWords(['O', 'nim', 'heap']).toJson())));
    expect(larger.encode(['ttt', '<act>'])).toEqual(tokenizer.encode(['ttt', '<act>']));
    expect(larger.encode(['nim', 'heap'])).toEqual([265, 266]);
  });

  describe('without spelling', () => {
    const closed = new WordTokenizer(['ttt', 'X', '0'], { spells: false });
    it('has its words and the control tokens, and refuses other words by name', () => {
      expect([closed.vocabSize, closed.encode(['ttt', '0'])]).toEqual([7, [4, 6]]);
      for (const words of [['ttt', 'nim'], ['']]) expect(() => closed.encodePrompt(words)).toThrow(expect.objectContaining({ code: 'MODEL_WORD_UNKNOWN', details: { word: JSON.stringify(words.at(-1)), expected: 3 } }));
    });
    it('decodes any row of ids, and its own words exactly', () => {
      expect(closed.decode(closed.encode(['X', 'ttt', 'X']))).toEqual(['X', 'ttt', 'X']);
      expect(closed.decode([SPELL_ID, 4, SPELL_ID, ACT_ID, 7, -1])).toEqual(['\uFFFD', 'ttt', ...Array<string>(4).fill('\uFFFD')]);
    });
    it('stays what it is when it grows, also through JSON', () => {
      const larger = WordTokenizer.fromJson(JSON.parse(JSON.stringify(closed.withWords(['nim', 'X']).toJson())));
      expect([larger.spells, larger.vocabSize, larger.encode(['ttt', 'nim'])]).toEqual([false, 8, [4, 7]]);
      expect(WordTokenizer.fromJson(JSON.parse(JSON.stringify(tokenizer.toJson()))).spells).toBe(true);
    });
  });

  it.each([[true, false], [false, false], [true, true], [false, true]])('spells %s, says forced words %s: both stay when it grows, also through JSON', (spells, saysForced) => {
    const own = new WordTokenizer(['a'], { spells, saysForced });
    const saved = own.withWords(['b']).toJson();
    expect(saved.version).toBe(saysForced ? (spells ? 1 : 2) : 3); // the older versions read as they did
    expect(WordTokenizer.fromJson(JSON.parse(JSON.stringify(saved)))).toMatchObject({ spells, saysForced, words: ['a', 'b'] });
    expect(new WordTokenizer([]).saysForced).toBe(true);
  });

  it.each([null, [], {}, { type: 'spiral-words', version: 3, words: [], saysForced: false }, { type: 'spiral-words', version: 3, words: [], spells: true, saysForced: true }, { type: 'spiral-words', version: 4, words: [] }, { type: 'spiral-words', version: 2, words: [] }, { type: 'spiral-words', version: 2, words: [], spells: true }, { type: 'spiral-words', version: 3, words: [], spells: false }, { type: 'spiral-words', version: 1, words: ['a', 'a'] }, { type: 'spiral-words', version: 1, words: [''] }, { type: 'spiral-words', version: 1, words: [7] }, { type: 'spiral-words', version: 1, words: ['\uD800'] }])(
    'MODEL_VOCABULARY_INVALID for %j',
    (saved) => expect(() => WordTokenizer.fromJson(saved)).toThrow(expect.objectContaining({ code: 'MODEL_VOCABULARY_INVALID' })),
  );
});
