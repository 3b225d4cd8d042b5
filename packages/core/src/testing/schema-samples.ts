/**
 * Some values that a simple action schema describes: all of them where they are few, the ends of ranges where they are many.
 * It follows const, enum, integer bounds, boolean, object properties, oneOf/anyOf and local $ref, and leaves the rest alone;
 * whoever uses a sample checks it against the real schema.
 */
import { isJsonObject, type Json, type JsonSchema } from '../json.js';

const MOST = 512;

/** Up to 512 values; empty where the schema says things that this does not follow. */
export function schemaSamples(schema: JsonSchema): readonly Json[] {
  return samples(schema, schema, 0).slice(0, MOST);
}

function samples(schema: Json | undefined, root: JsonSchema, depth: number): readonly Json[] {
  if (!isJsonObject(schema) || depth > 8) return [];
  if (Object.hasOwn(schema, 'const')) return [schema.const as Json];
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#/$defs/') && isJsonObject(root.$defs)) return samples(root.$defs[schema.$ref.slice(8)], root, depth + 1);
  const choice = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choice)) return (choice as readonly Json[]).flatMap((branch) => samples(branch, root, depth + 1)).slice(0, MOST);
  switch (schema.type) {
    case 'boolean': return [false, true];
    case 'integer': return integers(schema);
    case 'object': return objects(schema, root, depth);
    default: return [];
  }
}

function integers({ minimum, maximum }: JsonSchema): readonly Json[] {
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return typeof minimum === 'number' ? [minimum, minimum + 1] : [];
  if (maximum - minimum <= MOST) return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  return [minimum, minimum + 1, Math.floor((minimum + maximum) / 2), maximum - 1, maximum];
}

function objects(schema: JsonSchema, root: JsonSchema, depth: number): readonly Json[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
  let all: readonly { readonly [key: string]: Json }[] = [{}];
  for (const name of Object.keys(properties)) {
    const values = samples(properties[name], root, depth + 1);
    if (values.length === 0) {
      if (required.includes(name)) return [];
      continue;
    }
    const withName = all.flatMap((object) => values.map((value) => ({ ...object, [name]: value }))).slice(0, MOST);
    all = required.includes(name) ? withName : [...all, ...withName].slice(0, MOST);
  }
  return all;
}
