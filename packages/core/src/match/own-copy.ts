/**
 * The match's own copies of what came from outside, so that a record stays what it was when its event happened.
 * Whether an action fits the schema was checked before; nothing here judges.
 */
import type { Json } from '../json.js';

/** A frozen copy of a checked value. What is frozen to its leaves is kept as it is: that is mostly a shared action of a game. */
export function ownCopy(value: Json): Json {
  if (isFixed(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(ownCopy));
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value as object)) copy[key] = ownCopy((value as { readonly [key: string]: Json })[key] as Json);
  return Object.freeze(copy);
}

/** Whether nobody can change the value any more. Freezing reaches one level only, so every level is looked at. */
function isFixed(value: Json): boolean {
  return typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFixed));
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
