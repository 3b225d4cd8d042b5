/**
 * From what somebody asked for (a variant, some options) to the complete, checked options of a match and their variant key.
 * Schemas are compiled once per game object. It never changes what it was given.
 */
import { CoreError, messageOf } from '../errors.js';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../json.js';
import { compileSchema, type ValidateFunction } from '../schema/ajv.js';
import { fillDefaults } from '../schema/defaults.js';
import { explainErrors, type Problem } from '../schema/explain.js';
import { plainJsonProblem } from '../schema/plain-json.js';
import { deepFreeze } from './deep-freeze.js';
import type { Game, Options } from './game.js';
import { didYouMean } from './nearest.js';

export interface OptionsRequest {
  /** `default` or a variant's name. */
  readonly variant?: string;
  /** Options that override the variant's. */
  readonly options?: { readonly [name: string]: unknown };
}

export interface ResolvedOptions {
  /** Every option, frozen. */
  readonly options: Options;
  /** `default`, the variant's name, or canonical JSON of the options that differ from the defaults. */
  readonly variant: string;
}

/** What is kept of one game: its validator, the options of each variant asked for by name alone, and all that were given out and may come in again. */
interface Known {
  readonly validate: ValidateFunction;
  readonly byVariant: Map<string, ResolvedOptions>;
  readonly complete: WeakMap<object, ResolvedOptions>;
}

const DEFAULT = 'default';
const known = new WeakMap<Game, Known>();

/**
 * Checks options and completes them with the variant's and the defaults. Options that equal a named variant get its name.
 * @throws CORE_VARIANT_UNKNOWN, CORE_OPTION_UNKNOWN, CORE_OPTION_INVALID, CORE_SCHEMA_INVALID
 */
export function resolveOptions(game: Game, { variant = DEFAULT, options }: OptionsRequest = {}): ResolvedOptions {
  const cache = knownOf(game);
  const done = options === undefined ? cache.byVariant.get(variant) : variant === DEFAULT ? cache.complete.get(options) : undefined;
  if (done) return done;
  const base = variantOptions(game, variant);
  const given = options === undefined ? {} : checkedGiven(game, options);
  const complete = fillDefaults(game.optionsSchema, Object.fromEntries([...Object.entries(base), ...Object.entries(given)]));
  if (!cache.validate(complete)) refuse(game, explainErrors(cache.validate.errors ?? [], complete), complete);
  const problem = game.optionsProblem?.(complete) ?? null;
  if (problem !== null) refuse(game, { pointer: '', message: problem }, complete);
  const resolved = { options: deepFreeze(structuredClone(complete)), variant: keyOf(game, complete, variant) };
  if (options === undefined) cache.byVariant.set(variant, resolved); // as many entries as the game has variants
  cache.complete.set(resolved.options, resolved);
  return resolved;
}

function knownOf(game: Game): Known {
  let cache = known.get(game);
  if (!cache) {
    try {
      cache = { validate: compileSchema(game.optionsSchema), byVariant: new Map(), complete: new WeakMap() };
    } catch (cause) {
      throw new CoreError('CORE_SCHEMA_INVALID', { cause, details: { what: 'options', game: game.id, explanation: messageOf(cause) } });
    }
    known.set(game, cache);
  }
  return cache;
}

function variantOptions(game: Game, variant: string): JsonObject {
  if (variant === DEFAULT) return {};
  if (typeof variant === 'string' && Object.hasOwn(game.variants, variant)) return game.variants[variant] as JsonObject;
  const names = [DEFAULT, ...Object.keys(game.variants)];
  throw new CoreError('CORE_VARIANT_UNKNOWN', { details: { game: game.id, variant: String(variant).slice(0, 100), variants: names.join(', '), suggestion: didYouMean(String(variant), names) } });
}

/** The given options as plain JSON with known names only. */
function checkedGiven(game: Game, given: { readonly [name: string]: unknown }): JsonObject {
  const notJson = plainJsonProblem(given);
  if (notJson) refuse(game, notJson, {});
  const json = given as Json; // plain, checked one line above
  if (!isJsonObject(json)) return refuse(game, { pointer: '', message: 'expected an object' }, json);
  const names = Object.keys(isJsonObject(game.optionsSchema.properties) ? game.optionsSchema.properties : {});
  for (const option of Object.keys(json)) {
    if (names.includes(option)) continue;
    throw new CoreError('CORE_OPTION_UNKNOWN', { details: { game: game.id, option: option.slice(0, 100), options: names.join(', ') || 'none', suggestion: didYouMean(option, names) } });
  }
  return json;
}

function refuse(game: Game, { pointer, message }: Problem, options: Json): never {
  const path = pointer === '' ? 'set' : pointer.slice(1).replaceAll('/', '.');
  throw new CoreError('CORE_OPTION_INVALID', { details: { game: game.id, path, expected: message, got: canonicalJson(options).slice(0, 300) } });
}

/** Section 4 of the design: a name where there is one, else what differs from the defaults. */
function keyOf(game: Game, options: JsonObject, asked: string): string {
  const defaults = fillDefaults(game.optionsSchema, {});
  const text = canonicalJson(options);
  if (text === canonicalJson(defaults)) return DEFAULT;
  const names = Object.keys(game.variants);
  const inOrder = names.includes(asked) ? [asked, ...names] : names; // of two equal variants the one asked for
  for (const name of inOrder) {
    if (text === canonicalJson(fillDefaults(game.optionsSchema, game.variants[name] as JsonObject))) return name;
  }
  const differing = Object.keys(options).filter((name) => !Object.hasOwn(defaults, name) || canonicalJson(options[name] as Json) !== canonicalJson(defaults[name] as Json));
  return canonicalJson(Object.fromEntries(differing.map((name) => [name, options[name] as Json])));
}
