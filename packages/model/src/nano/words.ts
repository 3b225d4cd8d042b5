/**
 * The tokenizer of small models: one token a word, for the words of the games in the run; any other word is spelt in bytes between two marks, or
 * refused, by choice: the bytes are 256 more tokens to learn never to say.
 * Control tokens have no text: whatever a person or a game writes is spelt or a word, never a control token, and decoding a control token gives
 * U+FFFD, which no word of a game can be. Ids: four control tokens, 256 bytes if it spells, then the words in the order in which they were added.
 */
import { ModelError } from '../errors.js';

/** Fills rows up; never part of a prompt or reply. */
export const PAD_ID = 0;
/** Stands after a prompt: the reply begins. */
export const ACT_ID = 1;
/** Ends a reply where it could also go on. */
export const END_ID = 2;
/** Stands before and after a word that is spelt in bytes. */
export const SPELL_ID = 3;
const FIRST_BYTE = 4;
const BYTES = 256;
const MOST_WORDS = 60_000;
const MOST_PROMPTS = 20_000; // kept encoded; all are dropped when there are more
const SEPARATOR = '\0';

const NO_TEXT = '\uFFFD';
const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true }); // invalid bytes become U+FFFD

/** What a vocabulary is stored as. */
export type SavedVocabulary = {
  readonly type: 'spiral-words';
  readonly words: readonly string[];
} & ({ readonly version: 1 } | { readonly version: 2; readonly spells: false } | { readonly version: 3; readonly spells: boolean; readonly saysForced: false });

type UncheckedVocabulary = { readonly [field in 'type' | 'version' | 'words' | 'spells' | 'saysForced']?: unknown };

export interface WordTokenizerOptions {
  /** Whether other words can be written too. Default true. */
  readonly spells?: boolean;
  /**
   * Whether a word that is the only one possible takes a token in a reply. Default true. It changes nothing here: who writes, rates or teaches replies
   * asks for it, and leaves such words out by core's `passForced`.
   */
  readonly saysForced?: boolean;
}

/** An unchanging vocabulary. `decode(encode(words))` gives back the words: where it spells, whatever well-formed text they are. */
export class WordTokenizer {
  /** The words with a token of their own, in the order of their ids. */
  readonly words: readonly string[];
  readonly spells: boolean;
  readonly saysForced: boolean;
  readonly #firstWord: number;
  readonly #ids = new Map<string, readonly number[]>();
  readonly #prompts = new Map<string, { readonly words: number; readonly ids: readonly number[] }>();

  /**
   * @param words repeated ones count once
   * @throws MODEL_VOCABULARY_INVALID
   */
  constructor(words: readonly string[], { spells = true, saysForced = true }: WordTokenizerOptions = {}) {
    const kept = [...new Set(words)];
    this.spells = spells;
    this.saysForced = saysForced;
    this.#firstWord = FIRST_BYTE + (spells ? BYTES : 0);
    if (kept.length > MOST_WORDS) throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: `at most ${MOST_WORDS} words`, got: String(kept.length) } });
    kept.forEach((word, index) => {
      if (typeof word !== 'string' || word === '' || text.decode(utf8.encode(word)) !== word) throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: 'well-formed words that are not empty', got: JSON.stringify(word) ?? 'undefined' } });
      this.#ids.set(word, [this.#firstWord + index]);
    });
    this.words = kept;
  }

  /** @throws MODEL_VOCABULARY_INVALID */
  static fromJson(value: unknown): WordTokenizer {
    const saved = value as UncheckedVocabulary | null;
    const options = typeof saved === 'object' && saved !== null && saved.type === 'spiral-words' ? optionsOf(saved) : null;
    if (!options || !saved || !Array.isArray(saved.words)) {
      throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: '{ type: "spiral-words", version: 1, words: [...] }, version 2 with spells: false, or version 3 with saysForced: false', got: (JSON.stringify(value) ?? 'undefined').slice(0, 80) } });
    }
    const tokenizer = new WordTokenizer(saved.words, options);
    if (tokenizer.words.length !== saved.words.length) throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: 'each word once', got: 'repeated words' } });
    return tokenizer;
  }

  toJson(): SavedVocabulary {
    const { words, spells } = this;
    if (!this.saysForced) return { type: 'spiral-words', version: 3, words, spells, saysForced: false };
    return spells ? { type: 'spiral-words', version: 1, words } : { type: 'spiral-words', version: 2, words, spells };
  }

  get vocabSize(): number {
    return this.#firstWord + this.words.length;
  }

  /** A larger vocabulary in which every old id means what it meant: for a game that is added later. */
  withWords(words: readonly string[]): WordTokenizer {
    return new WordTokenizer([...this.words, ...words], { spells: this.spells, saysForced: this.saysForced });
  }

  /**
   * The ids of one word: its own, or its bytes between two marks. No word's ids begin another's.
   * @throws MODEL_WORD_UNKNOWN for a word without a token, where it does not spell
   */
  encodeWord(word: string): readonly number[] {
    const own = this.#ids.get(word);
    if (own) return own;
    if (!this.spells) throw new ModelError('MODEL_WORD_UNKNOWN', { details: { word: JSON.stringify(word).slice(0, 80), expected: this.words.length } });
    return [SPELL_ID, ...Array.from(utf8.encode(word), (byte) => FIRST_BYTE + byte), SPELL_ID];
  }

  /** @throws MODEL_WORD_UNKNOWN */
  encode(words: readonly string[]): number[] {
    const ids: number[] = [];
    for (const word of words) for (const id of this.encodeWord(word)) ids.push(id);
    return ids;
  }

  /**
   * The ids of the words, then ACT_ID. Equal prompts get the same array as long as they are kept, so it may serve as a key.
   * @returns shared; not to be changed
   * @throws MODEL_WORD_UNKNOWN
   */
  encodePrompt(words: readonly string[]): readonly number[] {
    const key = words.join(SEPARATOR);
    const known = this.#prompts.get(key);
    if (known && known.words === words.length) return known.ids;
    const ids = this.encode(words);
    ids.push(ACT_ID);
    if (words.some((word) => word.includes(SEPARATOR))) return ids; // the key could be that of other words
    if (this.#prompts.size >= MOST_PROMPTS) this.#prompts.clear();
    this.#prompts.set(key, { words: words.length, ids });
    return ids;
  }

  /** The words of any row of ids, damaged ones too: bytes that are no text and control tokens become U+FFFD, an open spelling ends with the row. */
  decode(ids: readonly number[]): string[] {
    const words: string[] = [];
    let bytes: number[] | null = null; // of the word being spelt
    let marked = false; // whether it began with a mark
    const close = (): void => {
      if (bytes) words.push(text.decode(Uint8Array.from(bytes)));
      bytes = null;
      marked = false;
    };
    for (const id of ids) {
      if (id >= FIRST_BYTE && id < this.#firstWord) {
        bytes ??= [];
        bytes.push(id - FIRST_BYTE);
      } else if (id === SPELL_ID && marked) {
        close();
      } else {
        close();
        if (id === SPELL_ID && this.spells) {
          bytes = [];
          marked = true;
        } else words.push(this.words[id - this.#firstWord] ?? NO_TEXT);
      }
    }
    close();
    return words;
  }
}

/** What a stored vocabulary was made with: each version says only what the one before could not. `null`: none of ours. */
function optionsOf({ version, spells, saysForced }: UncheckedVocabulary): WordTokenizerOptions | null {
  if (version === 1) return {};
  if (version === 2 && spells === false) return { spells };
  return version === 3 && typeof spells === 'boolean' && saysForced === false ? { spells, saysForced } : null;
}
