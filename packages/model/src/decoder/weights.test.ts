import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { nanoConfig } from '../nano/config.js';
import { checkModelConfig, readModelConfig, writeModelConfig } from './config.js';
import { initialWeights, ModelWeights, type WeightValues } from './weights.js';

const config = nanoConfig(300);

const drawn = (seed: number): Buffer[] => initialWeights(config, Rng.fromSeed(seed)).arrays.map((array) => Buffer.from(array.buffer));
const named = (): Map<string, WeightValues> => new Map(ModelWeights.zeros(config).named());

describe('initialWeights', () => {
  const weights = initialWeights(config, Rng.fromSeed(3));

  it('is reproducible, and another seed gives others', () => {
    const again = drawn(3);
    expect(weights.arrays.every((array, index) => Buffer.from(array.buffer).equals(again[index] as Buffer))).toBe(true);
    expect(drawn(4)[0]?.equals(again[0] as Buffer)).toBe(false);
  });

  it.each([
    ['model.embed_tokens.weight', 0.1],
    ['model.embed_positions.weight', 0.1],
    ['lm_head.weight', 0.02],
    ['model.layers.0.self_attn.q_proj.weight', 1 / 8],
    ['model.layers.1.self_attn.o_proj.weight', 1 / 16],
    ['model.layers.1.mlp.down_proj.weight', 176 ** -0.5 / 2],
  ])('%s has mean 0 and standard deviation %d', (name, deviation) => {
    const values = weights.get(name);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    expect(Math.abs(mean) / deviation).toBeLessThan(0.07);
    expect(Math.abs(Math.sqrt(square) / deviation - 1)).toBeLessThan(0.05);
  });

  it('norms begin at 1', () => {
    expect(weights.get('model.norm.weight')).toEqual(new Float32Array(64).fill(1));
    expect(weights.get('model.layers.1.post_attention_layernorm.weight')).toEqual(new Float32Array(64).fill(1));
  });
});

describe('ModelWeights', () => {
  it('clones are independent', () => {
    const weights = ModelWeights.zeros(config);
    const copy = weights.clone();
    copy.get('model.norm.weight')[0] = 1;
    expect(weights.get('model.norm.weight')[0]).toBe(0);
  });

  it('MODEL_WEIGHTS_MISMATCH for a missing, extra or misshapen tensor, and for an unknown name', () => {
    const refused = expect.objectContaining({ code: 'MODEL_WEIGHTS_MISMATCH' });
    const missing = named();
    missing.delete('lm_head.weight');
    expect(() => ModelWeights.fromNamed(config, missing)).toThrow(refused);
    expect(() => ModelWeights.fromNamed(config, named().set('model.layers.0.self_attn.q_proj.bias', { shape: [64], values: new Float32Array(64) }))).toThrow(/q_proj.bias/);
    expect(() => ModelWeights.fromNamed(config, named().set('model.norm.weight', { shape: [8, 8], values: new Float32Array(64) }))).toThrow(/\[8, 8\]/);
    expect(() => ModelWeights.zeros(config).get('model.norm')).toThrow(refused);
  });
});

describe('ModelConfig', () => {
  it('is written and read back', () => {
    for (const one of [config, { ...config, positions: 'rope' as const, qkNorm: true, qkvBias: true, tiedEmbeddings: true, kvHeads: 2, headDim: 8 }]) {
      expect(readModelConfig(JSON.parse(JSON.stringify(writeModelConfig(one))))).toEqual(one);
    }
  });

  it.each([{ vocabSize: 0 }, { width: 1.5 }, { kvHeads: 3 }, { headDim: 3, positions: 'rope' as const }, { rmsNormEps: 0 }, { ropeTheta: Number.NaN }, { layers: 2 ** 30 }])('MODEL_CONFIG_INVALID for %j', (change) => {
    expect(() => checkModelConfig({ ...config, ...change })).toThrow(expect.objectContaining({ code: 'MODEL_CONFIG_INVALID' }));
  });

  const llama = { model_type: 'llama', hidden_act: 'silu', vocab_size: 8, hidden_size: 8, num_hidden_layers: 1, num_attention_heads: 2, intermediate_size: 8, max_position_embeddings: 8 };
  it.each([{ rope_scaling: { rope_type: 'linear', factor: 2 } }, { rope_parameters: { rope_type: 'yarn', rope_theta: 1e4 } }, { attention_bias: true }, { mlp_bias: true }, { use_sliding_window: true }, { layer_types: ['sliding_attention'] }, { hidden_size: '8' }, { tie_word_embeddings: 1 }, { num_attention_heads: 3 }])(
    'refuses what would change the arithmetic: %j',
    (change) => {
      expect(readModelConfig(llama)).toMatchObject({ headDim: 4, kvHeads: 2, tiedEmbeddings: false, ropeTheta: 10_000 });
      expect(() => readModelConfig({ ...llama, ...change })).toThrow(expect.objectContaining({ code: 'MODEL_CONFIG_INVALID' }));
    },
  );
});
