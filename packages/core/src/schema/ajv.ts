/**
 * Where JSON Schemas become validators: Ajv 2020 with one fixed setting that looks and never touches.
 * No coercion, no defaults, no removal; unknown keywords and remote references are refused; patterns run in linear time (re2js).
 * Every compilation has an Ajv of its own, so that two schemas with one `$id` cannot meet and a dropped validator leaves nothing behind.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats, { type FormatsPlugin } from 'ajv-formats';
import { RE2JS } from 're2js';
import type { JsonSchema } from '../json.js';

export type { ErrorObject, ValidateFunction };

// Typed for a module system in which the default import is the function itself; at run time it is.
const addFormats = formats as unknown as FormatsPlugin;

/** A pattern of a schema, matched in time linear in the text. Look-around and back references do not compile. */
const linearPattern = Object.assign((pattern: string, _flags: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), { code: 'linearPattern' });

let compilations = 0;

/** Compilations so far in this process; a test holds it constant while matches run. */
export function compilationCount(): number {
  return compilations;
}

/** One Ajv for the question whether a schema is one: the meta-schemas compile once. */
const judge = new Ajv2020({ strictSchema: true, logger: false });

/**
 * A validator of a schema.
 * @throws Error when the schema is not valid JSON Schema 2020-12, refers outside itself, or holds a pattern that needs backtracking
 */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  if (!judge.validateSchema(schema)) throw new Error(judge.errorsText(judge.errors, { dataVar: 'schema' }));
  if (Object.hasOwn(schema, '$async')) throw new Error('asynchronous schemas are not supported');
  compilations++;
  const ajv = new Ajv2020({
    meta: false, validateSchema: false, addUsedSchema: false, logger: false,
    strictSchema: true, strictNumbers: true, strictTypes: false, strictTuples: false, strictRequired: false,
    ownProperties: true, coerceTypes: false, useDefaults: false, removeAdditional: false, allErrors: false,
    code: { regExp: linearPattern },
  });
  addFormats(ajv, { mode: 'fast' });
  return ajv.compile(schema);
}
