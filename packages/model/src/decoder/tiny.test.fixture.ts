/** The tiny reference models and the numbers of transformers 5.24 on them, for tests; see `fixtures/README.md`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSafetensors } from '../files/safetensors.js';
import { readModelConfig, type ModelConfig } from './config.js';
import { ModelWeights } from './weights.js';

export const TINY_MODELS = ['llama', 'llama-bf16', 'qwen2', 'qwen3'] as const;
export type TinyModel = (typeof TINY_MODELS)[number];

export interface ExpectedInput {
  readonly input_ids: readonly (readonly number[])[];
  readonly attention_mask: readonly (readonly number[])[];
  readonly rows: readonly { readonly length: number; readonly last_position_logits: readonly number[]; readonly log_probs_of_tokens_1_to_end: readonly number[]; readonly greedy_16: readonly number[] }[];
  readonly targets: number;
  readonly loss: number;
  readonly grad_l2: { readonly [name: string]: number };
  readonly grad_l2_total: number;
  readonly grad_samples: { readonly [name: string]: readonly number[] };
  readonly loss_after_adamw_steps_1_2_3: readonly number[];
}

const folder = join(import.meta.dirname, '../../fixtures/tiny');

export function tinyConfig(model: TinyModel, file = 'config.json'): ModelConfig {
  return readModelConfig(JSON.parse(readFileSync(join(folder, model, file), 'utf8')));
}

export function tinyWeights(model: TinyModel): ModelWeights {
  const file = join(folder, model, 'model.safetensors');
  return ModelWeights.fromNamed(tinyConfig(model), decodeSafetensors(readFileSync(file), file).tensors);
}

export function tinyExpected(model: TinyModel): { readonly [input: string]: ExpectedInput } {
  const all = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { models: { [model: string]: { inputs: { [input: string]: ExpectedInput } } } };
  return (all.models[model] as { inputs: { [input: string]: ExpectedInput } }).inputs;
}
