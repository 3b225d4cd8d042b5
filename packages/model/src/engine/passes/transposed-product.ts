/**
 * Aᵀ B without reading a large left factor against the grain, which ONNX Runtime does again for every 128 columns of B. Either A is transposed first,
 * or B is and the product becomes (Bᵀ A)ᵀ, whichever moves fewer numbers; products that share B share its transpose. Batches of small matrices
 * are better off with the narrower factor on the left as it is: the transpose of their result joins the one that puts heads back into rows.
 */
import { sameShape, sizeOf, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import type { Builder } from './builder.js';
import { any, op } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

/** Multiplications below which another op costs more than it saves. */
const SMALLEST = 1 << 18;

const readsLeftTransposed = (node: GraphNode): boolean => node.op === 'BatchMatMul' && node.attrs['transposeA'] === true && node.attrs['transposeB'] === false;
const isLarge = ({ inputs, outputs }: GraphNode): boolean => sizeOf(outputs[0]!.shape) * inputs[0]!.shape.at(-2)! >= SMALLEST;
const ranks = ({ inputs }: GraphNode): string => inputs.map(({ shape }) => shape.length).join();

const MATRICES: Fusion = {
  find: op('BatchMatMul', [any('a'), any('b')], (node) => readsLeftTransposed(node) && isLarge(node) && ranks(node) === '2,2'),
  replace: ({ a, b }, to, { root, made, readers }) => {
    const scale = made.get(root)!.attrs['scale'] as number;
    const sharing = readers.get(b!)!.filter((node) => readsLeftTransposed(node) && node.inputs[1] === b).length;
    if (sizeOf(a!.shape) <= sizeOf(b!.shape) / sharing + sizeOf(root.shape)) return to.product(swapped(to, a!), b!, { scale });
    return swapped(to, to.product(swapped(to, b!), a!, { scale }));
  },
};

const BATCHES: Fusion = {
  find: op('BatchMatMul', [any('a'), any('b')], (node) => readsLeftTransposed(node) && isLarge(node) && ['3,3', '4,4'].includes(ranks(node))),
  replace: ({ a, b }, to, { root, made }) => {
    const scale = made.get(root)!.attrs['scale'] as number;
    const [rows, columns] = root.shape.slice(-2) as [number, number];
    return rows > columns && sameShape(a!.shape.slice(0, -2), b!.shape.slice(0, -2)) ? swapped(to, to.product(b!, a!, { transposeA: true, scale })) : undefined;
  },
};

function swapped(to: Builder, x: GraphValue): GraphValue {
  const axes = x.shape.map((_, axis) => axis);
  return to.transpose(x, [...axes.slice(0, -2), axes.length - 1, axes.length - 2]);
}

export function straightenProducts(graph: Graph): Graph {
  return rewrite(graph, [MATRICES, BATCHES]);
}
