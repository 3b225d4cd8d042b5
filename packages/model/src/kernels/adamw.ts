/**
 * AdamW over flat arrays as a kernel of the cpu and wasm backends, so that a training step that holds it runs there too.
 */
import * as tf from '@tensorflow/tfjs-core';

interface AdamWCall {
  readonly inputs: { readonly w: tf.TensorInfo; readonly m: tf.TensorInfo; readonly v: tf.TensorInfo; readonly g: tf.TensorInfo; readonly scalars: tf.TensorInfo };
  readonly backend: tf.KernelBackend;
  readonly attrs: { readonly beta1: number; readonly beta2: number; readonly eps: number; readonly weightDecay: number };
}

/** Registers the kernel for one backend. */
export function registerAdamW(backendName: 'cpu' | 'wasm'): void {
  tf.registerKernel({ kernelName: 'AdamW', backendName, kernelFunc: (call) => adamW(call as unknown as AdamWCall) });
}

function adamW({ inputs, backend, attrs: { beta1, beta2, eps, weightDecay } }: AdamWCall): tf.TensorInfo[] {
  const numbers = ({ dataId }: tf.TensorInfo): Float32Array => backend.readSync(dataId) as Float32Array;
  const [w, m, v, g] = [inputs.w, inputs.m, inputs.v, inputs.g].map(numbers) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const [rate, step, rootCorrection, factor] = numbers(inputs.scalars) as unknown as [number, number, number, number];
  const [weights, first, second] = [new Float32Array(w.length), new Float32Array(w.length), new Float32Array(w.length)];
  for (let at = 0; at < w.length; at++) {
    const gradient = (g[at] as number) * factor;
    first[at] = beta1 * (m[at] as number) + (1 - beta1) * gradient;
    second[at] = beta2 * (v[at] as number) + (1 - beta2) * gradient * gradient;
    weights[at] = (1 - rate * weightDecay) * (w[at] as number) - (step * (first[at] as number)) / (Math.sqrt(second[at] as number) / rootCorrection + eps);
  }
  return [weights, first, second].map((values) => ({ dataId: backend.write(values, inputs.w.shape, 'float32'), shape: inputs.w.shape, dtype: 'float32' }));
}
