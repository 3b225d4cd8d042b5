/**
 * Patterns: small trees of ops to look for behind a value of a graph, from the value back to what it was made of, with names for the parts that
 * a rewrite needs. A pattern never asks who else reads a value. Commutative ops match in either order of their inputs.
 */
import type { GraphNode, GraphValue } from '../graph.js';

/** The node that makes each value; inputs and constants have none. */
export type Made = ReadonlyMap<GraphValue, GraphNode>;
/** The named parts of what was found. */
export type Found = { readonly [name: string]: GraphValue };
/** Every way to find the pattern at a value, each added to what was found before; none where the value is something else. */
export type Pattern = (value: GraphValue, found: Found, made: Made) => readonly Found[];

const COMMUTATIVE = new Set(['Add', 'Multiply', 'Maximum', 'Minimum']);

/** Any value; where the name was given before, that same value. */
export function any(name: string): Pattern {
  return (value, found) => {
    const before = found[name];
    if (before === undefined) return [{ ...found, [name]: value }];
    return before === value ? [found] : [];
  };
}

/** What the pattern matches, under a name. */
export function named(name: string, pattern: Pattern): Pattern {
  return (value, found, made) => pattern(value, found, made).flatMap((inner) => any(name)(value, inner, made));
}

/** The only output of a node of this kind, with inputs like these; `test` may look at the node's attributes and shapes. */
export function op(kind: string, inputs: readonly Pattern[], test: (node: GraphNode) => boolean = () => true): Pattern {
  return (value, found, made) => {
    const node = made.get(value);
    if (node?.op !== kind || node.inputs.length !== inputs.length || node.outputs.length !== 1 || !test(node)) return [];
    const straight = matchAll(inputs, node.inputs, found, made);
    return COMMUTATIVE.has(kind) ? [...straight, ...matchAll(inputs, node.inputs.toReversed(), found, made)] : straight;
  };
}

function matchAll(patterns: readonly Pattern[], values: readonly GraphValue[], found: Found, made: Made): readonly Found[] {
  let all: readonly Found[] = [found];
  for (const [i, pattern] of patterns.entries()) all = all.flatMap((one) => pattern(values[i]!, one, made));
  return all;
}

/** The pattern, or a reshape of it. */
export function reshaped(pattern: Pattern): Pattern {
  return (value, found, made) => {
    const node = made.get(value);
    const behind = node?.op === 'Reshape' ? reshaped(pattern)(node.inputs[0]!, found, made) : [];
    return [...pattern(value, found, made), ...behind];
  };
}

/** A constant that holds one number in every place, whichever it is. */
export function number(name: string): Pattern {
  return (value, found, made) => (numberOf(value, made) === undefined ? [] : any(name)(value, found, made));
}

/** A constant that holds this number in every place. */
export function exactly(wanted: number): Pattern {
  return (value, found, made) => (numberOf(value, made) === wanted ? [found] : []);
}

/** The number that a value holds in every place, if it is a constant. */
export function numberOf(value: GraphValue, made: Made): number | undefined {
  if (value.data) return value.data.length === 1 ? value.data[0] : undefined;
  const node = made.get(value);
  return node?.op === 'Fill' ? (node.attrs['value'] as number) : undefined;
}

/** For tests of reductions: over the last axis alone. */
export function overLastAxis(node: GraphNode): boolean {
  const axes = node.attrs['axes'] as readonly number[];
  return axes.length === 1 && axes[0] === node.inputs[0]!.shape.length - 1;
}
