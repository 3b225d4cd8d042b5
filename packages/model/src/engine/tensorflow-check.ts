/**
 * A library that loads may still compute wrong numbers (a driver that does not fit, a processor without what it was built for). A small step whose
 * numbers are known by hand runs once per library, through everything that an engine does: a product, a softmax, a variable, a commit.
 */
import { ModelError } from '../errors.js';
import type { TensorFlowBinding } from '../tensorflow/binding.js';
import { tf } from '../tf.js';
import type { Engine } from './engine.js';

const checked = new WeakSet<TensorFlowBinding>();

const A = Float32Array.of(1, 2, 3, 4); // [2, 2]
const W = Float32Array.of(1, -1, 0, 2); // [2, 2]
/** A W, A (W + A W) and W + A W; small whole numbers, which are exact at any precision that a device may multiply with. */
const EXPECTED: { readonly [check: string]: readonly number[] } = { product: [1, 3, 3, 5], 'product after an update': [8, 16, 18, 34], variable: [2, 2, 3, 7], softmax: [0.25, 0.75] };
const TOLERANCE = 1e-3;

/** @throws MODEL_TENSORFLOW_WRONG */
export async function checkLibrary(binding: TensorFlowBinding, engine: Engine): Promise<void> {
  if (checked.has(binding)) return;
  const w = await engine.variable({ shape: [2, 2], dtype: 'float32' }, W);
  const step = await engine.compile(
    ([a, logits, commit], [old]) => {
      const product = tf.matMul(a!, old!);
      return { outputs: [product, tf.softmax(logits!)], updates: [tf.add(old!, product)], commit: commit! };
    },
    [{ shape: [2, 2], dtype: 'float32' }, { shape: [2], dtype: 'float32' }, { shape: [], dtype: 'int32' }],
    [w],
  );
  const run = (commit: number): Promise<readonly (Float32Array | Int32Array)[]> => step.run([A, Float32Array.of(0, Math.log(3)), Int32Array.of(commit)]);
  const [product, softmax] = await run(1);
  const [second] = await run(0);
  const got = { product, 'product after an update': second, variable: await w.read(), softmax };
  await step.dispose();
  await w.dispose();
  for (const [check, expected] of Object.entries(EXPECTED)) {
    const numbers = [...got[check as keyof typeof got]!];
    const right = numbers.length === expected.length && expected.every((x, i) => Math.abs(x - numbers[i]!) <= TOLERANCE);
    if (!right) throw new ModelError('MODEL_TENSORFLOW_WRONG', { details: { check, expected: expected.join(', '), got: numbers.join(', ') } });
  }
  checked.add(binding);
}
