import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex } from './hex.js';
import { sha256, sha256Hex } from './sha256.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sha256', () => {
  it('gives the digests of FIPS 180-4', () => {
    expect(encodeHex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(encodeHex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(encodeHex(sha256(bytes('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
  });

  it('agrees with the platform at every length around the ends of blocks, and leaves its input alone', () => {
    for (let length = 0; length < 300; length++) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
      const before = message.slice();
      expect(encodeHex(sha256(message)), `${length} bytes`).toBe(createHash('sha256').update(message).digest('hex'));
      expect(message).toEqual(before);
    }
    expect(sha256Hex('prêt à jouer 😀')).toBe(createHash('sha256').update('prêt à jouer 😀').digest('hex'));
    const long = new Uint8Array(100_003).fill(7);
    expect(encodeHex(sha256(long))).toBe(createHash('sha256').update(long).digest('hex'));
  });
});

describe('hex', () => {
  it('goes there and back for every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeHex(all)).toBe(Buffer.from(all).toString('hex'));
    expect(decodeHex(encodeHex(all))).toEqual(all);
    expect(encodeHex(decodeHex('00ff0a'))).toBe('00ff0a');
  });
});
