/**
 * Agents as text, as people type them: `random`, `nash?alpha=0.2`, `model:runs/demo?temperature=0.5`.
 * The text and its parts are an inverse pair. What a name means for a game is `make-agent.ts`.
 */
import { AgentsError } from './errors.js';

/** The parts of an agent's text. Values stay text here: the agent's own schema types them. */
export interface AgentSpec {
  readonly name: string;
  /** What stands after the colon, where something does: a file, an address. */
  readonly path?: string;
  readonly params: { readonly [key: string]: string };
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const KEY = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** @throws AGENTS_SPEC_INVALID */
export function parseAgentSpec(text: string): AgentSpec {
  const mark = text.indexOf('?');
  const head = mark < 0 ? text : text.slice(0, mark);
  const colon = head.indexOf(':');
  const name = (colon < 0 ? head : head.slice(0, colon)).trim();
  if (!NAME.test(name)) throw invalid('a name of lower-case letters, digits and single hyphens', text);
  const params = mark < 0 ? {} : parseParams(text.slice(mark + 1), text);
  if (colon < 0) return { name, params };
  const path = head.slice(colon + 1).replace(/%(25|3f)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (path === '') throw invalid(`something after "${name}:"`, text);
  return { name, path, params };
}

/** The text of an agent; `parseAgentSpec` gives the same parts back. */
export function formatAgentSpec({ name, path, params }: AgentSpec): string {
  const query = Object.entries(params).map(([key, value]) => `${key}=${escaped(value, /[%&=?]/g)}`).join('&');
  return name + (path === undefined ? '' : `:${escaped(path, /[%?]/g)}`) + (query === '' ? '' : `?${query}`);
}

function parseParams(query: string, text: string): AgentSpec['params'] {
  const params = new Map<string, string>();
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const key = equals < 0 ? part : part.slice(0, equals);
    if (equals < 0 || !KEY.test(key)) throw invalid('key=value after "?", joined by "&"', text);
    if (params.has(key)) throw invalid(`the key "${key}" once`, text);
    params.set(key, unescaped(part.slice(equals + 1), text));
  }
  return Object.fromEntries(params);
}

function escaped(value: string, pattern: RegExp): string {
  return value.replace(pattern, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescaped(value: string, text: string): string {
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    throw new AgentsError('AGENTS_SPEC_INVALID', { details: { expected: 'values whose "%" signs are written %25', got: text }, cause });
  }
}

function invalid(expected: string, got: string): AgentsError {
  return new AgentsError('AGENTS_SPEC_INVALID', { details: { expected, got } });
}
