/**
 * Softmax cross entropy without tables of zeros and ones: the value of one token is picked from its row, and its gradient is written into one place
 * of the softmax. Two ops of ours say so; an index outside a row picks 0 and is written nowhere, as in a one-hot table.
 *   PickLast(x [.., V], t [..]) -> [..]: x[.., t]
 *   AddAtLast(x [.., V], t [..], v [..] or []) -> [.., V]: x, with v added at place t of each row
 */
import { sameShape, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import { any, named, number, numberOf, op, overLastAxis, type Pattern } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

const isIndicator = ({ attrs, outputs }: GraphNode): boolean => attrs['onValue'] === 1 && attrs['offValue'] === 0 && outputs[0]!.dtype === 'float32';
const ONE_HOT: Pattern = named('table', op('OneHot', [any('t')], isIndicator));

/** Σ x onehot(t) over the last axis. */
const PICK: Fusion = {
  find: op('Sum', [op('Multiply', [any('x'), ONE_HOT])], overLastAxis),
  replace: ({ x, t, table }, to, { root }) => (fits(x!, table!) ? to.reshape(to.add('PickLast', [x!, t!], t!.shape), root.shape) : undefined),
};

/** (onehot(t) − exp y) c with one number c, which products then take as their scale. */
const GRADIENT_BY_NUMBER: Fusion = {
  find: op('Multiply', [op('Sub', [ONE_HOT, op('Exp', [any('y')])]), number('c')]),
  replace: ({ y, t, c, table }, to, { made }) => {
    if (!fits(y!, table!)) return undefined;
    return to.binary('Multiply', to.add('AddAtLast', [to.unary('Exp', y!), t!, to.number(-1)], y!.shape), to.number(-numberOf(c!, made)!));
  },
};

/** (onehot(t) − exp y) d with a number d for each row. */
const GRADIENT_BY_ROW: Fusion = {
  find: op('Multiply', [op('Sub', [ONE_HOT, op('Exp', [any('y')])]), any('d')]),
  replace: ({ y, t, d, table }, to) => {
    const rows = [...t!.shape, 1];
    if (!fits(y!, table!) || d!.shape.join() !== rows.join()) return undefined;
    const weighted = to.binary('Multiply', to.unary('Exp', y!), to.unary('Neg', d!));
    return to.add('AddAtLast', [weighted, t!, to.reshape(d!, t!.shape)], y!.shape);
  },
};

const fits = (x: GraphValue, table: GraphValue): boolean => x.dtype === 'float32' && sameShape(x.shape, table.shape);

export function fuseCrossEntropy(graph: Graph): Graph {
  return rewrite(graph, [PICK, GRADIENT_BY_NUMBER, GRADIENT_BY_ROW]);
}
