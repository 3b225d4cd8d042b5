/** The nano decoder of a run: its vocabulary is the words of the run's games, its sizes are the settings'. Learned positions, a head of its own. */
import { checkModelConfig, type ModelConfig, nanoConfig } from '@spiral-arena/model';
import type { ModelSettings } from './config.js';

/**
 * The context is rounded up to a multiple of 4, so that padded rows fit. The MLP is about 8/3 as wide as the model, in steps of 8: the three
 * matrices of SwiGLU then hold what the two of a plain MLP of 4 times the width would.
 * @throws MODEL_CONFIG_INVALID
 */
export function modelConfigOf({ width, layers, heads, contextTokens }: ModelSettings, vocabSize: number): ModelConfig {
  const contextLength = 4 * Math.ceil(contextTokens / 4);
  const mlpWidth = 8 * Math.ceil(width / 3);
  return checkModelConfig({ ...nanoConfig(vocabSize, 'nano', contextLength), width, layers, heads, kvHeads: heads, headDim: width / heads, mlpWidth });
}
