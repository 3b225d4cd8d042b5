/**
 * THE spec of an action of one game under one set of options: the completed JSON Schema, and a check of values of any make against it.
 * Compiled once per game object and options. It says what an action looks like; whether it is legal in a state is the game's `refusal`.
 */
import { CoreError, messageOf } from '../errors.js';
import { canonicalJson, type Json, type JsonSchema } from '../json.js';
import { compileSchema, type ValidateFunction } from '../schema/ajv.js';
import { Explainer, type Problem } from '../schema/explain.js';
import { plainJsonProblem } from '../schema/plain-json.js';
import { deepFreeze } from './deep-freeze.js';
import type { Game, Options } from './game.js';

export interface ActionSpec {
  /** The game's action schema with `$schema` and `$id` (which contains game and variant key). Frozen. */
  readonly schema: JsonSchema;
  /** `null` when the value is an action by this spec; else where it is wrong and what is expected. Never throws, never changes the value. */
  check(value: unknown): Problem | null;
  /** As `check`, of a value that is plain JSON, such as what a game has read from a text. */
  checkJson(value: Json): Problem | null;
}

/** Sets of options kept per game; the oldest makes room, so that strangers' options cannot fill the memory. */
const MAX_OPTION_SETS = 64;

const specs = new WeakMap<Game, Map<string, ActionSpec>>();
const byIdentity = new WeakMap<Game, WeakMap<Options, ActionSpec>>();

/**
 * The spec of a game's actions. Equal options give the same object.
 * @param variant the key that `resolveOptions` gave with the options
 * @throws CORE_SCHEMA_INVALID when the game's schema does not compile
 */
export function actionSpec(game: Game, options: Options, variant: string): ActionSpec {
  const seen = byIdentity.get(game)?.get(options);
  if (seen) return seen;
  const ofGame = specs.get(game) ?? new Map<string, ActionSpec>();
  specs.set(game, ofGame);
  const key = `${variant}\n${canonicalJson(options)}`;
  const spec = ofGame.get(key) ?? makeSpec(game, options, variant);
  ofGame.delete(key); // and back in at the end: the map is in order of use
  ofGame.set(key, spec);
  if (ofGame.size > MAX_OPTION_SETS) ofGame.delete(ofGame.keys().next().value as string);
  if (Object.isFrozen(options)) {
    const ofOptions = byIdentity.get(game) ?? new WeakMap<Options, ActionSpec>();
    byIdentity.set(game, ofOptions.set(options, spec));
  }
  return spec;
}

function makeSpec(game: Game, options: Options, variant: string): ActionSpec {
  try {
    const schema = deepFreeze(structuredClone({
      ...game.actionSchema(options),
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: schemaId(game, variant),
    }));
    return new CompiledActionSpec(schema);
  } catch (cause) {
    throw new CoreError('CORE_SCHEMA_INVALID', { cause, details: { what: 'action', game: game.id, explanation: messageOf(cause) } });
  }
}

/** `urn:spiral-arena:<game>:action:<variant key>`, the key percent-encoded, so that no two option sets share an id. */
function schemaId(game: Game, variant: string): string {
  return `urn:spiral-arena:${game.id}:action:${encodeURIComponent(variant).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

class CompiledActionSpec implements ActionSpec {
  readonly schema: JsonSchema;
  readonly #validate: ValidateFunction;
  readonly #explainer: Explainer;

  constructor(schema: JsonSchema) {
    this.schema = schema;
    this.#validate = compileSchema(schema);
    this.#explainer = new Explainer(schema);
  }

  check(value: unknown): Problem | null {
    return plainJsonProblem(value) ?? this.checkJson(value as Json);
  }

  checkJson(value: Json): Problem | null {
    try {
      if (this.#validate(value)) return null;
      return this.#explainer.explain(value, this.#validate.errors ?? []);
    } catch {
      return { pointer: '', message: 'expected an action, got a value that cannot be checked' }; // a proxy whose traps throw
    }
  }
}
