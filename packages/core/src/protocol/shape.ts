/**
 * Writes the JSON Schema of an object once, checked by the compiler against its TypeScript type: every key there, none too many,
 * optional keys marked as such. It describes keys; what a value may be is still said in JSON Schema beside each key.
 */
import type { Json, JsonSchema } from '../json.js';

/** A key that may be absent. A class, so that a plain schema cannot be taken for one. */
export class OptionalKey {
  readonly schema: JsonSchema;
  constructor(schema: JsonSchema) {
    this.schema = schema;
  }
}

export function optional(schema: JsonSchema): OptionalKey {
  return new OptionalKey(schema);
}

/** One schema per key of `T`: `optional(...)` exactly where the key may be absent. */
export type Shape<T> = { readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? OptionalKey : JsonSchema };

/** The closed object schema of a type: unknown keys are refused. */
export function objectOf<T>(shape: Shape<T>): JsonSchema {
  const properties: { [key: string]: Json } = {};
  const required: string[] = [];
  for (const [key, value] of Object.entries<OptionalKey | JsonSchema>(shape)) {
    properties[key] = value instanceof OptionalKey ? value.schema : value;
    if (!(value instanceof OptionalKey)) required.push(key);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}
