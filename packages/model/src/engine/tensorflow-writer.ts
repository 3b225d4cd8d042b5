/**
 * Collects the nodes of a TensorFlow graph, all below one prefix, so that the graphs of many steps fit into one session.
 * It knows the format, no op of ours: what each op becomes is in `tensorflow-lowering.ts`.
 */
import type { GraphDtype, GraphValue } from './graph.js';
import { rawBytes, typedArray } from './raw-data.js';
import { TENSORFLOW_TYPES, type TensorFlowAttr, type TensorFlowDtype, type TensorFlowNode, type TensorFlowTensor } from './tensorflow-proto.js';

/** A dtype by its name, a whole number, a flag, a shape, a text or a tensor. */
export type TensorFlowAttrs = { readonly [name: string]: TensorFlowDtype | number | boolean | readonly number[] | { readonly text: string } | { readonly tensor: TensorFlowTensor } };

export class TensorFlowWriter {
  readonly nodes: TensorFlowNode[] = [];
  readonly #prefix: string;
  readonly #everywhere: { readonly [name: string]: TensorFlowAttr };
  readonly #written = new Map<string, string>(); // content -> name
  #count = 0;

  /** @param everywhere attributes of all nodes */
  constructor(prefix: string, everywhere: TensorFlowAttrs = {}) {
    this.#prefix = prefix;
    this.#everywhere = encoded(everywhere);
  }

  /** One node; returns its full name, which stands for its first output. Its own name is a new one unless given. */
  add(op: string, input: readonly string[], attrs: TensorFlowAttrs = {}, name = `t${this.#count++}`): string {
    const full = `${this.#prefix}/${name}`;
    this.nodes.push({ name: full, op, input, attr: { ...encoded(attrs), ...this.#everywhere } });
    return full;
  }

  /** What `make` writes, written only once for each key. */
  once(key: string, make: () => string): string {
    let name = this.#written.get(key);
    if (name === undefined) this.#written.set(key, (name = make()));
    return name;
  }

  /** Whole numbers, as shapes, axes and positions are given. */
  ints(values: readonly number[], shape: readonly number[] = [values.length]): string {
    return this.once(`ints[${shape.join()}]${values.join()}`, () => this.constant({ shape, dtype: 'int32', data: Int32Array.from(values) }));
  }

  int(value: number): string {
    return this.ints([value], []);
  }

  scalar(value: number, dtype: GraphDtype): string {
    return this.once(`${dtype}:${Object.is(value, -0) ? '-0' : value}`, () => this.filled(value, [], dtype));
  }

  constant({ shape, dtype, data }: Pick<GraphValue, 'shape' | 'dtype' | 'data'>, name?: string): string {
    return this.#tensor({ dtype: TENSORFLOW_TYPES[dtype], tensorShape: shapeOf(shape), tensorContent: rawBytes(typedArray(data!, dtype)) }, dtype, name);
  }

  /** An array full of one number, which is written once. */
  filled(value: number, shape: readonly number[], dtype: GraphDtype, name?: string): string {
    const single = dtype === 'float32' ? { floatVal: [value] } : dtype === 'int32' ? { intVal: [value] } : { boolVal: [value !== 0] };
    return this.#tensor({ dtype: TENSORFLOW_TYPES[dtype], tensorShape: shapeOf(shape), ...single }, dtype, name);
  }

  #tensor(tensor: TensorFlowTensor, dtype: GraphDtype, name?: string): string {
    return this.add('Const', [], { dtype, value: { tensor } }, name);
  }
}

function encoded(attrs: TensorFlowAttrs): { readonly [name: string]: TensorFlowAttr } {
  return Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, attribute(value)]));
}

function attribute(value: TensorFlowAttrs[string]): TensorFlowAttr {
  if (typeof value === 'string') return { type: TENSORFLOW_TYPES[value] };
  if (typeof value === 'number') return { i: value };
  if (typeof value === 'boolean') return { b: value };
  if ('text' in value) return { s: new TextEncoder().encode(value.text) };
  return 'tensor' in value ? { tensor: value.tensor } : { shape: shapeOf(value) };
}

const shapeOf = (shape: readonly number[]): TensorFlowTensor['tensorShape'] => ({ dim: shape.map((size) => ({ size })) });
