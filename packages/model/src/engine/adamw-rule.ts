/**
 * AdamW as one op of the graph, over flat arrays: how it is recorded; how it is taken out of a graph for an engine that has a kernel for it; and how it is
 * spelled in plain ops for one that has none, in pieces that stay in the processor's cache. The numbers are those of `optimiser/adamw.ts`.
 */
import type { tf } from '../tf.js';
import { readCounts, type Graph, type GraphAttrs, type GraphNode, type GraphValue } from './graph.js';
import type { KernelRules } from './kernel-rules.js';
import type { RecordedStep } from './record.js';

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

export interface AdamWSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly weightDecay: number;
}

/** What all numbers of an update share, each used once a number: m ← β₁m + factor₁g; v ← β₂v + (factor₂g)²; w ← kept·w − step·m / (√v + floor). */
export interface AdamWFactors {
  readonly beta1: number;
  readonly beta2: number;
  readonly factor1: number;
  readonly factor2: number;
  readonly step: number;
  readonly floor: number;
  readonly kept: number;
}

/** @param scalars `[4]`, those of the op */
export function adamWFactors({ beta1, beta2, eps, weightDecay }: AdamWSettings, scalars: ArrayLike<number>): AdamWFactors {
  const [learningRate, step, rootCorrection, factor] = [scalars[0]!, scalars[1]!, scalars[2]!, scalars[3]!];
  return {
    beta1, beta2,
    factor1: factor * (1 - beta1),
    factor2: factor * Math.sqrt(1 - beta2),
    step: step * rootCorrection, // both sides of the quotient times √(1 − β₂ᵗ)
    floor: rootCorrection * eps,
    kept: 1 - learningRate * weightDecay,
  };
}

/** An update of three whole variables (their places among those of the step), taken out of its graph. */
export interface TakenAdamW {
  readonly weights: number;
  readonly first: number;
  readonly second: number;
  /** Where among the outputs its scalars are. */
  readonly scalars: number;
  readonly settings: AdamWSettings;
}

/**
 * The step without those AdamW that update whole variables from themselves: the gradient becomes what it gives for the weights, nothing is given for the
 * moments, and the scalars are further outputs.
 * @param fits by the size of a variable
 */
export function takeAdamW(graph: Graph, recorded: RecordedStep, fits: (size: number) => boolean): { readonly graph: Graph; readonly recorded: RecordedStep; readonly taken: readonly TakenAdamW[] } {
  const { inputs, outputs, updates, commits } = recorded;
  const counts = readCounts(graph);
  const given = new Map(updates.map((variable, at) => [graph.outputs[outputs.length + at]!, variable])); // what each value is given for
  const placeOf = (value: GraphValue): number => graph.inputs.indexOf(value) - inputs.length;
  const updatesItself = (node: GraphNode): boolean => node.outputs.every((value, at) => {
    const variable = placeOf(node.inputs[at]!);
    return variable >= 0 && given.get(value) === variable && counts.get(value) === 1;
  });
  const nodes = graph.nodes.filter((node) => node.op === ADAMW && updatesItself(node) && fits(node.inputs[0]!.shape[0]!));
  const scalars = [...new Set(nodes.map((node) => node.inputs[4]!))];
  const taken = nodes.map((node): TakenAdamW => ({
    weights: placeOf(node.inputs[0]!), first: placeOf(node.inputs[1]!), second: placeOf(node.inputs[2]!),
    scalars: outputs.length + scalars.indexOf(node.inputs[4]!), settings: node.attrs as unknown as AdamWSettings,
  }));
  const gradients = new Map(nodes.map((node) => [node.outputs[0]!, node.inputs[3]!]));
  const moments = new Set(nodes.flatMap((node) => node.outputs.slice(1)));
  const kept = updates.flatMap((variable, at) => {
    const value = graph.outputs[outputs.length + at]!;
    return moments.has(value) ? [] : [{ variable, value: gradients.get(value) ?? value }];
  });
  return {
    graph: {
      inputs: graph.inputs,
      nodes: graph.nodes.filter((node) => !nodes.includes(node)),
      outputs: [...graph.outputs.slice(0, outputs.length), ...scalars, ...kept.map(({ value }) => value), ...(commits ? [graph.outputs.at(-1)!] : [])],
    },
    recorded: { ...recorded, outputs: [...outputs, ...scalars.map(({ shape }) => ({ shape, dtype: 'float32' as const }))], updates: kept.map(({ variable }) => variable) },
    taken,
  };
}

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
