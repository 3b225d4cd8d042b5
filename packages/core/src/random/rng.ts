/**
 * The one generator of the project: ChaCha20 as a stream of 32-bit words, seeded, forkable, with a state that can be stored.
 * Not a source of secrets for accounts or tokens, and never seeded from the clock.
 * A fork depends on the generator's key and the label alone, never on how much was drawn, so that one more draw here
 * cannot shift what is drawn there (jax's fold_in has the same purpose).
 */
import { CoreError } from '../errors.js';
import { chacha20Block } from './chacha20.js';
import { decodeHex, encodeHex } from './hex.js';
import { sha256 } from './sha256.js';

/** A seed: 32 hex digits (128 bits), lower case. */
export type Seed = string;

/** What a generator needs to go on where it was: its key (64 hex digits) and the words drawn so far. */
export interface RngState {
  readonly key: string;
  readonly position: number;
}

const FIRST_BLOCKS = 1; // most forks draw a few words only
const MOST_BLOCKS = 32; // 2 KiB at a time once a generator is used in earnest
const WORDS_PER_BLOCK = 16;
const SEED_PATTERN = /^[0-9a-f]{32}$/;
const NO_BYTES = new Uint8Array(0);
const DOMAIN = labelled(NO_BYTES, 'spiral-arena/rng/1');

/**
 * Checks a seed and brings it to its one form. Integers are expanded, which makes them easy to type and never fit for rated matches.
 * @throws CORE_SEED_INVALID
 */
export function parseSeed(value: unknown): Seed {
  if (typeof value === 'string') {
    if (SEED_PATTERN.test(value)) return value;
    if (SEED_PATTERN.test(value.toLowerCase())) return value.toLowerCase();
  }
  const number = typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) {
    return encodeHex(sha256(labelled(NO_BYTES, `spiral-arena/seed/${number}`)).subarray(0, 16));
  }
  throw new CoreError('CORE_SEED_INVALID', { details: { got: String(value) } });
}

/** The SHA-256 of a seed's 16 bytes, as hex: told at the start of a rated match, checked against the seed at its end. */
export function seedCommitment(seed: Seed): string {
  return encodeHex(sha256(decodeHex(parseSeed(seed))));
}

/** A seeded generator. Everything random in core, games, agents, model and trainer takes one of these. */
export class Rng {
  readonly #key: Uint8Array;
  #buffer: Uint32Array = EMPTY;
  #next = 0;
  #block = 0; // the next block of the stream to make
  #grow = FIRST_BLOCKS;

  private constructor(key: Uint8Array) {
    this.#key = key;
  }

  static fromSeed(seed: Seed | number): Rng {
    return new Rng(sha256(joined(DOMAIN, decodeHex(parseSeed(seed)))));
  }

  /** @throws CORE_RNG_STATE_INVALID */
  static restore(state: RngState): Rng {
    if (!/^[0-9a-f]{64}$/.test(state?.key) || !Number.isSafeInteger(state.position) || state.position < 0) {
      throw new CoreError('CORE_RNG_STATE_INVALID', { details: { got: JSON.stringify(state) ?? 'undefined' } });
    }
    const rng = new Rng(decodeHex(state.key));
    rng.#block = Math.floor(state.position / WORDS_PER_BLOCK);
    const skip = state.position % WORDS_PER_BLOCK;
    if (skip > 0) {
      rng.#refill();
      rng.#next = skip;
    }
    return rng;
  }

  /** An independent generator named by a label (a string, or a number such as a step index). Draws nothing from this one. */
  fork(label: string | number): Rng {
    return new Rng(sha256(labelled(this.#key, typeof label === 'number' ? `#${label}` : `:${label}`)));
  }

  save(): RngState {
    return { key: encodeHex(this.#key), position: this.#block * WORDS_PER_BLOCK - (this.#buffer.length - this.#next) };
  }

  /** The next 32 bits, as an integer from 0 to 2^32-1. */
  uint32(): number {
    if (this.#next === this.#buffer.length) this.#refill();
    return this.#buffer[this.#next++] as number;
  }

  /** A number from 0 (inclusive) to 1 (exclusive) with 53 random bits. */
  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** An unbiased integer from 0 to `bound`-1; `bound` from 1 to 2^32. */
  int(bound: number): number {
    if (!Number.isInteger(bound) || bound < 1 || bound > 4294967296) throw new RangeError(`expected a bound from 1 to 2^32, got ${bound}`);
    if (bound === 1) return 0;
    const limit = 4294967296 - (4294967296 % bound);
    let word = this.uint32();
    while (word >= limit) word = this.uint32();
    return word % bound;
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  /** One item of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('expected a list with at least one item, got an empty one');
    return items[this.int(items.length)] as T;
  }

  /** An index drawn in proportion to weights that are not negative and not all zero. */
  weighted(weights: readonly number[]): number {
    let total = 0;
    for (const weight of weights) total += weight;
    if (!(total > 0)) throw new RangeError(`expected weights with a positive sum, got ${total}`);
    let left = this.float() * total;
    let last = 0;
    for (let index = 0; index < weights.length; index++) {
      const weight = weights[index] as number;
      if (weight <= 0) continue;
      last = index;
      left -= weight;
      if (left < 0) return index;
    }
    return last; // rounding used up the total
  }

  /** A new list with the items in random order. */
  shuffle<T>(items: readonly T[]): T[] {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.int(last + 1);
      const swap = order[last] as T;
      order[last] = order[other] as T;
      order[other] = swap;
    }
    return order;
  }

  /** A new seed, for example for one match of many. */
  seed(): Seed {
    const bytes = new Uint8Array(16);
    for (let at = 0; at < 16; at += 4) {
      const word = this.uint32();
      for (let byte = 0; byte < 4; byte++) bytes[at + byte] = word >>> (8 * byte);
    }
    return encodeHex(bytes);
  }

  #refill(): void {
    const words = this.#grow * WORDS_PER_BLOCK;
    if (this.#buffer.length !== words) this.#buffer = new Uint32Array(words);
    for (let at = 0; at < words; at += WORDS_PER_BLOCK) chacha20Block(this.#key, this.#block++, this.#buffer, at);
    this.#grow = Math.min(MOST_BLOCKS, this.#grow * 2);
    this.#next = 0;
  }
}

const EMPTY = new Uint32Array(0);

/** Some bytes and a text behind them. Labels are short and nearly always ASCII, which goes without an encoder. */
function labelled(bytes: Uint8Array, label: string): Uint8Array {
  const all = new Uint8Array(bytes.length + label.length);
  all.set(bytes);
  for (let index = 0; index < label.length; index++) {
    const code = label.charCodeAt(index);
    if (code > 127) return joined(bytes, new TextEncoder().encode(label));
    all[bytes.length + index] = code;
  }
  return all;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
