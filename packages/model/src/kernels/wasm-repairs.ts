/**
 * Kernels that the wasm backend of tfjs 4.22 gets wrong in some cases: those cases run on the plain cpu backend and come back.
 * Only the cases named here take the detour; the contract of engines has a check for each.
 */
import * as tf from '@tensorflow/tfjs-core';

type Call = Parameters<tf.KernelFunc>[0];

/** Kernel -> when wasm is wrong. */
const REPAIRS: { readonly [kernelName: string]: (call: Call) => boolean } = {
  [tf.Cast]: ({ attrs }) => attrs?.['dtype'] === 'bool', // keeps the low byte in place of "not zero"
  [tf.GatherV2]: ({ attrs }) => ((attrs?.['batchDims'] as number | undefined) ?? 0) > 0, // ignores the batch
  [tf.OneHot]: ({ attrs }) => attrs?.['dtype'] !== 'int32', // writes whole numbers into a float array
  [tf.StridedSlice]: ({ inputs }) => inputs['x']!.dtype !== 'float32', // answers float32
};

/** Puts the repairs in front of the wasm kernels; the wasm backend must have been loaded. */
export function repairWasmKernels(): void {
  for (const [kernelName, isWrong] of Object.entries(REPAIRS)) {
    const original = tf.getKernel(kernelName, 'wasm');
    tf.registerKernel({ ...original, kernelFunc: (call) => (isWrong(call) ? runOnCpu(kernelName, call) : original.kernelFunc(call)) });
  }
}

/** Runs one kernel on the cpu backend, on copies of its inputs. */
function runOnCpu(kernelName: string, { inputs, attrs, backend }: Call): tf.TensorInfo {
  const cpu = tf.findBackend('cpu');
  const copies = Object.fromEntries(Object.entries(inputs).map(([name, x]) => [name, copy(x!, backend as tf.KernelBackend, cpu)]));
  const result = tf.getKernel(kernelName, 'cpu').kernelFunc({ inputs: copies, backend: cpu, attrs: attrs ?? {} }) as tf.TensorInfo;
  const answer = copy(result, cpu, backend as tf.KernelBackend);
  for (const x of [...Object.values(copies), result]) cpu.disposeData(x.dataId);
  return answer;
}

function copy(x: tf.TensorInfo, from: tf.KernelBackend, to: tf.KernelBackend): tf.TensorInfo {
  return { dataId: to.write(from.readSync(x.dataId), x.shape, x.dtype), shape: x.shape, dtype: x.dtype };
}
