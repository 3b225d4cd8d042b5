/**
 * Check: the action schema is bounded, so that it compiles in bounded time and describes values of bounded size: every number has both ends,
 * every text and list a greatest length, every object closed keys. Without that, most of what the schema lets through only `refusal` stops.
 */
import { canonicalJson, isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../json.js';
import { pointerTo } from '../../schema/explain.js';
import { broken, type Kit } from '../kit.js';

const RULE = 'schemas';
const MOST_BYTES = 65_536;
const MOST_DEPTH = 32;

export function checkSchemas(kit: Kit): void {
  checkSize(kit, 'options schema', kit.game.optionsSchema, '');
  for (const setting of kit.settings) {
    const { schema } = setting.spec;
    const where = ` (variant ${setting.variant})`;
    checkSize(kit, 'action schema', schema, where);
    const open = openEnd(schema, schema, '', new Set());
    if (open) broken(RULE, kit.game, `the action schema is open at "${open.pointer}": ${open.message}${where}`);
  }
}

function checkSize({ game }: Kit, what: string, schema: JsonSchema, where: string): void {
  const sizeBytes = new TextEncoder().encode(canonicalJson(schema)).length;
  if (sizeBytes > MOST_BYTES) broken(RULE, game, `expected the ${what} to have at most ${MOST_BYTES} bytes, got ${sizeBytes}${where}`);
  const depth = depthOf(schema);
  if (depth > MOST_DEPTH) broken(RULE, game, `expected the ${what} to be at most ${MOST_DEPTH} levels deep, got ${depth}${where}`);
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, item: Json) => Math.max(most, depthOf(item)), 0);
}

interface OpenEnd {
  readonly pointer: string;
  readonly message: string;
}

/** Where the schema lets values without bound through; `null` where every value has a largest size. Local references are followed once. */
function openEnd(schema: Json | undefined, root: JsonSchema, pointer: string, seen: Set<string>): OpenEnd | null {
  if (schema === false) return null;
  if (!isJsonObject(schema)) return { pointer, message: 'anything is let through' };
  if (Object.hasOwn(schema, 'const') || Array.isArray(schema.enum)) return null;
  if (typeof schema.$ref === 'string') return openReference(schema.$ref, root, pointer, seen);
  // One bounded part bounds the whole; of oneOf and anyOf every part has to be.
  const parts = (name: 'allOf' | 'anyOf' | 'oneOf'): readonly (OpenEnd | null)[] => {
    const list = Array.isArray(schema[name]) ? (schema[name] as readonly Json[]) : [];
    return list.map((part, index) => openEnd(part, root, `${pointer}/${name}/${index}`, seen));
  };
  if (parts('allOf').includes(null)) return null;
  const choices = [parts('oneOf'), parts('anyOf')].filter((list) => list.length > 0).map((list) => list.find((part) => part !== null) ?? null);
  if (choices.includes(null)) return null;
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type];
  const own = types.map((type) => openType(type, schema, root, pointer, seen)).find((part) => part !== null) ?? null;
  return own && (choices[0] ?? own);
}

function openReference(reference: string, root: JsonSchema, pointer: string, seen: Set<string>): OpenEnd | null {
  if (!reference.startsWith('#/$defs/') || !isJsonObject(root.$defs)) return { pointer, message: `expected a reference to "#/$defs/...", got "${reference}"` };
  if (seen.has(reference)) return seen.has(`${reference} done`) ? null : { pointer, message: `"${reference}" contains itself` };
  seen.add(reference);
  const open = openEnd(root.$defs[reference.slice('#/$defs/'.length)], root, reference.slice(1), seen);
  seen.add(`${reference} done`);
  return open;
}

function openType(type: Json | undefined, schema: JsonObject, root: JsonSchema, pointer: string, seen: Set<string>): OpenEnd | null {
  switch (type) {
    case 'null': case 'boolean': return null;
    case 'integer': case 'number': {
      const low = schema.minimum ?? schema.exclusiveMinimum;
      const high = schema.maximum ?? schema.exclusiveMaximum;
      return typeof low === 'number' && typeof high === 'number' ? null : { pointer, message: `${type} without ${typeof low === 'number' ? '`maximum`' : '`minimum`'}` };
    }
    case 'string': return typeof schema.maxLength === 'number' || isClosedPattern(schema.pattern) ? null : { pointer, message: 'string without `maxLength`' };
    case 'array': return typeof schema.maxItems === 'number' ? openItems(schema, root, pointer, seen) : { pointer, message: 'array without `maxItems`' };
    case 'object': return openObject(schema, root, pointer, seen);
    default: return { pointer, message: 'a schema without `type`' };
  }
}

/** A pattern from start to end that repeats nothing without bound. */
function isClosedPattern(pattern: Json | undefined): boolean {
  return typeof pattern === 'string' && /^\^[^|]*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\./g, ''));
}

function openItems(schema: JsonObject, root: JsonSchema, pointer: string, seen: Set<string>): OpenEnd | null {
  const prefix = Array.isArray(schema.prefixItems) ? (schema.prefixItems as readonly Json[]) : [];
  for (const [index, item] of prefix.entries()) {
    const open = openEnd(item, root, `${pointer}/prefixItems/${index}`, seen);
    if (open) return open;
  }
  return prefix.length >= (schema.maxItems as number) ? null : openEnd(schema.items, root, `${pointer}/items`, seen);
}

function openObject(schema: JsonObject, root: JsonSchema, pointer: string, seen: Set<string>): OpenEnd | null {
  for (const [name, property] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
    const open = openEnd(property, root, pointerTo(`${pointer}/properties`, name), seen);
    if (open) return open;
  }
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  if (rest === false) return null;
  const names = isJsonObject(schema.propertyNames) ? schema.propertyNames : null;
  if (!names && typeof schema.maxProperties !== 'number') return { pointer, message: 'object without `additionalProperties: false`' };
  return (names ? openEnd({ type: 'string', ...names }, root, `${pointer}/propertyNames`, seen) : null) ?? openEnd(rest, root, `${pointer}/additionalProperties`, seen);
}
