/**
 * The one `tf` of the process: tfjs-core with its plain cpu backend, the derivatives of its kernels and, when asked for, the wasm backend.
 * Everything in this package takes tensors from here, so that there is one registry of backends, kernels and gradients.
 * tfjs-core keeps its own derivatives in files that Node cannot import (paths without extensions); ours are in `gradients/`.
 */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import { registerGradients } from './gradients/register.js';
import { registerAdamW } from './kernels/adamw.js';
import { registerSegmentSum } from './kernels/segment-sum.js';
import { repairWasmKernels } from './kernels/wasm-repairs.js';

tf.env().set('PROD', true); // otherwise tfjs prints advice on stderr
registerGradients();
registerSegmentSum('cpu');
registerAdamW('cpu');
if (!tf.getBackend()) void tf.setBackend('cpu');

let wasm: Promise<void> | undefined;

/** Loads the wasm backend (one thread, SIMD where the machine has it); the current backend stays what it is. */
export function loadWasm(): Promise<void> {
  wasm ??= registerWasm();
  return wasm;
}

/** The package registers a factory that answers later; the finished backend takes its place, so that switching to it is immediate. */
async function registerWasm(): Promise<void> {
  await import('@tensorflow/tfjs-backend-wasm');
  const backend = await tf.engine().findBackendFactory('wasm')();
  tf.removeBackend('wasm');
  tf.registerBackend('wasm', () => backend, 0);
  registerSegmentSum('wasm');
  registerAdamW('wasm');
  repairWasmKernels();
}

/** Runs `work` with `name` as the current backend and puts the previous one back, all in one go: nobody else sees the change. */
export function withBackend<T>(name: string, work: () => T): T {
  const previous = tf.getBackend();
  if (previous === name) return work();
  void tf.setBackend(name); // immediate for a backend that is ready
  try {
    return work();
  } finally {
    void tf.setBackend(previous);
  }
}

export { tf };
