/**
 * Parameters of a scripted agent, from text to typed values with the defaults filled in, checked against the agent's own `paramsSchema`.
 * Text becomes a number or boolean where the schema asks for one, and is read as JSON where it asks for an object or a list.
 */
import { isJsonObject } from '@spiral-arena/core';
import type { Json, JsonObject, JsonSchema } from '@spiral-arena/core';
import { didYouMean, fillDefaults, valueProblem } from '@spiral-arena/core/game';
import { AgentsError } from './errors.js';

/** What an agent without a schema takes: nothing. */
const NO_PARAMS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/**
 * @param schema absent: the agent takes no parameters
 * @param given values as text, as in `nash?alpha=0.2`
 * @throws AGENTS_PARAM_UNKNOWN, AGENTS_PARAM_INVALID
 */
export function checkParams(agent: string, schema: JsonSchema = NO_PARAMS, given: { readonly [key: string]: string } = {}): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties);
  const values = Object.entries(given).map(([param, text]): [string, Json] => {
    if (!names.includes(param)) {
      throw new AgentsError('AGENTS_PARAM_UNKNOWN', { details: { agent, param, known: names.join(', ') || 'none', suggestion: didYouMean(param, names) } });
    }
    const property = properties[param];
    return [param, typed(text, isJsonObject(property) ? property['type'] : undefined)];
  });
  const params = fillDefaults(schema, Object.fromEntries(values));
  const problem = valueProblem(schema, params);
  if (problem) throw new AgentsError('AGENTS_PARAM_INVALID', { details: { agent, param: problem.pointer.slice(1) || names.join(', '), problem: problem.message } });
  return params;
}

/** The value that the text means for a type; the text itself where it means none, for the schema to refuse. */
function typed(text: string, type: Json | undefined): Json {
  switch (type) {
    case 'number':
    case 'integer': {
      const isNumber = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
      return isNumber ? Number(text) : text;
    }
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text);
    case 'object':
    case 'array':
      try {
        return JSON.parse(text) as Json;
      } catch {
        return text;
      }
    default:
      return text;
  }
}
