/**
 * One question for values that belong to no game's actions or options, such as the parameters of a scripted agent: does this value fit this schema?
 * A schema object is compiled once and kept as long as the object lives. It changes nothing and fills nothing in.
 */
import type { Json, JsonSchema } from '../json.js';
import { compileSchema, type ValidateFunction } from './ajv.js';
import { Explainer, type Problem } from './explain.js';

const compiled = new WeakMap<JsonSchema, { readonly validate: ValidateFunction; readonly explainer: Explainer }>();

/**
 * `null` when the value fits; else where it is wrong and what is expected there.
 * @throws Error when the schema does not compile
 */
export function valueProblem(schema: JsonSchema, value: Json): Problem | null {
  let known = compiled.get(schema);
  if (!known) compiled.set(schema, (known = { validate: compileSchema(schema), explainer: new Explainer(schema) }));
  return known.validate(value) ? null : known.explainer.explain(value, known.validate.errors ?? []);
}
