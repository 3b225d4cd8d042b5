/**
 * Writes new nodes with their shapes, for passes: each method is an op of tfjs's name and returns its value. Nothing is simplified here.
 */
import { broadcast_util } from '@tensorflow/tfjs-core';
import { sameShape, type GraphAttrs, type GraphDtype, type GraphNode, type GraphValue } from '../graph.js';

export class Builder {
  readonly nodes: GraphNode[] = [];
  readonly #taken: Set<string>;

  /** @param taken names that values have already; those given here are added to it */
  constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  add(op: string, inputs: readonly GraphValue[], shape: readonly number[], attrs: GraphAttrs = {}, dtype: GraphDtype = 'float32'): GraphValue {
    return this.addAll(op, inputs, [shape], attrs, dtype)[0]!;
  }

  addAll(op: string, inputs: readonly GraphValue[], shapes: readonly (readonly number[])[], attrs: GraphAttrs = {}, dtype: GraphDtype = 'float32'): GraphValue[] {
    const outputs = shapes.map((shape) => ({ name: this.#name(op), shape, dtype }));
    this.nodes.push({ op, inputs, outputs, attrs });
    return outputs;
  }

  constant(data: Float32Array, shape: readonly number[]): GraphValue {
    return { name: this.#name('constant'), shape, dtype: 'float32', data };
  }

  number(value: number): GraphValue {
    return this.constant(Float32Array.of(value), []);
  }

  binary(op: 'Add' | 'Sub' | 'Multiply' | 'RealDiv', a: GraphValue, b: GraphValue): GraphValue {
    return this.add(op, [a, b], broadcast_util.assertAndGetBroadcastShape([...a.shape], [...b.shape]), {}, a.dtype);
  }

  unary(op: 'Exp' | 'Neg' | 'Sigmoid' | 'LogSoftmax', x: GraphValue): GraphValue {
    return this.add(op, [x], x.shape);
  }

  /** x itself where it has that shape. */
  reshape(x: GraphValue, shape: readonly number[]): GraphValue {
    return sameShape(x.shape, shape) ? x : this.add('Reshape', [x], shape, {}, x.dtype);
  }

  transpose(x: GraphValue, perm: readonly number[]): GraphValue {
    return this.add('Transpose', [x], perm.map((axis) => x.shape[axis]!), { perm }, x.dtype);
  }

  sumOverLast(x: GraphValue, keepDims: boolean): GraphValue {
    const kept = x.shape.slice(0, -1);
    return this.add('Sum', [x], keepDims ? [...kept, 1] : kept, { axes: [x.shape.length - 1], keepDims }, x.dtype);
  }

  /** a b for equal batch axes; the flags and the scale are those of a recorded product. */
  product(a: GraphValue, b: GraphValue, { transposeA = false, transposeB = false, scale = 1 } = {}): GraphValue {
    const shape = [...a.shape.slice(0, -2), a.shape.at(transposeA ? -1 : -2)!, b.shape.at(transposeB ? -2 : -1)!];
    return this.add('BatchMatMul', [a, b], shape, { transposeA, transposeB, scale }, a.dtype);
  }

  #name(op: string): string {
    for (let count = this.#taken.size; ; count++) {
      const name = `${op}_${count}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** The names of all values of some nodes and of what they read. */
export function namesIn(nodes: readonly GraphNode[]): Set<string> {
  return new Set(nodes.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ name }) => name)));
}
