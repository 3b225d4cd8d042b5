import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chacha20Block } from './chacha20.js';
import { sha256 } from './sha256.js';

/** One block as little-endian bytes. */
function blockOf(key: Uint8Array, block: number): Uint8Array {
  const words = new Uint32Array(18);
  chacha20Block(key, block, words, 1);
  expect([words[0], words[17]]).toEqual([0, 0]); // 16 words from the given place and no more
  return Uint8Array.from({ length: 64 }, (_, byte) => (words[1 + (byte >> 2)] as number) >>> (8 * (byte & 3)));
}

describe('chacha20Block', () => {
  it('gives the key streams of RFC 8439, appendix A.1', () => {
    const zeros = new Uint8Array(32);
    expect(Buffer.from(blockOf(zeros, 0)).toString('hex')).toBe('76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586');
    expect(Buffer.from(blockOf(zeros, 1)).toString('hex')).toBe('9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f');
    expect(Buffer.from(blockOf(Uint8Array.from(zeros, (_, index) => (index === 1 ? 255 : 0)), 2)).toString('hex')).toMatch(/^72d54dfbf12ec44b362692df94137f32/);
  });

  it('agrees with the platform for other keys and blocks', () => {
    for (const block of [0, 1, 2, 77, 65_535, 2 ** 31, 2 ** 32 - 1]) {
      const key = sha256(Uint8Array.of(block % 251));
      const counter = Buffer.alloc(16);
      counter.writeUInt32LE(block, 0);
      expect(Buffer.from(blockOf(key, block)), `block ${block}`).toEqual(createCipheriv('chacha20', key, counter).update(Buffer.alloc(64)));
    }
  });

  it('does not come round after 2^32 blocks', () => {
    const key = sha256(Uint8Array.of(1));
    const counter = Buffer.alloc(16);
    counter.writeUInt32LE(5, 0);
    counter.writeUInt32LE(3, 4);
    expect(Buffer.from(blockOf(key, 3 * 2 ** 32 + 5))).toEqual(createCipheriv('chacha20', key, counter).update(Buffer.alloc(64)));
  });
});
