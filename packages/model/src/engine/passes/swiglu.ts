/**
 * The gradient of the gated unit h = a u with a = gate σ(gate), written with h, which the forward pass has anyway: one way less through `[N, F]`.
 *   dy u (s + a (1 − s)) = dy (h + s (u − h))
 */
import type { Graph, GraphNode } from '../graph.js';
import { any, exactly, named, op, type Pattern } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

const SIGMOID: Pattern = named('s', op('Sigmoid', [any('gate')]));
const ACTIVATION: Pattern = named('a', op('Multiply', [any('gate'), SIGMOID]));

const TO_GATE: Fusion = {
  find: op('Multiply', [op('Multiply', [any('dy'), any('u')]), op('Add', [SIGMOID, op('Multiply', [ACTIVATION, op('Sub', [exactly(1), any('s')])])])]),
  replace: ({ dy, u, s, a }, to, { readers }) => {
    const isUnit = ({ op: kind, inputs: [left, right] }: GraphNode): boolean => kind === 'Multiply' && ((left === a && right === u) || (left === u && right === a));
    const h = readers.get(a!)?.find(isUnit)?.outputs[0]; // which of the two factors is u shows here alone
    return h && to.binary('Multiply', dy!, to.binary('Add', h, to.binary('Multiply', s!, to.binary('Sub', u!, h))));
  },
};

export function fuseSwiglu(graph: Graph): Graph {
  return rewrite(graph, [TO_GATE]);
}
