/**
 * Plain JSON as a type, and its one canonical text.
 * States, actions, observations and chance outcomes are all of this type, so that they can be stored, hashed and compared.
 * It does not parse or validate: that happens at the doors.
 */

/** A JSON value that nobody may change. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object that nobody may change. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: Json };

/**
 * The canonical text of a JSON value: object keys in code-unit order, no white space, `-0` as `0`.
 * Equal values have equal texts whatever the order of their keys.
 * @throws TypeError when the value holds something that is not JSON (undefined, NaN, a function)
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`expected a finite number, got ${value}`);
    return JSON.stringify(value === 0 ? 0 : value);
  }
  if (typeof value !== 'object') throw new TypeError(`expected a JSON value, got ${typeof value}`);
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const parts = Object.keys(value).toSorted().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${parts.join(',')}}`;
}

/** Whether a JSON value is an object (not a list, not null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
