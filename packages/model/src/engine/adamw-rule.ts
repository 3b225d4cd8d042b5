/**
 * AdamW as one op of the graph, over flat arrays: how it is recorded, and how it is spelled in plain ops for ONNX, in pieces that stay in the processor's
 * cache: each number of weights and moments goes through memory once a step instead of once an op. The numbers are those of `optimiser/adamw.ts`.
 */
import type { tf } from '../tf.js';
import type { Graph, GraphAttrs, GraphNode, GraphValue } from './graph.js';
import type { KernelRules } from './kernel-rules.js';

/** Kernel `(w, m, v, g: [P], scalars: [4]) -> w', m', v': [P]`; `scalars` are η, η / (1 − β₁ᵗ), √(1 − β₂ᵗ) and the factor of g. */
export const ADAMW = 'AdamW';

export const ADAMW_RULES: KernelRules = {
  [ADAMW]: (to, inputs, attrs) => {
    const { w, m, v, g, scalars } = inputs as { readonly [name: string]: tf.TensorInfo };
    const { beta1, beta2, eps, weightDecay } = attrs as { readonly [name: string]: number };
    const type = { shape: w!.shape, dtype: 'float32' } as const;
    return to.emitAll(ADAMW, [w!, m!, v!, g!, scalars!], [type, type, type], { beta1: beta1!, beta2: beta2!, eps: eps!, weightDecay: weightDecay! });
  },
};

/** Numbers in a piece: seven arrays of it fit a third-level cache. Smaller pieces are no faster, and their number is what a session takes long to open by. */
const PIECE = 1 << 20;

/** The graph with each AdamW spelled out. */
export function spellAdamW(graph: Graph, piece = PIECE): Graph {
  if (graph.nodes.every(({ op }) => op !== ADAMW)) return graph;
  return { ...graph, nodes: graph.nodes.flatMap((node) => (node.op === ADAMW ? new Spelling(node).nodes(piece) : [node])) };
}

class Spelling {
  readonly #node: GraphNode;
  readonly #nodes: GraphNode[] = [];
  readonly #prefix: string;
  #count = 0;

  constructor(node: GraphNode) {
    this.#node = node;
    this.#prefix = node.outputs[0]!.name;
  }

  nodes(piece: number): readonly GraphNode[] {
    const [w, m, v, g, scalars] = this.#node.inputs as [GraphValue, GraphValue, GraphValue, GraphValue, GraphValue];
    const { beta1, beta2, eps, weightDecay } = this.#node.attrs as { readonly [name: string]: number };
    const size = w.shape[0]!;
    const scalar = (at: number): GraphValue => this.#add('Slice', [scalars], [1], { begin: [at], size: [1], strides: [1] });
    const times = (x: GraphValue, factor: number): GraphValue => this.#add('Multiply', [x, this.#number(factor)], x.shape);
    const [step, rootCorrection, factor] = [scalar(1), scalar(2), scalar(3)];
    const factor1 = times(factor, 1 - beta1!);
    const factor2 = times(factor, Math.sqrt(1 - beta2!));
    const corrected = this.#add('Multiply', [step, rootCorrection], [1]); // both sides of the quotient times √(1 − β₂ᵗ)
    const floor = times(rootCorrection, eps!);
    const kept = weightDecay! > 0 ? this.#add('Sub', [this.#number(1), times(scalar(0), weightDecay!)], [1]) : null;
    const parts: [GraphValue, GraphValue, GraphValue][] = [];
    for (let start = 0; start < size; start += piece) {
      const length = Math.min(piece, size - start);
      const shape = [length];
      const part = (x: GraphValue): GraphValue => (length === size ? x : this.#add('Slice', [x], shape, { begin: [start], size: [length], strides: [1] }));
      const both = (op: string, a: GraphValue, b: GraphValue): GraphValue => this.#add(op, [a, b], shape);
      const gradient = part(g);
      const first = both('Add', times(part(m), beta1!), both('Multiply', gradient, factor1));
      const scaled = both('Multiply', gradient, factor2);
      const second = both('Add', times(part(v), beta2!), both('Multiply', scaled, scaled));
      const change = both('RealDiv', both('Multiply', first, corrected), both('Add', this.#add('Sqrt', [second], shape), floor));
      const old = kept ? both('Multiply', part(w), kept) : part(w);
      parts.push([both('Sub', old, change), first, second]);
    }
    this.#node.outputs.forEach((output, index) => {
      const pieces = parts.map((values) => values[index]!);
      this.#nodes.push({ op: pieces.length === 1 ? 'Reshape' : 'Concat', inputs: pieces, outputs: [output], attrs: pieces.length === 1 ? {} : { axis: 0 } });
    });
    return this.#nodes;
  }

  #add(op: string, inputs: readonly GraphValue[], shape: readonly number[], attrs: GraphAttrs = {}): GraphValue {
    const output: GraphValue = { name: `${this.#prefix}_${this.#count++}`, shape, dtype: 'float32' };
    this.#nodes.push({ op, inputs, outputs: [output], attrs });
    return output;
  }

  #number(value: number): GraphValue {
    return { name: `${this.#prefix}_${this.#count++}`, shape: [], dtype: 'float32', data: Float32Array.of(value) };
  }
}
