/** The public face of the model package; the README lists the files in reading order. */
export { MODEL_ERRORS, ModelError, type ModelErrorCode } from './errors.js';
export { tf } from './tf.js';
export { ENGINE_NAMES, type CompiledStep, type Engine, type EngineName, type Step, type TensorData, type TensorSpec } from './engine/engine.js';
export { createEngine, EAGER_BACKENDS, type EagerBackend, type EngineOptions } from './engine/create.js';
export { StepCache } from './engine/step-cache.js';
export { POSITION_KINDS, checkModelConfig, readModelConfig, writeModelConfig, type ModelConfig, type PositionKind } from './decoder/config.js';
export { ModelWeights, initialWeights, weightSpecs, type WeightSpec, type WeightValues } from './decoder/weights.js';
export { decoderLogits } from './decoder/decoder.js';
export { tokenLogprobs } from './decoder/token-logprobs.js';
export { ADAMW_DEFAULTS, AdamW, clipByGlobalNorm, decays, type AdamWMoments, type AdamWOptions } from './optimiser/adamw.js';
export { adamWScalars, adamWStep, type AdamWTensors } from './optimiser/adamw-step.js';
export { NANO_PRESETS, nanoConfig, type NanoPreset } from './nano/config.js';
export { ACT_ID, END_ID, PAD_ID, SPELL_ID, WordTokenizer, type SavedVocabulary } from './nano/words.js';
export { WordGenerator, type WordGeneratorOptions } from './generate/word-generator.js';
export type { GenerateRequest, GenerateResult, LogprobRequest, NextWords, Sampling } from './generate/request.js';
export { decodeSafetensors, encodeSafetensors, type SafetensorsContent } from './files/safetensors.js';
export { loadModel, saveModel, type StoredModel } from './files/model-folder.js';
export { writeFileAtomically } from './files/atomic-write.js';
