/**
 * The weights of a model (or their moments, or a gradient) as variables of an engine. Small tensors share one flat variable, large ones have one each,
 * so that an optimiser works on few arrays whatever the number of tensors. Inside a step they are cut apart again, which copies nothing on `onnx`.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { Engine, Variable } from '../engine/engine.js';
import { tf } from '../tf.js';
import type { WeightSpec } from './weights.js';

/** Tensors that lie one after the other in a variable `[size]`. */
export interface WeightPack {
  readonly size: number;
  readonly decays: boolean;
  /** Places in the canonical order. */
  readonly members: readonly { readonly index: number; readonly offset: number }[];
}

const FULL = 1 << 16; // numbers of a pack; a larger tensor has one of its own

/** How tensors are packed, in the order of the first of each pack. @param decays whether weight decay applies: a pack is of one kind */
export function weightPacks(specs: readonly WeightSpec[], decays: (spec: WeightSpec) => boolean = () => true): readonly WeightPack[] {
  const packs: { size: number; decays: boolean; members: { index: number; offset: number }[] }[] = [];
  specs.forEach((spec, index) => {
    const size = tf.util.sizeFromShape([...spec.shape]);
    const decay = decays(spec);
    let pack = packs.findLast((each) => each.decays === decay);
    if (!pack || pack.size + size > FULL) packs.push((pack = { size: 0, decays: decay, members: [] }));
    pack.members.push({ index, offset: pack.size });
    pack.size += size;
  });
  return packs;
}

export class WeightVariables {
  readonly variables: readonly Variable[];
  readonly #specs: readonly WeightSpec[];
  readonly #packs: readonly WeightPack[];

  /** @param variables one for each pack */
  constructor(specs: readonly WeightSpec[], packs: readonly WeightPack[], variables: readonly Variable[]) {
    this.#specs = specs;
    this.#packs = packs;
    this.variables = variables;
  }

  /** @param values in canonical order; zeros if not given */
  static async create(engine: Engine, specs: readonly WeightSpec[], packs: readonly WeightPack[], values?: readonly Float32Array[]): Promise<WeightVariables> {
    const variables = [];
    for (const pack of packs) variables.push(await engine.variable({ shape: [pack.size], dtype: 'float32' }, values && joined(pack, values)));
    return new WeightVariables(specs, packs, variables);
  }

  /** Inside a step: flat tensors of the variables -> tensors of the specs, in canonical order. */
  unpack(flat: readonly Tensor[]): Tensor[] {
    const tensors: Tensor[] = [];
    this.#packs.forEach(({ members }, at) => {
      for (const { index, offset } of members) {
        const shape = [...(this.#specs[index] as WeightSpec).shape];
        tensors[index] = tf.reshape(tf.slice(flat[at] as Tensor, [offset], [tf.util.sizeFromShape(shape)]), shape);
      }
    });
    return tensors;
  }

  /** The inverse of `unpack`. */
  pack(tensors: readonly Tensor[]): Tensor[] {
    return this.#packs.map(({ members }) => {
      const flat = members.map(({ index }) => tf.reshape(tensors[index] as Tensor, [-1]));
      return flat.length === 1 ? (flat[0] as Tensor) : tf.concat(flat, 0);
    });
  }

  /** Copies, in canonical order. */
  async read(): Promise<Float32Array[]> {
    const flat = (await Promise.all(this.variables.map((variable) => variable.read()))) as Float32Array[];
    const arrays: Float32Array[] = [];
    for (const [at, { members }] of this.#packs.entries()) {
      for (const { index, offset } of members) arrays[index] = flat[at]!.slice(offset, offset + tf.util.sizeFromShape([...(this.#specs[index] as WeightSpec).shape]));
    }
    return arrays;
  }

  /** @param values in canonical order, copied at once */
  async assign(values: readonly Float32Array[]): Promise<void> {
    await Promise.all(this.#packs.map((pack, at) => (this.variables[at] as Variable).assign(joined(pack, values))));
  }

  async assignZeros(): Promise<void> {
    await Promise.all(this.#packs.map(({ size }, at) => (this.variables[at] as Variable).assign(new Float32Array(size))));
  }

  async dispose(): Promise<void> {
    for (const variable of this.variables) await variable.dispose();
  }
}

function joined({ size, members }: WeightPack, values: readonly Float32Array[]): Float32Array {
  if (members.length === 1) return values[members[0]!.index] as Float32Array;
  const flat = new Float32Array(size);
  for (const { index, offset } of members) flat.set(values[index] as Float32Array, offset);
  return flat;
}
