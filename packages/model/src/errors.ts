/**
 * The errors of model: a table from stable code to message template and hint, and the one class that carries them.
 * Thrown for bugs, damaged files and a broken environment; nothing here is about games or replies.
 */
import { CodedError, type CodedErrorInit, type ErrorTable } from '@spiral-arena/core';

export const MODEL_ERRORS = {
  MODEL_CONFIG_INVALID: { message: 'model config, {field}: expected {expected}, got {got}', hint: 'Correct the field; supported model types are spiral-nano, llama, qwen2 and qwen3.' },
  MODEL_WEIGHTS_MISMATCH: { message: 'weights, {name}: expected {expected}, got {got}', hint: 'Load weights that were saved for this config.' },
  MODEL_SHAPE_MISMATCH: { message: '{what}: expected shape {expected}, got {got}', hint: 'Give tensors of the shapes that the docstring names.' },
  MODEL_FILE_UNREADABLE: { message: '{file}: expected a readable file, got {got}', hint: 'Check the path and its permissions.' },
  MODEL_FILE_INVALID: { message: '{file}: expected {expected}, got {got}', hint: 'The file is damaged or of another kind; restore it from its source.' },
  MODEL_VOCABULARY_INVALID: { message: 'vocabulary: expected {expected}, got {got}', hint: 'Words are texts that are not empty; saved vocabularies come from WordTokenizer.toJson().' },
  MODEL_PROMPT_TOO_LONG: { message: 'expected a prompt of at most {expected} tokens, got {got}', hint: 'Use a model with a larger contextLength, or a shorter text.' },
  MODEL_REQUEST_UNSUPPORTED: { message: 'generate request: expected {expected}, got {got}', hint: 'Small word models take `words`; chat models take `messages`.' },
  MODEL_LOGITS_INVALID: { message: 'expected finite logits, got {got}', hint: 'The weights are damaged; go back to an earlier checkpoint.' },
  MODEL_GENERATOR_CLOSED: { message: 'expected a generator in use, got one that was disposed of', hint: 'Make another generator.' },
  MODEL_OP_UNRECORDABLE: { message: 'the op {op} cannot be recorded: {reason}', hint: 'Write the step with recordable ops (engine/kernel-rules.ts lists them), or add a rule and a lowering for {op}.' },
  MODEL_STEP_READS_DATA: { message: 'the step reads the data of {value} while it is recorded', hint: 'A step must not depend on data: use tensor ops in place of dataSync, arraySync or print, and read after the run.' },
  MODEL_STEP_TENSOR_LOST: { message: 'the op {op} of the step reads a tensor that was disposed of', hint: 'Give tensors that a custom gradient needs to save(), or compute them again inside it: tfjs disposes of the rest after the forward pass.' },
  MODEL_STEP_OUTPUT_INVALID: { message: 'output {index} of the step: expected a float32 or int32 tensor, got {got}', hint: 'Return tensors only; turn booleans into numbers with tf.cast(x, "int32").' },
  MODEL_STEP_DISPOSED: { message: 'expected a compiled step in use, got one that was disposed of', hint: 'Compile the step again, or dispose of it after its last run.' },
  MODEL_INPUT_MISMATCH: { message: 'input {index} of the step: expected {expected}, got {got}', hint: 'Give one typed array per input, of exactly the type and size of its spec.' },
  MODEL_ENGINE_INVALID: { message: 'engine option {option}: expected {expected}, got {got}', hint: 'Engines are onnx and eager; eager runs on the backend cpu or wasm.' },
  MODEL_ENGINE_FAILED: { message: 'the engine {engine} could not {action}: {reason}', hint: 'Run the step on the engine eager with the backend cpu to find the op; an index out of range is the usual cause.' },
  MODEL_RUNTIME_MISSING: { message: '{library} cannot be loaded on {platform}: {reason}', hint: 'Install the dependencies again on this machine, or use the engine eager with the backend wasm.' },
} as const satisfies ErrorTable;

export type ModelErrorCode = keyof typeof MODEL_ERRORS;

/** An error of model. */
export class ModelError extends CodedError {
  override readonly name = 'ModelError';
  constructor(code: ModelErrorCode, init: CodedErrorInit = {}) {
    super(MODEL_ERRORS, code, init);
  }
}
