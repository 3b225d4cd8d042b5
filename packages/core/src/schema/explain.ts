/**
 * Turns what a validator found into one place and one sentence: `/give/Wood`, `expected at least 1, got 0`.
 * Where a schema is a choice (`oneOf`, `anyOf`), the branch that the value means is found first, so that the sentence is about that branch.
 * It decides nothing: the validator has already said no.
 */
import { isJsonObject, type Json, type JsonSchema } from '../json.js';
import { compileSchema, type ErrorObject, type ValidateFunction } from './ajv.js';

/** Where a value is wrong (a JSON pointer, RFC 6901) and what is expected there. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

const MAX_POINTER = 300;
const MAX_MESSAGE = 1_000; // with the pointer well under the 2 KB that an explanation may take
const MAX_VALUE = 80;

export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Explains failures of one schema; branch validators are compiled on the first failure and kept. */
export class Explainer {
  readonly #schema: JsonSchema;
  readonly #branches = new Map<JsonSchema, ValidateFunction>();

  constructor(schema: JsonSchema) {
    this.#schema = schema;
  }

  /** @param errors what the validator of this schema left for `value` */
  explain(value: Json, errors: readonly ErrorObject[]): Problem {
    const problem = this.#explainChoice(value) ?? explainErrors(errors, value);
    return { pointer: cut(problem.pointer, MAX_POINTER), message: cut(problem.message, MAX_MESSAGE) };
  }

  #explainChoice(value: Json): Problem | null {
    const choice = this.#schema.oneOf ?? this.#schema.anyOf;
    if (!Array.isArray(choice) || !isJsonObject(value)) return null;
    const branches = (choice as readonly Json[]).map((branch) => this.#resolve(branch)).filter(isJsonObject);
    const tag = tagOf(branches);
    let meant: readonly JsonSchema[] = branches;
    if (tag !== null) {
      const allowed = branches.flatMap((branch) => tagValues(branch, tag));
      if (!Object.hasOwn(value, tag)) return { pointer: '', message: `\`${tag}\` is missing: expected ${listed(allowed)}` };
      meant = branches.filter((branch) => tagValues(branch, tag).includes(value[tag] as Json));
      if (meant.length === 0) return { pointer: pointerTo('', tag), message: `expected ${listed(allowed)}, got ${shown(value[tag])}` };
    }
    // Of several branches the one that got furthest is the one meant.
    let best: Problem | null = null;
    for (const branch of meant) {
      const validate = this.#branchValidator(branch);
      if (validate(value)) return null;
      const problem = explainErrors(validate.errors ?? [], value);
      if (best === null || problem.pointer.length > best.pointer.length) best = problem;
    }
    return best;
  }

  #resolve(branch: Json): Json {
    if (!isJsonObject(branch) || typeof branch.$ref !== 'string' || !branch.$ref.startsWith('#/')) return branch;
    let target: Json | undefined = this.#schema;
    for (const part of branch.$ref.slice(2).split('/')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    return target ?? branch;
  }

  #branchValidator(branch: JsonSchema): ValidateFunction {
    let validate = this.#branches.get(branch);
    if (!validate) {
      const { $defs } = this.#schema;
      validate = compileSchema($defs === undefined ? { ...branch } : { ...branch, $defs });
      this.#branches.set(branch, validate);
    }
    return validate;
  }
}

/** The key that tells branches apart: a constant or enumeration in every one of them. */
function tagOf(branches: readonly JsonSchema[]): string | null {
  const [first] = branches;
  const properties = first?.properties;
  if (!isJsonObject(properties)) return null;
  return Object.keys(properties).find((key) => branches.every((branch) => tagValues(branch, key).length > 0)) ?? null;
}

function tagValues(branch: JsonSchema, key: string): readonly Json[] {
  const { properties } = branch;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, key)) return [];
  const schema = properties[key];
  if (!isJsonObject(schema)) return [];
  if (Object.hasOwn(schema, 'const')) return [schema.const as Json];
  return Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
}

/** The first error of a plain schema as a problem. */
export function explainErrors(errors: readonly ErrorObject[], value: Json): Problem {
  const error = errors.find((item) => item.propertyName === undefined && item.keyword !== 'if') ?? errors[0];
  if (!error) return { pointer: '', message: 'expected another value' };
  const params = error.params as { readonly [name: string]: Json };
  const got = (): string => shown(valueAt(value, error.instancePath));
  const at = (message: string, pointer: string = error.instancePath): Problem => ({ pointer, message });
  switch (error.keyword) {
    case 'required': return at(`\`${cut(String(params.missingProperty), MAX_VALUE)}\` is missing`);
    case 'additionalProperties': return at('expected no such key', pointerTo(error.instancePath, String(params.additionalProperty)));
    case 'unevaluatedProperties': return at('expected no such key', pointerTo(error.instancePath, String(params.unevaluatedProperty)));
    case 'propertyNames': {
      const why = errors.find((item) => item.propertyName === params.propertyName);
      const allowed = why?.keyword === 'enum' ? `expected as name ${listed((why.params as { allowedValues: readonly Json[] }).allowedValues)}` : 'expected another name';
      return at(`${allowed}, got ${shown(params.propertyName)}`, pointerTo(error.instancePath, String(params.propertyName)));
    }
    case 'type': return at(`expected ${article(Array.isArray(params.type) ? (params.type as readonly string[]).join(' or ') : String(params.type))}, got ${got()}`);
    case 'enum': return at(`expected ${listed(params.allowedValues as readonly Json[])}, got ${got()}`);
    case 'const': return at(`expected ${shown(params.allowedValue)}, got ${got()}`);
    case 'minimum': return at(`expected at least ${shown(params.limit)}, got ${got()}`);
    case 'maximum': return at(`expected at most ${shown(params.limit)}, got ${got()}`);
    case 'exclusiveMinimum': return at(`expected more than ${shown(params.limit)}, got ${got()}`);
    case 'exclusiveMaximum': return at(`expected less than ${shown(params.limit)}, got ${got()}`);
    case 'minLength': return at(`expected at least ${shown(params.limit)} characters`);
    case 'maxLength': return at(`expected at most ${shown(params.limit)} characters`);
    case 'minItems': return at(`expected at least ${shown(params.limit)} items`);
    case 'maxItems': return at(`expected at most ${shown(params.limit)} items`);
    case 'minProperties': return at(`expected at least ${shown(params.limit)} entries`);
    case 'maxProperties': return at(`expected at most ${shown(params.limit)} entries`);
    case 'pattern': return at(`expected text like ${shown(params.pattern)}, got ${got()}`);
    case 'not': return at('expected another combination of keys');
    default: return at(error.message ?? 'expected another value');
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** A short list of allowed values in words. */
function listed(values: readonly Json[]): string {
  return values.length === 1 ? shown(values[0]) : `one of ${cut(values.map(shown).join(', '), 600)}`;
}

/** A value as text, cut where it is long. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return cut(JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_VALUE + 1) : value), MAX_VALUE);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function valueAt(value: Json, pointer: string): Json | undefined {
  let found: Json | undefined = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? (found as { readonly [key: string]: Json })[key] : undefined;
  }
  return found;
}
