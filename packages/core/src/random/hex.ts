/** Bytes as lower-case hex digits and back. Whether a text is hex is checked where it comes in. */

const DIGITS = '0123456789abcdef';

export function encodeHex(bytes: Uint8Array): string {
  const codes: number[] = []; // one text from all digits: one put together in pieces is joined again by whoever reads it
  codes.length = 2 * bytes.length; // all its room at once
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    codes[2 * index] = DIGITS.charCodeAt(byte >> 4);
    codes[2 * index + 1] = DIGITS.charCodeAt(byte & 15);
  }
  return String.fromCharCode(...codes);
}

/** @param hex an even number of lower-case hex digits */
export function decodeHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (digitAt(hex, 2 * at) << 4) | digitAt(hex, 2 * at + 1);
  return bytes;
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87; // '0' is 48, 'a' is 97
}
