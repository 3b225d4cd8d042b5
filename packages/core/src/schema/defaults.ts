/**
 * Completes a value with the defaults that its schema declares. The given value stays as it is; validators never fill anything in.
 * It follows `properties` only: defaults inside `oneOf`, `$ref` or lists are left to whoever wrote the value.
 */
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.js';

/** A new object: what was given, and the schema's default for each property that was not. Objects inside are completed likewise. */
export function fillDefaults(schema: JsonSchema, given: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = new Set([...Object.keys(properties), ...Object.keys(given)]);
  const entries: [string, Json][] = [];
  for (const name of names) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const own = Object.hasOwn(given, name);
    const value = own ? given[name] : isJsonObject(property) ? property.default : undefined;
    if (value === undefined) continue;
    entries.push([name, own && isJsonObject(property) && isJsonObject(value) ? fillDefaults(property, value) : value]);
  }
  return Object.fromEntries(entries);
}
