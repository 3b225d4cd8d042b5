/**
 * The ChaCha20 block function (RFC 8439, section 2.3) with a nonce of zeros: one key and one block number give 16 words.
 * Words instead of bytes, and no cipher around it: a chance step of a match wants two words of a new key, at once.
 * The counter goes on into the first word of the nonce, as in the original ChaCha, so that a stream never comes round.
 */

const [S0, S1, S2, S3] = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]; // "expand 32-byte k"
const DOUBLE_ROUNDS = 10;

/**
 * Writes 16 words of the stream of a key.
 * @param key 32 bytes
 * @param block its number, from 0
 * @param at where in `out` the words go
 */
export function chacha20Block(key: Uint8Array, block: number, out: Uint32Array, at: number): void {
  const k0 = wordAt(key, 0);
  const k1 = wordAt(key, 4);
  const k2 = wordAt(key, 8);
  const k3 = wordAt(key, 12);
  const k4 = wordAt(key, 16);
  const k5 = wordAt(key, 20);
  const k6 = wordAt(key, 24);
  const k7 = wordAt(key, 28);
  const [low, high] = [block | 0, (block / 4294967296) | 0];
  let [a0, a1, a2, a3] = [S0, S1, S2, S3];
  let [b0, b1, b2, b3] = [k0, k1, k2, k3];
  let [c0, c1, c2, c3] = [k4, k5, k6, k7];
  let [d0, d1, d2, d3] = [low, high, 0, 0];
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    // Quarter rounds down the columns, one a line.
    a0 = (a0 + b0) | 0; d0 = rotl(d0 ^ a0, 16); c0 = (c0 + d0) | 0; b0 = rotl(b0 ^ c0, 12); a0 = (a0 + b0) | 0; d0 = rotl(d0 ^ a0, 8); c0 = (c0 + d0) | 0; b0 = rotl(b0 ^ c0, 7);
    a1 = (a1 + b1) | 0; d1 = rotl(d1 ^ a1, 16); c1 = (c1 + d1) | 0; b1 = rotl(b1 ^ c1, 12); a1 = (a1 + b1) | 0; d1 = rotl(d1 ^ a1, 8); c1 = (c1 + d1) | 0; b1 = rotl(b1 ^ c1, 7);
    a2 = (a2 + b2) | 0; d2 = rotl(d2 ^ a2, 16); c2 = (c2 + d2) | 0; b2 = rotl(b2 ^ c2, 12); a2 = (a2 + b2) | 0; d2 = rotl(d2 ^ a2, 8); c2 = (c2 + d2) | 0; b2 = rotl(b2 ^ c2, 7);
    a3 = (a3 + b3) | 0; d3 = rotl(d3 ^ a3, 16); c3 = (c3 + d3) | 0; b3 = rotl(b3 ^ c3, 12); a3 = (a3 + b3) | 0; d3 = rotl(d3 ^ a3, 8); c3 = (c3 + d3) | 0; b3 = rotl(b3 ^ c3, 7);
    // And along the diagonals.
    a0 = (a0 + b1) | 0; d3 = rotl(d3 ^ a0, 16); c2 = (c2 + d3) | 0; b1 = rotl(b1 ^ c2, 12); a0 = (a0 + b1) | 0; d3 = rotl(d3 ^ a0, 8); c2 = (c2 + d3) | 0; b1 = rotl(b1 ^ c2, 7);
    a1 = (a1 + b2) | 0; d0 = rotl(d0 ^ a1, 16); c3 = (c3 + d0) | 0; b2 = rotl(b2 ^ c3, 12); a1 = (a1 + b2) | 0; d0 = rotl(d0 ^ a1, 8); c3 = (c3 + d0) | 0; b2 = rotl(b2 ^ c3, 7);
    a2 = (a2 + b3) | 0; d1 = rotl(d1 ^ a2, 16); c0 = (c0 + d1) | 0; b3 = rotl(b3 ^ c0, 12); a2 = (a2 + b3) | 0; d1 = rotl(d1 ^ a2, 8); c0 = (c0 + d1) | 0; b3 = rotl(b3 ^ c0, 7);
    a3 = (a3 + b0) | 0; d2 = rotl(d2 ^ a3, 16); c1 = (c1 + d2) | 0; b0 = rotl(b0 ^ c1, 12); a3 = (a3 + b0) | 0; d2 = rotl(d2 ^ a3, 8); c1 = (c1 + d2) | 0; b0 = rotl(b0 ^ c1, 7);
  }
  out[at] = a0 + S0;
  out[at + 1] = a1 + S1;
  out[at + 2] = a2 + S2;
  out[at + 3] = a3 + S3;
  out[at + 4] = b0 + k0;
  out[at + 5] = b1 + k1;
  out[at + 6] = b2 + k2;
  out[at + 7] = b3 + k3;
  out[at + 8] = c0 + k4;
  out[at + 9] = c1 + k5;
  out[at + 10] = c2 + k6;
  out[at + 11] = c3 + k7;
  out[at + 12] = d0 + low;
  out[at + 13] = d1 + high;
  out[at + 14] = d2;
  out[at + 15] = d3;
}

function rotl(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Four bytes as a little-endian word. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}
