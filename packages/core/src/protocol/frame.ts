/**
 * From the text of an untrusted frame to plain JSON: size and depth are looked at before anything is parsed, repeated keys are found.
 * One pass over the text without recursion. What the JSON means is the codec's business.
 */
import type { Json } from '../json.js';
import { MAX_DEPTH } from '../schema/plain-json.js';

export interface FrameLimits {
  /** Longest frame in UTF-16 code units; a socket limits bytes before that. */
  readonly maxLength: number;
  /** Levels of lists and objects. */
  readonly maxDepth: number;
}

/** A feed record with a long trace is the largest message; acts are far smaller. */
export const FRAME_LIMITS: FrameLimits = { maxLength: 8 * 1024 * 1024, maxDepth: MAX_DEPTH };

export type FrameResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly explanation: string };

/** The JSON of a frame, or what keeps it from being read. */
export function parseFrame(text: string, { maxLength, maxDepth }: FrameLimits = FRAME_LIMITS): FrameResult {
  if (typeof text !== 'string') return { ok: false, explanation: 'expected a text frame' };
  if (text.length > maxLength) return { ok: false, explanation: `expected at most ${maxLength} characters, got ${text.length}` };
  const { depth, keys } = outline(text);
  if (depth > maxDepth) return { ok: false, explanation: `expected at most ${maxDepth} levels, got ${depth}` };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { ok: false, explanation: 'expected JSON' };
  }
  // Valid JSON writes one colon per key; of a repeated key only the last is left after parsing.
  return countKeys(value) === keys ? { ok: true, value } : { ok: false, explanation: 'expected every key once, got one repeated' };
}

/** Levels of nesting, and colons outside strings. */
function outline(text: string): { readonly depth: number; readonly keys: number } {
  let level = 0;
  let depth = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // a string: on to its closing quote
        for (index++; index < text.length; index++) {
          const code = text.charCodeAt(index);
          if (code === 0x5c) index++;
          else if (code === 0x22) break;
        }
        break;
      case 0x3a:
        keys++;
        break;
      case 0x5b:
      case 0x7b:
        if (++level > depth) depth = level;
        break;
      case 0x5d:
      case 0x7d:
        level--;
        break;
      default:
    }
  }
  return { depth, keys };
}

/** Recursion is bounded by the depth that was checked before. */
function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) if (typeof item === 'object') count += countKeys(item);
    return count;
  }
  for (const item of Object.values(value)) count += typeof item === 'object' ? countKeys(item) + 1 : 1;
  return count;
}
