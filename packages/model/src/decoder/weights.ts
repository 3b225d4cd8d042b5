/**
 * What a decoder has learnt: one Float32Array per published parameter name, in one fixed order that steps, optimiser and files share.
 * Plain memory, no tensors: an engine is given the arrays at each step. The running state of generation is elsewhere.
 */
import type { Rng } from '@spiral-arena/core/random';
import { ModelError } from '../errors.js';
import type { ModelConfig } from './config.js';

/** Name and shape of one parameter. Projections are `[out, in]`. */
export interface WeightSpec {
  readonly name: string;
  readonly shape: readonly number[];
}

/** All parameters of a decoder in their canonical order: embeddings, layers from the bottom, last norm, head. */
export function weightSpecs(config: ModelConfig): readonly WeightSpec[] {
  const { vocabSize, width, layers, heads, kvHeads, headDim, mlpWidth } = config;
  const specs: WeightSpec[] = [{ name: 'model.embed_tokens.weight', shape: [vocabSize, width] }];
  if (config.positions === 'learned') specs.push({ name: 'model.embed_positions.weight', shape: [config.contextLength, width] });
  for (let layer = 0; layer < layers; layer++) {
    const add = (name: string, ...shape: number[]): void => void specs.push({ name: `model.layers.${layer}.${name}`, shape });
    add('input_layernorm.weight', width);
    for (const [projection, out] of [['q_proj', heads * headDim], ['k_proj', kvHeads * headDim], ['v_proj', kvHeads * headDim]] as const) {
      add(`self_attn.${projection}.weight`, out, width);
      if (config.qkvBias) add(`self_attn.${projection}.bias`, out);
    }
    if (config.qkNorm) {
      add('self_attn.q_norm.weight', headDim);
      add('self_attn.k_norm.weight', headDim);
    }
    add('self_attn.o_proj.weight', width, heads * headDim);
    add('post_attention_layernorm.weight', width);
    add('mlp.gate_proj.weight', mlpWidth, width);
    add('mlp.up_proj.weight', mlpWidth, width);
    add('mlp.down_proj.weight', width, mlpWidth);
  }
  specs.push({ name: 'model.norm.weight', shape: [width] });
  if (!config.tiedEmbeddings) specs.push({ name: 'lm_head.weight', shape: [vocabSize, width] });
  return specs;
}

/** A stored parameter: its shape and its values in row-major order. */
export interface WeightValues {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The parameters of one decoder. The arrays may be written to (the optimiser does); their number, order and lengths never change. */
export class ModelWeights {
  readonly config: ModelConfig;
  readonly specs: readonly WeightSpec[];
  /** In canonical order. */
  readonly arrays: readonly Float32Array[];

  private constructor(config: ModelConfig, specs: readonly WeightSpec[], arrays: readonly Float32Array[]) {
    this.config = config;
    this.specs = specs;
    this.arrays = arrays;
  }

  /**
   * Takes values over by name; names and shapes must be exactly those of the config. The arrays are kept, not copied.
   * @throws MODEL_WEIGHTS_MISMATCH
   */
  static fromNamed(config: ModelConfig, named: ReadonlyMap<string, WeightValues>): ModelWeights {
    const specs = weightSpecs(config);
    const arrays = specs.map(({ name, shape }) => {
      const stored = named.get(name);
      const expected = `a tensor of shape [${shape.join(', ')}]`;
      if (!stored) throw new ModelError('MODEL_WEIGHTS_MISMATCH', { details: { name, expected, got: 'none' } });
      const same = stored.shape.length === shape.length && shape.every((size, axis) => size === stored.shape[axis]) && stored.values.length === sizeOf(shape);
      if (!same) throw new ModelError('MODEL_WEIGHTS_MISMATCH', { details: { name, expected, got: `[${stored.shape.join(', ')}] with ${stored.values.length} values` } });
      return stored.values;
    });
    if (named.size !== specs.length) {
      const known = new Set(specs.map((spec) => spec.name));
      const extra = [...named.keys()].find((name) => !known.has(name)) ?? '';
      throw new ModelError('MODEL_WEIGHTS_MISMATCH', { details: { name: extra, expected: 'no such tensor for this config', got: 'one' } });
    }
    return new ModelWeights(config, specs, arrays);
  }

  /** All zero: a place for gradients or moments of the same shapes. */
  static zeros(config: ModelConfig): ModelWeights {
    const specs = weightSpecs(config);
    return new ModelWeights(config, specs, specs.map(({ shape }) => new Float32Array(sizeOf(shape))));
  }

  /** @throws MODEL_WEIGHTS_MISMATCH when there is no parameter of that name */
  get(name: string): Float32Array {
    const array = this.arrays[this.specs.findIndex((spec) => spec.name === name)];
    if (!array) throw new ModelError('MODEL_WEIGHTS_MISMATCH', { details: { name, expected: 'a parameter of this config', got: 'none' } });
    return array;
  }

  /** For files: every parameter with its shape, by name. The values are the arrays themselves. */
  named(): ReadonlyMap<string, WeightValues> {
    return new Map(this.specs.map(({ name, shape }, index) => [name, { shape, values: this.arrays[index] as Float32Array }]));
  }

  get parameterCount(): number {
    return this.arrays.reduce((sum, array) => sum + array.length, 0);
  }

  /** An independent copy. */
  clone(): ModelWeights {
    return new ModelWeights(this.config, this.specs, this.arrays.map((array) => array.slice()));
  }
}

/**
 * Random start values: embeddings with standard deviation 0.1, the head 0.02 (so that first replies are nearly uniform), projections
 * in^-1/2, those that write into the residual stream also divided by √(2·layers), norms 1, biases 0. Each parameter has a stream of its own.
 */
export function initialWeights(config: ModelConfig, rng: Rng): ModelWeights {
  const weights = ModelWeights.zeros(config);
  weights.specs.forEach(({ name, shape }, index) => {
    const array = weights.arrays[index] as Float32Array;
    if (name.endsWith('norm.weight')) array.fill(1);
    else if (shape.length === 2) fillGaussian(array, startDeviation(config, name, shape[1] as number), rng.fork(name));
  });
  return weights;
}

function startDeviation(config: ModelConfig, name: string, fanIn: number): number {
  if (name.startsWith('model.embed_')) return 0.1;
  if (name === 'lm_head.weight') return 0.02;
  const residual = name.endsWith('o_proj.weight') || name.endsWith('down_proj.weight');
  return fanIn ** -0.5 / (residual ? Math.sqrt(2 * config.layers) : 1);
}

/** Independent Gaussian values, in pairs: r = √(−2 ln u), r·cos 2πv and r·sin 2πv (Box and Muller 1958). */
function fillGaussian(array: Float32Array, deviation: number, rng: Rng): void {
  for (let index = 0; index < array.length; index += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - rng.float()));
    const angle = 2 * Math.PI * rng.float();
    array[index] = radius * Math.cos(angle);
    if (index + 1 < array.length) array[index + 1] = radius * Math.sin(angle);
  }
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, dimension) => size * dimension, 1);
}
