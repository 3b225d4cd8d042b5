/**
 * One layer of the decoder, between two residual streams. It is the same whether its keys are those of whole rows or, for one new token a row,
 * also those kept from earlier runs; which of the two is the caller's matter, as is what is kept.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { tf } from '../tf.js';
import { attention } from './attention.js';
import type { ModelConfig } from './config.js';
import { gatherRows } from './gather-rows.js';
import { linear } from './linear.js';
import { rmsNorm } from './rms-norm.js';
import { rotate, type RotaryTable } from './rotary.js';
import { swiglu } from './swiglu.js';

/** Where queries or keys stand: how many to a row, how they are rotated, and which rows of x they are (all, if not given). */
export interface Places {
  readonly count: number;
  readonly rotary: RotaryTable | null;
  readonly rows?: Tensor;
}

/** Keys (rotated) and values of one layer, each `[B, places, K, headDim]`. */
export interface KeysValues {
  readonly keys: Tensor;
  readonly values: Tensor;
}

/** What the layer works on. The keys are those of the past, if there is one, then those of x. */
export interface LayerInput {
  /** `[B T, D]` */
  readonly x: Tensor;
  readonly keys: Places;
  readonly queries: Places;
  /** What each query must not see: `[1 or B, 1, A, past + T]`. */
  readonly mask: Tensor;
  readonly past?: KeysValues;
}

/**
 * x + attention(norm(x)), then + MLP(norm(x)), at the places of the queries.
 * @param weight the layer's parameters by name
 * @returns the stream `[B A, D]`, and keys and values of x
 */
export function decoderLayer(config: ModelConfig, weight: (name: string) => Tensor | undefined, { x, keys, queries, mask, past }: LayerInput): { readonly x: Tensor; readonly own: KeysValues } {
  const { heads, kvHeads, headDim, rmsNormEps } = config;
  const batch = (x.shape[0] as number) / keys.count;
  const normed = rmsNorm(x, weight('input_layernorm.weight') as Tensor, rmsNormEps); // [B T, D]
  const project = (input: Tensor, kind: 'q' | 'k' | 'v', places: Places, count: number): Tensor => {
    let y = linear(input, weight(`self_attn.${kind}_proj.weight`) as Tensor, weight(`self_attn.${kind}_proj.bias`)); // [B places, count headDim]
    const norm = weight(`self_attn.${kind}_norm.weight`);
    if (norm) y = rmsNorm(tf.reshape(y, [-1, headDim]), norm, rmsNormEps); // [B places count, headDim]
    const split = tf.reshape(y, [batch, places.count, count, headDim]); // [B, places, count, headDim]
    return places.rotary && kind !== 'v' ? rotate(split, places.rotary.cos, places.rotary.sin) : split;
  };
  const q = project(queries.rows ? gatherRows(normed, queries.rows) : normed, 'q', queries, heads); // [B, A, H, headDim]
  const own = { keys: project(normed, 'k', keys, kvHeads), values: project(normed, 'v', keys, kvHeads) }; // 2 × [B, T, K, headDim]
  const k = past ? tf.concat([past.keys, own.keys], 1) : own.keys; // [B, past + T, K, headDim]
  const v = past ? tf.concat([past.values, own.values], 1) : own.values; // [B, past + T, K, headDim]
  const residual = queries.rows ? gatherRows(x, queries.rows) : x; // [B A, D]
  const attended = tf.add(residual, linear(attention(q, k, v, mask), weight('self_attn.o_proj.weight') as Tensor)); // [B A, D]
  const inner = rmsNorm(attended, weight('post_attention_layernorm.weight') as Tensor, rmsNormEps); // [B A, D]
  const hidden = swiglu(linear(inner, weight('mlp.gate_proj.weight') as Tensor), linear(inner, weight('mlp.up_proj.weight') as Tensor)); // [B A, F]
  return { x: tf.add(attended, linear(hidden, weight('mlp.down_proj.weight') as Tensor)), own }; // [B A, D]
}
