/**
 * Whether a value of unknown make is plain JSON: a tree of own, enumerable data properties, finite numbers and nothing else.
 * It runs no code of the value (no getter, no toJSON), never throws and never recurses deeper than its limit.
 * What the JSON must look like is the schema's business.
 */
import { pointerTo, type Problem } from './explain.js';

/** Deeper values are refused before anything recurses into them; a value that contains itself is deeper than any limit. */
export const MAX_DEPTH = 32;
/** Values in one action or message; a value that contains itself twice would otherwise take exponential time. */
const MAX_VALUES = 1_000_000;

/** What keeps a value from being plain JSON, or `null` when it is. */
export function plainJsonProblem(value: unknown, maxDepth: number = MAX_DEPTH): Problem | null {
  if (typeof value === 'object' && value !== null) {
    try {
      return treeProblem(value, maxDepth, { left: MAX_VALUES });
    } catch {
      return { pointer: '', message: 'expected a plain JSON value, got an object that cannot be read' };
    }
  }
  return leafProblem(value);
}

/** Pointers are built on the way back, where there is something to point at. */
function treeProblem(value: object, depthLeft: number, budget: { left: number }): Problem | null {
  if (depthLeft === 0) return { pointer: '', message: `expected at most ${MAX_DEPTH} levels, got more` };
  const isArray = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isArray ? prototype !== Array.prototype : prototype !== Object.prototype && prototype !== null) {
    if (!isForeignPlain(prototype, isArray)) return { pointer: '', message: 'expected a plain JSON value, got an object of another kind' };
  }
  const keys = Object.keys(value);
  const hidden = Object.getOwnPropertyNames(value).length - keys.length - (isArray ? 1 : 0); // keys under symbols are no part of the JSON
  if (hidden !== 0 || (isArray && keys.length !== (value as readonly unknown[]).length)) return { pointer: '', message: 'expected plain properties only, got hidden or missing ones' };
  if ((budget.left -= keys.length) < 0) return { pointer: '', message: `expected at most ${MAX_VALUES} values, got more` };
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (!property || !('value' in property)) return { pointer: pointerTo('', key), message: 'expected a plain value, got a computed property' };
    const item: unknown = property.value;
    const problem = typeof item === 'object' && item !== null ? treeProblem(item, depthLeft - 1, budget) : leafProblem(item);
    if (problem) return { pointer: pointerTo('', key) + problem.pointer, message: problem.message };
  }
  return null;
}

function leafProblem(value: unknown): Problem | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : { pointer: '', message: `expected a finite number, got ${value}` };
  return { pointer: '', message: `expected a JSON value, got ${typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`}` };
}

/** Plain objects of another realm (a worker's vm context, a frame) are plain too: their prototype ends the chain and has its own `hasOwnProperty`. */
function isForeignPlain(prototype: unknown, isArray: boolean): boolean {
  if (typeof prototype !== 'object' || prototype === null) return false;
  const parent: unknown = Object.getPrototypeOf(prototype);
  if (isArray) return Array.isArray(prototype) && parent !== null && Object.getPrototypeOf(parent) === null;
  return parent === null && Object.hasOwn(prototype, 'hasOwnProperty') && Object.hasOwn(prototype, 'isPrototypeOf');
}
