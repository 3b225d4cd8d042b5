import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CoreError } from '../errors.js';
import { parseSeed, Rng, seedCommitment } from './rng.js';

const words = (rng: Rng, count: number): number[] => Array.from({ length: count }, () => rng.uint32());

describe('Rng', () => {
  it('SECRET-08 one seed gives one stream, another seed another', () => {
    expect(words(Rng.fromSeed(7), 100)).toEqual(words(Rng.fromSeed(7), 100));
    expect(words(Rng.fromSeed(7), 4)).not.toEqual(words(Rng.fromSeed(8), 4));
  });

  it('a fork depends on key and label alone, never on what was drawn', () => {
    const fresh = Rng.fromSeed(1);
    const used = Rng.fromSeed(1);
    words(used, 1_000);
    expect(words(used.fork('deal'), 50)).toEqual(words(fresh.fork('deal'), 50));
    expect(words(fresh.fork('deal'), 8)).not.toEqual(words(fresh.fork('bid'), 8));
    expect(words(fresh.fork(1), 8)).not.toEqual(words(fresh.fork('1'), 8));
    expect(words(fresh.fork('a').fork('b'), 8)).not.toEqual(words(fresh.fork('b').fork('a'), 8));
    const before = fresh.save();
    fresh.fork('x');
    expect(fresh.save()).toEqual(before);
  });

  it('GAME-19 goes on where it was saved, at every position around the borders of blocks and buffers', () => {
    const whole = words(Rng.fromSeed(5), 1_600);
    const running = Rng.fromSeed(5);
    for (let position = 0; position < 1_100; position++) {
      const state = running.save();
      expect(state.position).toBe(position);
      if (position < 70 || position % 16 < 2 || position % 16 === 15) {
        const restored = Rng.restore(JSON.parse(JSON.stringify(state)));
        expect(words(restored, 40)).toEqual(whole.slice(position, position + 40));
        expect(restored.save().position).toBe(position + 40);
      }
      running.uint32();
    }
  });

  it('a label counts with all its letters, however long and of whatever script', () => {
    const rng = Rng.fromSeed(1);
    const labels = ['', 'x', 'x'.repeat(22), 'x'.repeat(23), 'x'.repeat(500), 'é', 'e', '雪', '😀', 'x'.repeat(40) + 'é'];
    expect(new Set(labels.map((label) => rng.fork(label).save().key)).size).toBe(labels.length);
    // Made with node:crypto: SHA-256 of the key of seed 1, ':' and the label as UTF-8.
    for (const label of labels) {
      const hash = createHash('sha256').update(Buffer.from(rng.save().key, 'hex')).update(`:${label}`).digest('hex');
      expect(rng.fork(label).save().key, label.slice(0, 50)).toBe(hash);
    }
  });

  it('GAME-19 the streams of stored records stay what they are', () => {
    const rng = Rng.fromSeed(1);
    expect(rng.save().key).toBe('ead728dc31b442d26e83b6b0a5d2cab1834987bbbb4c5a141e3b2f11b9e6e797');
    expect(words(rng, 3)).toEqual([968695116, 3768181012, 2295337907]);
    expect(words(rng.fork('turn-0 roll-0'), 3)).toEqual([2201624582, 2907630973, 580780013]);
    expect(words(rng.fork(0), 3)).toEqual([2635537690, 2362312647, 2319587994]);
    expect(rng.seed()).toBe('ca34925ebfd80d13e6b5092f055977bc');
  });

  it('refuses a state that none is', () => {
    const { key } = Rng.fromSeed(1).save();
    for (const state of [null, {}, { key: 'ab', position: 0 }, { key, position: -1 }, { key, position: 1.5 }, { key, position: '0' }]) {
      expect(() => Rng.restore(state as never)).toThrow(expect.objectContaining({ code: 'CORE_RNG_STATE_INVALID' }));
    }
  });

  it('int is uniform over small bounds (chi-square, 0.1 % level)', () => {
    // Critical values of chi-square at 0.999 for bound-1 degrees of freedom, from statistical tables.
    for (const [bound, critical] of [[2, 10.83], [3, 13.82], [6, 20.52], [10, 27.88]] as const) {
      const rng = Rng.fromSeed(bound);
      const counts = Array.from({ length: bound }, () => 0);
      const draws = 6_000;
      for (let draw = 0; draw < draws; draw++) {
        const value = rng.int(bound);
        counts[value] = (counts[value] as number) + 1;
      }
      const expected = draws / bound;
      expect(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(critical);
    }
  });

  it('keeps its bounds', () => {
    const rng = Rng.fromSeed(3);
    for (let draw = 0; draw < 500; draw++) {
      const float = rng.float();
      expect(float >= 0 && float < 1).toBe(true);
      const value = rng.between(-2, 2);
      expect(value >= -2 && value <= 2).toBe(true);
      expect(rng.weighted([0, 1, 0])).toBe(1);
    }
    expect(rng.shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
    expect(() => rng.int(0)).toThrow(RangeError);
    expect(() => rng.pick([])).toThrow(RangeError);
    expect(() => rng.weighted([0, 0])).toThrow(RangeError);
  });
});

describe('seeds', () => {
  it('have one form, and integers expand into it', () => {
    expect(parseSeed('0123456789ABCDEF0123456789abcdef')).toBe('0123456789abcdef0123456789abcdef');
    expect(parseSeed(7)).toMatch(/^[0-9a-f]{32}$/);
    expect(parseSeed('7')).toBe(parseSeed(7));
    expect(parseSeed(7)).not.toBe(parseSeed(8));
    for (const bad of [-1, 1.5, NaN, '', '07', 'xyz', null, undefined, {}, '0123456789abcdef', 2 ** 53]) {
      expect(() => parseSeed(bad), String(bad)).toThrow(CoreError);
    }
  });

  it('SECRET-09 are committed to by SHA-256 of their bytes', async () => {
    const seed = '000102030405060708090a0b0c0d0e0f';
    const digest = await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from({ length: 16 }, (_, index) => index));
    expect(seedCommitment(seed)).toBe(Buffer.from(digest).toString('hex'));
  });
});
