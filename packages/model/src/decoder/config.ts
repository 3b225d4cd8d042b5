/**
 * The fixed facts of a decoder: sizes, heads, how positions enter, which optional weights exist. What is learnt is in `weights.ts`.
 * Read from a `config.json` in the spelling of published Llama, Qwen2 and Qwen3 checkpoints (transformers 4 and 5), or in our own for the nano family.
 * A setting that would change the arithmetic and is not supported here is refused, never ignored.
 */
import { ModelError } from '../errors.js';

export const POSITION_KINDS = ['learned', 'rope'] as const;
export type PositionKind = (typeof POSITION_KINDS)[number];

export interface ModelConfig {
  readonly vocabSize: number;
  /** Size of the residual stream, D. */
  readonly width: number;
  readonly layers: number;
  /** Query heads, H. */
  readonly heads: number;
  /** Key and value heads, K; `heads` is a multiple of it. */
  readonly kvHeads: number;
  readonly headDim: number;
  readonly mlpWidth: number;
  /** The longest row of tokens. */
  readonly contextLength: number;
  readonly positions: PositionKind;
  /** Base of the rotary angles; unused with learned positions. */
  readonly ropeTheta: number;
  readonly rmsNormEps: number;
  /** The head is the token embedding. */
  readonly tiedEmbeddings: boolean;
  /** Biases on the query, key and value projections (Qwen2). */
  readonly qkvBias: boolean;
  /** RMSNorm over each head of queries and keys, before the rotation (Qwen3). */
  readonly qkNorm: boolean;
}

/**
 * Checks that the numbers fit each other.
 * @throws MODEL_CONFIG_INVALID
 */
export function checkModelConfig(config: ModelConfig): ModelConfig {
  for (const field of ['vocabSize', 'width', 'layers', 'heads', 'kvHeads', 'headDim', 'mlpWidth', 'contextLength'] as const) {
    const value = config[field];
    if (!Number.isInteger(value) || value < 1 || value > 2 ** 24) throw invalid(field, 'an integer from 1 to 2^24', value);
  }
  if (config.heads % config.kvHeads !== 0) throw invalid('kvHeads', `a divisor of heads (${config.heads})`, config.kvHeads);
  if (!POSITION_KINDS.includes(config.positions)) throw invalid('positions', POSITION_KINDS.join(' or '), config.positions);
  if (config.positions === 'rope' && config.headDim % 2 !== 0) throw invalid('headDim', 'an even number, for rotary positions', config.headDim);
  if (!(Number.isFinite(config.ropeTheta) && config.ropeTheta > 0)) throw invalid('ropeTheta', 'a positive number', config.ropeTheta);
  if (!(config.rmsNormEps > 0 && config.rmsNormEps < 1)) throw invalid('rmsNormEps', 'a number between 0 and 1', config.rmsNormEps);
  return config;
}

/**
 * Reads a decoded `config.json`.
 * @throws MODEL_CONFIG_INVALID
 */
export function readModelConfig(value: unknown): ModelConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('config', 'an object', value);
  const fields = new ConfigFields(value);
  const type = fields.text('model_type');
  if (type !== 'spiral-nano' && type !== 'llama' && type !== 'qwen2' && type !== 'qwen3') throw invalid('model_type', 'spiral-nano, llama, qwen2 or qwen3', type);
  fields.mustBe('hidden_act', ['silu']);
  for (const flag of ['mlp_bias', 'attention_bias', 'use_sliding_window']) fields.mustBe(flag, [false, undefined, null]);
  refuseOtherLayers(fields);
  const width = fields.number('hidden_size');
  const heads = fields.number('num_attention_heads');
  return checkModelConfig({
    vocabSize: fields.number('vocab_size'),
    width,
    layers: fields.number('num_hidden_layers'),
    heads,
    kvHeads: fields.number('num_key_value_heads', heads),
    headDim: fields.number('head_dim', width / heads),
    mlpWidth: fields.number('intermediate_size'),
    contextLength: fields.number('max_position_embeddings'),
    positions: type === 'spiral-nano' && fields.get('position_embedding') === 'learned' ? 'learned' : 'rope',
    ropeTheta: readRopeTheta(fields),
    rmsNormEps: fields.number('rms_norm_eps', 1e-6),
    tiedEmbeddings: fields.flag('tie_word_embeddings', false),
    qkvBias: type === 'qwen2' || (type === 'spiral-nano' && fields.flag('qkv_bias', false)),
    qkNorm: type === 'qwen3' || (type === 'spiral-nano' && fields.flag('qk_norm', false)),
  });
}

/** The inverse of `readModelConfig`, in our own spelling: the published names with `model_type` "spiral-nano". */
export function writeModelConfig(config: ModelConfig): { [name: string]: string | number | boolean } {
  return {
    model_type: 'spiral-nano',
    vocab_size: config.vocabSize,
    hidden_size: config.width,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headDim,
    intermediate_size: config.mlpWidth,
    max_position_embeddings: config.contextLength,
    position_embedding: config.positions,
    rope_theta: config.ropeTheta,
    rms_norm_eps: config.rmsNormEps,
    hidden_act: 'silu',
    tie_word_embeddings: config.tiedEmbeddings,
    qkv_bias: config.qkvBias,
    qk_norm: config.qkNorm,
  };
}

/** Version 5 keeps the rotary settings in `rope_parameters`, version 4 in `rope_theta` and `rope_scaling`. Only unscaled rotations are supported. */
function readRopeTheta(fields: ConfigFields): number {
  const nested = fields.get('rope_parameters');
  const settings = typeof nested === 'object' && nested !== null ? new ConfigFields(nested) : fields;
  settings.mustBe('rope_type', ['default', undefined]);
  fields.mustBe('rope_scaling', [null, undefined]);
  return settings.number('rope_theta', 10_000);
}

function refuseOtherLayers(fields: ConfigFields): void {
  const kinds = fields.get('layer_types');
  if (kinds === undefined || kinds === null) return;
  if (!Array.isArray(kinds) || kinds.some((kind) => kind !== 'full_attention')) throw invalid('layer_types', 'full_attention in every layer', kinds);
}

/** Own fields of a decoded object, each read with its type. */
class ConfigFields {
  readonly #fields: ReadonlyMap<string, unknown>;

  constructor(value: object) {
    this.#fields = new Map(Object.entries(value));
  }

  get(name: string): unknown {
    return this.#fields.get(name);
  }

  number(name: string, missing?: number): number {
    const value = this.#fields.get(name) ?? missing;
    if (typeof value !== 'number') throw invalid(name, 'a number', value);
    return value;
  }

  text(name: string): string {
    const value = this.#fields.get(name);
    if (typeof value !== 'string') throw invalid(name, 'a text', value);
    return value;
  }

  flag(name: string, missing: boolean): boolean {
    const value = this.#fields.get(name) ?? missing;
    if (typeof value !== 'boolean') throw invalid(name, 'true or false', value);
    return value;
  }

  mustBe(name: string, allowed: readonly unknown[]): void {
    const value = this.#fields.get(name);
    if (!allowed.includes(value)) throw invalid(name, allowed.filter((item) => item !== undefined).map(String).join(' or '), value);
  }
}

function invalid(field: string, expected: string, got: unknown): ModelError {
  const text = typeof got === 'number' || got === undefined ? String(got) : JSON.stringify(got);
  return new ModelError('MODEL_CONFIG_INVALID', { details: { field, expected, got: text.slice(0, 80) } });
}
