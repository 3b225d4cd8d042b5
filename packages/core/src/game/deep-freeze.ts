/**
 * Freezes plain JSON to its leaves, so that whoever changes it is found out at once. Not for values of unknown make.
 */
import type { Json } from '../json.js';

/** The same value, frozen with everything in it, also where its outside was frozen already. */
export function deepFreeze<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) freeze(value);
  return value;
}

/** Written for the hot path of a match: no lists of values, no iterators, no calls for leaves. */
function freeze(value: object): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === 'object' && item !== null) freeze(item);
    }
  } else {
    for (const key in value) {
      const item: unknown = (value as { readonly [name: string]: unknown })[key];
      if (typeof item === 'object' && item !== null) freeze(item);
    }
  }
  Object.freeze(value);
}
