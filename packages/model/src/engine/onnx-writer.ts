/**
 * Collects ONNX nodes and initialisers while a graph is lowered. Names are strings here; the graph's own values keep theirs.
 * It knows the format, no op: what each op becomes is in `onnx-lowering.ts`.
 */
import type { GraphDtype, GraphValue } from './graph.js';
import { ONNX_TYPES, type OnnxAttribute, type OnnxDtype, type OnnxNode, type OnnxTensor } from './onnx-proto.js';
import { rawBytes, typedArray } from './raw-data.js';

const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;
const ATTRIBUTE_INTS = 7;

/** A float attribute is written `{ float: x }`, since ONNX tells 1 and 1.0 apart. */
export type OnnxAttrs = { readonly [name: string]: number | string | readonly number[] | { readonly float: number } };

export class OnnxWriter {
  readonly nodes: OnnxNode[] = [];
  readonly initializers: OnnxTensor[] = [];
  readonly #written = new Map<string, string>(); // content -> name
  #count = 0;

  /** One node with one output; returns its name, a new one unless `output` names it. */
  add(opType: string, input: readonly string[], attrs: OnnxAttrs = {}, output = this.#name(), domain = ''): string {
    this.addAll(opType, input, [output], attrs, domain);
    return output;
  }

  addAll(opType: string, input: readonly string[], output: readonly string[], attrs: OnnxAttrs = {}, domain = ''): void {
    this.nodes.push({ opType, domain, input, output, attribute: Object.entries(attrs).map(attribute) });
  }

  /** Parts along the first axis. */
  split(input: string, sizes: readonly number[]): string[] {
    const parts = sizes.map(() => this.#name());
    this.addAll('Split', [input, this.int64(sizes)], parts, { axis: 0 });
    return parts;
  }

  /** A list of whole numbers, as shapes, axes and positions are given. */
  int64(values: readonly number[]): string {
    return this.#initializer(`int64[${values.join()}]`, [values.length], 'int64', BigInt64Array.from(values, BigInt));
  }

  scalar(value: number, dtype: GraphDtype): string {
    return this.#initializer(`${dtype}:${Object.is(value, -0) ? '-0' : value}`, [], dtype, typedArray([value], dtype));
  }

  /** int32 values from 0 to size - 1. */
  upTo(size: number): string {
    return this.#initializer(`upTo${size}`, [size], 'int32', Int32Array.from({ length: size }, (_, i) => i));
  }

  /** An array full of one number; ONNX Runtime folds it when the model is loaded. */
  filled(value: number, shape: readonly number[], dtype: GraphDtype, output?: string): string {
    return this.add('Expand', [this.scalar(value, dtype), this.int64(shape)], {}, output);
  }

  constant({ name, shape, dtype, data }: GraphValue): void {
    this.initializers.push({ name, dims: shape, dataType: ONNX_TYPES[dtype], rawData: rawBytes(typedArray(data!, dtype)) });
  }

  #initializer(key: string, dims: readonly number[], dtype: OnnxDtype, values: ArrayBufferView): string {
    let name = this.#written.get(key);
    if (name === undefined) {
      name = this.#name();
      this.#written.set(key, name);
      this.initializers.push({ name, dims, dataType: ONNX_TYPES[dtype], rawData: rawBytes(values) });
    }
    return name;
  }

  #name(): string {
    return `t${this.#count++}`;
  }
}

function attribute([name, value]: [string, OnnxAttrs[string]]): OnnxAttribute {
  if (typeof value === 'number') return { name, type: ATTRIBUTE_INT, i: value };
  if (typeof value === 'string') return { name, type: ATTRIBUTE_STRING, s: new TextEncoder().encode(value) };
  return 'float' in value ? { name, type: ATTRIBUTE_FLOAT, f: value.float } : { name, type: ATTRIBUTE_INTS, ints: value };
}
