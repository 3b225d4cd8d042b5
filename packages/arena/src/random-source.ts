/**
 * Where secrets come from: match seeds, tokens, the marks in match ids. In production the operating system's generator.
 * It is not the generator of the matches (that is core's `Rng`, seeded from here).
 */
import { randomFillSync } from 'node:crypto';
import type { Seed } from '@spiral-arena/core/random';

/** Gives so many fresh random bytes. */
export type RandomSource = (sizeBytes: number) => Uint8Array;

/** Bytes fetched at a time: one system call for 256 match seeds. */
const POOL_BYTES = 4096;

/** The operating system's generator, drawn in larger pieces. */
export function systemRandom(): RandomSource {
  let pool = new Uint8Array(0);
  let next = 0;
  return (sizeBytes) => {
    if (sizeBytes > POOL_BYTES) return randomFillSync(new Uint8Array(sizeBytes));
    if (next + sizeBytes > pool.length) {
      pool = randomFillSync(new Uint8Array(POOL_BYTES));
      next = 0;
    }
    next += sizeBytes;
    return pool.slice(next - sizeBytes, next);
  };
}

export function randomHex(random: RandomSource, sizeBytes: number): string {
  return Buffer.from(random(sizeBytes)).toString('hex');
}

/** A match seed: 128 bits. */
export function randomSeed(random: RandomSource): Seed {
  return randomHex(random, 16);
}
