/**
 * A model on disk: a folder with `config.json`, `model.safetensors` and, for small word models, `words.json`.
 * Config and weights have the published layout, so folders of Llama, Qwen2 and Qwen3 checkpoints load too. No optimiser state: that is a checkpoint.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readModelConfig, writeModelConfig, type ModelConfig } from '../decoder/config.js';
import { ModelWeights } from '../decoder/weights.js';
import { ModelError } from '../errors.js';
import { WordTokenizer } from '../nano/words.js';
import { writeFileAtomically } from './atomic-write.js';
import { decodeSafetensors, encodeSafetensors } from './safetensors.js';
import { parseJsonOnce } from './strict-json.js';

export interface StoredModel {
  readonly config: ModelConfig;
  readonly weights: ModelWeights;
  /** Absent for checkpoints with a tokenizer of another kind. */
  readonly tokenizer?: WordTokenizer;
}

/** Each file appears whole or not at all; the weights come last. */
export async function saveModel(folder: string, { config, weights, tokenizer }: StoredModel): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (tokenizer) await writeFileAtomically(join(folder, 'words.json'), jsonBytes(tokenizer.toJson()));
  await writeFileAtomically(join(folder, 'config.json'), jsonBytes(writeModelConfig(config)));
  await writeFileAtomically(join(folder, 'model.safetensors'), encodeSafetensors(weights.named(), new Map([['format', 'pt']])));
}

/** @throws MODEL_FILE_UNREADABLE MODEL_FILE_INVALID MODEL_CONFIG_INVALID MODEL_VOCABULARY_INVALID MODEL_WEIGHTS_MISMATCH */
export async function loadModel(folder: string): Promise<StoredModel> {
  const configFile = join(folder, 'config.json');
  const weightsFile = join(folder, 'model.safetensors');
  const config = readModelConfig(parseFile(configFile, await readBytes(configFile)));
  const weights = ModelWeights.fromNamed(config, decodeSafetensors(await readBytes(weightsFile), weightsFile).tensors);
  const wordsFile = join(folder, 'words.json');
  const words = await readFile(wordsFile).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(unreadable(wordsFile, error))));
  if (!words) return { config, weights };
  const tokenizer = WordTokenizer.fromJson(parseFile(wordsFile, words));
  if (tokenizer.vocabSize !== config.vocabSize) {
    throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: `${config.vocabSize} tokens, as in the config`, got: String(tokenizer.vocabSize) } });
  }
  return { config, weights, tokenizer };
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

async function readBytes(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: unknown) => Promise.reject(unreadable(file, error)));
}

function unreadable(file: string, error: unknown): ModelError {
  return new ModelError('MODEL_FILE_UNREADABLE', { details: { file, got: (error as NodeJS.ErrnoException).code ?? 'an error' }, cause: error });
}

function parseFile(file: string, bytes: Uint8Array): unknown {
  try {
    return parseJsonOnce(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ModelError('MODEL_FILE_INVALID', { details: { file, expected: 'JSON', got: error instanceof Error ? error.message : 'something else' }, cause: error });
  }
}
