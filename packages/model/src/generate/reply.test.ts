/** One reply, token by token, with the logits of each row given by hand: what is said and what goes without saying. */
import { describe, expect, it } from 'vitest';
import { ACT_ID, END_ID, SPELL_ID, WordTokenizer } from '../nano/words.js';
import { Reply } from './reply.js';
import type { GenerateRequest, GenerateResult } from './request.js';
import { RowMemo } from './row-memo.js';
import { TokenSampler } from './token-sampler.js';

const silent = new WordTokenizer(['offer', '3', '4', 'wood', 'gold', 'for', 'deny', 'it'], { saysForced: false });
const id = (word: string): number => silent.encodeWord(word)[0] as number;
const [OFFER, THREE, FOUR, WOOD, GOLD, FOR, DENY, IT] = silent.words.map(id) as [number, number, number, number, number, number, number, number];

/** `deny it`, or `offer N R for N R`, the second resource being the other one. */
function trade(words: readonly string[]): readonly string[] {
  if (words[0] === 'deny') return words.length === 1 ? ['it'] : [];
  return [['offer', 'deny'], ['3', '4'], ['wood', 'gold'], ['for'], ['3', '4'], [words[2] === 'wood' ? 'gold' : 'wood']][words.length] ?? [];
}

interface Written extends GenerateResult {
  /** The rows that went through the network, without the prompt. */
  readonly rows: readonly (readonly number[])[];
  /** Whether the prompt's keys and values were kept for more tokens. */
  readonly continued: boolean | undefined;
}

/** A reply that is certain to say these tokens. */
function write(tokens: readonly number[], change: Partial<GenerateRequest> = {}, tokenizer = silent): Written {
  const prompt = [ACT_ID];
  const tools = { tokenizer, memo: new RowMemo(1000, 1), sampler: new TokenSampler(tokenizer.vocabSize), contextLength: 64 };
  const reply = new Reply(tools, { words: [], maxTokens: 16, sampling: { temperature: 1 }, seed: '0'.repeat(32), next: trade, ...change }, prompt);
  const rows: (readonly number[])[] = [];
  const continued = reply.row?.continued;
  for (let said = 0; !reply.advance(); said++) {
    const row = reply.row as NonNullable<typeof reply.row>;
    rows.push(row.tokenIds.slice(1));
    row.logits = new Float32Array(tokenizer.vocabSize).fill(-1e9);
    row.logits[tokens[said] ?? END_ID] = 0;
  }
  return { ...reply.result(0), rows, continued };
}

describe('Reply, where forced words are not said', () => {
  it('has them in the text and nowhere else, and the network sees what was said', () => {
    const written = write([OFFER, THREE, WOOD, FOUR]);
    expect(written).toMatchObject({ text: 'offer 3 wood for 4 gold', tokenIds: [OFFER, THREE, WOOD, FOUR], finish: 'stop' });
    expect(written.logprobs).toHaveLength(4);
    expect(written.allowedTokenIds).toEqual([[OFFER, DENY], [THREE, FOUR], [WOOD, GOLD], [THREE, FOUR]]);
    expect(written.rows).toEqual([[], [OFFER], [OFFER, THREE], [OFFER, THREE, WOOD]]);
  });

  it('says them all where the tokenizer says so, with the same text', () => {
    const saying = new WordTokenizer(silent.words);
    const all = [OFFER, THREE, WOOD, FOR, FOUR, GOLD];
    expect(write(all, {}, saying)).toMatchObject({ text: 'offer 3 wood for 4 gold', tokenIds: all });
  });

  it('says a first word that is the only one, and needs one row where all the rest is forced', () => {
    const only = write([DENY], { next: (words) => (words.length === 0 ? ['deny'] : trade(words)) });
    expect(only).toMatchObject({ text: 'deny it', tokenIds: [DENY], allowedTokenIds: [[DENY]], rows: [[]], continued: false });
    expect(write([DENY])).toMatchObject({ text: 'deny it', tokenIds: [DENY], rows: [[]], continued: true }); // an offer would have gone on
  });

  it('keeps the text of a reply that leaves what may follow', () => {
    expect(write([OFFER, THREE, WOOD, IT])).toMatchObject({ text: 'offer 3 wood for it', tokenIds: [OFFER, THREE, WOOD, IT], finish: 'stop' });
    expect(write([OFFER, THREE, WOOD, FOR])).toMatchObject({ text: 'offer 3 wood for for', finish: 'stop' }); // the word was said already
    expect(write([OFFER, THREE, WOOD, END_ID])).toMatchObject({ text: 'offer 3 wood for', tokenIds: [OFFER, THREE, WOOD, END_ID], finish: 'stop' });
  });

  it('counts what was said against maxTokens', () => {
    expect(write([OFFER, THREE, WOOD, FOUR], { maxTokens: 4 })).toMatchObject({ text: 'offer 3 wood for 4 gold', finish: 'stop' });
    expect(write([OFFER, THREE, WOOD, FOUR], { maxTokens: 3 })).toMatchObject({ text: 'offer 3 wood for', tokenIds: [OFFER, THREE, WOOD], finish: 'length' });
  });

  it('meets stop texts in them', () => {
    expect(write([OFFER, THREE, WOOD, FOUR], { stop: ['for'] })).toMatchObject({ text: 'offer 3 wood', tokenIds: [OFFER, THREE, WOOD], finish: 'stop' });
  });

  it('passes over spelt words whole, and spells the others byte by byte', () => {
    const next = (words: readonly string[]): readonly string[] => [['clay', 'clove'], ['dear'], ['gold', '']][words.length] ?? [];
    const clay = silent.encodeWord('clay');
    const written = write([...clay, END_ID], { next });
    expect(written).toMatchObject({ text: 'clay dear', tokenIds: [...clay, END_ID] });
    expect(written.allowedTokenIds?.map((ids) => ids.length)).toEqual([1, 1, 1, 2, 1, 1, 2]); // an only byte is said all the same
    expect(write([SPELL_ID, ...clay.slice(1, 3), IT], { next }).text).toBe('cl it');
  });

  it('changes nothing without next', () => {
    expect(write([OFFER, FOR, END_ID], { words: [] }).text).toBe('offer for');
    const { next: _, ...open } = { next: trade, maxTokens: 2 };
    expect(write([DENY, THREE], { ...open, next: undefined as never })).toMatchObject({ text: 'deny 3', tokenIds: [DENY, THREE], finish: 'length' });
  });
});
