/**
 * The decoder's forward pass, written once in tfjs ops: from rows of tokens to logits at the positions asked for.
 * It reads no data, draws nothing and has fixed shapes, so an engine can run it op by op or record it; gradients come from tfjs.
 * Letters: B rows, T tokens a row, A positions asked for, D width, H query heads, K key and value heads, F MLP width, V vocabulary.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { attention, causalMask } from './attention.js';
import type { ModelConfig } from './config.js';
import { gatherRows } from './gather-rows.js';
import { linear } from './linear.js';
import { rmsNorm } from './rms-norm.js';
import { rotaryTable, rotate, type RotaryTable } from './rotary.js';
import { swiglu } from './swiglu.js';
import { weightSpecs } from './weights.js';
import { withGradient } from './with-gradient.js';

/**
 * Logits of the next token at some positions of each row. The top layer computes queries, attention and MLP at those positions only, which
 * changes nothing in the result. Rows are padded on the right, with any token: no position sees what comes after it.
 * @param weights         in the canonical order of `weightSpecs(config)`, float32
 * @param tokenIds        `[B, T]` int32, T at most `contextLength`
 * @param outputPositions `[B, A]` int32, each from 0 to T-1
 * @returns `[B, A, V]` float32; the caller disposes it
 * @throws MODEL_SHAPE_MISMATCH
 */
export function decoderLogits(config: ModelConfig, weights: readonly Tensor[], tokenIds: Tensor, outputPositions: Tensor): Tensor {
  checkShapes(config, weights, tokenIds, outputPositions);
  return tf.tidy(() => {
    const [batch, length] = tokenIds.shape as [number, number];
    const asked = outputPositions.shape[1] as number;
    const named = new Map(weightSpecs(config).map(({ name }, index) => [name, weights[index] as Tensor]));
    const weight = (name: string): Tensor => named.get(name) as Tensor;

    const rowStart = tf.tensor(Int32Array.from({ length: batch }, (_, row) => row * length), [batch, 1], 'int32'); // [B, 1]
    const wanted = tf.reshape(tf.add(outputPositions, rowStart), [batch * asked]); // [B A], into [B T]
    const rotary = config.positions === 'rope' ? rotaryTable(length, config.headDim, config.ropeTheta) : null;
    const everywhere: Places = { count: length, mask: causalMask(null, length), rotary: rotary && atAll(rotary, length) };
    const atOutputs: Places = { count: asked, mask: causalMask(outputPositions, length), rotary: rotary && atPositions(rotary, outputPositions) };

    let x = gatherRows(weight('model.embed_tokens.weight'), tf.reshape(tokenIds, [batch * length])); // [B T, D]
    if (config.positions === 'learned') x = addPositions(x, weight('model.embed_positions.weight'), length); // [B T, D]
    for (let layer = 0; layer < config.layers; layer++) {
      const inLayer = (name: string): Tensor | undefined => named.get(`model.layers.${layer}.${name}`);
      const top = layer === config.layers - 1;
      x = block(config, inLayer, x, everywhere, top ? { ...atOutputs, rows: wanted } : everywhere); // [B T, D], at the top [B A, D]
    }
    const final = rmsNorm(x, weight('model.norm.weight'), config.rmsNormEps); // [B A, D]
    const head = config.tiedEmbeddings ? weight('model.embed_tokens.weight') : weight('lm_head.weight');
    return tf.reshape(linear(final, head), [batch, asked, config.vocabSize]); // [B, A, V]
  });
}

/** Where queries or keys stand: how many to a row, what they see, how they are rotated, and which rows of x they are (all, if not given). */
interface Places {
  readonly count: number;
  readonly mask: Tensor;
  readonly rotary: RotaryTable | null;
  readonly rows?: Tensor;
}

/**
 * One layer: x + attention(norm(x)), then + MLP(norm(x)), at the places of the queries.
 * @param x `[B T, D]`
 * @returns `[B * queries.count, D]`
 */
function block(config: ModelConfig, weight: (name: string) => Tensor | undefined, x: Tensor, keys: Places, queries: Places): Tensor {
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
  const k = project(normed, 'k', keys, kvHeads); // [B, T, K, headDim]
  const v = project(normed, 'v', keys, kvHeads); // [B, T, K, headDim]
  const residual = queries.rows ? gatherRows(x, queries.rows) : x; // [B A, D]
  const attended = tf.add(residual, linear(attention(q, k, v, queries.mask), weight('self_attn.o_proj.weight') as Tensor)); // [B A, D]
  const inner = rmsNorm(attended, weight('post_attention_layernorm.weight') as Tensor, rmsNormEps); // [B A, D]
  const hidden = swiglu(linear(inner, weight('mlp.gate_proj.weight') as Tensor), linear(inner, weight('mlp.up_proj.weight') as Tensor)); // [B A, F]
  return tf.add(attended, linear(hidden, weight('mlp.down_proj.weight') as Tensor)); // [B A, D]
}

/**
 * Adds the first T rows of the position table to every row of tokens; the gradient of the unused rows is 0.
 * @param x     `[B T, D]`
 * @param table `[contextLength, D]`
 */
function addPositions(x: Tensor, table: Tensor, length: number): Tensor {
  const [context, width] = table.shape as [number, number];
  const rows = (x.shape[0] as number) / length;
  return withGradient([x, table], () => ({
    value: tf.reshape(tf.add(tf.reshape(x, [rows, length, width]), tf.slice(table, [0, 0], [length, width])), [rows * length, width]), // [B T, D]
    gradient: (dy) => {
      const used = tf.sum(tf.reshape(dy, [rows, length, width]), 0); // [T, D]
      return [dy, length === context ? used : tf.concat([used, tf.zeros([context - length, width])], 0)]; // [B T, D], [contextLength, D]
    },
  }));
}

function atAll({ cos, sin }: RotaryTable, length: number): RotaryTable {
  const shaped = (table: Tensor): Tensor => tf.reshape(table, [1, length, 1, table.shape[1] as number]); // [1, T, 1, headDim]
  return { cos: shaped(cos), sin: shaped(sin) };
}

function atPositions({ cos, sin }: RotaryTable, positions: Tensor): RotaryTable {
  const [batch, asked] = positions.shape as [number, number];
  const flat = tf.reshape(positions, [batch * asked]); // [B A]
  const shaped = (table: Tensor): Tensor => tf.reshape(gatherRows(table, flat), [batch, asked, 1, table.shape[1] as number]); // [B, A, 1, headDim]
  return { cos: shaped(cos), sin: shaped(sin) };
}

function checkShapes(config: ModelConfig, weights: readonly Tensor[], tokenIds: Tensor, outputPositions: Tensor): void {
  const [batch, length] = tokenIds.shape;
  check('tokenIds', tokenIds.rank === 2 && tokenIds.dtype === 'int32' && (length as number) <= config.contextLength, `[B, T] int32, T at most ${config.contextLength}`, tokenIds);
  check('outputPositions', outputPositions.rank === 2 && outputPositions.dtype === 'int32' && outputPositions.shape[0] === batch, `[${batch}, A] int32`, outputPositions);
  const specs = weightSpecs(config);
  if (specs.length !== weights.length) throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what: 'weights', expected: `${specs.length} tensors`, got: String(weights.length) } });
  specs.forEach(({ name, shape }, index) => {
    const tensor = weights[index] as Tensor;
    check(name, tensor.shape.join() === shape.join() && tensor.dtype === 'float32', `[${shape.join(', ')}] float32`, tensor);
  });
}

function check(what: string, good: boolean, expected: string, tensor: Tensor): void {
  if (!good) throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what, expected, got: `[${tensor.shape.join(', ')}] ${tensor.dtype}` } });
}
