/**
 * The gradient of attention's softmax with two ways through the table of queries and keys in place of five. With o = p v and dp = do vᵀ, the sum of
 * dp p over the keys is the sum of do o over a head's numbers, which are fewer:
 *   dp p − p Σ dp p = p (dp − Σ do o)
 */
import { sameShape, type Graph, type GraphNode, type GraphValue } from '../graph.js';
import { any, named, op, overLastAxis, reshaped, type Pattern } from './pattern.js';
import { rewrite, type Context, type Fusion } from './rewrite.js';

const PRODUCT: Pattern = named('product', op('Multiply', [named('dp', reshaped(named('table', op('BatchMatMul', [any('do'), any('v')], isPlain)))), any('p')]));

const TO_SCORES: Fusion = {
  find: op('Sub', [PRODUCT, op('Multiply', [any('p'), op('Sum', [any('product')], (node) => overLastAxis(node) && node.attrs['keepDims'] === true)])]),
  replace: ({ dp, p, v, table, do: given }, to, context) => {
    const mixed = mixture(p!, v!, context.made.get(table!)!, context);
    if (!mixed || !sameShape(mixed.shape, given!.shape) || dp!.shape.at(-1)! <= given!.shape.at(-1)!) return undefined;
    const sums = to.sumOverLast(to.binary('Multiply', given!, mixed), true);
    return to.binary('Multiply', p!, to.binary('Sub', dp!, to.reshape(sums, [...dp!.shape.slice(0, -1), 1])));
  },
};

function isPlain({ attrs }: GraphNode): boolean {
  return attrs['scale'] === 1 && attrs['transposeA'] === false;
}

/** o = p v, where dp = do vᵀ: the product of p (or a reshape of it) with v the other way round. */
function mixture(p: GraphValue, v: GraphValue, table: GraphNode, { readers, made }: Context): GraphValue | undefined {
  const isP = (value: GraphValue): boolean => value === p || (made.get(value)?.op === 'Reshape' && isP(made.get(value)!.inputs[0]!));
  const found = readers.get(v)?.find((node) => node.op === 'BatchMatMul' && isPlain(node) && node.inputs[1] === v && node.attrs['transposeB'] !== table.attrs['transposeB'] && isP(node.inputs[0]!));
  return found?.outputs[0];
}

export function fuseAttention(graph: Graph): Graph {
  return rewrite(graph, [TO_SCORES]);
}
