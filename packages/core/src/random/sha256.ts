/**
 * SHA-256 (FIPS 180-4): keys of forks, expanded seeds, commitments, state hashes. For a few dozen bytes, which is what a chance step hashes,
 * most of a general library's time goes into setting up a hash; here it is one loop over the blocks, several times as fast. No streaming, no other digests.
 */
import { encodeHex } from './hex.js';

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

const hash = new Int32Array(8);
const w = new Int32Array(64);

/** The 32 bytes of the digest. */
export function sha256(message: Uint8Array): Uint8Array {
  const bits = message.length * 8;
  const end = (Math.floor((message.length + 8) / 64) + 1) * 64; // a bit 1, zeros and the 64 bits of the length fill the last block
  hash.set(START);
  for (let at = 0; at < end; at += 64) {
    for (let word = 0; word < 16; word++) w[word] = wordAt(message, at + 4 * word);
    if (at + 64 === end) {
      w[14] = bits / 4294967296;
      w[15] = bits;
    }
    compress();
  }
  const digest = new Uint8Array(32);
  for (let byte = 0; byte < 32; byte++) digest[byte] = (hash[byte >> 2] as number) >>> (24 - 8 * (byte & 3));
  return digest;
}

/** The digest of a text in UTF-8, as hex digits. */
export function sha256Hex(text: string): string {
  return encodeHex(sha256(new TextEncoder().encode(text)));
}

/** Four bytes as a big-endian word, beyond the message 0x80 and then zeros. */
function wordAt(message: Uint8Array, at: number): number {
  const { length } = message;
  if (at + 4 <= length) return ((message[at] as number) << 24) | ((message[at + 1] as number) << 16) | ((message[at + 2] as number) << 8) | (message[at + 3] as number);
  if (at > length) return 0;
  let word = 0;
  for (let byte = 0; byte < 4; byte++) word = (word << 8) | (at + byte < length ? (message[at + byte] as number) : at + byte === length ? 0x80 : 0);
  return word;
}

/** Takes the block in the first 16 words of `w` into `hash`. */
function compress(): void {
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] as number, w[i - 2] as number];
    w[i] = (rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10)) + (w[i - 7] as number) + (rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)) + (w[i - 16] as number);
  }
  let a = hash[0] as number;
  let b = hash[1] as number;
  let c = hash[2] as number;
  let d = hash[3] as number;
  let e = hash[4] as number;
  let f = hash[5] as number;
  let g = hash[6] as number;
  let h = hash[7] as number;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  (hash[0] as number) += a;
  (hash[1] as number) += b;
  (hash[2] as number) += c;
  (hash[3] as number) += d;
  (hash[4] as number) += e;
  (hash[5] as number) += f;
  (hash[6] as number) += g;
  (hash[7] as number) += h;
}

function rotr(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
