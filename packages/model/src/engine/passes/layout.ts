/**
 * Axes: batches of matrices keep the axes they come with, and axes of size 1 are no axes. Reshapes between products, masks and transposes then
 * cancel out, and transposes stand next to each other, where they become one.
 */
import { sameShape, type Graph } from '../graph.js';
import { any, op } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

/** A transpose moves no axis of size 1. */
const SQUEEZED: Fusion = {
  find: op('Transpose', [any('x')]),
  replace: ({ x }, to, { root, made }) => {
    const perm = (made.get(root)!.attrs['perm'] as readonly number[]).filter((axis) => x!.shape[axis] !== 1);
    if (perm.length === root.shape.length) return undefined;
    const kept = perm.toSorted((a, b) => a - b);
    const squeezed = to.reshape(x!, kept.map((axis) => x!.shape[axis]!));
    return to.reshape(to.transpose(squeezed, perm.map((axis) => kept.indexOf(axis))), root.shape);
  },
};

/** A product of matrices whose batch axes were made one, of both factors alike. */
const UNFLATTENED: Fusion = {
  find: op('BatchMatMul', [op('Reshape', [any('a')]), op('Reshape', [any('b')])]),
  replace: ({ a, b }, to, { root, made }) => {
    const { inputs, attrs } = made.get(root)!;
    const keepsMatrix = [a!, b!].every(({ shape }, i) => shape.length > inputs[i]!.shape.length && sameShape(shape.slice(-2), inputs[i]!.shape.slice(-2)));
    if (!keepsMatrix || !sameShape(a!.shape.slice(0, -2), b!.shape.slice(0, -2)) || inputs[0]!.shape[0] !== inputs[1]!.shape[0]) return undefined;
    return to.reshape(to.product(a!, b!, attrs as { readonly transposeA: boolean; readonly transposeB: boolean; readonly scale: number }), root.shape);
  },
};

export function squeezeTransposes(graph: Graph): Graph {
  return rewrite(graph, [SQUEEZED]);
}

export function unflattenProducts(graph: Graph): Graph {
  return rewrite(graph, [UNFLATTENED]);
}
