/**
 * `model:PATH` as an agent: a model folder, a checkpoint, or the folder of a run (its newest checkpoint).
 * Parameters: `temperature` (default 1), `greedy=true`, `constrained=true`. One engine per process, made when first needed.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentsError, checkParams, languageAgent, type AgentScheme } from '@spiral-arena/agents';
import type { AgentFactory, JsonSchema } from '@spiral-arena/core';
import type { Engine } from '@spiral-arena/model';
import { CliError } from './errors.js';

const PARAMS: JsonSchema = {
  type: 'object',
  properties: {
    temperature: { type: 'number', minimum: 0, maximum: 10, default: 1 },
    greedy: { type: 'boolean', default: false },
    constrained: { type: 'boolean', default: false },
    maxTokens: { type: 'integer', minimum: 1, maximum: 4096, default: 32 },
  },
  additionalProperties: false,
};

let engine: Promise<Engine> | null = null;

/** The engine that every model agent of this process shares. */
function sharedEngine(): Promise<Engine> {
  return (engine ??= import('@spiral-arena/model').then(({ createEngine }) => createEngine({ name: 'onnx', ownThread: true })));
}

/** Folder of the model that a path means. @throws CLI_FILE_UNREADABLE */
export async function modelFolder(path: string): Promise<string> {
  if (existsSync(join(path, 'model.safetensors'))) return path;
  for (const folder of [join(path, 'checkpoints'), path]) {
    const name = await readFile(join(folder, 'latest'), 'utf8').catch(() => null);
    if (name !== null) return join(folder, name.trim());
  }
  throw new CliError('CLI_FILE_UNREADABLE', { details: { path, explanation: 'it is no model folder, checkpoint or run' } });
}

/** The scheme behind `model:PATH`. @throws CLI_FILE_UNREADABLE and what the model refuses; its agents MODEL_WORD_UNKNOWN for a game of words they do not have */
export const modelScheme: AgentScheme = async (path, params): Promise<AgentFactory> => {
  const folder = await modelFolder(path);
  const { loadModel, WordGenerator } = await import('@spiral-arena/model'); // commands that seat no model start without a tensor library
  const { weights, tokenizer } = await loadModel(folder);
  if (!tokenizer) throw new AgentsError('AGENTS_SPEC_INVALID', { details: { expected: 'a word model (a folder with words.json)', got: folder } });
  const { temperature, greedy, constrained, maxTokens } = checkParams('model', PARAMS, params) as { temperature: number; greedy: boolean; constrained: boolean; maxTokens: number };
  const generator = new WordGenerator({ engine: await sharedEngine(), weights, tokenizer, policyVersion: 0 });
  const agent = languageAgent({ generator, mode: 'brief', sampling: { temperature: greedy ? 0 : temperature }, maxTokens, constrained, name: `model:${path}` });
  return (seat) => {
    tokenizer.encode(seat.game.briefWords(seat.options)); // a game that it cannot read is told before the match
    return agent(seat);
  };
};
