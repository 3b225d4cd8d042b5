/**
 * The door for configurations: an unknown object from YAML or JSON in, a complete checked `TrainConfig` out.
 * Layers, later ones winning key by key: defaults, preset, the user's file, the user's flags. `games` is replaced whole.
 * It reads no file and knows no game: whether a game is installed is found out when the run starts.
 */
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@spiral-arena/core';
import { didYouMean } from '@spiral-arena/core/game';
import { PROFILES } from '@spiral-arena/core/match';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { GAME_DEFAULTS, TRAIN_DEFAULTS, type TrainConfig } from './config.js';
import { TrainerError } from './errors.js';
import { PRESETS } from './presets.js';

const fraction = { type: 'number', minimum: 0, maximum: 1 };
const notNegative = { type: 'number', minimum: 0 };
const positive = { type: 'number', exclusiveMinimum: 0 };
const count = { type: 'integer', minimum: 1, maximum: 1_000_000_000 };
const orNull = (schema: { readonly type: string }) => ({ ...schema, type: [schema.type, 'null'] });
const natural = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const name = { type: 'string', minLength: 1, maxLength: 200 };
const closed = (properties: { readonly [key: string]: object }) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

const GAME_SCHEMA = closed({
  game: name, variant: name, options: { type: 'object' }, share: positive,
  gamma: fraction, gammaUnit: { enum: ['own', 'all'] }, scale: { enum: ['range', 'none'] },
  entropyStart: notNegative, entropyEnd: notNegative,
  maxTokens: { type: 'integer', minimum: 1, maximum: 65_536 },
  opponents: { type: 'array', items: name },
});

/** JSON Schema of a complete configuration: every key is there once the defaults are in. */
export const TRAIN_CONFIG_SCHEMA = closed({
  seed: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  games: { type: 'array', items: GAME_SCHEMA, minItems: 1 },
  model: closed({ width: count, layers: count, heads: count, contextTokens: count, spelling: flag, forcedWords: flag }),
  updates: orNull(natural), minutes: orNull(notNegative), scheduleMinutes: positive,
  turnsPerUpdate: count, quota: { enum: ['turns', 'matches'] },
  learningRate: notNegative, learningRateEnd: notNegative, rampUpdates: { type: 'integer', minimum: 0 },
  warmUpUpdates: { type: 'integer', minimum: 0 }, warmUpLearningRate: notNegative,
  beta1: { type: 'number', minimum: 0, exclusiveMaximum: 1 }, beta2: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
  weightDecay: notNegative, clipNorm: positive,
  baseline: { enum: ['role', 'shared', 'none'] }, baselineDecay: fraction, baselineOrder: { enum: ['read-first', 'update-first'] },
  dropZeroAdvantage: flag, legality: notNegative, temperature: positive, constrained: flag,
  profile: { enum: [...PROFILES] }, penalty: { type: 'number', minimum: 1 },
  trainOn: closed(Object.fromEntries(Object.keys(TRAIN_DEFAULTS.trainOn).map((reason) => [reason, flag]))),
  evaluateEveryMinutes: orNull(positive), evaluateEveryUpdates: orNull(count), evaluationMatches: count,
  checkpointEveryMinutes: orNull(positive), checkpointEveryUpdates: orNull(count), keepCheckpoints: count,
});

const check = new Ajv2020({ allErrors: false, strict: true, allowUnionTypes: true, verbose: true }).compile<TrainConfig>(TRAIN_CONFIG_SCHEMA);

/**
 * A complete configuration.
 * @param layers partial configurations, later ones win
 * @throws TRAINER_CONFIG_UNKNOWN_KEY, TRAINER_CONFIG_INVALID
 */
export function parseConfig(...layers: readonly unknown[]): TrainConfig {
  let merged: JsonObject = TRAIN_DEFAULTS;
  for (const layer of layers) merged = merge(merged, plainObject(layer, '/'));
  const games = merged['games'];
  if (Array.isArray(games)) merged = { ...merged, games: games.map((game, index) => ({ ...GAME_DEFAULTS, ...plainObject(game, `/games/${index}`) })) };
  if (check(merged)) return merged;
  throw refusal(check.errors?.[0]);
}

/** The partial configuration of a preset. @throws TRAINER_PRESET_UNKNOWN */
export function preset(presetName: string): JsonObject {
  const found = Object.hasOwn(PRESETS, presetName) ? PRESETS[presetName] : undefined;
  if (found) return found;
  const presets = Object.keys(PRESETS);
  throw new TrainerError('TRAINER_PRESET_UNKNOWN', { details: { preset: presetName, presets: presets.join(', '), suggestion: didYouMean(presetName, presets) } });
}

function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const before = merged.get(key);
    merged.set(key, isJsonObject(before) && isJsonObject(value) && key !== 'options' ? merge(before, value) : value);
  }
  return Object.fromEntries(merged);
}

/** A door: what came from a file is an object of JSON values, or refused. */
function plainObject(value: unknown, path: string): JsonObject {
  let text: string;
  try {
    text = canonicalJson(value as Json);
  } catch (cause) {
    throw new TrainerError('TRAINER_CONFIG_INVALID', { details: { path, expected: 'plain JSON values', got: String(value) }, cause });
  }
  const copy = JSON.parse(text) as Json;
  if (isJsonObject(copy)) return copy;
  throw new TrainerError('TRAINER_CONFIG_INVALID', { details: { path, expected: 'an object of settings', got: text.slice(0, 80) } });
}

function refusal(error: ErrorObject | undefined): TrainerError {
  const path = error?.instancePath || '/';
  if (error?.keyword === 'additionalProperties') {
    const key = String(error.params['additionalProperty']);
    const keys = Object.keys(error.parentSchema?.['properties'] as object);
    return new TrainerError('TRAINER_CONFIG_UNKNOWN_KEY', { details: { key, path, suggestion: didYouMean(key, keys), keys: keys.join(', ') } });
  }
  if (error?.keyword === 'required') {
    return new TrainerError('TRAINER_CONFIG_INVALID', { details: { path, expected: `the key "${String(error.params['missingProperty'])}"`, got: 'none' } });
  }
  const allowed = error?.keyword === 'enum' ? `one of ${(error.params['allowedValues'] as readonly string[]).join(', ')}` : (error?.message ?? 'another value').replace(/^must be /, '');
  return new TrainerError('TRAINER_CONFIG_INVALID', { details: { path, expected: allowed, got: JSON.stringify(error?.data)?.slice(0, 80) ?? 'nothing' } });
}
