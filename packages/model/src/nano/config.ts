/**
 * Sizes of the nano family: decoders small enough to learn a game from scratch on a laptop in minutes.
 * Learned positions and a head of its own, because rotary positions and a tied head learn clearly worse at this size.
 */
import { checkModelConfig, type ModelConfig } from '../decoder/config.js';

/** mlpWidth is about 8/3 of width, so that the three matrices of SwiGLU hold what the two of a plain MLP of 4 times the width would. */
export const NANO_PRESETS = {
  /** About 0.1 million parameters with the vocabulary of three small games. */
  nano: { width: 64, layers: 2, heads: 4, mlpWidth: 176 },
  /** A quarter of it, for slow machines and tests. */
  pico: { width: 32, layers: 2, heads: 2, mlpWidth: 88 },
} as const;

export type NanoPreset = keyof typeof NANO_PRESETS;

/**
 * The config of a nano model for a vocabulary.
 * @param contextLength the longest row in tokens; the default holds any brief text of the built-in games several times over
 * @throws MODEL_CONFIG_INVALID
 */
export function nanoConfig(vocabSize: number, preset: NanoPreset = 'nano', contextLength = 128): ModelConfig {
  const { width, layers, heads, mlpWidth } = NANO_PRESETS[preset];
  return checkModelConfig({
    vocabSize,
    width,
    layers,
    heads,
    kvHeads: heads,
    headDim: width / heads,
    mlpWidth,
    contextLength,
    positions: 'learned',
    ropeTheta: 10_000,
    rmsNormEps: 1e-5,
    tiedEmbeddings: false,
    qkvBias: false,
    qkNorm: false,
  });
}
