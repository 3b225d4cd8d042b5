/**
 * A product of matrices takes a constant factor of its result or of one of its factors as its scale: attention's 1/√d, a mean's 1/N.
 */
import { sameShape, type Graph, type GraphValue } from '../graph.js';
import type { Builder } from './builder.js';
import { any, named, number, numberOf, op, reshaped, type Pattern } from './pattern.js';
import { rewrite, type Context, type Fusion } from './rewrite.js';

const PRODUCT: Pattern = named('x', reshaped(named('product', op('BatchMatMul', [any('a'), any('b')]))));

/** x c or x / c, where nobody else reads the product: else there would be two. */
const ofResult = (find: Pattern, factor: (c: number) => number): Fusion => ({
  find,
  replace: ({ x, product, c }, to, context) => {
    const { root, made, reads } = context;
    for (let value = x!; ; value = made.get(value)!.inputs[0]!) {
      if (reads(value) !== 1) return undefined;
      if (value === product) break;
    }
    return root.dtype === 'float32' && sameShape(x!.shape, root.shape) ? to.reshape(scaled(product!, factor(numberOf(c!, made)!), to, context), root.shape) : undefined;
  },
});

const FACTOR: Pattern = named('y', reshaped(named('xc', op('Multiply', [any('x'), number('c')]))));

/** (x c) b or a (x c), where only products read x c: else it must be computed anyway. */
const ofFactor = (side: 0 | 1): Fusion => ({
  find: op('BatchMatMul', side === 0 ? [FACTOR, any('other')] : [any('other'), FACTOR]),
  replace: ({ x, xc, y, c }, to, context) => {
    if (!sameShape(x!.shape, xc!.shape) || x!.dtype !== 'float32' || !onlyProductsRead(xc!, context)) return undefined;
    return scaled(context.root, numberOf(c!, context.made)!, to, context, side, to.reshape(x!, y!.shape));
  },
});

function onlyProductsRead(value: GraphValue, context: Context): boolean {
  const nodes = context.readers.get(value) ?? [];
  return context.reads(value) === nodes.length && nodes.every((node) => node.op === 'BatchMatMul' || (node.op === 'Reshape' && onlyProductsRead(node.outputs[0]!, context)));
}

function scaled(product: GraphValue, factor: number, to: Builder, { made }: Context, side?: 0 | 1, input?: GraphValue): GraphValue {
  const { inputs, attrs } = made.get(product)!;
  return to.add('BatchMatMul', side === undefined ? inputs : inputs.with(side, input!), product.shape, { ...attrs, scale: (attrs['scale'] as number) * factor });
}

const FUSIONS: readonly Fusion[] = [
  ofResult(op('Multiply', [PRODUCT, number('c')]), (c) => c),
  ofResult(op('RealDiv', [PRODUCT, number('c')]), (c) => 1 / c),
  ofFactor(0),
  ofFactor(1),
];

export function scaleInProduct(graph: Graph): Graph {
  const better = rewrite(graph, FUSIONS);
  return better === graph ? graph : scaleInProduct(better);
}
