/**
 * Root-mean-square normalisation, forward in one op of ours and backward in the fewest ways through `[N, D]`. With r = (mean(x²) + ε)^-1/2:
 *   RmsNorm(x [N, D], g [D]) {eps} -> y = x r g [N, D] and r [N, 1]
 * The gradient as the decoder writes it needs n = x r, d = dy g and mean(d n); in terms of p = dy x both sums are products with a vector:
 *   Σ d n over a row = r (g pᵀ), Σ dy n over a column = r p; dx = d r − x r³ (g pᵀ) / D
 */
import type { Graph, GraphValue } from '../graph.js';
import type { Builder } from './builder.js';
import { any, named, number, numberOf, op, overLastAxis, type Pattern } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

const keepsLast: Parameters<typeof op>[2] = (node) => overLastAxis(node) && node.attrs['keepDims'] === true;
const overRows: Parameters<typeof op>[2] = ({ attrs, inputs }) => inputs[0]!.shape.length === 2 && String(attrs['axes']) === '0';

const SCALE: Pattern = named('r', op('Rsqrt', [op('Add', [op('Mean', [op('Square', [any('x')])], keepsLast), number('eps')])]));
const NORMED: Pattern = op('Multiply', [any('x'), SCALE]);
const isNorm = (x: GraphValue, g: GraphValue): boolean => x.shape.length === 2 && g.shape.length === 1 && g.shape[0] === x.shape[1];

const FORWARD: Fusion = {
  find: op('Multiply', [NORMED, any('g')]),
  replace: ({ x, g, r, eps }, to, { root, made }) => {
    if (!isNorm(x!, g!)) return undefined;
    const [y, scale] = to.addAll('RmsNorm', [x!, g!], [x!.shape, r!.shape], { eps: numberOf(eps!, made)! }) as [GraphValue, GraphValue];
    return new Map([[root, y], [r!, scale]]);
  },
};

const TIMES_WEIGHT: Pattern = named('d', op('Multiply', [any('dy'), any('g')]));
const ALONG: Pattern = op('Mean', [op('Multiply', [TIMES_WEIGHT, named('n', NORMED)])], keepsLast);

/** (d − n mean(d n)) r */
const TO_INPUT: Fusion = {
  find: op('Multiply', [op('Sub', [any('d'), op('Multiply', [named('n', NORMED), ALONG])]), any('r')]),
  replace: ({ x, g, r, dy, d }, to) => {
    if (!isNorm(x!, g!) || dy!.shape.join() !== x!.shape.join()) return undefined;
    const [rows, width] = x!.shape as [number, number];
    const sums = to.reshape(to.product(to.reshape(g!, [1, width]), products(to, dy!, x!), { transposeB: true, scale: 1 / width }), [rows, 1]);
    const along = to.binary('Multiply', to.binary('Multiply', to.binary('Multiply', r!, r!), r!), sums); // [N, 1]
    return to.binary('Sub', to.binary('Multiply', d!, r!), to.binary('Multiply', x!, along));
  },
};

/** Σ dy n over the rows */
const TO_WEIGHT: Fusion = {
  find: op('Sum', [op('Multiply', [any('dy'), NORMED])], overRows),
  replace: ({ x, r, dy }, to, { root }) => {
    if (x!.shape.length !== 2 || dy!.shape.join() !== x!.shape.join()) return undefined;
    return to.reshape(to.product(to.reshape(r!, [1, x!.shape[0]!]), products(to, dy!, x!)), root.shape);
  },
};

/** p, written alike for both gradients, so that it is computed once. */
const products = (to: Builder, dy: GraphValue, x: GraphValue): GraphValue => to.binary('Multiply', dy, x);

export function fuseRmsNorm(graph: Graph): Graph {
  return rewrite(graph, [TO_INPUT, TO_WEIGHT, FORWARD]);
}
