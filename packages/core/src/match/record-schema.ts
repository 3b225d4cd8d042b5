/**
 * What a stored header and a stored event must look like before a replay reads them: the door for records from files and stores.
 * It says nothing about rules, and allows keys that it does not know, so that records of later minor versions load.
 */
import type { JsonObject, JsonSchema } from '../json.js';
import { valueProblem } from '../schema/value-problem.js';
import type { Problem } from '../schema/explain.js';
import { END_REASONS, INVALID_KINDS, PROFILES } from './events.js';

const TEXT: JsonSchema = { type: 'string' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const REASON: JsonSchema = { enum: END_REASONS };
const FAILURE: JsonSchema = { enum: END_REASONS.filter((reason) => reason !== 'completed' && reason !== 'truncated' && reason !== 'aborted') };
const ATTEMPT: JsonSchema = { type: 'object', properties: { actionId: TEXT, atMs: { type: 'number' }, text: TEXT, trace: { type: 'object' } } };

const HEADER: JsonSchema = objectWith({
  matchId: TEXT,
  game: TEXT,
  gameVersion: TEXT,
  variant: TEXT,
  options: { type: 'object' },
  seed: TEXT,
  seats: { type: 'array', items: objectWith({ role: TEXT, name: TEXT }, { account: TEXT }) },
  profile: { enum: PROFILES },
  penalty: { type: 'number', minimum: 1 },
  rated: { type: 'boolean' },
}, { number: COUNT });

const END: JsonSchema = objectWith({
  reason: REASON,
  offenders: { type: 'array', items: COUNT },
  returns: { type: ['array', 'null'], items: { type: 'number' } },
  zeroSum: { type: 'boolean' },
  ply: COUNT,
}, { cause: TEXT });

const EVENTS: { readonly [type: string]: JsonSchema } = {
  chance: { type: 'object', required: ['outcome'] },
  submitted: objectWith({ ply: COUNT, seat: COUNT, action: { type: 'object' } }, { by: ATTEMPT }),
  actions: objectWith({ ply: COUNT, actions: { type: 'object', additionalProperties: { type: 'object' } } }, { by: ATTEMPT }),
  refused: objectWith({ ply: COUNT, seat: COUNT, kind: { enum: INVALID_KINDS }, message: TEXT, retriesLeft: COUNT }, { pointer: TEXT, by: ATTEMPT }),
  forfeited: objectWith({ ply: COUNT, seat: COUNT, reason: FAILURE }, { cause: TEXT }),
  ended: objectWith({ end: END }),
};

/** What keeps a JSON object from being a header of this version, or `null`. */
export function headerProblem(header: JsonObject): Problem | null {
  return valueProblem(HEADER, header);
}

/** What keeps a JSON object from being an event, or `null`. */
export function eventProblem(event: JsonObject): Problem | null {
  const schema = typeof event.type === 'string' && Object.hasOwn(EVENTS, event.type) ? EVENTS[event.type] : undefined;
  return schema ? valueProblem(schema, event) : { pointer: '/type', message: `expected one of ${Object.keys(EVENTS).join(', ')}` };
}

/** An object with these keys; those of the second list may be absent, others may be there. */
function objectWith(properties: { readonly [key: string]: JsonSchema }, optional: { readonly [key: string]: JsonSchema } = {}): JsonSchema {
  return { type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) };
}
