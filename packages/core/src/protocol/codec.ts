/**
 * The door of the protocol: untrusted frames and values become checked messages, or an error that says where and what.
 * Strict in both directions: unknown types and keys are refused. It opens no socket and judges no action.
 */
import { CoreError } from '../errors.js';
import type { Json, JsonSchema } from '../json.js';
import { compileSchema, type ValidateFunction } from '../schema/ajv.js';
import { Explainer } from '../schema/explain.js';
import { plainJsonProblem } from '../schema/plain-json.js';
import { FRAME_LIMITS, parseFrame, type FrameLimits } from './frame.js';
import type { ClientMessage, Message, ServerMessage } from './messages.js';
import { CLIENT_MESSAGE_SCHEMAS, SERVER_MESSAGE_SCHEMAS } from './schemas.js';

export type DecodeResult<M extends Message> = { readonly ok: true; readonly message: M } | { readonly ok: false; readonly error: CoreError };

/** One text frame from a client. @returns CORE_MESSAGE_INVALID as data where it is no message */
export function decodeClientMessage(text: string, limits: FrameLimits = FRAME_LIMITS): DecodeResult<ClientMessage> {
  return CLIENT.decode(text, limits);
}

/** One text frame from a server. @returns CORE_MESSAGE_INVALID as data where it is no message */
export function decodeServerMessage(text: string, limits: FrameLimits = FRAME_LIMITS): DecodeResult<ServerMessage> {
  return SERVER.decode(text, limits);
}

/** A value that came without JSON text (in process, or parsed by somebody else). The message is the value itself, unchanged. */
export function readClientMessage(value: unknown): DecodeResult<ClientMessage> {
  return CLIENT.read(value);
}

export function readServerMessage(value: unknown): DecodeResult<ServerMessage> {
  return SERVER.read(value);
}

/** The text frame of a message. */
export function encodeMessage(message: Message): string {
  return JSON.stringify(message);
}

interface CompiledMessage {
  readonly validate: ValidateFunction;
  readonly explainer: Explainer;
}

/** The messages of one direction; a schema compiles when its first message comes, once. */
class Direction<M extends Message> {
  readonly #schemas: ReadonlyMap<string, JsonSchema>;
  readonly #compiled = new Map<string, CompiledMessage>();

  constructor(schemas: { readonly [type: string]: JsonSchema }) {
    this.#schemas = new Map(Object.entries(schemas));
  }

  decode(text: string, limits: FrameLimits): DecodeResult<M> {
    const frame = parseFrame(text, limits);
    return frame.ok ? this.#check(frame.value) : invalid('', frame.explanation);
  }

  read(value: unknown): DecodeResult<M> {
    const problem = plainJsonProblem(value);
    return problem ? invalid(problem.pointer, problem.message) : this.#check(value as Json);
  }

  #check(value: Json): DecodeResult<M> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('', 'expected an object with a type');
    const type = Object.hasOwn(value, 'type') ? (value as { readonly type: Json }).type : undefined;
    const schema = typeof type === 'string' ? this.#schemas.get(type) : undefined;
    if (schema === undefined) {
      const got = typeof type === 'string' ? JSON.stringify(type.slice(0, 80)) : type === undefined ? 'none' : 'no text';
      return invalid('/type', `expected one of ${[...this.#schemas.keys()].join(', ')}, got ${got}`);
    }
    const { validate, explainer } = this.#compile(type as string, schema);
    if (validate(value)) return { ok: true, message: value as unknown as M }; // the schema agrees with the type, key by key
    const problem = explainer.explain(value, validate.errors ?? []);
    return invalid(problem.pointer, problem.message);
  }

  #compile(type: string, schema: JsonSchema): CompiledMessage {
    let compiled = this.#compiled.get(type);
    if (!compiled) this.#compiled.set(type, (compiled = { validate: compileSchema(schema), explainer: new Explainer(schema) }));
    return compiled;
  }
}

const CLIENT = new Direction<ClientMessage>(CLIENT_MESSAGE_SCHEMAS);
const SERVER = new Direction<ServerMessage>(SERVER_MESSAGE_SCHEMAS);

function invalid(pointer: string, explanation: string): { readonly ok: false; readonly error: CoreError } {
  return { ok: false, error: new CoreError('CORE_MESSAGE_INVALID', { details: { path: pointer === '' ? 'the top' : pointer, explanation } }) };
}
