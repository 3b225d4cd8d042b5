/**
 * Says how two values differ that should be equal: where, and in what manner (length, order, keys, value), since a leak through the length of a
 * text or the order of a list is easily overlooked. For reports only; equality itself is judged on the texts.
 */
import { canonicalJson, isJsonObject, type Json } from '../json.js';
import { pointerTo } from '../schema/explain.js';

/** A sentence on the first difference, such as `order of the list at "/cards": ["a","b"] against ["b","a"]`. */
export function describeDifference(a: unknown, b: unknown): string {
  return difference(a as Json, b as Json, '');
}

function difference(a: Json, b: Json, pointer: string): string {
  if (Array.isArray(a) && Array.isArray(b)) return listDifference(a as readonly Json[], b as readonly Json[], pointer);
  if (isJsonObject(a) && isJsonObject(b)) {
    const [keys, others] = [Object.keys(a), Object.keys(b)];
    if (keys.join('\n') !== others.join('\n')) return describe(keys.toSorted().join('\n') === others.toSorted().join('\n') ? 'order of the keys' : 'keys', keys, others, pointer);
    const key = keys.find((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])) as string;
    return difference(a[key] as Json, b[key] as Json, pointerTo(pointer, key));
  }
  if (typeof a === 'string' && typeof b === 'string') return describe(a.length === b.length ? 'text' : 'length of the text', a, b, pointer);
  return describe('value', a, b, pointer);
}

function listDifference(a: readonly Json[], b: readonly Json[], pointer: string): string {
  if (a.length !== b.length) return describe('length of the list', a, b, pointer);
  if (sortedText(a) === sortedText(b)) return describe('order of the list', a, b, pointer);
  const index = a.findIndex((item, at) => JSON.stringify(item) !== JSON.stringify(b[at]));
  return difference(a[index] as Json, b[index] as Json, pointerTo(pointer, index));
}

function sortedText(list: readonly Json[]): string {
  return list.map(canonicalJson).toSorted().join();
}

function describe(manner: string, a: Json, b: Json, pointer: string): string {
  const [from, first, second] = excerpts(JSON.stringify(a) ?? 'nothing', JSON.stringify(b) ?? 'nothing');
  return `${manner}${pointer === '' ? '' : ` at "${pointer}"`}: ${from}${first} against ${from}${second}`;
}

/** Both texts around the place where they part. */
function excerpts(a: string, b: string): readonly [from: string, a: string, b: string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const start = Math.max(0, at - 30);
  return [start > 0 ? '...' : '', a.slice(start, at + 60), b.slice(start, at + 60)];
}
