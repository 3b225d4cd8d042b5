/**
 * A plugin's export as a description that can cross to another thread, and the object that is made of a description there.
 * It knows nothing of games: whatever is missing or odd stays missing or odd, for core's plugin checks to find.
 */
import type { Described } from './messages.js';

/** Deeper than anything in a game's contract; also what ends a circle. */
const MOST_LEVELS = 8;

export function describe(value: unknown, levels = MOST_LEVELS): Described {
  if (typeof value === 'function') return { kind: 'function' };
  if (typeof value !== 'object' || value === null) return { kind: 'data', value: typeof value === 'symbol' ? undefined : value };
  if (levels === 0) return { kind: 'data', value: undefined };
  if (isData(value)) return { kind: 'data', value };
  const members = namesOf(value).map((name) => [name, describe((value as { readonly [name: string]: unknown })[name], levels - 1)] as const);
  return { kind: 'object', isList: Array.isArray(value), members };
}

/** @param call runs the function at this path on the other side */
export function rebuild(described: Described, call: (path: readonly string[], args: readonly unknown[]) => unknown, path: readonly string[] = []): unknown {
  switch (described.kind) {
    case 'data':
      return described.value;
    case 'function':
      return (...args: unknown[]) => call(path, args);
    case 'object': {
      const members = described.members.map(([name, member]) => [name, rebuild(member, call, [...path, name])] as const);
      return described.isList ? members.map(([, member]) => member) : Object.fromEntries(members);
    }
  }
}

/** Plain JSON through and through. */
function isData(value: unknown, levels = 64): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  const prototype: unknown = Object.getPrototypeOf(value);
  return levels > 0 && (Array.isArray(value) || prototype === Object.prototype || prototype === null) && Object.values(value).every((item) => isData(item, levels - 1));
}

/** Its own and inherited members: a game may be an instance of a class. */
function namesOf(value: object): readonly string[] {
  const names = new Set<string>();
  for (let holder = value; holder !== null && holder !== Object.prototype && holder !== Array.prototype; holder = Object.getPrototypeOf(holder) as object) {
    for (const name of Object.getOwnPropertyNames(holder)) names.add(name);
  }
  names.delete('constructor');
  if (Array.isArray(value)) names.delete('length');
  return [...names];
}
