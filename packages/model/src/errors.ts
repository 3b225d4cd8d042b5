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
  MODEL_WORD_UNKNOWN: { message: 'expected one of the {expected} words of the model, got {word}', hint: 'The model plays the games it was trained on; train with model.spelling: true for one that can read other words.' },
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
  MODEL_VARIABLE_INVALID: { message: 'expected a variable of this engine, got {got}', hint: 'Make the variable with engine.variable() of the engine that runs the step, and dispose of it after the last run.' },
  MODEL_ENGINE_INVALID: { message: 'engine option {option}: expected {expected}, got {got}', hint: 'Engines are onnx, tensorflow and eager; docs/engines.md lists the options of each.' },
  MODEL_ENGINE_FAILED: { message: 'the engine {engine} could not {action}: {reason}', hint: 'Run the step on the engine eager with the backend cpu to find the op; an index out of range is the usual cause.' },
  MODEL_ENGINE_MEMORY: { message: 'the engine {engine} could not {action}, memory ran out: {reason}', hint: 'Use smaller batches or a smaller model; on a GPU see with nvidia-smi what else holds its memory.' },
  MODEL_RUNTIME_MISSING: { message: '{library} cannot be loaded on {platform}: {reason}', hint: 'Install the dependencies again on this machine, or use the engine eager with the backend wasm.' },
  MODEL_PROVIDER_UNAVAILABLE: { message: "ONNX Runtime's provider {provider} does not run on {platform}: {reason}", hint: 'Use the provider cpu; for cuda install onnxruntime-node with --onnxruntime-node-install=cuda12 on a machine with an NVIDIA GPU.' },
  MODEL_TENSORFLOW_MISSING: { message: 'expected TensorFlow in node_modules or in the engine cache, found none', hint: 'Run `spiral engine install`, with --gpu on a machine with an NVIDIA GPU; or install @tensorflow/tfjs-node-gpu.' },
  MODEL_TENSORFLOW_UNLOADABLE: { message: 'TensorFlow does not load on this machine: {reason}', hint: 'Build it for this machine with `spiral engine install --force`. The library needs glibc 2.27 or macOS 12, and on x64 a processor with AVX.' },
  MODEL_TENSORFLOW_NO_GPU: { message: 'expected a GPU, TensorFlow sees none: {reason}', hint: 'Check the driver with nvidia-smi and run `spiral engine install --gpu`; without --require-gpu the processor is used.' },
  MODEL_TENSORFLOW_WRONG: { message: 'the TensorFlow library computes wrong numbers, {check}: expected {expected}, got {got}', hint: 'Do not use it. Install it again with --force; if that does not help, use the engine onnx.' },
  MODEL_TENSORFLOW_UNSUPPORTED: { message: 'TensorFlow {version} cannot be built for {machine}: {reason}', hint: 'Try `spiral engine install --official`, or use the engine onnx.' },
  MODEL_INSTALL_TOOL_MISSING: { message: 'the install needs {tool}: {reason}', hint: '{remedy}' },
  MODEL_INSTALL_DOWNLOAD_FAILED: { message: '{tool} could not fetch {what}: {reason}', hint: 'Check the network and the registry settings of {tool}, then run it again: what is complete is not fetched twice.' },
  MODEL_INSTALL_SCRIPT_FAILED: { message: 'the install script of {package} failed: {reason}', hint: 'It downloads from the vendor, whose host must be reachable; the whole output is in {log}. Without --official, npm and PyPI are enough.' },
  MODEL_INSTALL_ARCHIVE_INVALID: { message: '{file}: expected {expected}, got {got}', hint: 'The file was deleted; run the install again to fetch it anew.' },
  MODEL_INSTALL_BUILD_FAILED: { message: '{tool} could not build the binding: {reason}', hint: 'The whole output is in {log}. A C++17 compiler is needed: g++ 9 or clang 10, or later.' },
  MODEL_INSTALL_FOLDER_UNWRITABLE: { message: 'the engine cache {folder} cannot be written: {reason}', hint: 'Make room or change its permissions, or set SPIRAL_HOME to another folder.' },
  MODEL_ENGINE_NOT_INSTALLED: { message: 'expected an installed engine, got "{name}"', hint: 'Installed engines: {installed}.' },
} as const satisfies ErrorTable;

export type ModelErrorCode = keyof typeof MODEL_ERRORS;

/** An error of model. */
export class ModelError extends CodedError {
  override readonly name = 'ModelError';
  constructor(code: ModelErrorCode, init: CodedErrorInit = {}) {
    super(MODEL_ERRORS, code, init);
  }
}
