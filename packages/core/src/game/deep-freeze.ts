/**
 * Freezes plain JSON to its leaves, so that whoever changes it is found out at once. Not for values of unknown make.
 */
import type { Json } from '../json.js';

/** The same value, frozen with everything in it, also where its outside was frozen already. */
export function deepFreeze<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item as Json);
  return Object.freeze(value);
}
