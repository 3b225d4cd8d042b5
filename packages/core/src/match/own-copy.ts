/**
 * The match's own copies of what came from outside, so that a record stays what it was when its event happened.
 * Whether an action fits the schema was checked before; nothing here judges.
 */
import type { Json } from '../json.js';

/**
 * A frozen copy of a checked value. Frozen objects of plain values are kept as they are: those are mostly the shared actions of a game.
 * A frozen object with objects inside is copied, since freezing reaches one level only.
 */
export function ownCopy(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.isFrozen(value) && Object.values(value).every(isLeaf)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(ownCopy));
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) copy[key] = ownCopy((value as { readonly [key: string]: Json })[key] as Json);
  return Object.freeze(copy);
}

function isLeaf(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/** A refused value as JSON for the record, or nothing where it was no JSON or is too large to keep. */
export function jsonOrNothing(value: unknown): Json | undefined {
  try {
    const text = JSON.stringify(value);
    return text === undefined || text.length > 4_000 ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
