/**
 * The decoder's forward passes, written once in tfjs ops: over whole rows of tokens (`decoderLogits`; `prefill` also gives what later tokens need
 * of them) and over one more token a row (`decode`). They read no data, draw nothing and have fixed shapes, so an engine can run them op by op
 * or record them; gradients come from tfjs. Who keeps the cache, and for how long, is decided elsewhere.
 * Letters: B rows, T tokens a row, A positions asked for, P past tokens, C numbers a token in the cache, D width, K key and value heads, V vocabulary.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { causalMask } from './attention.js';
import type { ModelConfig } from './config.js';
import { gatherRows } from './gather-rows.js';
import { decoderLayer, type KeysValues, type LayerInput } from './layer.js';
import { linear } from './linear.js';
import { rmsNorm } from './rms-norm.js';
import { rotaryTable, type RotaryTable } from './rotary.js';
import { weightSpecs } from './weights.js';
import { withGradient } from './with-gradient.js';

/** C: keys and values of one token in all layers, bottom layer first, in each layer keys before values. */
export function cacheWidth({ layers, kvHeads, headDim }: ModelConfig): number {
  return layers * 2 * kvHeads * headDim;
}

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
  return tf.tidy(() => wholeRows(config, weights, tokenIds, outputPositions).logits);
}

/**
 * `decoderLogits` that also gives the cache of all positions, those of padding included.
 * @returns logits `[B, A, V]` and cache `[B, T, C]`, float32; the caller disposes them
 * @throws MODEL_SHAPE_MISMATCH
 */
export function prefill(config: ModelConfig, weights: readonly Tensor[], tokenIds: Tensor, outputPositions: Tensor): { logits: Tensor; kvCache: Tensor } {
  return tf.tidy(() => {
    const { logits, layers } = wholeRows(config, weights, tokenIds, outputPositions);
    return { logits, kvCache: joinLayers(config, layers) };
  });
}

/**
 * Logits after one more token of each row, whose earlier tokens are known by their cache. Equal to those of the whole row: exactly on the plain
 * cpu backend while P is below 48 (where its products begin a new partial sum), else up to rounding.
 * @param tokenIds  `[B, 1]` int32
 * @param positions `[B, 1]` int32: where the token stands, which is how many places of `past` hold its row; the others must be finite
 * @param past      `[B, P, C]` float32, from `prefill` and `decode` under the same weights
 * @returns logits `[B, V]` and the token's own cache `[B, C]`, float32; the caller disposes them
 * @throws MODEL_SHAPE_MISMATCH
 */
export function decode(config: ModelConfig, weights: readonly Tensor[], tokenIds: Tensor, positions: Tensor, past: Tensor): { logits: Tensor; kvCache: Tensor } {
  const batch = tokenIds.shape[0] as number;
  const held = past.shape[1] as number;
  checkWeights(config, weights);
  check('tokenIds', tokenIds.rank === 2 && tokenIds.dtype === 'int32' && tokenIds.shape[1] === 1, '[B, 1] int32', tokenIds);
  check('positions', positions.shape.join() === tokenIds.shape.join() && positions.dtype === 'int32', `[${batch}, 1] int32`, positions);
  check('past', past.rank === 3 && past.shape[0] === batch && past.shape[2] === cacheWidth(config), `[${batch}, P, ${cacheWidth(config)}]`, past);
  return tf.tidy(() => {
    const weight = byName(config, weights);
    const flat = tf.reshape(positions, [batch]); // [B]
    const places = { count: 1, rotary: config.positions === 'rope' ? atPositions(rotaryTable(config.contextLength, config.headDim, config.ropeTheta), positions) : null };
    const hidden = causalMask(tf.sub(positions, 1), held); // [B, 1, 1, P]
    const mask = tf.concat([hidden, tf.zeros([batch, 1, 1, 1])], -1); // [B, 1, 1, P + 1]
    let x = gatherRows(weight('model.embed_tokens.weight'), tf.reshape(tokenIds, [batch])); // [B, D]
    if (config.positions === 'learned') x = tf.add(x, gatherRows(weight('model.embed_positions.weight'), flat)); // [B, D]
    const { x: top, layers } = throughLayers(config, weight, x, splitLayers(config, past).map((layer) => ({ keys: places, queries: places, mask, past: layer })));
    return { logits: head(config, weight, top), kvCache: tf.reshape(joinLayers(config, layers), [batch, cacheWidth(config)]) }; // [B, V], [B, C]
  });
}

type Named = (name: string) => Tensor;

/** Everything that is known after a pass over whole rows; for use inside a tidy. */
function wholeRows(config: ModelConfig, weights: readonly Tensor[], tokenIds: Tensor, outputPositions: Tensor): { readonly logits: Tensor; readonly layers: readonly KeysValues[] } {
  const [batch, length] = tokenIds.shape as [number, number];
  checkWeights(config, weights);
  check('tokenIds', tokenIds.rank === 2 && tokenIds.dtype === 'int32' && length <= config.contextLength, `[B, T] int32, T at most ${config.contextLength}`, tokenIds);
  check('outputPositions', outputPositions.rank === 2 && outputPositions.dtype === 'int32' && outputPositions.shape[0] === batch, `[${batch}, A] int32`, outputPositions);
  const weight = byName(config, weights);
  const asked = outputPositions.shape[1] as number;
  const rowStart = tf.tensor(Int32Array.from({ length: batch }, (_, row) => row * length), [batch, 1], 'int32'); // [B, 1]
  const wanted = tf.reshape(tf.add(outputPositions, rowStart), [batch * asked]); // [B A], into [B T]
  const rotary = config.positions === 'rope' ? rotaryTable(length, config.headDim, config.ropeTheta) : null;
  const everywhere = { count: length, rotary: rotary && atAll(rotary, length) };
  const atOutputs = { count: asked, rotary: rotary && atPositions(rotary, outputPositions), rows: wanted };
  const below = { keys: everywhere, queries: everywhere, mask: causalMask(null, length) };
  const top = { keys: everywhere, queries: atOutputs, mask: causalMask(outputPositions, length) };

  let x = gatherRows(weight('model.embed_tokens.weight'), tf.reshape(tokenIds, [batch * length])); // [B T, D]
  if (config.positions === 'learned') x = addPositions(x, weight('model.embed_positions.weight'), length); // [B T, D]
  const { x: last, layers } = throughLayers(config, weight, x, Array.from({ length: config.layers }, (_, layer) => (layer === config.layers - 1 ? top : below)));
  return { logits: tf.reshape(head(config, weight, last), [batch, asked, config.vocabSize]), layers }; // [B, A, V]
}

/** @param inputs what each layer works with beside the stream, bottom layer first */
function throughLayers(config: ModelConfig, weight: Named, x: Tensor, inputs: readonly Omit<LayerInput, 'x'>[]): { readonly x: Tensor; readonly layers: readonly KeysValues[] } {
  const layers: KeysValues[] = [];
  let stream = x;
  for (const [layer, input] of inputs.entries()) {
    const result = decoderLayer(config, (name) => weight(`model.layers.${layer}.${name}`), { ...input, x: stream });
    stream = result.x;
    layers.push(result.own);
  }
  return { x: stream, layers };
}

/** @returns `[N, V]` of x `[N, D]` */
function head(config: ModelConfig, weight: Named, x: Tensor): Tensor {
  return linear(rmsNorm(x, weight('model.norm.weight'), config.rmsNormEps), weight(config.tiedEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight'));
}

/** @returns `[B, T, C]` */
function joinLayers({ kvHeads, headDim }: ModelConfig, layers: readonly KeysValues[]): Tensor {
  const flat = (x: Tensor): Tensor => tf.reshape(x, [x.shape[0] as number, x.shape[1] as number, kvHeads * headDim]); // [B, T, K headDim]
  return tf.concat(layers.flatMap(({ keys, values }) => [flat(keys), flat(values)]), -1);
}

/** The inverse of `joinLayers`. */
function splitLayers({ layers, kvHeads, headDim }: ModelConfig, past: Tensor): readonly KeysValues[] {
  const [batch, held] = past.shape as [number, number];
  const parts = tf.split(past, layers * 2, -1).map((part) => tf.reshape(part, [batch, held, kvHeads, headDim])); // 2 layers × [B, P, K, headDim]
  return Array.from({ length: layers }, (_, layer) => ({ keys: parts[2 * layer] as Tensor, values: parts[2 * layer + 1] as Tensor }));
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

/** Parameters by their published names; of a name that this config lacks, undefined. */
function byName(config: ModelConfig, weights: readonly Tensor[]): Named {
  const named = new Map(weightSpecs(config).map(({ name }, index) => [name, weights[index] as Tensor]));
  return (name) => named.get(name) as Tensor;
}

function checkWeights(config: ModelConfig, weights: readonly Tensor[]): void {
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
